/** Before the tests of other engines: one backend in memory with the small demo, in this process; the tests make what they need. */
import type { TestProject } from 'vitest/node';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { asJourneyBackend, hostJourneys } from '../support/browser-host.ts';

export default (project: TestProject): Promise<() => Promise<void>> =>
  hostJourneys(project, async (dist) => asJourneyBackend(await createLocalBackend({ demo: 'small', dist })));
