/** Applies the platform's schema, then our chapters, each once and in order. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { readChapters, type Chapter } from '../chapters.ts';
import { UserError } from './user-error.ts';
import { REPOSITORY } from './settings.ts';

export interface SqlFile extends Chapter {
  checksum: string;
}

/**
 * Returns the functions that read the caller's claims as the hosted service does; run again whenever @supabase/lite has
 * replaced them.
 */
export const claimsSql = (): string => readFileSync(join(REPOSITORY, 'supabase/local/claims.sql'), 'utf8');

const PLATFORM = 'supabase/local/platform.sql';

/** Returns the platform's schema, then the chapters in their order. */
export const readSqlFiles = (): SqlFile[] =>
  [{ name: PLATFORM, sql: readFileSync(join(REPOSITORY, PLATFORM), 'utf8') }, ...readChapters()].map(
    ({ name, sql }) => ({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') }),
  );

const HOW_TO_GO_ON = 'Recreate the demo with npm run demo:reset (this deletes the data folder).';

/** Applies new chapters. Throws a UserError if an applied one was edited or removed. */
export async function migrate(db: PGlite, chapters: readonly SqlFile[]): Promise<void> {
  await db.exec(`
    create schema if not exists muster_local;
    create table if not exists muster_local.chapters (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    create table if not exists muster_local.facts (name text primary key, value text not null);
  `);
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'select name, checksum from muster_local.chapters',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of chapters) {
    const appliedChecksum = applied.get(name);
    if (appliedChecksum !== undefined && appliedChecksum !== checksum) {
      throw new UserError(`${name} was changed after it was applied to this data folder.`, HOW_TO_GO_ON);
    }
  }
  const present = new Set(chapters.map(({ name }) => name));
  for (const { name } of rows) {
    if (!present.has(name)) {
      throw new UserError(`${name} was applied to this data folder but no longer exists.`, HOW_TO_GO_ON);
    }
  }
  for (const { name, sql, checksum } of chapters) {
    if (applied.has(name)) continue;
    try {
      await db.transaction(async (tx) => {
        await tx.exec(sql);
        await tx.query('insert into muster_local.chapters (name, checksum) values ($1, $2)', [name, checksum]);
      });
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      throw new UserError(`${name} could not be applied: ${message}.`, 'It was rolled back. Fix it and start again.');
    }
  }
}
