/** Texts of a bookings file, shared with the booking list. */
import daBookings from '../../../locales/bookings/da.json' with { type: 'json' };
import enBookings from '../../../locales/bookings/en.json' with { type: 'json' };
import esBookings from '../../../locales/bookings/es.json' with { type: 'json' };
import itBookings from '../../../locales/bookings/it.json' with { type: 'json' };
import daAdvanced from '../../../locales/bookings-advanced/da.json' with { type: 'json' };
import enAdvanced from '../../../locales/bookings-advanced/en.json' with { type: 'json' };
import esAdvanced from '../../../locales/bookings-advanced/es.json' with { type: 'json' };
import itAdvanced from '../../../locales/bookings-advanced/it.json' with { type: 'json' };
import daShared from '../../../locales/shared/da.json' with { type: 'json' };
import enShared from '../../../locales/shared/en.json' with { type: 'json' };
import esShared from '../../../locales/shared/es.json' with { type: 'json' };
import itShared from '../../../locales/shared/it.json' with { type: 'json' };
import type { BookingHeading, CellFormatters } from '../../../src/domain/booking-cells.ts';
import { textInLocale } from '../../../src/domain/locales.ts';
import { REGIONS, type Locale } from '../../../src/lib/locales.ts';

const TEXTS = {
  da: { ...daShared, ...daBookings, ...daAdvanced },
  en: { ...enShared, ...enBookings, ...enAdvanced },
  es: { ...esShared, ...esBookings, ...esAdvanced },
  it: { ...itShared, ...itBookings, ...itAdvanced },
};

export interface FileTexts extends CellFormatters {
  heading(id: BookingHeading): string;
}

/** Loads the texts; none of them has placeholders. */
export function loadFileTexts(locale: Locale, zone: string): FileTexts {
  const texts = TEXTS[locale];
  const named = (type: 'language' | 'region') => {
    const names = new Intl.DisplayNames([REGIONS[locale]], { type, fallback: 'code' });
    return (code: string) => {
      try {
        return names.of(code) ?? code;
      } catch {
        // Invalid codes are shown as they are.
        return code;
      }
    };
  };
  return {
    zone,
    heading: (id) => texts[id],
    text: (id) => texts[id],
    category: (type) => texts[`checkIn.category.${type.toLowerCase() as Lowercase<typeof type>}`],
    title: (title) => textInLocale(title, locale) || texts['bookings.untitled'],
    language: named('language'),
    country: named('region'),
  };
}
