/** Records the inputs of regular expressions, so that tests find slow ones by input length instead of by time. */

export interface RegExpInput {
  pattern: RegExp;
  /** Length of the input text. */
  length: number;
}

/**
 * Runs `work` and returns each text that a regular expression was applied to by exec, test, match, replace or split.
 */
export function regExpInputs(work: () => unknown): RegExpInput[] {
  const inputs: RegExpInput[] = [];
  // The other methods call `exec` if it is not the built-in one.
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
/** Has no unbounded repetition. */
const BOUNDED = new RegExp(`^(?:${ATOM}|\\((?:\\?[:=!]|\\?<[=!])?|[)|^$]|\\?|\\{\\d+(?:,\\d+)?\\})*$`);
/** A single repeated class with nothing after it that could cause backtracking. */
const ONE_RUN = new RegExp(`^${ATOM}[*+]$`);
/** Anchored at the start, with one repeated class between single ones. */
const ONE_ANCHORED = new RegExp(`^\\^(?:${ATOM}\\??)*${ATOM}[*+](?:${ATOM}\\??)*\\$?$`);

/** Returns whether a pattern has a form that runs in linear time. False for all other forms, even if they are fast. */
export const isLinear = ({ source }: RegExp): boolean =>
  [BOUNDED, ONE_RUN, ONE_ANCHORED].some((form) => form.test(source));
