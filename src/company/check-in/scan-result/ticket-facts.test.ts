import { expect, test } from 'vitest';
import type { LookUpMatch } from '../../../data/code-lookup.ts';
import { foldCheckIn } from '../../../domain/check-in.ts';
import type { Action } from '../../../domain/actions.ts';
import type { DeviceMatch } from '../../../offline/read/code-lookup.ts';
import type { DepartureSummary, DepartureView } from '../../../offline/read/views.ts';
import { factsFromDevice, factsFromServer } from './ticket-facts.ts';

const departure = (id: string) => ({ id, startsAt: '2026-05-01T09:00:00.000Z', localDate: '2026-05-01' });
const tour = { title: { en: 'Harbour walk' }, meetingPoint: { en: 'The fountain' } };
const booking = {
  id: 'b',
  status: 'CONFIRMED',
  reference: 'ABC234',
  contactName: 'Ida Holm',
  totalAmount: 500,
  paidAmount: 200,
  currency: 'DKK',
  expiresAt: null,
};
const guest = (id: string) => ({ id, bookingId: 'b', cancelled: false, name: null });

const checkIn = {
  id: 'a1',
  kind: 'check_in',
  guestId: 'g1',
  bookingId: 'b',
  userId: 'marco',
  deviceId: 'tablet',
  occurredAt: '2026-05-01T08:52:00.000Z',
  payload: { method: 'tap' },
} as Action;

const view = {
  departure: departure('open'),
  rollCall: foldCheckIn([guest('g1'), guest('g2')], [checkIn]),
  personName: (id: string) => (id === 'marco' ? 'Marco' : undefined),
  deviceLabel: () => 'Tablet 2',
} as unknown as DepartureView;

const departures = [
  { departure: departure('other'), guideNames: ['Lea'], departedAt: '2026-05-01T09:04:00.000Z' },
] as unknown as DepartureSummary[];

const match = (more: object) =>
  ({
    booking,
    guest: null,
    party: [guest('g1'), guest('g2')],
    departure: departure('open'),
    tour,
    ...more,
  }) as unknown as DeviceMatch;

test('reports who of a party is checked in, when and by whom', () => {
  const facts = factsFromDevice(match({}), { view, departures });
  expect(facts?.guests).toEqual([
    {
      id: 'g1',
      status: 'checked_in',
      checkedInAt: '2026-05-01T08:52:00.000Z',
      checkedInBy: 'Marco',
      checkedInDevice: 'Tablet 2',
    },
    { id: 'g2', status: 'expected', checkedInAt: null, checkedInBy: null, checkedInDevice: null },
  ]);
  expect(facts?.due).toBe(300);
});

test("limits a ticket's facts to its own guest", () => {
  expect(factsFromDevice(match({ guest: guest('g2') }), { view, departures })?.guests?.map(({ id }) => id)).toEqual([
    'g2',
  ]);
});

test('reports the guides of a ticket’s other departure and whether it has left', () => {
  const facts = factsFromDevice(match({ departure: departure('other') }), { view, departures });
  expect(facts).toMatchObject({ departureId: 'other', guideNames: ['Lea'], departed: true, due: 0 });
});

test('returns null if the booking’s departure is not on the device', () => {
  expect(factsFromDevice(match({ departure: null }), { view, departures })).toBeNull();
});

test('takes no guests from the server’s response for a party, and one for a ticket', () => {
  const scan = {
    totalAmount: 500,
    paidAmount: 100,
    collected: 150,
    guestId: null,
    status: null,
    guides: ['Lea'],
  } as unknown as LookUpMatch;
  expect(factsFromServer(scan)).toMatchObject({ due: 250, guests: null, guideNames: ['Lea'] });
  expect(factsFromServer({ ...scan, guestId: 'g1', status: 'no_show' }).guests).toMatchObject([
    { id: 'g1', status: 'no_show' },
  ]);
});
