/** An error that the person at the terminal can fix: one sentence about the problem, one about what to do. */
export class UserError extends Error {
  constructor(
    what: string,
    readonly howToGoOn: string,
  ) {
    super(what);
    this.name = 'UserError';
  }
}

/** Returns the error for a port that another program uses; `another` is the command with another port. */
export const portInUse = (port: number, another: string) =>
  new UserError(
    `Port ${port} is already in use.`,
    `Stop the program that uses it, or choose another port: ${another}.`,
  );

/** Formats an error for the terminal: our sentences, or the bare message; never a stack. */
export function formatError(failure: unknown): string {
  if (failure instanceof UserError) return `${failure.message}\n${failure.howToGoOn}`;
  const message = failure instanceof Error ? failure.message : String(failure);
  return `Muster stopped: ${message.split('\n')[0]}`;
}
