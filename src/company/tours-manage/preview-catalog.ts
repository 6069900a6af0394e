/** Builds the guests' view of a tour from the form's values; invalid values are left out. */
import * as v from 'valibot';
import type { PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import type { MemberCompany } from '../../data/identity.ts';
import { money } from '../../domain/fields.ts';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';
import type { Locale } from '../../domain/locales.ts';
import { parseMapPlace } from '../../domain/map-place.ts';
import { textsByLocale, type TourFormValues } from '../../domain/tour-form.ts';

export interface PreviewOptions {
  company: Pick<MemberCompany, 'name' | 'slug' | 'brandColour'>;
  logo: string | null;
  timeZone: string;
  currency: string;
  tour: Uuid;
  /** Image data, because the guest pages get no picture of an unpublished tour. */
  picture: string | null;
  /** Locale in which amounts are typed. */
  locale: Locale;
}

const parseInteger = (value: string | number): number | null => {
  const text = String(value).trim();
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
};

function parseAmount(text: string, currency: string, locale: Locale): MinorUnits | null {
  const parsed = v.safeParse(money(currency, { free: true, locale }), text);
  return parsed.success ? parsed.output : null;
}

export function previewCatalog(values: TourFormValues, options: PreviewOptions): Catalog {
  const { company, currency, timeZone, locale } = options;
  const place = parseMapPlace(values.place);
  // The place of a short link is unknown.
  const at = place === 'short' ? null : place;
  const tour: PublicTour = {
    id: options.tour,
    slug: values.slug,
    formerSlugs: [],
    texts: textsByLocale(values) as PublicTour['texts'],
    durationMinutes: parseInteger(values.durationMinutes) ?? 0,
    languages: values.guideLanguages,
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
    minimumParty: 1,
    cancellationCutOffHours: parseInteger(values.cancellationCutOffHours) ?? 0,
    nextAt: null,
    picture: options.picture,
    asksNames: values.asksNames,
    categories: values.prices
      .filter(({ isActive }) => isActive)
      .flatMap((price) => {
        const amount = parseAmount(price.amount, currency, locale);
        return amount === null
          ? []
          : [
              {
                id: price.id,
                type: price.type,
                amount,
                minimumAge: parseInteger(price.minimumAge),
                maximumAge: parseInteger(price.maximumAge),
                seats: parseInteger(price.seats) ?? 1,
                accompaniedBy: price.accompaniedBy,
              },
            ];
      }),
  };
  return {
    operator: {
      slug: company.slug,
      name: company.name,
      colour: company.brandColour,
      email: null,
      phone: null,
      timeZone,
      currency,
      locale,
      holdMinutes: 15,
      termsUrl: null,
      logo: options.logo,
      paysOnline: false,
    },
    organisation: null,
    tours: [tour],
  };
}
