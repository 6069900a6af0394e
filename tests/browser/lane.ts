/** The process of one lane: a backend in memory with the demo, for one worker of the browser tests. Started by serve.ts. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createLocalBackend, type LocalBackend } from '../../supabase/local/backend.ts';
import { openDatabase } from '../../supabase/local/database.ts';
import type { DemoSize } from '../../supabase/seed/seed.ts';
import { asJourneyBackend, openJourneyHost } from '../support/browser-host.ts';

let close = async () => {};
process.on('disconnect', () => void close().finally(() => process.exit(0)));

const [now, next, demo, dump, jwtSecret] = process.argv.slice(2) as [string, string, DemoSize, string, string];

/** Writes a copy of the database for the other lanes. */
async function writeDump({ exclusive }: LocalBackend): Promise<void> {
  const copy = await exclusive((db) => db.dumpDataDir('none'));
  writeFileSync(`${dump}.unfinished`, new Uint8Array(await copy.arrayBuffer()));
  renameSync(`${dump}.unfinished`, dump);
}

async function openBackend(dist: string): Promise<LocalBackend> {
  const options = { demo, dist, jwtSecret, embedders: ['http://localhost:*'] };
  if (existsSync(dump)) {
    const copy = new Blob([new Uint8Array(readFileSync(dump))]);
    return createLocalBackend({ ...options, open: (asked) => openDatabase({ ...asked, dump: copy }) });
  }
  const backend = await createLocalBackend(options);
  await writeDump(backend);
  return backend;
}

const host = await openJourneyHost({ now, next }, async (dist) => asJourneyBackend(await openBackend(dist)));
({ close } = host);
const { backendUrl, nextVersionUrl, databaseUrl } = host;
process.send?.({ backendUrl, nextVersionUrl, databaseUrl });
