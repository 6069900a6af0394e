/** Writes tours as rows of our own file format; `tour-reader.ts` reads them back unchanged. */
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../enums.ts';
import type { Uuid } from '../ids.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { fractionDigits, toMajorUnits } from '../money.ts';
import type { TourForm } from '../tours.ts';
import { TEXT_NAMES, type TextName } from '../tour-form.ts';
import { numberPrices } from './tour-prices.ts';
import { PLAIN_TOUR_FIELDS, PRICE_PARTS, type PricePart, type TourField } from './tour-headings.ts';

export interface FileTour {
  id: Uuid;
  version: number;
  tour: TourForm;
}
/** Returns the columns of a file of these tours, in order. */
export function tourFields(tours: readonly FileTour[]): TourField[] {
  const max = new Map<PriceCategoryType, number>();
  for (const { tour } of tours)
    for (const { type, n } of numberPrices(tour.prices)) max.set(type, Math.max(max.get(type) ?? 0, n));
  const texts = LOCALES.flatMap((locale) => TEXT_NAMES.map((name): TourField => `${name}_${locale}`));
  const prices = PRICE_CATEGORY_TYPES.flatMap((type) =>
    Array.from({ length: max.get(type) ?? 0 }, (_, at) =>
      PRICE_PARTS.map((part): TourField => `price.${type}.${at + 1}.${part}`),
    ).flat(),
  );
  return [...PLAIN_TOUR_FIELDS, ...texts, ...prices];
}

/** Returns a tour's cells for the columns. Amounts have a decimal point in every locale. */
export function tourCells(tour: TourForm, fields: readonly TourField[], currency: string): (string | number)[] {
  const prices = numberPrices(tour.prices);
  const cell = (field: TourField): string | number => {
    const [head, type, n, part] = field.split('.') as [string, PriceCategoryType?, string?, PricePart?];
    if (head === 'price' && part) {
      const price = prices.find((entry) => entry.type === type && entry.n === Number(n))?.price;
      if (!price) return '';
      switch (part) {
        case 'amount':
          return toMajorUnits(price.amount, currency).toFixed(fractionDigits(currency));
        case 'from':
          return price.minimumAge ?? '';
        case 'to':
          return price.maximumAge ?? '';
        case 'seats':
          return price.seats;
        case 'vat':
          return price.vatRate ?? '';
        case 'with':
          return price.accompaniedBy
            .flatMap((id) => prices.find((entry) => entry.price.id === id) ?? [])
            .map((price) => (price.n === 1 ? price.type : `${price.type} ${price.n}`))
            .join(', ');
        case 'active':
          return price.isActive ? 'yes' : 'no';
      }
    }
    switch (field) {
      case 'slug':
        return tour.slug;
      case 'duration':
        return tour.durationMinutes;
      case 'capacity':
        return tour.capacity;
      case 'minimumGuests':
        return tour.minimumGuests;
      case 'languages':
        return tour.guideLanguages.join(', ');
      case 'place':
        return tour.latitude === null || tour.longitude === null ? '' : `${tour.latitude}, ${tour.longitude}`;
      case 'bookingCutOff':
        return tour.bookingCutOffMinutes;
      case 'cancellationCutOff':
        return tour.cancellationCutOffHours;
      case 'deposit':
        return tour.depositPercent ?? '';
      case 'asksNames':
        return tour.asksNames ? 'yes' : 'no';
      case 'vatRate':
        return tour.vatRate ?? '';
      case 'colour':
        return tour.colour;
      default: {
        const [name, locale] = field.split('_') as [TextName, Locale];
        return tour.texts[locale]?.[name] ?? '';
      }
    }
  };
  return fields.map(cell);
}
