/** Sends rows to the server in batches. Stopping takes effect between two batches. */
import type { Uuid } from '../../domain/ids.ts';
import { ROWS_PER_REQUEST, type ClassifiedRow, type ImportOutcome, type RowReason } from '../../domain/import/rows.ts';
import type { Result } from '../../domain/result.ts';

export interface ImportedRow {
  outcome: ImportOutcome;
  /** Seats left, if there are too few. */
  left?: number | undefined;
  /** Problems by column of the file; without a column, of the whole row. */
  reasons?: readonly RowReason[];
}
export type Write<Sent> = (
  rows: readonly Sent[],
  options: { request: Uuid; signal: AbortSignal },
) => Promise<Result<readonly ImportedRow[], { status: string }>>;

const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 400;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface ImportRun<Sent> {
  rows: readonly ClassifiedRow<Sent>[];
  write: Write<Sent>;
  signal: AbortSignal;
  onProgress(processed: number): void;
  /** Rows per batch. */
  chunk?: number;
}

/** Resolves to all rows with their outcomes: `left` were not sent any more, `failed` have an unknown result. */
export async function runImport<Sent>({
  rows,
  write,
  signal,
  onProgress,
  chunk = ROWS_PER_REQUEST,
}: ImportRun<Sent>): Promise<ClassifiedRow<Sent>[]> {
  const after = [...rows];
  const indexes = rows.flatMap(({ outcome, sent }, at) =>
    sent && (outcome === 'new' || outcome === 'changed') ? [at] : [],
  );
  const refuse = (at: number, reasons: readonly RowReason[]) => {
    after[at] = { ...(after[at] as ClassifiedRow<Sent>), outcome: 'refused', reasons };
  };
  for (let from = 0; from < indexes.length; from += chunk) {
    const some = indexes.slice(from, from + chunk);
    if (signal.aborted) {
      for (const at of some) refuse(at, [{ code: 'left', column: null }]);
      continue;
    }
    // The same idempotency key for each try, as a lost response may have taken effect.
    const request = crypto.randomUUID();
    const attemptWrite = () =>
      write(
        some.map((at) => rows[at]?.sent as Sent),
        // Never aborted: the outcome of its rows would be unknown.
        { request, signal: new AbortController().signal },
      );
    let result = await attemptWrite();
    for (let attempt = 1; !result.ok && result.retry && attempt < MAX_ATTEMPTS && !signal.aborted; attempt += 1) {
      await wait(RETRY_DELAY_MS * attempt);
      result = await attemptWrite();
    }
    for (const [index, at] of some.entries()) {
      const row = result.ok ? result.data[index] : undefined;
      if (!row) refuse(at, [{ code: 'failed', column: null }]);
      else if (row.outcome === 'new' || row.outcome === 'changed' || row.outcome === 'same')
        after[at] = { ...(after[at] as ClassifiedRow<Sent>), outcome: row.outcome };
      else
        refuse(
          at,
          row.reasons?.length
            ? row.reasons
            : [
                {
                  code: row.outcome,
                  column: null,
                  ...(row.left === undefined ? {} : { detail: row.left }),
                },
              ],
        );
    }
    onProgress(Math.min(indexes.length, from + some.length));
  }
  return after;
}
