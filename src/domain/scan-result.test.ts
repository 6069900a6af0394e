import { expect, test } from 'vitest';
import {
  checksInImmediately,
  endReasonOf,
  evaluateTicket,
  evaluateProof,
  toneOf,
  SCAN_RESULTS,
  type Proof,
  type TicketFacts,
  type TicketGuest,
} from './scan-result.ts';

const context = { departureId: 'd1', localDate: '2026-05-01', now: '2026-05-01T06:50:00.000Z', mayCheckIn: true };

const guest = (id: string, more: Partial<TicketGuest> = {}): TicketGuest => ({
  id,
  status: 'expected',
  checkedInAt: null,
  checkedInBy: null,
  checkedInDevice: null,
  ...more,
});

const facts = (more: Partial<TicketFacts> = {}): TicketFacts => ({
  departureId: 'd1',
  tourTitle: { en: 'Harbour walk' },
  meetingPoint: { en: 'The fountain' },
  startsAt: '2026-05-01T07:00:00.000Z',
  localDate: '2026-05-01',
  guideNames: ['Lea'],
  departed: false,
  bookingId: 'b1',
  bookingStatus: 'CONFIRMED',
  reference: 'ABC234',
  contactName: 'Ida Holm',
  due: 0,
  currency: 'DKK',
  expiresAt: null,
  guestId: 'g1',
  guestName: 'Ida Holm',
  guests: [guest('g1')],
  ...more,
});

const checkedInGuest = guest('g1', {
  status: 'checked_in',
  checkedInAt: '2026-05-01T06:40:00.000Z',
  checkedInBy: 'Marco',
  checkedInDevice: 'Tablet 2',
});
const cancelled = guest('g1', { status: 'cancelled' });

test.each<[string, Partial<TicketFacts>, string]>([
  ['a paid ticket of this departure', {}, 'ok'],
  ['a guest who is checked in', { guests: [checkedInGuest] }, 'already_checked_in'],
  ['another tour of the day', { departureId: 'd2' }, 'wrong_departure'],
  ['another day', { departureId: 'd3', localDate: '2026-05-02' }, 'wrong_day'],
  ['a cancelled booking', { bookingStatus: 'CANCELLED' }, 'cancelled'],
  ['a rejected booking', { bookingStatus: 'REJECTED' }, 'cancelled'],
  ['a cancelled guest', { guests: [cancelled] }, 'cancelled'],
  ['a cancelled booking of another tour', { bookingStatus: 'CANCELLED', departureId: 'd2' }, 'cancelled'],
  ['money due', { due: 45000 }, 'unpaid'],
  ['a live hold', { bookingStatus: 'ON_HOLD', expiresAt: '2026-05-01T06:51:00.000Z' }, 'on_hold'],
  ['a hold that ran out', { bookingStatus: 'ON_HOLD', expiresAt: '2026-05-01T06:49:00.000Z' }, 'expired'],
  ['a booking that is not confirmed yet', { bookingStatus: 'PENDING' }, 'on_hold'],
  ['an expired booking', { bookingStatus: 'EXPIRED' }, 'expired'],
  [
    'an expired booking of a checked-in guest',
    { bookingStatus: 'EXPIRED', guests: [checkedInGuest] },
    'already_checked_in',
  ],
  [
    'a cancelled booking of a checked-in guest',
    { bookingStatus: 'CANCELLED', guests: [checkedInGuest] },
    'already_checked_in',
  ],
  [
    'an expired hold of a checked-in guest',
    { bookingStatus: 'ON_HOLD', expiresAt: '2026-05-01T06:49:00.000Z', guests: [checkedInGuest] },
    'already_checked_in',
  ],
  [
    'an expired booking with one guest checked in and one not',
    { bookingStatus: 'EXPIRED', guests: [checkedInGuest, guest('g2')] },
    'expired',
  ],
  [
    'an expired booking of a guest who is checked in on another tour',
    { bookingStatus: 'EXPIRED', departureId: 'd2', guests: [checkedInGuest] },
    'expired',
  ],
  ['an expired booking with cancelled guests', { bookingStatus: 'EXPIRED', guests: [cancelled] }, 'expired'],
  [
    'an expired booking of another tour',
    { bookingStatus: 'EXPIRED', departureId: 'd2', guests: [cancelled] },
    'expired',
  ],
  ['a rejected booking with cancelled guests', { bookingStatus: 'REJECTED', guests: [cancelled] }, 'cancelled'],
  [
    'a live hold with cancelled guests',
    { bookingStatus: 'ON_HOLD', expiresAt: null, guests: [cancelled] },
    'cancelled',
  ],
  [
    'a no-show who arrives after the departure',
    { departed: true, guests: [guest('g1', { status: 'no_show' })] },
    'departed',
  ],
])('%s: $2', (_, more, code) => {
  expect(evaluateTicket(facts(more), context).code).toBe(code);
});

