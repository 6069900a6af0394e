/**
 * Cache of database clusters that are slow to create and always identical: an empty one, which takes Postgres seconds,
 * and one with all migrations.
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
  /** Inputs of the cluster; a cached one with other inputs is not used. */
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

/** Returns the cached cluster for `loadDataDir`, or null. */
export function readCachedCluster(cluster: CachedCluster): Blob | null {
  try {
    return new Blob([new Uint8Array(readFileSync(join(FOLDER, nameOf(cluster))))]);
  } catch {
    return null;
  }
}

/** Caches the cluster of a database and deletes older ones of its kind. Errors are ignored. */
export async function cacheCluster(db: PGlite, cluster: CachedCluster): Promise<void> {
  try {
    const name = nameOf(cluster);
    const dump = await db.dumpDataDir('none');
    mkdirSync(FOLDER, { recursive: true });
    const unfinished = `unfinished-${name}-${process.pid}`;
    writeFileSync(join(FOLDER, unfinished), new Uint8Array(await dump.arrayBuffer()));
    // Renamed when complete, so that a concurrent start never reads half a file.
    renameSync(join(FOLDER, unfinished), join(FOLDER, name));
    for (const other of readdirSync(FOLDER))
      if (other.startsWith(`${cluster.kind}-`) && other !== name) rmSync(join(FOLDER, other), { force: true });
  } catch {
    // For example a read-only node_modules or a full disk: the next start is just as slow.
  }
}
