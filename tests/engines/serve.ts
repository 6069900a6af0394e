/**
 * Global set-up of the engine tests: one in-memory backend with the small demo, in this process; tests create what they
 * need.
 */
import type { TestProject } from 'vitest/node';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { asJourneyBackend, hostJourneys } from '../support/browser-host.ts';

export default (project: TestProject): Promise<() => Promise<void>> =>
  hostJourneys(project, async (dist) => asJourneyBackend(await createLocalBackend({ demo: 'small', dist })));
