/** Process of one lane: a backend over a copy of the demo, for one worker of the browser tests. Started by serve.ts. */
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { openDatabase } from '../../supabase/local/database.ts';
import type { DemoSize } from '../../supabase/seed/seed.ts';
import { asJourneyBackend, openJourneyHost } from '../support/browser-host.ts';
import { connectPostgres } from '../support/lane-databases.ts';

let close = async () => {};
process.on('disconnect', () => void close().finally(() => process.exit(0)));

const [now, next, demo, database, jwtSecret] = process.argv.slice(2) as [string, string, DemoSize, string, string];

const host = await openJourneyHost({ now, next }, async (dist) =>
  asJourneyBackend(
    await createLocalBackend({
      demo,
      dist,
      jwtSecret,
      embedders: ['http://localhost:*'],
      open: (options) => openDatabase({ ...options, connect: () => connectPostgres(database) }),
    }),
  ),
);
({ close } = host);
const { backendUrl, nextVersionUrl, databaseUrl } = host;
process.send?.({ backendUrl, nextVersionUrl, databaseUrl });
