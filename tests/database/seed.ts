/** The seed of a property test: printed when it fails, taken again from MUSTER_SEED. */
export const seed = process.env['MUSTER_SEED']
  ? Number(process.env['MUSTER_SEED'])
  : Math.floor(Math.random() * 2 ** 31);

/** How many cases to try: as given, or `MUSTER_RUNS` for more on demand. */
export const runs = (usual: number): number => Number(process.env['MUSTER_RUNS'] ?? usual);
