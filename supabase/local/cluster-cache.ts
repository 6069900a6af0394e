/**
 * Clusters that are slow to make and always come out the same, kept for the next database: an empty one, which Postgres takes seconds to lay
 * out, and one with all migrations.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { REPOSITORY } from './settings.ts';

const FOLDER = join(REPOSITORY, 'node_modules/.cache/muster');
const KINDS = ['blank', 'migrated'] as const;

export interface CachedCluster {
  kind: (typeof KINDS)[number];
  /** All that the cluster is made of; one that was made of anything else is not used. */
  madeOf: readonly string[];
}

const versionOf = (name: string) => {
  const about = readFileSync(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(about) as { version: string }).version;
};

function nameOf({ kind, madeOf }: CachedCluster): string {
  const parts = [versionOf('@electric-sql/pglite'), versionOf('@supabase/lite'), ...madeOf];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${kind}-${hash.slice(0, 16)}.tar`;
}

/** The kept cluster for `loadDataDir`, or null where there is none. */
export function readCachedCluster(cluster: CachedCluster): Blob | null {
  try {
    return new Blob([new Uint8Array(readFileSync(join(FOLDER, nameOf(cluster))))]);
  } catch {
    return null;
  }
}

/** Keeps the cluster of a database in place of an older one of its kind. That it cannot be kept is no failure. */
export async function cacheCluster(db: PGlite, cluster: CachedCluster): Promise<void> {
  try {
    const name = nameOf(cluster);
    const dump = await db.dumpDataDir('none');
    mkdirSync(FOLDER, { recursive: true });
    const unfinished = `unfinished-${name}-${process.pid}`;
    writeFileSync(join(FOLDER, unfinished), new Uint8Array(await dump.arrayBuffer()));
    // Renamed when whole, so that a process that starts meanwhile never reads half of it.
    renameSync(join(FOLDER, unfinished), join(FOLDER, name));
    for (const other of readdirSync(FOLDER))
      if (other.startsWith(`${cluster.kind}-`) && other !== name) rmSync(join(FOLDER, other), { force: true });
  } catch {
    // A read-only node_modules, a full disk: the next start is as slow as this one.
  }
}
