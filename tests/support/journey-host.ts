/** The backend of the lane that this test file runs in. */
import { inject } from 'vitest';

export interface JourneyHost {
  /** Without a trailing slash. */
  backendUrl: string;
  /** Serves only the files of a later version of the app. */
  nextVersionUrl: string;
  databaseUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Responds with the host of a lane by its number; starts it on the first request, with 503 until it is ready. Unset
     * where one host serves all files.
     */
    lanesUrl?: string;
    /** The only host, where there are no lanes. */
    backendUrl: string;
    nextVersionUrl: string;
    databaseUrl: string;
  }
}

async function findHost(): Promise<JourneyHost> {
  const lanes = inject('lanesUrl');
  if (lanes === undefined)
    return {
      backendUrl: inject('backendUrl'),
      nextVersionUrl: inject('nextVersionUrl'),
      databaseUrl: inject('databaseUrl'),
    };
  const lane = `${lanes}/${process.env['VITEST_POOL_ID'] ?? '1'}`;
  for (;;) {
    const response = await fetch(lane);
    if (response.status === 500) throw new Error(`The backend of this lane did not start: ${await response.text()}`);
    if (response.ok) return (await response.json()) as JourneyHost;
    await new Promise((later) => setTimeout(later, 100));
  }
}

let host: Promise<JourneyHost> | null = null;

/**
 * Returns the addresses of this lane's backend. A lane is a Vitest worker, so two files never share a backend at the
 * same time.
 */
export const journeyHost = (): Promise<JourneyHost> => (host ??= findHost());
