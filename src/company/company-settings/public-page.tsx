/** The company's address for guests and the colour of its pages. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import type { TypedSettings } from '../../domain/company-settings.ts';
import { paths } from '../../lib/paths.ts';
import { ColourField } from '../../ui/form/colour-field.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { LocalLink } from '../../ui/local-link.tsx';
import { brand } from '../../ui/theme/brand.ts';
import { contrastOf } from '../../lib/contrast.ts';
import { type, weight } from '../../ui/theme/sizes.ts';
import { WrappingAddress } from '../../ui/wrapping-address.tsx';
import { LogoField } from './logo-field.tsx';
import type { SettingsFieldsProps } from './section-parts.ts';

const useStyles = makeStyles({
  preview: {
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflow: 'hidden',
  },
  head: { ...type.lead, padding: '12px 16px', fontWeight: weight.bold, overflowWrap: 'anywhere' },
  body: { ...type.body, padding: '12px 16px', color: tokens.colorNeutralForeground2 },
});

/** Where guests book. */
const addressOf = (slug: string) => `${location.origin}/booking/isolated/${slug}`;

export function PublicPage({ labels, company, read: { formerSlugs, logo } }: SettingsFieldsProps) {
  const styles = useStyles();
  const { watch } = useFormContext<TypedSettings>();
  const [slug, colour, name] = watch(['slug', 'brandColour', 'name']);
  const shown = /^#[0-9a-f]{6}$/i.test(colour) ? colour : brand[80];
  return (
    <FormSection title="settings.section.public">
      <TextField<TypedSettings>
        name="slug"
        label={labels.slug}
        required
        hint={
          <>
            <WrappingAddress address={addressOf(slug.trim().toLowerCase())} />
            {formerSlugs.length > 0 && (
              <>
                <br />
                <FormattedMessage id="settings.slug.former" values={{ slugs: formerSlugs.join(', ') }} />
              </>
            )}
          </>
        }
      />
      <LogoField company={company} logo={logo} />
      <ColourField<TypedSettings>
        name="brandColour"
        label={labels.brandColour}
        standard={brand[80]}
        hint={<FormattedMessage id="settings.colour.hint" />}
      />
      <div className={styles.preview}>
        <div
          className={styles.head}
          style={{ backgroundColor: shown, color: contrastOf(shown, '#ffffff') >= 4.5 ? '#ffffff' : '#16201d' }}
        >
          {name}
        </div>
        <div className={styles.body}>
          <FormattedMessage id="settings.colour.preview" />
        </div>
      </div>
      <TextField<TypedSettings>
        name="termsUrl"
        label={labels.termsUrl}
        type="url"
        hint={<FormattedMessage id="settings.terms.hint" />}
      />
      <TextField<TypedSettings>
        name="embedOrigins"
        label={labels.embedOrigins}
        lines={3}
        hint={<FormattedMessage id="settings.embed.hint" values={{ example: 'https://www.example.com' }} />}
      />
      <div>
        <LocalLink to={paths.bookingTester}>
          <FormattedMessage id="settings.embed.try" />
        </LocalLink>
      </div>
    </FormSection>
  );
}
