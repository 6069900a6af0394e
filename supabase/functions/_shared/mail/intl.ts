/** Translated texts of mails. */
import { createIntl } from '@formatjs/intl';
import da from '../../../../locales/mail/da.json' with { type: 'json' };
import en from '../../../../locales/mail/en.json' with { type: 'json' };
import es from '../../../../locales/mail/es.json' with { type: 'json' };
import it from '../../../../locales/mail/it.json' with { type: 'json' };
import { formatDateTime } from '../../../../src/lib/format-date-time.ts';
import { REGIONS, type Locale } from '../../../../src/lib/locales.ts';

export type MailTextId = keyof typeof en;

export interface MailIntl {
  locale: Locale;
  text(id: MailTextId, values?: Record<string, string | number | Date>): string;
  /** "3 December 2026 at 14:00 UTC", as the reader's time zone is unknown. */
  moment(instant: Date): string;
  /** "Thursday 3 December 2026 at 15:00" in a time zone, for events at a place. */
  momentIn(instant: Date, timeZone: string): string;
  /** "November 2026" for "2026-11". */
  month(month: string): string;
  /** "Thursday 3 December 2026" for "2026-12-03". */
  day(date: string): string;
}

const TEXTS: Record<Locale, Record<MailTextId, string>> = { en, es, da, it };

export function mailIntl(locale: Locale): MailIntl {
  const intl = createIntl({
    locale: REGIONS[locale],
    // The library's types only know the app's messages.
    messages: TEXTS[locale] as never,
    timeZone: 'UTC',
    onError: (error) => {
      throw error;
    },
  });
  return {
    locale,
    text: (id, values) => String(intl.formatMessage({ id: id as never }, values)),
    moment: (instant) => `${formatDateTime(instant, { locale: intl.locale, timeZone: 'UTC', dateStyle: 'long' })} UTC`,
    momentIn: (instant, timeZone) => formatDateTime(instant, { locale: intl.locale, timeZone, dateStyle: 'full' }),
    month: (month) => intl.formatDate(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric' }),
    day: (date) => intl.formatDate(new Date(`${date}T00:00:00Z`), { dateStyle: 'full' }),
  };
}
