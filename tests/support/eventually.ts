/** Waits until a condition holds, or watches that it keeps holding. Tests never wait with a fixed pause. */
/**
 * Time-out in milliseconds of every wait. It does not affect results: even a slow, busy machine stays far below it, and
 * a passing test does not wait that long.
 */
export const EVENTUALLY_TIMEOUT_MS = 120_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Awaits `work`, or fails after `milliseconds`: a call into a page that has stopped never returns. */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not return within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Polls until `check` passes; fails with the last value. */
export async function eventually<T>(
  look: () => Promise<T>,
  check: (value: T) => boolean,
  limit = EVENTUALLY_TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const value = await within(limit, 'Looking', look());
    if (check(value)) return value;
    if (Date.now() > end)
      throw new Error(`Condition not met within ${limit} ms. Last value: ${JSON.stringify(value).slice(0, 2000)}`);
    await pause(50);
  }
}

/** For what must not happen: polls for `milliseconds`, and fails as soon as `check` does not pass. */
export async function stays<T>(look: () => T | Promise<T>, check: (value: T) => boolean, milliseconds: number) {
  for (const end = Date.now() + milliseconds; ;) {
    const value = await within(EVENTUALLY_TIMEOUT_MS, 'Looking', Promise.resolve(look()));
    if (!check(value)) throw new Error(`The condition no longer holds. Value: ${JSON.stringify(value).slice(0, 2000)}`);
    if (Date.now() > end) return;
    await pause(30);
  }
}
