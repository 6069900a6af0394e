/** Local backends for tests. Each starts from a copy of a database that a process migrates, and fills with the demo, only once. */
import { createLocalBackend, type LocalBackend, type LocalBackendOptions } from '../../supabase/local/backend.ts';
import { openDatabase, type Database } from '../../supabase/local/database.ts';
import { seedDemo, type SeedOptions } from '../../supabase/seed/seed.ts';

type Demo = NonNullable<LocalBackendOptions['demo']>;
const dumps = new Map<Demo, Promise<Blob>>();

const openFrom = (dump: Blob, options: LocalBackendOptions) =>
  createLocalBackend({ dist: null, ...options, open: (asked) => openDatabase({ ...asked, dump }) });

async function makeDump(demo: Demo): Promise<Blob> {
  const options = { demo, port: null, dist: null };
  const backend = await (demo === 'none' ? createLocalBackend(options) : openFrom(await dumpOf('none'), options));
  try {
    return await backend.db.dumpDataDir('none');
  } finally {
    await backend.close();
  }
}

function dumpOf(demo: Demo): Promise<Blob> {
  const made = dumps.get(demo) ?? makeDump(demo);
  dumps.set(demo, made);
  return made;
}

/** Opens a backend, without the built app unless `dist` names it. Its demo is of the moment at which the process needed it first. */
export async function openLocalBackend(options: Omit<LocalBackendOptions, 'open' | 'now'> = {}): Promise<LocalBackend> {
  return openFrom(await dumpOf(options.demo ?? 'none'), options);
}

/** Fills a database with the demo of any moment. No jobs run in it: by today's clock, they would end its holds and send its mails. */
export async function openDemoDatabase(options: SeedOptions): Promise<Database> {
  return openDatabase({
    folder: null,
    jwtSecret: 'x'.repeat(48),
    siteUrl: 'http://127.0.0.1',
    dump: await dumpOf('none'),
    seed: (db) => seedDemo(db, options),
    seededAt: options.now,
  });
}
