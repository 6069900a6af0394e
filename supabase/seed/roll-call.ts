/** Recorded actions: roll-calls of past departures, and first arrivals of the one that starts soon. */
import { createHash } from 'node:crypto';

import type { ActionKind } from '../../src/domain/actions.ts';
import { bookingRows } from './booking-rows.ts';
import { drawBooking, drawParty, isOver, type BookingContext, type DemoBooking, type DemoGuest } from './bookings.ts';
import { hasLeft, LEAVES_AFTER_MS, type DemoDeparture } from './departures.ts';
import { COMPANIES, guidesOf, type DemoPerson } from './people.ts';
import { idOf } from './random.ts';

const MINUTE_MS = 60_000;
export const deviceOf = (person: DemoPerson) => idOf(`device:${person.login}`);

export interface DemoAction {
  id: string;
  departure: DemoDeparture;
  booking: DemoBooking | null;
  guest: DemoGuest | null;
  kind: ActionKind;
  payload: Record<string, unknown>;
  by: DemoPerson;
  at: number;
  flags: string[];
}

type Draft = Omit<DemoAction, 'id' | 'departure' | 'flags' | 'booking' | 'guest'> &
  Partial<Pick<DemoAction, 'booking' | 'guest' | 'flags'>>;

export interface RollCalls {
  actions: DemoAction[];
  /** Bookings made at the meeting point. */
  walkIns: DemoBooking[];
}

/** Draws roll-calls of companies that may check in; Seville has no subscription. */
export function drawRollCalls(
  bookingsOf: ReadonlyMap<DemoDeparture, DemoBooking[]>,
  context: BookingContext,
): RollCalls {
  const result: RollCalls = { actions: [], walkIns: [] };
  for (const [departure, bookings] of bookingsOf) {
    if (!COMPANIES[departure.tour.company].has_active_subscription || departure.status === 'cancelled') continue;
    if (departure.kind === 'soon') firstArrivals(departure, bookings, { ...context, result });
    else if (hasLeft(departure, context.now)) wholeRollCall(departure, bookings, { ...context, result });
  }
  return result;
}

type Recording = BookingContext & { result: RollCalls };

/** Returns a function that appends an action of the departure to the result. */
export function recorder(
  departure: DemoDeparture,
  { random, result }: Pick<Recording, 'random'> & { result: Pick<RollCalls, 'actions'> },
) {
  return (draft: Draft): DemoAction => {
    const action: DemoAction = { booking: null, guest: null, flags: [], ...draft, id: random.uuid(), departure };
    result.actions.push(action);
    return action;
  };
}

/** Two early parties, checked in by a colleague. */
function firstArrivals(departure: DemoDeparture, bookings: DemoBooking[], context: Recording) {
  const record = recorder(departure, context);
  const by = departure.guides[1] ?? departure.guides[0];
  if (!by) return;
  const paidUp = bookings.filter(({ status, paid, total }) => status === 'CONFIRMED' && paid === total);
  for (const [place, booking] of paidUp.slice(0, 2).entries()) {
    for (const guest of booking.guests) {
      record({
        kind: 'check_in',
        booking,
        guest,
        payload: { method: 'scan' },
        by,
        at: context.now.getTime() - (7 - 3 * place) * MINUTE_MS,
      });
    }
  }
}

function wholeRollCall(departure: DemoDeparture, bookings: DemoBooking[], context: Recording) {
  const { random, result } = context;
  const record = recorder(departure, context);
  const start = departure.startsAt.getTime();
  const lead = departure.guides[0] ?? guidesOf(departure.tour.company)[0];
  if (!lead) return;
  const crew = departure.guides.length > 0 ? departure.guides : [lead];
  let present = 0;

  for (const booking of bookings.filter(({ status }) => status === 'CONFIRMED')) {
    present += recordParty(booking, { start, crew, record, context });
  }

  const taken = bookings.reduce((sum, { status, guests }) => sum + (isOver(status) ? 0 : guests.length), 0);
  if (departure.capacity - taken >= 3 && random.chance(0.12))
    present += walkIn(departure, { lead, record, context, result });
  const left = start + random.between(3 * 60, LEAVES_AFTER_MS / 1000 - 60) * 1000;
  record({ kind: 'depart', payload: { head_count: present }, by: lead, at: left });
  const counted = left + 35 * MINUTE_MS;
  if (random.chance(0.3) && counted < context.now.getTime()) {
    record({
      kind: 'count',
      payload: { present, missing: [], stop: random.pick(['2', 'Café', null]) },
      by: lead,
      at: counted,
    });
  }
}

interface PartyContext {
  /** Start of the departure in milliseconds. */
  start: number;
  crew: readonly DemoPerson[];
  record: (draft: Draft) => DemoAction;
  context: BookingContext;
}

