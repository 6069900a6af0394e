/** All operations of the API; the router, the OpenAPI document and the tests use this list. */
import * as v from 'valibot';
import type { ApiScope } from '../../../src/domain/api-scopes.ts';
import { Cancel, Confirm, Edit, Extend, Hold, Move, Party } from './request-schemas.ts';
import { Attendance, CheckIn, Push, Report } from './check-in-schemas.ts';
import { Availability, Booking, Departure, Guest, Payment, Refund, Tour, day, id } from './response-schemas.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- any entries
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
  kind: 'write';
  method: 'POST' | 'PATCH';
  /** Action of the booking engine. */
  action: string;
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
  from: v.pipe(day(), v.description('First day, in the time zone of the tour')),
  until: v.pipe(day(), v.description('Last day, at most 366 days after the first')),
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
const write = (
  name: string,
  { path, body, summary, method = 'POST' }: { path: string; body: Shape; summary: string; method?: 'POST' | 'PATCH' },
): WriteOperation => ({
  kind: 'write',
  id: name,
  path: `/bookings${path}`,
  scope: 'bookings_write',
  method,
  action: name,
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
    list: 'Available seats and prices of upcoming departures on sale',
  }),
  ...read('departures', {
    scope: 'departures_read',
    item: Departure,
    filter: v.strictObject(span),
    list: 'Departures in a range of days',
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
    list: 'Bookings by last change. Keep the cursor to fetch later changes',
    one: 'A booking',
  }),
  ...read('guests', {
    scope: 'guests_read',
    item: Guest,
    filter: v.strictObject({ departure: v.optional(id()), booking: v.optional(id()) }),
    list: 'Guests by last change',
    one: 'A guest',
  }),
  ...read('payments', {
    scope: 'payments_read',
    item: Payment,
    filter: ofBooking,
    list: 'Payments, oldest first',
    one: 'A payment',
  }),
  ...read('refunds', {
    scope: 'payments_read',
    item: Refund,
    filter: ofBooking,
    list: 'Refunds, including pending ones, oldest first',
    one: 'A refund',
  }),
  ...read('check_ins', {
    scope: 'check_ins_read',
    item: CheckIn,
    filter: v.strictObject({ departure: v.optional(id()) }),
    list: 'Roll-call actions in the order of arrival',
    one: 'A roll-call action',
  }),
  ...read('attendance', {
    scope: 'check_ins_read',
    item: Attendance,
    filter: v.strictObject({ departure: id() }),
    list: 'Attendance of a departure’s guests',
  }),
  ...read('reports', {
    scope: 'reports_read',
    item: Report,
    filter: v.strictObject(span),
    list: 'Check-in counts and tour reports of departures that have started',
    one: 'Check-in counts and tour report of a departure',
  }),
  {
    kind: 'push',
    id: 'push_check_ins',
    path: '/check_ins',
    scope: 'check_ins_write',
    body: Push,
    summary: 'Send roll-call actions such as check-ins. Idempotent by your own id of each action',
  },
  write('hold_booking', { path: '', body: Hold, summary: 'Hold or book seats' }),
  write('extend_booking', { path: '/{id}/extend', body: Extend, summary: 'Extend a hold' }),
  write('confirm_booking', { path: '/{id}/confirm', body: Confirm, summary: 'Confirm a hold' }),
  write('change_party', { path: '/{id}/party', body: Party, summary: 'Add and remove guests' }),
  write('move_booking', { path: '/{id}/move', body: Move, summary: 'Move a booking to another departure' }),
  write('cancel_booking', { path: '/{id}/cancel', body: Cancel, summary: 'Cancel a confirmed booking' }),
  write('edit_booking', { path: '/{id}', body: Edit, method: 'PATCH', summary: 'Update contact, note and names' }),
];

export const methodOf = (operation: Operation) =>
  operation.kind === 'write' ? operation.method : operation.kind === 'push' ? 'POST' : 'GET';