test('a valid ticket of which the server reveals only the departure belongs there', () => {
  const correctDeparture = {
    departureId: 'd9',
    tourTitle: { en: 'Harbour walk' },
    meetingPoint: {},
    startsAt: '2026-08-01T08:00:00Z',
    localDate: '2026-08-01',
    guideNames: [],
    departed: false,
  };
  const context = { departureId: 'd1', localDate: '2026-05-01', now: '2026-05-01T08:00:00Z', correctDeparture };
  expect(evaluateTicket(null, { ...context, mayCheckIn: true })).toEqual({ code: 'wrong_day', correctDeparture });
  expect(evaluateTicket(null, { ...context, mayCheckIn: false })).toEqual({ code: 'not_permitted' });
});

test('has the time, person and device of the check-in', () => {
  expect(evaluateTicket(facts({ guests: [checkedInGuest] }), context)).toEqual({
    code: 'already_checked_in',
    at: '2026-05-01T06:40:00.000Z',
    by: 'Marco',
    device: 'Tablet 2',
  });
});

test('has the departure that a ticket of another tour belongs to', () => {
  expect(evaluateTicket(facts({ departureId: 'd2' }), context)).toMatchObject({
    correctDeparture: { departureId: 'd2', guideNames: ['Lea'], meetingPoint: { en: 'The fountain' } },
  });
});

test('a party with a missing guest is not fully checked in', () => {
  const party = facts({ guestId: null, guests: [checkedInGuest, guest('g2')] });
  expect(evaluateTicket(party, context).code).toBe('ok');
});

test('without the permission, returns only not_permitted', () => {
  expect(evaluateTicket(facts({ due: 5 }), { ...context, mayCheckIn: false })).toEqual({ code: 'not_permitted' });
});

test('an unknown ticket is refused only if the server says so', () => {
  expect(evaluateTicket(null, context).code).toBe('unknown_ticket');
  expect(toneOf('unknown_ticket', 'server')).toBe('no');
  expect(toneOf('unknown_ticket', 'device')).toBe('attention');
  expect(toneOf('unknown_ticket', 'unknown')).toBe('attention');
});

test('every result has a tone', () => {
  for (const code of SCAN_RESULTS) expect(['ok', 'attention', 'no']).toContain(toneOf(code, 'device'));
});

test('checks in a single guest immediately, but asks for a party', () => {
  const single = facts();
  expect(checksInImmediately(evaluateTicket(single, context), single)).toEqual(['g1']);
  const aloneByReference = facts({ guestId: null });
  expect(checksInImmediately(evaluateTicket(aloneByReference, context), aloneByReference)).toEqual(['g1']);
  const party = facts({ guestId: null, guests: [guest('g1'), guest('g2')] });
  expect(checksInImmediately(evaluateTicket(party, context), party)).toEqual([]);
  const rest = facts({ guestId: null, guests: [checkedInGuest, guest('g2')] });
  expect(checksInImmediately(evaluateTicket(rest, context), rest)).toEqual([]);
});

test('never checks in a guest with something to settle', () => {
  const unpaid = facts({ due: 100 });
  expect(checksInImmediately(evaluateTicket(unpaid, context), unpaid)).toEqual([]);
  const late = facts({ departed: true });
  expect(checksInImmediately(evaluateTicket(late, context), late)).toEqual([]);
});

const genuine: Proof = {
  state: 'genuine',
  text: '',
  ticket: {
    keyId: '00c0ffee',
    bookingId: 'b1',
    departureId: 'd1',
    reference: 'ABC234',
    startsAt: '2026-05-01T07:00:00.000Z',
    due: 0,
    isParty: true,
    guests: [{ id: 'g1', type: 'ADULT' }],
  },
};

test.each<[string, Partial<TicketFacts>, string]>([
  ['a ticket of this departure that is not on the list', {}, 'genuine'],
  ['a ticket with money due', { due: 45000 }, 'genuine'],
  ['a ticket of a group that has left', { departed: true }, 'genuine'],
  ['a ticket whose guest is checked in, or a copy of it', { guests: [checkedInGuest] }, 'already_checked_in'],
  ['a ticket of another tour of the day', { departureId: 'd2' }, 'wrong_departure'],
  ['a ticket of another day', { departureId: 'd3', localDate: '2026-05-02' }, 'wrong_day'],
])('signed: %s: $2', (_, more, code) => {
  expect(evaluateProof(genuine, facts(more), context).code).toBe(code);
});

test('signed: the missing guests of a partly checked-in party are admitted', () => {
  const party = facts({ guestId: null, guests: [checkedInGuest, guest('g2')] });
  expect(evaluateProof(genuine, party, context).code).toBe('genuine');
});

test('signed: checks nobody in without a tap, and requires the permission', () => {
  const result = evaluateProof(genuine, facts(), context);
  expect(result).toMatchObject({ guests: [{ id: 'g1', type: 'ADULT' }], startsAt: '2026-05-01T07:00:00.000Z' });
  expect(checksInImmediately(result, facts())).toEqual([]);
  expect(evaluateProof(genuine, facts(), { ...context, mayCheckIn: false })).toEqual({ code: 'not_permitted' });
});

