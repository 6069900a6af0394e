/** All operations of the API; the router, the OpenAPI document and the tests use this list. */
import * as v from 'valibot';
import type { ApiScope } from '../../../src/domain/api-scopes.ts';
import { Cancel, Confirm, Edit, Extend, Hold, Move, Party } from './request-schemas.ts';
import { Attendance, CheckIn, Push, Report } from './check-in-schemas.ts';
import { Availability, Booking, Departure, Guest, Payment, Refund, Tour, day, id } from './response-schemas.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- of whatever entries
export type Shape = v.ObjectSchema<any, undefined> | v.StrictObjectSchema<any, undefined>;

interface Shared {
  id: string;
  path: string;
  scope: ApiScope;
  summary: string;
}
export interface ReadOperation extends Shared {
  kind: 'list' | 'one';
  list:
    | 'tours'
    | 'departures'
    | 'availability'
    | 'bookings'
    | 'guests'
    | 'payments'
    | 'refunds'
    | 'check_ins'
    | 'attendance'
    | 'reports';
  /** Filters of a list, besides cursor, limit and fields. */
  filter: Shape;
  item: Shape;
}
export interface WriteOperation extends Shared {
  kind: 'act';
  method: 'POST' | 'PATCH';
  /** Action of the booking engine. */
  act: string;
  body: Shape;
  status: 200 | 201;
}
/** A batch of actions, each with a client-made id, so no Idempotency-Key is needed. Each gets its own outcome. */
export interface PushOperation extends Shared {
  kind: 'push';
  body: Shape;
}
export type Operation = ReadOperation | WriteOperation | PushOperation;

const none = v.strictObject({});
const span = {
  from: v.pipe(day(), v.description('The first day, where the tour takes place')),
  until: v.pipe(day(), v.description('The last day; at most 366 days later')),
  tour: v.optional(id()),
};
const ofBooking = v.strictObject({ booking: v.optional(id()) });

const read = (
  name: ReadOperation['list'],
  { scope, item, filter, list, one }: { scope: ApiScope; item: Shape; filter: Shape; list: string; one?: string },
): ReadOperation[] => [
  { kind: 'list', id: `list_${name}`, path: `/${name}`, scope, list: name, filter, item, summary: list },
  ...(one
    ? [
        {
          kind: 'one' as const,
          id: `read_${name}`,
          path: `/${name}/{id}`,
          scope,
          list: name,
          filter: none,
          item,
          summary: one,
        },
      ]
    : []),
];
const act = (
  name: string,
  { path, body, summary, method = 'POST' }: { path: string; body: Shape; summary: string; method?: 'POST' | 'PATCH' },
): WriteOperation => ({
  kind: 'act',
  id: name,
  path: `/bookings${path}`,
  scope: 'bookings_write',
  method,
  act: name,
  body,
  summary,
  status: name === 'hold_booking' ? 201 : 200,
});

export const OPERATIONS: readonly Operation[] = [
  ...read('tours', {
    scope: 'tours_read',
    item: Tour,
    filter: none,
    list: 'Tours with texts and prices',
    one: 'A tour',
  }),
  ...read('availability', {
    scope: 'departures_read',
    item: Availability,
    filter: v.strictObject(span),
    list: 'Free seats and prices of what is ahead and sold',
  }),
  ...read('departures', {
    scope: 'departures_read',
    item: Departure,
    filter: v.strictObject(span),
    list: 'Departures of a span of days',
    one: 'A departure',
  }),
  ...read('bookings', {
    scope: 'bookings_read',
    item: Booking,
    filter: v.strictObject({
      departure: v.optional(id()),
      reference: v.optional(v.pipe(v.string(), v.maxLength(6))),
      voucher_number: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    list: 'Bookings in the order in which they last changed: keep the cursor, and ask on from it for what changed since',
    one: 'A booking',
  }),
  ...read('guests', {
    scope: 'guests_read',
    item: Guest,
    filter: v.strictObject({ departure: v.optional(id()), booking: v.optional(id()) }),
    list: 'Guests in the order in which they last changed',
    one: 'A guest',
  }),
  ...read('payments', {
    scope: 'payments_read',
    item: Payment,
    filter: ofBooking,
    list: 'Payments, the oldest first',
    one: 'A payment',
  }),
  ...read('refunds', {
    scope: 'payments_read',
    item: Refund,
    filter: ofBooking,
    list: 'Refunds, those that are owed as well, the oldest first',
    one: 'A refund',
  }),
  ...read('check_ins', {
    scope: 'check_ins_read',
    item: CheckIn,
    filter: v.strictObject({ departure: v.optional(id()) }),
    list: 'What was done at the roll-call, in the order in which it came in',
    one: 'An action of the roll-call',
  }),
  ...read('attendance', {
    scope: 'check_ins_read',
    item: Attendance,
    filter: v.strictObject({ departure: id() }),
    list: 'Who of a departure’s guests is here, as the roll-call says',
  }),
  ...read('reports', {
    scope: 'reports_read',
    item: Report,
    filter: v.strictObject(span),
    list: 'The numbers of departures that have begun: what the check-ins say, and what was reported',
    one: 'The numbers of a departure, by its id',
  }),
  {
    kind: 'push',
    id: 'push_check_ins',
    path: '/check_ins',
    scope: 'check_ins_write',
    body: Push,
    summary:
      'Check in and whatever else a tablet does at the roll-call: each by an id of your own, done once however often it is sent',
  },
  act('hold_booking', { path: '', body: Hold, summary: 'Take seats: held for a while, or booked at once' }),
  act('extend_booking', { path: '/{id}/extend', body: Extend, summary: 'Hold for longer' }),
  act('confirm_booking', { path: '/{id}/confirm', body: Confirm, summary: 'Make a hold a booking' }),
  act('change_party', { path: '/{id}/party', body: Party, summary: 'Add and remove guests' }),
  act('move_booking', { path: '/{id}/move', body: Move, summary: 'Put it on another departure' }),
  act('cancel_booking', { path: '/{id}/cancel', body: Cancel, summary: 'Cancel what is confirmed' }),
  act('edit_booking', { path: '/{id}', body: Edit, method: 'PATCH', summary: 'Change contact, note and names' }),
];

export const methodOf = (operation: Operation) =>
  operation.kind === 'act' ? operation.method : operation.kind === 'push' ? 'POST' : 'GET';
