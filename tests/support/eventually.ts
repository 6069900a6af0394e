/** Waiting until something is so, and watching that something stays so. What comes by itself is never waited for with a fixed pause. */
/** In milliseconds: how long a test waits for what comes by itself. It decides no result: a busy slow machine is far from it, and what passes waits no longer. */
export const EVENTUALLY_TIMEOUT_MS = 120_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks until `check` passes, else fails with what was last seen. */
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

/** For what must not happen: asks all the time for `milliseconds`, and fails as soon as `check` does not pass. */
export async function stays<T>(look: () => T | Promise<T>, check: (seen: T) => boolean, milliseconds: number) {
  for (const end = Date.now() + milliseconds; ;) {
    const seen = await look();
    if (!check(seen)) throw new Error(`It did not stay so. Seen: ${JSON.stringify(seen).slice(0, 2000)}`);
    if (Date.now() > end) return;
    await pause(30);
  }
}
