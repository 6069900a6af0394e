import { LOCALES } from '../locales.ts';
import type { TourForm } from '../tours.ts';
import { TEXT_NAMES } from '../tour-form.ts';
import type { FileTour } from './file-tours.ts';
import type { ClassifiedRow, ParsedRow } from './rows.ts';
import type { ImportedTour } from './tour-reader.ts';

/** Serialises a form for comparison, without languages that have no texts. */
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

/** Returns the outcome of each row; a row that equals its tour changes nothing. */
export function classifyTourRows(
  rows: readonly ParsedRow<ImportedTour>[],
  tours: readonly FileTour[],
): ClassifiedRow<ImportedTour>[] {
  const toursById = new Map(tours.map((tour) => [tour.id, tour]));
  return rows.map((row): ClassifiedRow<ImportedTour> => {
    if (!row.sent) return { ...row, outcome: 'refused', changedFields: [] };
    const was = toursById.get(row.sent.id)?.tour;
    if (!was) return { ...row, outcome: 'new', changedFields: [] };
    return { ...row, outcome: plain(was) === plain(row.sent.tour) ? 'same' : 'changed', changedFields: [] };
  });
}
