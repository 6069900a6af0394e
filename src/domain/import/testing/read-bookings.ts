/** Tours and departures that a file's bookings are matched with, and the bookings read from its text. */
import { BOOKING_COLUMNS } from '../booking-columns.ts';
import type { BookingField } from '../booking-fields.ts';
import { bookingReader } from '../booking-reader.ts';
import { matchColumns } from '../columns.ts';
import { parseCsv } from '../csv.ts';
import type { BookingAnswers, BookingLookup } from '../imported-booking.ts';
import { decodeText } from '../text.ts';

const price = (id: string, type: 'ADULT' | 'CHILD', accompaniedBy: string[] = []) => ({
  id,
  type,
  amount: 5000,
  seats: 1,
  accompaniedBy,
});
const departure = (id: string, localDate: string, more: Partial<BookingLookup['departures'][number]> = {}) => ({
  id,
  tourId: 't1',
  localDate,
  minute: 600,
  language: 'en',
  left: 10,
  state: 'open' as const,
  ...more,
});
export const BOOK: BookingLookup = {
  tours: [
    {
      id: 't1',
      slug: 'harbour-walk',
      title: { en: 'Harbour walk', da: 'Havnerundtur' },
      minimumParty: 1,
      prices: [price('a', 'ADULT'), price('c', 'CHILD', ['a'])],
    },
    { id: 't2', slug: 'castle', title: { en: 'Castle' }, minimumParty: 2, prices: [price('b', 'ADULT')] },
    { id: 't3', slug: 'castle-2', title: { en: 'Castle' }, minimumParty: 1, prices: [] },
  ],
  departures: [
    departure('d1', '2026-05-02'),
    departure('d2', '2026-05-02', { language: 'da' }),
    departure('d3', '2026-05-02', { minute: 720 }),
    departure('d4', '2026-05-03', { left: 3 }),
    departure('d5', '2026-05-04', { state: 'closed' }),
    departure('d6', '2026-05-05', { state: 'cancelled' }),
    departure('e1', '2026-05-02', { tourId: 't2' }),
  ],
};
export const ANSWERS: BookingAnswers = { order: { date: 'ymd' }, tours: {}, amounts: 'own' };
export const read = (
  text: string,
  { answers = ANSWERS, mapping }: { answers?: BookingAnswers; mapping?: (BookingField | null)[] } = {},
) => {
  const { headings, rows } = parseCsv(decodeText(new TextEncoder().encode(text)).text);
  const columns = { mapping: mapping ?? matchColumns(headings, BOOKING_COLUMNS), currency: 'DKK', country: 'DK' };
  return rows.map(bookingReader(BOOK, columns, answers));
};
export const HEAD = 'Tour;Date;Time;Language;Name;Adults;Children;Paid;Status;Email\n';
