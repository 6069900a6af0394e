/**
 * Roughly the page on which guests book the tour, of what stands in the form at this moment. A drawing of it and not the page itself,
 * which is a program of its own.
 */
import { Select, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { LOCALES, type Locale } from '../../domain/locales.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { density, type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/use-formats.ts';
import { GuestPage } from './guest-page.tsx';
import type { TourFormState } from './use-tour-form.ts';
import type { TypedTour } from '../../domain/typed-tour.ts';

const useStyles = makeStyles({
  preview: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  language: { minHeight: density.target },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
  frame: {
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow4,
  },
  page: { transformOrigin: '0 0' },
});

const SIZES = ['phone', 'desktop'] as const;
type Size = (typeof SIZES)[number];
/** Pixels of the page that is drawn. */
const WIDTHS: Record<Size, number> = { phone: 360, desktop: 960 };

export interface TourPreviewProps {
  form: TourFormState['form'];
  picture: string | null;
  company: { name: string; brandColour: string | null };
  currency: string;
}

export function TourPreview({ form, picture, company, currency }: TourPreviewProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const tour = useWatch({ control: form.control }) as TypedTour;
  const [size, setSize] = useState<Size>('phone');
  const [locale, setLocale] = useState<Locale>(formats.locale);
  return (
    <div className={styles.preview}>
      <div className={styles.tools}>
        <Segmented<Size>
          kind="choice"
          label={intl.formatMessage({ id: 'manage.preview.size' })}
          value={size}
          segments={SIZES.map((value) => ({ value, label: intl.formatMessage({ id: `manage.preview.${value}` }) }))}
          onChange={setSize}
        />
        <Select
          className={styles.language}
          aria-label={intl.formatMessage({ id: 'manage.preview.language' })}
          value={locale}
          onChange={(_, { value }) => setLocale(value as Locale)}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {formats.language(one)}
            </option>
          ))}
        </Select>
      </div>
      <Scaled width={WIDTHS[size]}>
        <GuestPage
          tour={tour}
          locale={locale}
          picture={picture}
          company={company}
          currency={currency}
          isWide={size === 'desktop'}
        />
      </Scaled>
      <p className={styles.note}>
        <FormattedMessage id="manage.preview.note" />
      </p>
    </div>
  );
}

/** Shows what is `width` pixels wide in the room that there is. */
function Scaled({ width, children }: { width: number; children: ReactNode }) {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [{ room, height }, setSizes] = useState({ room: width, height: 0 });
  useEffect(() => {
    const measure = () =>
      setSizes({ room: frame.current?.clientWidth ?? width, height: page.current?.offsetHeight ?? 0 });
    const watching = new ResizeObserver(measure);
    if (frame.current) watching.observe(frame.current);
    if (page.current) watching.observe(page.current);
    return () => watching.disconnect();
  }, [width]);
  const scale = Math.min(1, room / width);
  return (
    <div ref={frame} className={styles.frame} style={{ height: `${String(Math.ceil(height * scale))}px` }}>
      <div
        ref={page}
        className={styles.page}
        style={{ width: `${String(scale < 1 ? width : room)}px`, transform: `scale(${String(scale)})` }}
      >
        {children}
      </div>
    </div>
  );
}