/** Records how a party arrives, or that it does not, and returns how many of it are present. */
function recordParty(booking: DemoBooking, { start, crew, record, context }: PartyContext): number {
  const { random } = context;
  const by = random.pick(crew);
  const at = start + random.between(-19 * 60, 4 * 60) * 1000;
  if (random.chance(0.06)) {
    for (const guest of random.chance(0.4) ? booking.guests : []) {
      record({ kind: 'no_show', booking, guest, payload: {}, by, at: start + 5 * MINUTE_MS });
    }
    return 0;
  }
  const method =
    booking.guests.length > 1 && random.chance(0.4) ? 'party' : random.pick(['scan', 'scan', 'tap', 'code']);
  const missing = booking.guests.length > 2 && random.chance(0.12) ? 1 : 0;
  let present = 0;
  const due = booking.total - booking.paid;
  if (due > 0) payment(record, { booking, by, at: at - 20_000, amount: due, context });
  for (const [place, guest] of booking.guests.slice(0, booking.guests.length - missing).entries()) {
    const checkIn = record({ kind: 'check_in', booking, guest, payload: { method }, by, at: at + place * 900 });
    present += 1;
    const other = crew.find((guide) => guide !== by);
    if (other && random.chance(0.03)) {
      record({
        kind: 'check_in',
        booking,
        guest,
        payload: { method: 'scan' },
        by: other,
        at: at + 40_000,
        flags: ['already_checked_in'],
      });
    } else if (random.chance(0.008)) {
      record({ kind: 'undo', booking, guest, payload: { actions: [checkIn.id] }, by, at: at + 30_000 });
      present -= 1;
    }
  }
  if (random.chance(0.02)) {
    const text = random.pick([
      'Came with a pram, took the ramp.',
      'Asked for the recipe by mail.',
      'Left after the second stop.',
      'Very friendly group.',
    ]);
    record({ kind: 'note', booking, payload: { text }, by, at: start + 40 * MINUTE_MS });
  }
  return present;
}

interface PaymentDraft {
  booking: DemoBooking;
  by: DemoPerson;
  at: number;
  amount: number;
  context: BookingContext;
}

function payment(record: (draft: Draft) => DemoAction, { booking, by, at, amount, context }: PaymentDraft) {
  const { currency } = COMPANIES[booking.departure.tour.company];
  const method = context.random.weighted([
    ['card', 6],
    ['cash', 4],
  ] as const);
  record({ kind: 'payment', booking, payload: { amount, currency, method }, by, at });
}

interface WalkInContext {
  lead: DemoPerson;
  record: (draft: Draft) => DemoAction;
  context: BookingContext;
  result: RollCalls;
}

/** Records a walk-in and returns its number of guests. */
function walkIn(departure: DemoDeparture, { lead, record, context, result }: WalkInContext): number {
  const at = departure.startsAt.getTime() - context.random.between(1, 8) * MINUTE_MS;
  const size = Math.min(drawParty(context.random), 3);
  const booking = drawBooking(departure, { size, status: 'CONFIRMED', source: 'walk-in' }, context);
  Object.assign(booking, { createdAt: new Date(at), note: null, tokenHash: null, paid: 0 });
  result.walkIns.push(booking);
  const {
    'public.bookings': [row],
    'public.guests': guests,
  } = bookingRows([booking]);
  if (!row) return 0;
  record({
    kind: 'walk_in',
    booking,
    by: lead,
    at,
    payload: {
      reference: row.reference,
      contact_name: row.contact_name,
      contact_phone: row.contact_phone,
      contact_email: row.contact_email,
      total_amount: row.total_amount,
      currency: row.currency,
      guests: guests.map(({ id, price_category_id, name, ticket_code }) => ({
        id,
        price_category_id,
        name,
        ticket_code,
      })),
    },
  });
  if (booking.total > 0) payment(record, { booking, by: lead, at: at + 15_000, amount: booking.total, context });
  for (const guest of booking.guests)
    record({ kind: 'check_in', booking, guest, payload: { method: 'walk_in' }, by: lead, at: at + 25_000 });
  return size;
}

export function rollCallRows({ actions }: RollCalls, now: Date) {
  const sequences = new Map<string, number>();
  const seen = new Map<string, { person: DemoPerson; last: number; first: number }>();
  const ordered = [...actions].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const rows = ordered.map(({ id, departure, booking, guest, kind, payload, by, at, flags }) => {
    const device = deviceOf(by);
    const sequence = (sequences.get(device) ?? 0) + 1;
    sequences.set(device, sequence);
    seen.set(device, { person: by, last: at, first: seen.get(device)?.first ?? at });
    const instant = new Date(at).toISOString();
    return {
      id,
      company_id: COMPANIES[departure.tour.company].id,
      departure_id: departure.id,
      booking_id: booking?.id ?? null,
      guest_id: guest?.id ?? null,
      kind,
      payload,
      device_id: device,
      device_sequence: sequence,
      schema_version: 1,
      user_id: by.id,
      occurred_at: instant,
      device_time: instant,
      recorded_at: new Date(Math.min(at + 1500, now.getTime())).toISOString(),
      body_hash: `\\x${createHash('sha256').update(id).digest('hex')}`,
      flags,
    };
  });
  const devices = [...seen].map(([id, { person, first, last }]) => ({
    id,
    user_id: person.id,
    label: `${person.name.split(' ')[0]} · Tablet`,
    app_version: '0.1.0',
    created_at: new Date(first - 60_000).toISOString(),
    last_seen_at: new Date(last).toISOString(),
  }));
  return { 'public.devices': devices, 'public.check_in_actions': rows };
}
