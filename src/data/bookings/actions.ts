/** The office's acts on bookings: one call an intention, each with a request's uuid that makes it safe to repeat (ADR 026). */
import * as v from 'valibot';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { Json } from '../database-types.ts';
import { rpc, type RpcOptions } from '../rpc.ts';
import { toWire } from '../wire.ts';
import { actionResult, HOLD_REFUSALS, ACTION_SCHEMAS, ticket, type ActName } from './action-schemas.ts';
import type { Changes, NewBooking, Preview, MailOption } from './changes.ts';

/** Which act, by whom asked for: `request` is made by the client once an intention and kept for its repeats. */
export interface ActRequest extends RpcOptions {
  request: Uuid;
}
const wire = (value: object) => toWire(value) as Json;

/** Takes seats: a hold, or a booking at once. `token` is the end of the guest's link and is told only once: a repeat has none. */
export const holdBooking = (departure: Uuid, booking: NewBooking, { request, ...options }: ActRequest) =>
  rpc(
    'hold_booking',
    { request, departure, booking: wire(booking) },
    {
      ...options,
      answer: v.object({ ...actionResult, token: v.optional(v.string()), guests: v.array(ticket) }),
      refusals: HOLD_REFUSALS,
    },
  );

/** Does one act on a booking. Answers what has become of it, or why not, by the act's own list. */
export function actOnBooking<Name extends ActName>(
  name: Name,
  { booking, change }: { booking: Uuid; change: Changes[Name] & Preview & MailOption },
  { request, ...options }: ActRequest,
) {
  type Shape = (typeof ACTION_SCHEMAS)[Name];
  const { more, refusals } = ACTION_SCHEMAS[name] as Shape;
  const answer = v.object({ ...actionResult, ...more } as typeof actionResult & Shape['more'] & v.ObjectEntries);
  return rpc(
    name as ActName,
    { request, booking, change: wire(change) },
    { ...options, answer, refusals: refusals as Shape['refusals'] },
  );
}

type RefusalOf<Answer> = Answer extends { refusal: infer Refusal } ? Refusal : never;
/** Why any of the acts may be refused. */
export type ActRefusal =
  | { [Name in ActName]: RefusalOf<Awaited<ReturnType<typeof actOnBooking<Name>>>> }[ActName]
  | RefusalOf<Awaited<ReturnType<typeof holdBooking>>>;
const anyAct = v.object(actionResult);
/** What any of the acts answers; what only some of them tell is there where they do. */
export type ActResult = v.InferOutput<typeof anyAct> & {
  /** Minor units by which the price became another one. */
  difference?: MinorUnits;
  refund?: MinorUnits;
  /** What went on a partner's account, or off it (below zero). */
  onAccount?: MinorUnits;
  /** Whether its guest hears of it by mail. */
  isMailed?: boolean;
  newBookingId?: Uuid;
  documentId?: Uuid;
  newReference?: string;
};

/** `actOnBooking` for whoever handles all acts alike. */
export const anyActOnBooking = (
  { name, booking, change }: AnyAct,
  options: ActRequest,
): Promise<Result<ActResult, ActRefusal>> =>
  actOnBooking(name, { booking, change: change as Changes[ActName] }, options) as Promise<
    Result<ActResult, ActRefusal>
  >;
/** An act with what it takes. */
export type ActChange = { [Name in ActName]: { name: Name; change: Changes[Name] & Preview & MailOption } }[ActName];
type AnyAct = ActChange & { booking: Uuid };
