import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bookingFilter } from '../../../domain/booking-filter.ts';
import { hidesEndedBookings } from '../../../features/bookings/list-query.ts';
import { EMPTY_QUERY, toBookingFilter, countDateRanges } from './booking-query.ts';

const TOUR = '00000000-0000-4000-8000-000000000001';

test('leaves out ended bookings unless there is a search or a status filter', () => {
  expect(toBookingFilter(EMPTY_QUERY)).toEqual({ all: [{ field: 'status', in: ['ON_HOLD', 'PENDING', 'CONFIRMED'] }] });
  expect(toBookingFilter({ ...EMPTY_QUERY, search: 'lund' })).toBeNull();
  expect(hidesEndedBookings({ search: '  ', status: [] })).toBe(true);
  expect(hidesEndedBookings({ search: '', status: ['CANCELLED'] })).toBe(false);
});

test('builds a filter of the shape that the server accepts', () => {
  const query = {
    ...EMPTY_QUERY,
    status: ['CANCELLED' as const],
    source: ['office' as const],
    due: ['due' as const, 'overpaid' as const],
    tour: [TOUR],
    partner: [TOUR],
    guide: [TOUR],
    language: ['da'],
    tag: ['vip'],
    from: '2027-05-01',
    bookedTo: '2027-05-02',
  };
  const filter = toBookingFilter(query);
  expect(v.safeParse(bookingFilter, filter).success).toBe(true);
  expect(filter).toMatchObject({
    all: [
      { field: 'status' },
      { field: 'source' },
      {
        any: [
          { field: 'due', from: 1 },
          { field: 'overpaid', from: 1 },
        ],
      },
      { field: 'tour' },
      { field: 'partner' },
      { field: 'guide' },
      { field: 'language', in: ['da'] },
      { field: 'tag', in: ['vip'] },
      { field: 'date', from: '2027-05-01' },
      { field: 'created', to: '2027-05-02' },
    ],
  });
  expect(countDateRanges(query)).toBe(2);
});
