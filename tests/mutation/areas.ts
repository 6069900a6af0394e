/** The sources to mutate, the tests that should notice, and the minimum score. */
export interface Area {
  mutate: RegExp;
  tests: string;
  /** Percentage of mutants that the tests must kill. */
  floor: number | null;
}

export const AREAS: Record<string, Area> = {
  domain: { mutate: /^src\/domain\//, tests: 'src/domain/**/*.test.ts', floor: 85 },
  offline: { mutate: /^src\/offline\//, tests: 'src/offline/**/*.test.ts', floor: 85 },
  session: { mutate: /^src\/session\//, tests: 'src/session/**/*.test.ts', floor: null },
  // The rest of src/data only names an RPC and the shape of its response; tests/database and tests/components check
  // those.
  data: {
    mutate:
      /^src\/data\/(auth|auth-refusals|call|preloaded-responses|change-events|change-plan|code-lookup|check-in|failures|guarded-fetch|mirrored-rows|parse-response|public-call|wire)\.ts$/,
    tests: 'src/data/**/*.test.ts',
    floor: null,
  },
};

/**
 * Tests and their helpers; tables of words, any of which could be another; and code that needs a browser or React and
 * is tested in tests/browser and tests/components: hooks, browser ports, and the start of the engine.
 */
export const NOT_MUTATED =
  /\.test\.ts$|\.d\.ts$|\/testing\/|\/use-[\w-]+\.ts$|^src\/domain\/import\/booking-headings\/|^src\/offline\/(device\/(browser-ports|start-engine)|read\/live-queries)\.ts$/;
