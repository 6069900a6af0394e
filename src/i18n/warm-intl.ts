import { REGIONS, type Locale } from '../lib/locales.ts';

/**
 * Uses each of the engine's formatters once that a list is written with: with the first use the engine reads what it knows of all
 * languages. To be called while there is nothing else to do; what an engine does not have is met where it is needed.
 */
export function warmIntl(locale: Locale): void {
  const region = REGIONS[locale];
  try {
    new Intl.DateTimeFormat(region, { weekday: 'short', day: 'numeric', month: 'short' }).format(0);
    new Intl.DateTimeFormat(region, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(0);
    new Intl.NumberFormat(region).format(1);
    new Intl.PluralRules(region).select(1);
    new Intl.RelativeTimeFormat(region, { style: 'short', numeric: 'always' }).format(1, 'minute');
    new Intl.ListFormat(region).format([locale]);
    new Intl.DisplayNames(region, { type: 'language' }).of(locale);
  } catch {
    // The screen says what it cannot write.
  }
}
