/** Booking actions of the office. Each call carries an idempotency key (ADR 026). */
import * as v from 'valibot';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { Json } from '../database-types.ts';
import { rpc, type RpcOptions } from '../rpc.ts';
import { toWire } from '../wire.ts';
import { actionResult, HOLD_REFUSALS, ACTION_SCHEMAS, ticket, type ActName } from './action-schemas.ts';
import type { Changes, NewBooking, Preview, MailOption } from './changes.ts';

/** Options of one action. `request` is its idempotency key: made once per user action and reused for retries. */
export interface ActRequest extends RpcOptions {
  request: Uuid;
}
const wire = (value: object) => toWire(value) as Json;

/**
 * Places a hold or books at once. `token` belongs to the guest's link and comes only with the first response, never
 * with a repeat.
 */
export const holdBooking = (departure: Uuid, booking: NewBooking, { request, ...options }: ActRequest) =>
  rpc(
    'hold_booking',
    { request, departure, booking: wire(booking) },
    {
      ...options,
      response: v.object({ ...actionResult, token: v.optional(v.string()), guests: v.array(ticket) }),
      refusals: HOLD_REFUSALS,
    },
  );

/** Executes one action on a booking. Returns the booking afterwards, or one of the action's own refusals. */
export function actOnBooking<Name extends ActName>(
  name: Name,
  { booking, change }: { booking: Uuid; change: Changes[Name] & Preview & MailOption },
  { request, ...options }: ActRequest,
) {
  type Shape = (typeof ACTION_SCHEMAS)[Name];
  const { more, refusals } = ACTION_SCHEMAS[name] as Shape;
  const response = v.object({ ...actionResult, ...more } as typeof actionResult & Shape['more'] & v.ObjectEntries);
  return rpc(
    name as ActName,
    { request, booking, change: wire(change) },
    { ...options, response, refusals: refusals as Shape['refusals'] },
  );
}

type RefusalOf<ActionOutcome> = ActionOutcome extends { refusal: infer Refusal } ? Refusal : never;
export type ActRefusal =
  | { [Name in ActName]: RefusalOf<Awaited<ReturnType<typeof actOnBooking<Name>>>> }[ActName]
  | RefusalOf<Awaited<ReturnType<typeof holdBooking>>>;
const anyAct = v.object(actionResult);
/** Response of any action; fields that only some actions return are optional. */
export type ActResult = v.InferOutput<typeof anyAct> & {
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

/** `actOnBooking` for callers that handle all actions alike. */
export const anyActOnBooking = (
  { name, booking, change }: AnyAct,
  options: ActRequest,
): Promise<Result<ActResult, ActRefusal>> =>
  actOnBooking(name, { booking, change: change as Changes[ActName] }, options) as Promise<
    Result<ActResult, ActRefusal>
  >;
export type ActChange = { [Name in ActName]: { name: Name; change: Changes[Name] & Preview & MailOption } }[ActName];
type AnyAct = ActChange & { booking: Uuid };
