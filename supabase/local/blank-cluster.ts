/** Postgres takes seconds to lay out an empty cluster and it is always the same one: kept once it has been made. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { REPOSITORY } from './settings.ts';

const FOLDER = join(REPOSITORY, 'node_modules/.cache/muster');

function file(): string {
  const about = readFileSync(join(REPOSITORY, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  return join(FOLDER, `blank-cluster-${(JSON.parse(about) as { version: string }).version}.tar`);
}

/** The kept cluster for `loadDataDir`, or null where there is none. */
export function keptBlankCluster(): Blob | null {
  try {
    return new Blob([new Uint8Array(readFileSync(file()))]);
  } catch {
    return null;
  }
}

/** Keeps the cluster of a database in which nothing has been done yet. That it cannot be kept is no failure. */
export async function keepBlankCluster(db: PGlite): Promise<void> {
  try {
    const dump = await db.dumpDataDir('none');
    mkdirSync(FOLDER, { recursive: true });
    const unfinished = `${file()}.${process.pid}`;
    writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
    // Renamed when whole, so that a process that starts meanwhile never reads half of it.
    renameSync(unfinished, file());
  } catch {
    // A read-only node_modules, a full disk: the next start is as slow as this one.
  }
}
