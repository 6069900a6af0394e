/** The process of one lane: a backend in memory with the demo, for one worker of the browser tests. Started by serve.ts. */
import { createLocalBackend } from '../../supabase/local/backend.ts';
import type { DemoSize } from '../../supabase/seed/seed.ts';
import { asJourneyBackend, openJourneyHost } from '../support/browser-host.ts';

let close = async () => {};
process.on('disconnect', () => void close().finally(() => process.exit(0)));

const [now, next, demo] = process.argv.slice(2) as [string, string, DemoSize];
const host = await openJourneyHost({ now, next }, async (dist) =>
  asJourneyBackend(await createLocalBackend({ demo, dist, embedders: ['http://localhost:*'] })),
);
({ close } = host);
const { backendUrl, nextVersionUrl, databaseUrl } = host;
process.send?.({ backendUrl, nextVersionUrl, databaseUrl });
