/**
 * Runs tasks one after another. PGlite has a single connection, and a request takes several statements (begin, set
 * role, query, commit): concurrent requests would run inside each other's transaction.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier tasks have ended, whether they succeeded or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
