/** Runs one action on many bookings with limited concurrency; each has its own request and result. */
import {
  runAnyBookingAction,
  type BookingActionChange,
  type BookingActionRefusal,
} from '../../../../data/bookings/actions.ts';
import type { ListedBooking } from '../../../../data/bookings/list.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import type { FailureCode } from '../../../../domain/result.ts';

/** `skipped`: nothing was due. `left`: the run was stopped first. */
export type BulkOutcome =
  | { kind: 'done' }
  | { kind: 'skipped' }
  | { kind: 'left' }
  | { kind: 'refused'; refusal: BookingActionRefusal }
  | { kind: 'failed'; code: FailureCode };
export interface BulkResult {
  booking: ListedBooking;
  outcome: BulkOutcome;
}

/** Maximum concurrent requests, so that the server stays responsive for others. */
const MAX_CONCURRENT = 4;
const MAX_ATTEMPTS = 3;
/** Delay before the first retry in milliseconds; the next is three times as long. */
const RETRY_DELAY_MS = 500;

interface BulkDependencies {
  send: typeof runAnyBookingAction;
  pause(milliseconds: number): Promise<void>;
}

async function changeBooking(
  booking: ListedBooking,
  change: BookingActionChange,
  { send, pause }: BulkDependencies,
): Promise<BulkOutcome> {
  // All attempts share one idempotency key: a lost response may have taken effect.
  const request: Uuid = crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    const result = await send({ ...change, booking: booking.id }, { request });
    if (result.ok) return { kind: 'done' };
    if (result.code === 'refused')
      return result.refusal.status === 'nothing_due'
        ? { kind: 'skipped' }
        : { kind: 'refused', refusal: result.refusal };
    if (!result.retry || attempt === MAX_ATTEMPTS) return { kind: 'failed', code: result.code };
    // Backoff with jitter, or as long as the server asks.
    await pause(result.retryAfter ?? RETRY_DELAY_MS * 3 ** (attempt - 1) * (0.5 + Math.random()));
  }
}

export interface BulkRun {
  bookings: readonly ListedBooking[];
  changeFor(booking: ListedBooking): BookingActionChange;
  signal: AbortSignal;
  onResult(result: BulkResult): void;
  send?: BulkDependencies['send'];
  pause?: BulkDependencies['pause'];
}

/**
 * Resolves with the results in the given order. Aborting `signal` starts no further booking (`left`) but finishes
 * running ones.
 */
export async function runBulk({
  bookings,
  changeFor,
  signal,
  onResult,
  send = runAnyBookingAction,
  pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}: BulkRun): Promise<BulkResult[]> {
  const results: BulkResult[] = bookings.map((booking) => ({ booking, outcome: { kind: 'left' } }));
  let next = 0;
  const worker = async () => {
    while (next < bookings.length && !signal.aborted) {
      const index = next;
      next += 1;
      const booking = bookings[index] as ListedBooking;
      const result = { booking, outcome: await changeBooking(booking, changeFor(booking), { send, pause }) };
      results[index] = result;
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return results;
}
