import { expect, test } from 'vitest';
import type { MirroredBooking, MirroredGuest } from '../../../domain/mirror.ts';
import { searchGuests } from './roll-call-search.ts';

const bookings = new Map([
  [
    'b1',
    {
      id: 'b1',
      contactName: 'Jürgen Müller',
      contactEmail: 'jm@example.test',
      contactPhone: '+49 171 555 01 02',
      reference: 'ABC234',
    },
  ],
  ['b2', { id: 'b2', contactName: 'Ægir Sørensen', contactEmail: null, contactPhone: null, reference: 'XYZ789' }],
] as unknown as [string, MirroredBooking][]);
const guests = [
  { id: 'g1', bookingId: 'b1', name: 'Lotte Müller', ticketCode: '23456789ABCD' },
  { id: 'g2', bookingId: 'b1', name: null, ticketCode: '23456789ABCE' },
  { id: 'g3', bookingId: 'b2', name: null, ticketCode: '23456789ABCF' },
  { id: 'g4', bookingId: 'gone', name: 'Nobody', ticketCode: '23456789ABCG' },
] as unknown as MirroredGuest[];

test.each([
  ['muller', ['g1', 'g2']],
  ['lotte', ['g1']],
  ['mull lot', ['g1']],
  ['sorensen', ['g3']],
  ['abc234', ['g1', 'g2']],
  ['55501', ['g1', 'g2']],
  ['jm@', ['g1', 'g2']],
  ['nobody', []],
  // Every ticket code contains these, but a text of fewer than four characters is not compared with codes.
  ['b', ['g1', 'g2']],
  ['9', ['g3']],
  ['9ab', []],
  ['9abc', ['g1', 'g2', 'g3']],
  ['abce', ['g2']],
  ['2345 6789 abcf', ['g3']],
])('the search %j finds %j', (text, ids) => {
  expect([...(searchGuests({ guests, bookings }, text) ?? [])]).toEqual(ids);
});

test('returns null for an empty search', () => {
  expect(searchGuests({ guests, bookings }, '  ')).toBeNull();
});
