/** A failure that the person at the terminal can act on: one sentence that says what is wrong, one that says how to go on. */
export class UserError extends Error {
  constructor(
    what: string,
    readonly howToGoOn: string,
  ) {
    super(what);
    this.name = 'PlainError';
  }
}

/** What to print for a failure: plain sentences where we have them, the bare message where we do not; never a stack. */
export function formatError(failure: unknown): string {
  if (failure instanceof UserError) return `${failure.message}\n${failure.howToGoOn}`;
  const message = failure instanceof Error ? failure.message : String(failure);
  return `Muster stopped: ${message.split('\n')[0]}`;
}