test('signed: an unverified ticket has a reason; only certain ones are refused', () => {
  expect(evaluateProof({ state: 'forged' }, null, context)).toEqual({ code: 'forged' });
  expect(evaluateProof({ state: 'revoked_key' }, null, context)).toEqual({ code: 'revoked_key' });
  expect(evaluateProof({ state: 'unknown_key' }, null, context)).toEqual({ code: 'unknown_key' });
  const foreign: Proof = { state: 'foreign_ticket', company: 'Roma a piedi' };
  expect(evaluateProof(foreign, null, context)).toEqual({ code: 'foreign_ticket', company: 'Roma a piedi' });
  expect(
    (['forged', 'foreign_ticket', 'revoked_key', 'unknown_key', 'genuine'] as const).map((code) =>
      toneOf(code, 'device'),
    ),
  ).toEqual(['no', 'no', 'attention', 'attention', 'attention']);
});

test('shows the latest check-in of a party', () => {
  const at = (id: string, checkedInAt: string | null) =>
    guest(id, { status: 'checked_in', checkedInAt, checkedInBy: id });
  const [early, late] = [at('g1', '2026-05-01T06:30:00.000Z'), at('g2', '2026-05-01T06:40:00.000Z')];
  expect(evaluateTicket(facts({ guests: [early, late] }), context)).toMatchObject({ by: 'g2' });
  expect(evaluateTicket(facts({ guests: [late, early] }), context)).toMatchObject({ by: 'g2' });
  expect(evaluateTicket(facts({ guests: [at('g3', null), early] }), context)).toMatchObject({ by: 'g1' });
  expect(evaluateTicket(facts({ guests: [early, at('g3', null)] }), context)).toMatchObject({ by: 'g1' });
  expect(evaluateTicket(facts({ guests: [early, { ...late, status: 'cancelled' }] }), context)).toMatchObject({
    by: 'g1',
  });
});

test('a party is cancelled only if all of its guests are', () => {
  expect(evaluateTicket(facts({ guests: [cancelled, guest('g2')] }), context)).toEqual({ code: 'ok' });
  expect(evaluateTicket(facts({ guests: [cancelled, { ...cancelled, id: 'g2' }] }), context)).toEqual({
    code: 'cancelled',
  });
  // Unknown guests are not cancelled.
  expect(evaluateTicket(facts({ guests: [] }), context)).toEqual({ code: 'ok' });
  expect(evaluateTicket(facts({ guests: null }), context)).toEqual({ code: 'ok' });
});

test('a hold expires at its last moment; other bookings do not expire by time', () => {
  const { now } = context;
  const end = (bookingStatus: TicketFacts['bookingStatus'], expiresAt: string | null) =>
    endReasonOf({ bookingStatus, expiresAt }, now);
  expect(end('ON_HOLD', now)).toBe('expired');
  expect(end('ON_HOLD', '2026-05-01T06:50:00.001Z')).toBeNull();
  expect(end('ON_HOLD', null)).toBeNull();
  expect(end('CONFIRMED', '2026-05-01T06:00:00.000Z')).toBeNull();
  expect(end('EXPIRED', null)).toBe('expired');
});

test('without the permission, no ticket is evaluated', () => {
  const withoutPermission = { ...context, mayCheckIn: false };
  expect(evaluateTicket(null, withoutPermission)).toEqual({ code: 'not_permitted' });
  expect(evaluateTicket(facts({ bookingStatus: 'CANCELLED' }), withoutPermission)).toEqual({ code: 'not_permitted' });
  expect(evaluateProof({ state: 'forged' } as Proof, null, withoutPermission)).toEqual({ code: 'not_permitted' });
});

test('one scan checks in a single guest who is still missing', () => {
  const two = [guest('g1'), guest('g2')];
  const checkedIn = (more: Partial<TicketFacts>) => checksInImmediately({ code: 'ok' }, facts(more));
  expect(checkedIn({ guests: two })).toEqual([]);
  expect(checkedIn({ guestId: null, guests: two })).toEqual([]);
  expect(checkedIn({ guests: [guest('g1'), cancelled] })).toEqual(['g1']);
  expect(checkedIn({ guestId: null, guests: [guest('g2'), cancelled] })).toEqual(['g2']);
  expect(checkedIn({ guests: [checkedInGuest, guest('g2')] })).toEqual(['g2']);
  // A code of a whole booking asks who comes, even if the others are checked in.
  expect(checkedIn({ guestId: null, guests: [checkedInGuest, guest('g2')] })).toEqual([]);
  expect(checkedIn({ guests: null })).toEqual([]);
  expect(checksInImmediately({ code: 'ok' }, null)).toEqual([]);
});

test('a good result has the tone ok from any source', () => {
  expect(toneOf('ok', 'server')).toBe('ok');
});
