/** Local backends for tests. Those with a demo start from a copy of a database that each process seeds once. */
import { createLocalBackend, type LocalBackend, type LocalBackendOptions } from '../../supabase/local/backend.ts';
import { openDatabase, type Database } from '../../supabase/local/database.ts';
import { seedDemo, type DemoSize, type SeedOptions } from '../../supabase/seed/seed.ts';
import { openHostDatabase } from './host-database.ts';

const dumps = new Map<DemoSize, Promise<Blob>>();

async function makeDump(demo: DemoSize): Promise<Blob> {
  const backend = await createLocalBackend({ demo, port: null, dist: null });
  try {
    return await backend.db.dumpDataDir('none');
  } finally {
    await backend.close();
  }
}

function dumpOf(demo: DemoSize): Promise<Blob> {
  const pendingDump = dumps.get(demo) ?? makeDump(demo);
  dumps.set(demo, pendingDump);
  return pendingDump;
}

/**
 * Opens a backend, without the built app unless `dist` names it. Its demo is dated at the moment when this process
 * first needed one.
 */
export async function openLocalBackend(options: Omit<LocalBackendOptions, 'open' | 'now'> = {}): Promise<LocalBackend> {
  const { demo = 'none' } = options;
  const dump = demo === 'none' ? null : await dumpOf(demo);
  return createLocalBackend({
    dist: null,
    ...options,
    ...(dump && { open: (openOptions) => openDatabase({ ...openOptions, dump }) }),
  });
}

/**
 * Seeds a database with a demo of any date. No jobs run in it: by today's clock they would expire its holds and send
 * its mails.
 */
export function openDemoDatabase(options: SeedOptions): Promise<Database> {
  return openHostDatabase({
    jwtSecret: 'x'.repeat(48),
    seed: (db) => seedDemo(db, options),
    seededAt: options.now,
  });
}
