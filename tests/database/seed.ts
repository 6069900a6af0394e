/** The seed of a property test: printed when it fails, taken again from MUSTER_SEED. */
export const seed = process.env['MUSTER_SEED']
  ? Number(process.env['MUSTER_SEED'])
  : Math.floor(Math.random() * 2 ** 31);

/** How many cases to try: as given, or `MUSTER_RUNS` for more on demand. */
export const runs = (usual: number): number => Number(process.env['MUSTER_RUNS'] ?? usual);

/**
 * Plays once, and on with further seeds until nothing is missing that the cases are to bring about: what one seed is
 * left without says nothing of the code, and a generator that stopped trying something is still found, by twenty.
 */
export async function playUntil(nothingMissing: () => boolean, play: (seed: number) => Promise<unknown>) {
  for (let again = 0; again < 20; again += 1) {
    await play(seed + again);
    if (nothingMissing()) return;
  }
}
