/** Before the browser tests: two builds, one backend in memory with the demo, and a door to its database for the tests. */
import type { TestProject } from 'vitest/node';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { asJourneyBackend, hostJourneys } from '../support/browser-host.ts';

export default (project: TestProject): Promise<() => Promise<void>> =>
  hostJourneys(project, async (dist) =>
    asJourneyBackend(await createLocalBackend({ demo: 'full', dist, embedders: ['http://localhost:*'] })),
  );
