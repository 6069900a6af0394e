/** Booking actions of the office. Each call carries an idempotency key (ADR 026). */
import * as v from 'valibot';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { Json } from '../database-types.ts';
import { defineRpc, type Rpc } from '../define-rpc.ts';
import { rpc, type RpcOptions } from '../rpc.ts';
import { toWire } from '../wire.ts';
import { HOLD_REFUSALS, BOOKING_ACTION_RPCS, ticket, type BookingActionName } from './action-schemas.ts';
import { actionResult } from './schemas.ts';
import type { Changes, NewBooking, Preview, MailOption } from './changes.ts';

/** Options of one action. `request` is its idempotency key: made once per user action and reused for retries. */
export interface BookingActionOptions extends RpcOptions {
  request: Uuid;
}
const wire = (value: object) => toWire(value) as Json;

export const holdBookingRpc = defineRpc('hold_booking', {
  response: v.object({ ...actionResult, token: v.optional(v.string()), guests: v.array(ticket) }),
  refusals: HOLD_REFUSALS,
});

/**
 * Places a hold or books at once. `token` belongs to the guest's link and comes only with the first response, never
 * with a repeat.
 */
export const holdBooking = (departure: Uuid, booking: NewBooking, { request, ...options }: BookingActionOptions) =>
  rpc(holdBookingRpc, { request, departure, booking: wire(booking) }, options);

/** Executes one action on a booking. Returns the booking afterwards, or one of the action's own refusals. */
export function runBookingAction<Name extends BookingActionName>(
  name: Name,
  { booking, change }: { booking: Uuid; change: Changes[Name] & Preview & MailOption },
  { request, ...options }: BookingActionOptions,
) {
  type Contract = (typeof BOOKING_ACTION_RPCS)[Name];
  const contract = BOOKING_ACTION_RPCS[name] as unknown as Rpc<
    BookingActionName,
    Contract['response'],
    NonNullable<Contract['refusals']>
  >;
  return rpc(contract, { request, booking, change: wire(change) }, options);
}

type RefusalOf<ActionOutcome> = ActionOutcome extends { refusal: infer Refusal } ? Refusal : never;
export type BookingActionRefusal =
  | { [Name in BookingActionName]: RefusalOf<Awaited<ReturnType<typeof runBookingAction<Name>>>> }[BookingActionName]
  | RefusalOf<Awaited<ReturnType<typeof holdBooking>>>;
const anyActionResult = v.object(actionResult);
/** Response of any action; fields that only some actions return are optional. */
export type BookingActionResult = v.InferOutput<typeof anyActionResult> & {
  /** Price change in minor units. */
  difference?: MinorUnits;
  refund?: MinorUnits;
  /** Minor units charged to the partner's account, or credited to it (negative). */
  onAccount?: MinorUnits;
  isMailed?: boolean;
  newBookingId?: Uuid;
  documentId?: Uuid;
  newReference?: string;
};

/** `runBookingAction` for callers that handle all actions alike. */
export const runAnyBookingAction = (
  { name, booking, change }: AnyBookingAction,
  options: BookingActionOptions,
): Promise<Result<BookingActionResult, BookingActionRefusal>> =>
  runBookingAction(name, { booking, change: change as Changes[BookingActionName] }, options) as Promise<
    Result<BookingActionResult, BookingActionRefusal>
  >;
export type BookingActionChange = {
  [Name in BookingActionName]: { name: Name; change: Changes[Name] & Preview & MailOption };
}[BookingActionName];
type AnyBookingAction = BookingActionChange & { booking: Uuid };
