/** Sends rows to the server in batches. Stopping takes effect between two batches. */
import type { Uuid } from '../../domain/ids.ts';
import { ROWS_PER_REQUEST, type ClassifiedRow, type ImportOutcome, type RowReason } from '../../domain/import/rows.ts';
import type { Result } from '../../domain/result.ts';

export interface WrittenRow {
  outcome: ImportOutcome;
  left?: number | undefined;
  /** Problems by column of the file; without a column, of the whole row. */
  reasons?: readonly RowReason[];
}
export type Write<Sent> = (
  rows: readonly Sent[],
  options: { request: Uuid; signal: AbortSignal },
) => Promise<Result<readonly WrittenRow[], { status: string }>>;

const TRIES = 4;
const PAUSE = 400;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface ImportRun<Sent> {
  rows: readonly ClassifiedRow<Sent>[];
  write: Write<Sent>;
  signal: AbortSignal;
  onProgress(done: number): void;
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
  const places = rows.flatMap(({ outcome: fate, sent }, at) =>
    sent && (fate === 'new' || fate === 'changed') ? [at] : [],
  );
  const refuse = (at: number, reasons: readonly RowReason[]) => {
    after[at] = { ...(after[at] as ClassifiedRow<Sent>), outcome: 'refused', reasons };
  };
  for (let from = 0; from < places.length; from += chunk) {
    const some = places.slice(from, from + chunk);
    if (signal.aborted) {
      for (const at of some) refuse(at, [{ code: 'left', column: null }]);
      continue;
    }
    // The same idempotency key for each try, as a lost response may have taken effect.
    const request = crypto.randomUUID();
    let answer = await write(
      some.map((at) => rows[at]?.sent as Sent),
      { request, signal: new AbortController().signal },
    );
    for (let tried = 1; !answer.ok && answer.retry && tried < TRIES && !signal.aborted; tried += 1) {
      await wait(PAUSE * tried);
      answer = await write(
        some.map((at) => rows[at]?.sent as Sent),
        { request, signal: new AbortController().signal },
      );
    }
    for (const [place, at] of some.entries()) {
      const written = answer.ok ? answer.data[place] : undefined;
      if (!written) refuse(at, [{ code: 'failed', column: null }]);
      else if (written.outcome === 'new' || written.outcome === 'changed' || written.outcome === 'same')
        after[at] = { ...(after[at] as ClassifiedRow<Sent>), outcome: written.outcome };
      else
        refuse(
          at,
          written.reasons?.length
            ? written.reasons
            : [
                {
                  code: written.outcome,
                  column: null,
                  ...(written.left === undefined ? {} : { detail: written.left }),
                },
              ],
        );
    }
    onProgress(Math.min(places.length, from + some.length));
  }
  return after;
}
