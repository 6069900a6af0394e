/** Asks the server about a code that this device does not know. */
import type { GuestStatus } from '../domain/check-in.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from '../domain/ids.ts';
import type { LocalisedText } from '../domain/locales.ts';
import type { BookingStatus } from '../domain/mirror.ts';
import { fail, ok, type FailureCode, type Result } from '../domain/result.ts';
import type { TicketCode } from '../domain/ticket-code.ts';
import { callRpc } from './call.ts';
import { isRecord } from './shape.ts';
import { fromWire } from './wire.ts';

export interface LookUpMatch {
  departureId: Uuid;
  tourId: Uuid;
  tourTitle: LocalisedText;
  startsAt: Instant;
  localDate: LocalDate;
  meetingPoint: LocalisedText;
  /** Display names. */
  guides: string[];
  bookingId: Uuid;
  bookingStatus: BookingStatus;
  reference: string;
  contactName: string;
  totalAmount: MinorUnits;
  paidAmount: MinorUnits;
  collected: MinorUnits;
  currency: string;
  expiresAt: Instant | null;
  /** Null when the code names the whole booking. */
  guestId: Uuid | null;
  guestName: string | null;
  status: GuestStatus | null;
  checkedInAt: Instant | null;
  checkedInBy: string | null;
  checkedInDevice: string | null;
  departed: boolean;
}

const STATUS_CODES: Record<string, FailureCode> = {
  signed_out: 'signed_out',
  not_permitted: 'not_permitted',
  no_subscription: 'not_permitted',
  invalid: 'invalid',
};

/** What the server knows of a code; null when nothing. Failures: `not_permitted`, `rate_limited` and those of the network. */
export async function lookUpOnServer(
  code: TicketCode,
  place: { companyId: Uuid; departureId: Uuid; signal?: AbortSignal },
): Promise<Result<LookUpMatch | null>> {
  const { kind, value } = code;
  const args = { company: place.companyId, departure: place.departureId, code: { kind, value } };
  const answer = await callRpc('check_in_look_up', args, {
    signal: place.signal,
    read: (data) => (isRecord(data) && typeof data['status'] === 'string' ? data : null),
  });
  if (!answer.ok) return answer;
  const { status, match } = answer.data;
  if (status === 'too_many')
    return fail('rate_limited', { retry: true, retryAfter: Number(answer.data['retry_after']) * 1000 || 0 });
  if (status !== 'ok') return fail(STATUS_CODES[String(status)] ?? 'bad_answer');
  if (match === null || match === undefined) return ok(null);
  return isRecord(match) ? ok(fromWire(match) as unknown as LookUpMatch) : fail('bad_answer', { retry: true });
}
