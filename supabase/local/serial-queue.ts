/**
 * One after the other. PGlite is a single connection, and a request to the embedded backend is several statements
 * (begin, set role, the query, commit): without this, two requests at once would run inside each other's transaction.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `runDueJobs` once everything that asked before has ended; its outcome, good or bad, holds nobody else up. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
