/**
 * Preview of the guests' booking page with the form's values: the real page in a frame, which receives its data by
 * message (booking/pages/preview-page.tsx).
 */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { TourFormValues } from '../../domain/tour-form.ts';
import { withLocale } from '../../i18n/locale-choice.ts';
import { colourMode } from '../../ui/theme/colour-mode.ts';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { previewCatalog } from './preview-catalog.ts';
import type { TourFormState } from './use-tour-form.ts';
import type { EditedTour } from './use-tour.ts';

const useStyles = makeStyles({
  preview: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
  frame: {
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow4,
  },
  page: { display: 'block', border: 0, transformOrigin: '0 0' },
});

const SIZES = ['phone', 'desktop'] as const;
type Size = (typeof SIZES)[number];
/** Size of the previewed page in CSS pixels. */
const PIXELS: Record<Size, { width: number; height: number }> = {
  phone: { width: 360, height: 680 },
  desktop: { width: 1024, height: 820 },
};

export interface TourPreviewProps {
  form: TourFormState['form'];
  tour: Uuid;
  loadedTour: EditedTour;
  picture: string | null;
  company: MemberCompany;
}

export function TourPreview({ form, tour, loadedTour, picture, company }: TourPreviewProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [size, setSize] = useState<Size>('phone');
  return (
    <div className={styles.preview}>
      <div>
        <Segmented<Size>
          kind="choice"
          label={intl.formatMessage({ id: 'manage.preview.size' })}
          value={size}
          segments={SIZES.map((value) => ({ value, label: intl.formatMessage({ id: `manage.preview.${value}` }) }))}
          onChange={setSize}
        />
      </div>
      <Page form={form} tour={tour} loadedTour={loadedTour} picture={picture} company={company} {...PIXELS[size]} />
      <p className={styles.note}>
        <FormattedMessage id="manage.preview.note" />
      </p>
    </div>
  );
}

type PageProps = TourPreviewProps & { width: number; height: number };

/** Renders the page at `width` pixels, scaled to the available space. */
function Page({ form, tour, loadedTour, picture, company, width, height }: PageProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { locale } = useFormats(loadedTour.timeZone);
  const values = useWatch({ control: form.control }) as TourFormValues;
  const frame = useRef<HTMLIFrameElement>(null);
  const around = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  const mode = useSyncExternalStore(colourMode().subscribe, () => colourMode().getState().resolved);
  // Initial language only; it can be changed inside the page.
  const [src] = useState(() => withLocale(`/booking/isolated/${company.slug}?preview=1`, locale));
  const message = {
    // The protocol version.
    muster: 1,
    type: 'preview',
    isLive: loadedTour.tourStatus === 'live',
    catalog: previewCatalog(values, {
      company,
      logo: loadedTour.companyLogo,
      timeZone: loadedTour.timeZone,
      currency: loadedTour.currency,
      tour,
      picture,
      locale,
    }),
  };
  useEffect(() => {
    const watching = new ResizeObserver(() => setRoom(around.current?.clientWidth ?? width));
    if (around.current) watching.observe(around.current);
    return () => watching.disconnect();
  }, [width]);
  usePreviewMessages(frame, message);
  const scale = Math.min(1, room / width);
  return (
    <div ref={around} className={styles.frame} style={{ height: `${String(Math.ceil(height * scale))}px` }}>
      {/* Unsandboxed, because it is our own page on the same origin. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        className={styles.page}
        src={`${src}&theme=${mode}`}
        // A preview that is not displayed loads nothing.
        loading="lazy"
        title={intl.formatMessage({ id: 'manage.preview.page' })}
        style={{
          width: `${String(scale < 1 ? width : room)}px`,
          height: `${String(height)}px`,
          transform: `scale(${String(scale)})`,
        }}
      />
    </div>
  );
}

/** Sends the message to the page in the frame: after each render, and when the page asks for it. */
function usePreviewMessages(frame: RefObject<HTMLIFrameElement | null>, message: unknown): void {
  const last = useRef(message);
  useEffect(() => {
    last.current = message;
    postPreview(frame.current, message);
  });
  useEffect(() => {
    // The page requests its data once it has loaded.
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== location.origin) return;
      const data = event.data as { muster?: unknown; type?: unknown } | null;
      if (data?.muster === 1 && data.type === 'preview-ready') postPreview(frame.current, last.current);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [frame]);
}

const postPreview = (frame: HTMLIFrameElement | null, message: unknown) =>
  frame?.contentWindow?.postMessage(message, location.origin);
