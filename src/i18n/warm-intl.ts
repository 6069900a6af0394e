import { REGIONS, type Locale } from '../lib/locales.ts';

/**
 * Calls each Intl formatter of the lists once, because an engine loads its locale data at the first use. Call it when
 * the browser is idle. A formatter that is missing fails where it is used.
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
    // The screen that needs the formatter reports it.
  }
}
