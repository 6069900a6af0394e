/** Waits until a condition holds, or watches that it keeps holding. Tests never wait with a fixed pause. */
/**
 * Time-out in milliseconds of every wait. It does not affect results: even a slow, busy machine stays far below it, and
 * a passing test does not wait that long.
 */
export const EVENTUALLY_TIMEOUT_MS = 120_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Polls until `check` passes; fails with the last value. */
export async function eventually<T>(
  look: () => Promise<T>,
  check: (seen: T) => boolean,
  within = EVENTUALLY_TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const seen = await look();
    if (check(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not within ${within} ms. Last seen: ${JSON.stringify(seen).slice(0, 2000)}`);
    await pause(50);
  }
}

/** For what must not happen: polls for `milliseconds`, and fails as soon as `check` does not pass. */
export async function stays<T>(look: () => T | Promise<T>, check: (seen: T) => boolean, milliseconds: number) {
  for (const end = Date.now() + milliseconds; ;) {
    const seen = await look();
    if (!check(seen)) throw new Error(`It did not stay so. Seen: ${JSON.stringify(seen).slice(0, 2000)}`);
    if (Date.now() > end) return;
    await pause(30);
  }
}
