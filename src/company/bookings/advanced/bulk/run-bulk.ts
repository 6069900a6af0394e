/** One act on many bookings: a few at a time, each an intention of its own with a result of its own. */
import { anyActOnBooking, type ActChange, type ActRefusal } from '../../../../data/bookings/actions.ts';
import type { ListedBooking } from '../../../../data/bookings/list.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import type { FailureCode } from '../../../../domain/result.ts';

/** `skipped`: nothing to do, as nothing is due. `left`: given up before it was its turn. */
export type BulkOutcome =
  | { kind: 'done' }
  | { kind: 'skipped' }
  | { kind: 'left' }
  | { kind: 'refused'; refusal: ActRefusal }
  | { kind: 'failed'; code: Exclude<FailureCode, 'refused'> };
export interface BulkResult {
  booking: ListedBooking;
  outcome: BulkOutcome;
}

/** So many are under way at a time: the office's other work goes on beside it. */
const AT_ONCE = 4;
const TRIES = 3;
/** Milliseconds before the second try; longer before the third. */
const REST = 500;

interface Ways {
  send: typeof anyActOnBooking;
  pause(milliseconds: number): Promise<void>;
}

async function one(booking: ListedBooking, change: ActChange, { send, pause }: Ways): Promise<BulkOutcome> {
  // The same name for each try: whether a lost answer had its effect is not known, and it must not have it twice.
  const request: Uuid = crypto.randomUUID();
  for (let tried = 1; ; tried += 1) {
    const answer = await send({ ...change, booking: booking.id }, { request });
    if (answer.ok) return { kind: 'done' };
    if (answer.code === 'refused')
      return answer.refusal.status === 'nothing_due'
        ? { kind: 'skipped' }
        : { kind: 'refused', refusal: answer.refusal };
    if (!answer.retry || tried === TRIES) return { kind: 'failed', code: answer.code };
    // Whoever asks again at once, asks a server in trouble for more of it.
    await pause(answer.retryAfter ?? REST * 3 ** (tried - 1) * (0.5 + Math.random()));
  }
}

export interface BulkRun {
  bookings: readonly ListedBooking[];
  /** What is done with one. */
  changeFor(booking: ListedBooking): ActChange;
  signal: AbortSignal;
  onResult(result: BulkResult): void;
  send?: Ways['send'];
  pause?: Ways['pause'];
}

/** Answers when each has its result, in the order given; what `playFeedback` ends is `left`, and nothing is left half done. */
export async function runBulk({
  bookings,
  changeFor,
  signal,
  onResult,
  send = anyActOnBooking,
  pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}: BulkRun): Promise<BulkResult[]> {
  const results: BulkResult[] = bookings.map((booking) => ({ booking, outcome: { kind: 'left' } }));
  let next = 0;
  const work = async () => {
    while (next < bookings.length && !signal.aborted) {
      const at = next;
      next += 1;
      const booking = bookings[at] as ListedBooking;
      const result = { booking, outcome: await one(booking, changeFor(booking), { send, pause }) };
      results[at] = result;
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
