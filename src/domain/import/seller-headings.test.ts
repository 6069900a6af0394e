/**
 * Example files of other systems, and guest lists: every column is mapped, every row is read. All persons are invented.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { SELLER_HEADINGS } from './seller-headings.ts';
import { bookingReader } from './booking-reader.ts';
import { mergeGuestRows } from './guest-rows.ts';
import { inspectBookings, missingFields } from './booking-inspection.ts';
import type { BookingAnswers, BookingLookup } from './imported-booking.ts';
import { matchColumns } from './columns.ts';
import { parseCsv } from './csv.ts';
import { decodeText } from './text.ts';

const price = (id: string, type: 'ADULT' | 'CHILD') => ({ id, type, amount: 5000, seats: 1, accompaniedBy: [] });
const departure = (id: string, localDate: string, minute: number) => ({
  id,
  tourId: 't1',
  localDate,
  minute,
  language: 'en',
  left: 10,
  state: 'open' as const,
});
const BOOK: BookingLookup = {
  tours: [
    {
      id: 't1',
      slug: 'harbour-walk',
      title: { en: 'Harbour walk' },
      minimumParty: 1,
      prices: [price('a', 'ADULT'), price('c', 'CHILD')],
    },
  ],
  departures: [departure('d1', '2026-05-02', 720), departure('d2', '2026-05-03', 600)],
};

function open(name: string) {
  const { headings, rows } = parseCsv(
    decodeText(new Uint8Array(readFileSync(new URL(`../../../tests/support/import/${name}.csv`, import.meta.url))))
      .text,
  );
  const mapping = matchColumns(headings, BOOKING_COLUMNS);
  const read = (order: BookingAnswers['order']) =>
    mergeGuestRows(rows, mapping).map(
      bookingReader(BOOK, { mapping, currency: 'DKK', country: 'DK' }, { order, tours: {}, amounts: 'own' }),
    );
  return { headings, rows, mapping, read };
}

describe.each([
  ['bokun', 'bokun-bookings'],
  ['fareharbor', 'fareharbor-bookings'],
] as const)('the bookings of %s', (seller, file) => {
  test('maps each column, or knows that it is not used', () => {
    const { headings, mapping } = open(file);
    const sellerHeadings: Readonly<Record<string, string | null>> = SELLER_HEADINGS[seller];
    expect(headings.map((heading, at) => [heading, mapping[at]])).toEqual(
      headings.map((heading) => [heading, sellerHeadings[heading]]),
    );
    expect(missingFields(mapping)).toEqual([]);
  });
  test('maps each heading independently of the others', () => {
    const ours = Object.entries(SELLER_HEADINGS[seller]).filter(([, field]) => field !== null);
    expect(ours.map(([heading]) => [heading, ...matchColumns([heading], BOOKING_COLUMNS)])).toEqual(ours);
  });
});

test('rows of Bókun are read: party as text, date with time, phone number after its country', () => {
  const { rows, mapping, read } = open('bokun-bookings');
  expect(inspectBookings(rows, { mapping })).toMatchObject({
    dates: { date: { orders: ['dmy', 'mdy'] } },
    asksCurrency: false,
  });
  const [first, second] = read({ date: 'dmy', created: 'dmy' });
  expect([first?.reasons, second?.reasons]).toEqual([[], []]);
  expect(first?.sent).toMatchObject({
    key: 'r:har-t2000001',
    departureId: 'd1',
    party: { a: 2, c: 1 },
    contact: { name: 'Holm, Anna', email: 'anna@example.com', phone: '+4520304050' },
    state: 'CONFIRMED',
    source: 'partner',
    voucherNumber: 'GYGINVENTED1',
    total: 12_500,
    note: 'By bus\nand late',
    createdAt: '2026-01-05T12:00:00Z',
  });
  expect(second?.sent).toMatchObject({
    departureId: 'd2',
    party: { a: 1 },
    state: 'CANCELLED',
    source: 'website',
    contact: { phone: '+33666962682' },
  });
});

test('rows of FareHarbor are read: below the title, without totals, with cancellations', () => {
  const [first, second, sums] = open('fareharbor-bookings').read({ date: 'dmy', created: 'dmy' });
  expect([first?.reasons, second?.reasons]).toEqual([[], []]);
  expect([first?.line, first?.sent]).toMatchObject([
    3,
    {
      key: 'r:#100000001',
      departureId: 'd1',
      party: { a: 2 },
      contact: { name: 'Anna Holm', phone: '+4520304050', country: 'DK', locale: 'da' },
      state: 'CONFIRMED',
      total: 10_000,
      paid: 5000,
      createdAt: '2026-01-15T12:00:00Z',
    },
  ]);
  expect(second?.sent).toMatchObject({ departureId: 'd2', state: 'CANCELLED', total: 5000, paid: 0 });
  expect(sums?.sent).toBeNull();
  expect(sums?.reasons).toContainEqual({ code: 'required', column: 5 });
});

test('guest lists are merged to parties', () => {
  const { mapping, read } = open('guests');
  expect(mapping).toEqual(['reference', 'name', 'kind', 'tour', 'date', 'time', 'email', 'total']);
  expect(missingFields(mapping)).toEqual([]);
  const rows = read({ date: 'ymd' });
  expect(
    rows.map(({ line, reasons, sent }) => [line, sent?.contact.name, sent?.party, reasons.map(({ code }) => code)]),
  ).toEqual([
    [2, 'Anna Holm', { a: 2, c: 1 }, []],
    [3, 'Bo Lund', { a: 1 }, []],
    // Each row has an amount: per guest or per party is unclear.
    [6, undefined, undefined, ['amount_each']],
    // The same reference at another time: never merged.
    [8, undefined, undefined, ['twice']],
    [9, undefined, undefined, ['party']],
    // Without a reference, merged by contact.
    [10, 'Ida Vig', { a: 1, c: 1 }, []],
  ]);
  expect(rows[0]?.cells[2]).toBe('2 × Adult, 1 × Child');
  expect(rows[0]?.sent?.total).toBe(12_500);
});

test('cancellations are read from statuses or yes and no; other texts are refused', () => {
  const text = (cell: string) =>
    `Tour;Date;Time;Name;Guests;Cancelled?\nHarbour walk;2026-05-03;10:00;Anna;1;${cell}\n`;
  const states = ['', 'No', 'yes', 'Cancelled', 'perhaps'].map((response) => {
    const { headings, rows } = parseCsv(text(response));
    const mapping = matchColumns(headings, BOOKING_COLUMNS);
    const [row] = rows.map(
      bookingReader(
        BOOK,
        { mapping, currency: 'DKK', country: 'DK' },
        { order: { date: 'ymd' }, tours: {}, amounts: 'own' },
      ),
    );
    return row?.sent?.state ?? row?.reasons[0]?.code;
  });
  expect(states).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED', 'CANCELLED', 'status']);
});
