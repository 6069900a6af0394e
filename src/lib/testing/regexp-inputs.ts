/** Counts what regular expressions are given, so that a test finds a slow one by its input and not by a clock. */

export interface RegExpInput {
  pattern: RegExp;
  /** Of the text that it looked through. */
  length: number;
}

/** Runs `runDueJobs` and returns each text that a regular expression looked through: by exec, test, match, replace or split. */
export function regExpInputs(work: () => unknown): RegExpInput[] {
  const inputs: RegExpInput[] = [];
  // All other methods call it when it is not the built-in one.
  const { prototype } = RegExp;
  const { exec } = prototype;
  prototype.exec = function counted(this: RegExp, text: string) {
    inputs.push({ pattern: this, length: text.length });
    return exec.call(this, text);
  };
  try {
    work();
  } finally {
    prototype.exec = exec;
  }
  return inputs;
}

const ATOM = String.raw`(?:\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\.|[^\\[\](){}*+?.|^$])`;
/** No repetition without an end, anywhere. */
const BOUNDED = new RegExp(`^(?:${ATOM}|\\((?:\\?[:=!]|\\?<[=!])?|[)|^$]|\\?|\\{\\d+(?:,\\d+)?\\})*$`);
/** One repeated class with nothing after it that could fail and make it try again. */
const ONE_RUN = new RegExp(`^${ATOM}[*+]$`);
/** Anchored at the start, and one repeated class between single ones. */
const ONE_ANCHORED = new RegExp(`^\\^(?:${ATOM}\\??)*${ATOM}[*+](?:${ATOM}\\??)*\\$?$`);

/** Whether a pattern is of a form whose work grows no faster than the text. False for others, also where they would be fast. */
export const isLinear = ({ source }: RegExp): boolean =>
  [BOUNDED, ONE_RUN, ONE_ANCHORED].some((form) => form.test(source));
