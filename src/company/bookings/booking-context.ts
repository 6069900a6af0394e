/** Context shared by the bookings screen: company, formats and permissions. */
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Instant, Uuid } from '../../domain/ids.ts';
import type { LocalisedText } from '../../domain/locales.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { memoize } from '../../lib/memoize.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';

export interface BookingContext {
  company: Uuid;
  zone: string;
  currency: string;
  formats: Formats;
  mayChange: boolean;
  /** Whether a partner acts for the company: hides actions whose effect would outlast that (ADR 003). */
  isPartner: boolean;
  /** False while a partner acts without the company's data sharing: hides what needs guests' data. */
  seesGuestData: boolean;
  /** Returns the title in the reader's language. */
  title(texts: LocalisedText): string;
  /** Formats an instant as `Sat 2 May, 10:00` in the company's time zone. */
  when(instant: Instant): string;
}

/** Number of memoized instants; more than a screen shows. */
const MAX_MEMOIZED = 500;

export function useBookingContext({
  company,
  mayChange,
}: {
  company: { id: Uuid; timeZone: string; currency: string };
  mayChange: boolean;
}): BookingContext {
  const { id, timeZone, currency } = company;
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const currentUser = useCurrentUser();
  const isPartner = currentUser?.isPartner ?? false;
  const seesGuestData = currentUser?.seesGuestData ?? false;
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
      // Memoized, because many bookings share a departure.
      when: memoize((instant) => formats.dayAndTime(localDateIn(timeZone, Date.parse(instant)), instant), MAX_MEMOIZED),
    }),
    [id, timeZone, currency, formats, mayChange, isPartner, seesGuestData, intl],
  );
}
