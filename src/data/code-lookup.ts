/** Looks up a scanned code that the device does not know. */
import * as v from 'valibot';
import { GUEST_STATUSES } from '../domain/check-in.ts';
import { BOOKING_STATUSES } from '../domain/enums.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Uuid } from '../domain/ids.ts';
import type { TicketCode } from '../domain/ticket-code.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const otherDay = v.object({
  departureId: v.string(),
  tourTitle: localised,
  startsAt: instant,
  localDate,
  meetingPoint: localised,
});

const match = v.object({
  ...otherDay.entries,
  tourId: v.string(),
  /** Display names. */
  guides: v.array(v.string()),
  bookingId: v.string(),
  bookingStatus: v.picklist(BOOKING_STATUSES),
  reference: v.string(),
  contactName: v.string(),
  // Amounts in minor units; `collected` at the meeting point, as part of `paidAmount`.
  totalAmount: v.number(),
  paidAmount: v.number(),
  collected: v.number(),
  currency: v.string(),
  expiresAt: v.nullable(instant),
  /** Null when the code names the whole booking. */
  guestId: v.nullable(v.string()),
  guestName: v.nullable(v.string()),
  status: v.nullable(v.picklist(GUEST_STATUSES)),
  checkedInAt: v.nullable(instant),
  checkedInBy: v.nullable(v.string()),
  checkedInDevice: v.nullable(v.string()),
  departed: v.boolean(),
});

export type LookUpMatch = v.InferOutput<typeof match>;
/** A valid booking on a day that the device does not hold. */
export type OtherDay = v.InferOutput<typeof otherDay>;
/** Full details for a code of these days; only the departure for another day. */
export type LookUpResult = { match: LookUpMatch } | { otherDay: OtherDay };

export const checkInLookUpRpc = defineRpc('check_in_look_up', {
  response: v.object({ serverTime: v.optional(instant), match: v.nullish(match), otherDay: v.nullish(otherDay) }),
});

/** Looks up a code on the server; null when it is unknown there too. */
export async function lookUpCodeOnServer(
  code: TicketCode,
  scope: { companyId: Uuid; departureId: Uuid; signal?: AbortSignal },
): Promise<Result<LookUpResult | null>> {
  const { kind, value } = code;
  const result = await rpc(
    checkInLookUpRpc,
    { company: scope.companyId, departure: scope.departureId, code: { kind, value } },
    { signal: scope.signal },
  );
  if (!result.ok) return result;
  const { match: found, otherDay: elsewhere } = result.data;
  return ok(found ? { match: found } : elsewhere ? { otherDay: elsewhere } : null);
}
