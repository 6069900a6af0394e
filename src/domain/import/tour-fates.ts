import { LOCALES } from '../locales.ts';
import type { TourForm } from '../tours.ts';
import { TEXT_NAMES } from '../typed-tour.ts';
import type { FileTour } from './file-tours.ts';
import type { FatedRow, ReadRow } from './rows.ts';
import type { ImportedTour } from './tour-reader.ts';

/** A form apart from what says nothing: languages without a text. */
const plain = (tour: TourForm) =>
  JSON.stringify({
    ...tour,
    texts: LOCALES.flatMap((locale) => {
      const texts = tour.texts[locale];
      return texts && Object.values(texts).some((text) => text.trim() !== '')
        ? [[locale, TEXT_NAMES.map((name) => texts[name].trim())]]
        : [];
    }),
    prices: tour.prices.map((price) => [
      price.id,
      price.type,
      price.amount,
      price.minimumAge,
      price.maximumAge,
      price.seats,
      price.vatRate,
      [...price.accompaniedBy].sort(),
      price.isActive,
    ]),
  });

/** What becomes of rows: a tour that is as the row says stays untouched. */
export function fateOfTours(
  rows: readonly ReadRow<ImportedTour>[],
  tours: readonly FileTour[],
): FatedRow<ImportedTour>[] {
  const known = new Map(tours.map((one) => [one.id, one]));
  return rows.map((row): FatedRow<ImportedTour> => {
    if (!row.sent) return { ...row, fate: 'refused', parts: [] };
    const was = known.get(row.sent.id)?.tour;
    if (!was) return { ...row, fate: 'new', parts: [] };
    return { ...row, fate: plain(was) === plain(row.sent.tour) ? 'same' : 'changed', parts: [] };
  });
}
