/** What all parts of the screen need: for whom it is, how things are written, and whether the person changes bookings. */
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Instant, Uuid } from '../../domain/ids.ts';
import type { LocalisedText } from '../../domain/locales.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { memoize } from '../../lib/memoize.ts';
import { useActing } from '../../session/use-session.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';

export interface BookingScope {
  company: Uuid;
  zone: string;
  currency: string;
  formats: Formats;
  /** False: they read. */
  mayChange: boolean;
  /** They act for the company as its partner: what outlives acting is not offered. */
  isPartner: boolean;
  /** False: what needs guests' data is not offered. */
  seesGuestData: boolean;
  /** A tour's title in the reader's language. */
  title(texts: LocalisedText): string;
  /** `Sat 2 May 10:00`, in the company's zone. */
  when(instant: Instant): string;
}

/** Instants whose words are remembered: more than a screen shows. */
const KEPT = 500;

export function useBookingScope({
  company,
  mayChange,
}: {
  company: { id: Uuid; timeZone: string; currency: string };
  mayChange: boolean;
}): BookingScope {
  const { id, timeZone, currency } = company;
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const acting = useActing();
  const isPartner = acting?.isPartner ?? false;
  const seesGuestData = acting?.seesGuestData ?? false;
  return useMemo(
    () => ({
      company: id,
      zone: timeZone,
      currency,
      formats,
      mayChange,
      isPartner,
      seesGuestData,
      title: (texts) => formats.text(texts) || intl.formatMessage({ id: 'bookings.untitled' }),
      // Many bookings are of one departure.
      when: memoize(
        (instant) => `${formats.day(localDateIn(timeZone, Date.parse(instant)))} ${formats.time(instant)}`,
        KEPT,
      ),
    }),
    [id, timeZone, currency, formats, mayChange, isPartner, seesGuestData, intl],
  );
}
