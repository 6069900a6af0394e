/**
 * How many random cases a test tries, and from which seed. The gate tries a tenth of the full count, from another seed
 * each time; `npm run soak` tries them all. A failure names its seed, and MUSTER_SEED begins there again.
 */
import process from 'node:process';

const fromEnvironment = (name: string): number | null => (process.env[name] ? Number(process.env[name]) : null);

export const seed: number = fromEnvironment('MUSTER_SEED') ?? Math.floor(Math.random() * 1_000_000);

/** Returns the number of cases to try. MUSTER_CASES overrides every count. */
export function caseCount(full: number, inGate: number = Math.ceil(full / 10)): number {
  return fromEnvironment('MUSTER_CASES') ?? (process.env['SOAK'] ? full : inGate);
}

/** Returns parameters for `fc.assert` and `fc.sample`. */
export const randomCheckOptions = (full: number): { numRuns: number; seed: number } => ({
  numRuns: caseCount(full),
  seed,
});

/** How many times the wanted turns may be played in search of what the cases must cover. */
const MOST = 50;

/**
 * Plays as many seeds as wanted, and further ones until the cases have covered what they must. One run that misses
 * something by chance says nothing of the code, but a generator that no longer makes it is still found.
 */
export async function runUntilCovered(
  isCovered: () => boolean,
  play: (seed: number) => Promise<unknown>,
  turns = 1,
): Promise<void> {
  for (let turn = 0; turn < turns * MOST; turn += 1) {
    await play(seed + turn);
    if (turn + 1 >= turns && isCovered()) return;
  }
}
