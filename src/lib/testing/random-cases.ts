/**
 * Number and seed of random test cases. The gate runs a tenth of the full count with a new seed each time; `npm run
 * soak` runs all. A failure reports its seed; set MUSTER_SEED to repeat it.
 */
import process from 'node:process';

const fromEnvironment = (name: string): number | null => (process.env[name] ? Number(process.env[name]) : null);

export const seed: number = fromEnvironment('MUSTER_SEED') ?? Math.floor(Math.random() * 1_000_000);

/** Returns the number of cases to run. MUSTER_CASES overrides every count. */
export function caseCount(full: number, inGate: number = Math.ceil(full / 10)): number {
  return fromEnvironment('MUSTER_CASES') ?? (process.env['SOAK'] ? full : inGate);
}

/** Returns parameters for `fc.assert` and `fc.sample`. */
export const randomCheckOptions = (full: number): { numRuns: number; seed: number } => ({
  numRuns: caseCount(full),
  seed,
});

/** Limit of extra rounds, as a multiple of `turns`. */
const MAX_ROUNDS_PER_TURN = 50;

/**
 * Plays `turns` seeds, and further ones until the cases cover what they must. Missing something by chance in one run is
 * no failure, but a generator that never produces it is found.
 */
export async function runUntilCovered(
  isCovered: () => boolean,
  play: (seed: number) => Promise<unknown>,
  turns = 1,
): Promise<void> {
  for (let turn = 0; turn < turns * MAX_ROUNDS_PER_TURN; turn += 1) {
    await play(seed + turn);
    if (turn + 1 >= turns && isCovered()) return;
  }
}
