/** Address, logo and colour of the guest page of a company or organisation, with a preview. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import { ColourField } from '../../ui/form/colour-field.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { brand, ground } from '../../ui/theme/brand.ts';
import { ensureContrast } from '../../lib/ensure-contrast.ts';
import { WORD_GAP } from '../../lib/word-gap.ts';
import { type, weight } from '../../ui/theme/sizes.ts';
import { WrappingAddress } from '../../ui/display/wrapping-address.tsx';

const useStyles = makeStyles({
  preview: {
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflow: 'hidden',
  },
  // Guest pages in the preview use the light theme, whatever the office's colour mode.
  page: { padding: '12px 16px', backgroundColor: ground.light },
  head: { ...type.lead, paddingBottom: '12px', fontWeight: weight.bold, overflowWrap: 'anywhere' },
  button: {
    ...type.lead,
    display: 'inline-block',
    padding: '8px 24px',
    borderRadius: '6px',
    color: '#ffffff',
    fontWeight: weight.bold,
  },
  body: { ...type.body, padding: '12px 16px', margin: 0, color: tokens.colorNeutralForeground2 },
});

const WHITE = '#ffffff';

interface Page {
  name: string;
  slug: string;
  brandColour: string;
}

export interface PageFieldsProps {
  labels: Record<'slug' | 'brandColour', string>;
  /** Returns the page's path on this site. */
  pathOf(slug: string): string;
  formerSlugs: readonly string[];
  /** A `LogoField`. */
  logo: ReactNode;
}

export function PageFields({ labels, pathOf, formerSlugs, logo }: PageFieldsProps) {
  const styles = useStyles();
  const { watch } = useFormContext<Page>();
  const [slug, colour, name] = watch(['slug', 'brandColour', 'name']);
  const validColour = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : brand[80];
  return (
    <>
      <TextField<Page>
        name="slug"
        label={labels.slug}
        required
        hint={
          <>
            <WrappingAddress address={location.origin + pathOf(slug.trim().toLowerCase())} />
            {formerSlugs.length > 0 && (
              <>
                <br />
                <FormattedMessage id="settings.slug.former" values={{ slugs: formerSlugs.join(', ') }} />
              </>
            )}
          </>
        }
      />
      {logo}
      <ColourField<Page>
        name="brandColour"
        label={labels.brandColour}
        standard={brand[80]}
        hint={<FormattedMessage id="settings.brandColour.hint" />}
      />
      <div className={styles.preview}>
        <div className={styles.page} aria-hidden>
          <div className={styles.head} style={{ color: ensureContrast(validColour, ground.light) }}>
            {name}
          </div>
          <span className={styles.button} style={{ backgroundColor: ensureContrast(validColour, WHITE) }}>
            <FormattedMessage id="settings.brandColour.book" />
          </span>
        </div>
        <p className={styles.body}>
          <FormattedMessage id="settings.brandColour.preview" />
          {WORD_GAP}
          {ensureContrast(validColour, WHITE) !== validColour && <FormattedMessage id="settings.brandColour.bent" />}
        </p>
      </div>
    </>
  );
}
