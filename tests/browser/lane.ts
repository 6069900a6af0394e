/** Process of one lane: a backend over a copy of the demo, for one worker of the browser tests. Started by serve.ts. */
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { openDatabase } from '../../supabase/local/database.ts';
import type { DemoSize } from '../../supabase/seed/seed.ts';
import { asJourneyBackend, openJourneyHost } from '../support/browser-host.ts';
import { connectPostgres } from '../support/lane-databases.ts';

/** How long the backend may take to close, in milliseconds: the output that this process holds open ends with it. */
const CLOSE_LIMIT_MS = 10_000;

let close = async () => {};
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS);
  void close().finally(() => process.exit(0));
});

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
