/** Context for parsing the rows of a booking file: columns, tours, departures and the answers. */
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../enums.ts';
import { memoize } from '../../lib/memoize.ts';
import type { BookingField } from './booking-fields.ts';
import { parseAmount, type ParsedAmount } from './cells.ts';
import { columnIndexes, hashText } from './columns.ts';
import { parseDateCell, parseTimeCell, timeInDateCell } from './dates.ts';
import type { BookingAnswers, BookingColumns, BookingLookup, LookupDeparture, LookupTour } from './imported-booking.ts';
import { tourKey, toursByName } from './tours-by-name.ts';

/** Its functions remember their results, as cells repeat. */
export interface BookingFile {
  /** Returns the column of a field, or -1. */
  at(field: BookingField): number;
  width: number;
  currency: string;
  country: BookingColumns['country'];
  amounts: BookingAnswers['amounts'];
  /** Price categories that have a column. */
  types: readonly PriceCategoryType[];
  tourOf(name: string): LookupTour | undefined;
  departuresOn(tour: LookupTour, date: string): readonly LookupDeparture[] | undefined;
  dateOf(cell: string): string | null;
  createdOf(cell: string): string | null;
  timeOf(cell: string): string | null;
  timeInDate(cell: string): string | null;
  amountOf(cell: string): ParsedAmount;
  hashOf(text: string): string;
}

export function openBookingFile(
  book: BookingLookup,
  { mapping, currency, country }: BookingColumns,
  answers: BookingAnswers,
): BookingFile {
  const at = columnIndexes(mapping);
  const named = toursByName(book.tours);
  const tours = new Map(book.tours.map((tour) => [tour.id, tour]));
  const departures = new Map<string, LookupDeparture[]>();
  for (const bookedDeparture of book.departures) {
    const key = `${bookedDeparture.tourId} ${bookedDeparture.localDate}`;
    departures.set(key, [...(departures.get(key) ?? []), bookedDeparture]);
  }
  return {
    at,
    width: mapping.length,
    currency,
    country,
    amounts: answers.amounts,
    types: PRICE_CATEGORY_TYPES.filter((type) => at(type) >= 0),
    tourOf: memoize((name) => {
      const selectedTourId = answers.tours[tourKey(name)];
      return tours.get((selectedTourId === undefined ? named(name) : selectedTourId) ?? '');
    }),
    departuresOn: (tour, date) => departures.get(`${tour.id} ${date}`),
    dateOf: memoize((cell) => parseDateCell(cell, answers.order.date ?? 'ymd')),
    createdOf: memoize((cell) => parseDateCell(cell, answers.order.created ?? 'ymd')),
    timeOf: memoize(parseTimeCell),
    timeInDate: memoize(timeInDateCell),
    amountOf: memoize((cell) => parseAmount(cell, currency)),
    hashOf: memoize(hashText),
  };
}
