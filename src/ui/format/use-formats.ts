/**
 * Formats times, ages and money in the reader's language. Times of tours are in the company's zone; ages on screens
 * without a company count the days of the device's zone.
 */
import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Instant, LocalDate, MinorUnits } from '../../domain/ids.ts';
import { textInLocale, type Locale, type LocalisedText } from '../../domain/locales.ts';
import { formatMoney, fractionDigits, withMinus } from '../../domain/money.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { isLocale } from '../../lib/locales.ts';
import { languageInText, languageName } from './language-name.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface Formats {
  locale: Locale;
  /** `08:52` */
  time(instant: Instant): string;
  /** `Sat 2 May`, on one line. */
  day(date: LocalDate): string;
  /** `Sat 2 May, 08:52`, on one line. */
  dayAndTime(date: LocalDate, instant: Instant): string;
  /** `Saturday 2 May 2026` */
  date(date: LocalDate): string;
  /** `in 14 min`, `2 hr ago`; from a day on, in calendar days: `tomorrow`, `in 3 days`. */
  relative(at: number, now: number): string;
  money(amount: MinorUnits, currency: string): string;
  /** Without the currency, for lists in one currency: `585`. */
  amount(amount: MinorUnits, currency: string): string;
  /** `12 mins`, `1 hr 30 mins` */
  duration(milliseconds: number): string;
  text(text: LocalisedText): string;
  list(names: readonly string[]): string;
  /** Name of a language inside a text: `da` → `dansk`. */
  language(code: string): string;
  /** Name of a language that stands alone: `da` → `Dansk`. */
  languageName(code: string): string;
}

const unbreakable = (text: string) => text.replaceAll(' ', '\u00a0');

export function createFormats(intl: IntlShape, timeZone: string): Formats {
  const short = intl.locale.slice(0, 2);
  const locale: Locale = isLocale(short) ? short : 'en';
  const time = (instant: Instant) =>
    intl.formatTime(instant, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = (date: LocalDate) =>
    unbreakable(
      intl.formatDate(`${date}T12:00:00Z`, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }),
    );
  return {
    locale,
    time,
    day,
    dayAndTime: (date, instant) => `${day(date)}${locale === 'da' ? '' : ','}\u00a0${time(instant)}`,
    date: (date) => intl.formatDate(`${date}T12:00:00Z`, { timeZone: 'UTC', dateStyle: 'full' }),
    relative(at, now) {
      const milliseconds = at - now;
      const size = Math.abs(milliseconds);
      if (size < MINUTE_MS) return intl.formatMessage({ id: milliseconds > 0 ? 'time.now' : 'time.justNow' });
      const style = { style: 'short', numeric: 'always' } as const;
      if (size < HOUR_MS) return intl.formatRelativeTime(Math.trunc(milliseconds / MINUTE_MS), 'minute', style);
      const days = (Date.parse(localDateIn(timeZone, at)) - Date.parse(localDateIn(timeZone, now))) / DAY_MS;
      // The day on which clocks go back has 25 hours.
      if (size < DAY_MS || days === 0)
        return intl.formatRelativeTime(Math.round(milliseconds / HOUR_MS), 'hour', style);
      // The short style abbreviates days in Spanish and Italian ("3 d", "3 gg"); in Danish it fits the hours' style.
      return intl.formatRelativeTime(days, 'day', {
        // "tomorrow" instead of "in 1 day"; other languages have a word for two days, too.
        numeric: 'auto',
        style: locale === 'da' ? 'short' : 'long',
      });
    },
    money: (amount, currency) => formatMoney(amount, { currency, locale: intl.locale }),
    amount: (amount, currency) => {
      const digits = fractionDigits(currency);
      const decimals = amount % 10 ** digits === 0 ? 0 : digits;
      return withMinus(
        intl.formatNumber(amount / 10 ** digits, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }),
      );
    },
    duration(milliseconds) {
      const minutes = Math.max(1, Math.trunc(milliseconds / MINUTE_MS));
      const format = (value: number, unit: string) =>
        value > 0 ? intl.formatNumber(value, { style: 'unit', unitDisplay: 'short', unit }) : '';
      return unbreakable(`${format(Math.trunc(minutes / 60), 'hour')} ${format(minutes % 60, 'minute')}`.trim());
    },
    text: (text) => textInLocale(text, locale),
    list: (names) => names.join(', '),
    language: (code) => languageInText(intl, code),
    languageName: (code) => languageName(intl, code),
  };
}

export function useFormats(timeZone: string): Formats {
  const intl = useIntl();
  return useMemo(() => createFormats(intl, timeZone), [intl, timeZone]);
}
