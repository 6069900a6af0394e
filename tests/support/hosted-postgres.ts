/**
 * A PostgreSQL shaped like the hosted service's: roles, time-outs, Auth and Realtime (tests/real/platform.sql),
 * migrated by the real CLI.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAuthSchemaSql } from '@supabase/lite';
import { claimsSql } from '../../supabase/local/migrate.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { openEmptyPostgres } from './database-postgres.ts';
import { supabaseCli } from './supabase-cli.ts';

const SUPERUSER = 'supabase_admin';

export interface HostedPostgres {
  /** Returns the database URL for a role: `postgres`, `authenticator`, `supabase_auth_admin`. */
  as(role: string): string;
  /** Runs SQL with the platform's rights, which no project has. */
  asPlatform(sql: string): Promise<void>;
  close(): Promise<void>;
}

function platformSql(password: string): string {
  return readFileSync(join(REPOSITORY, 'tests/real/platform.sql'), 'utf8')
    .replaceAll(':password', password)
    .replace(':auth_tables', () => getAuthSchemaSql())
    .replace(':auth_claims', () => claimsSql());
}

/** Opens an empty project database, before its first migration. */
export async function openBareHosted(): Promise<HostedPostgres> {
  const database = await openEmptyPostgres({ superuser: SUPERUSER });
  const address = new URL(database.url);
  try {
    await database.exec(platformSql(address.password));
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    as: (role) => Object.assign(new URL(address), { username: role }).href,
    asPlatform: database.exec,
    close: database.close,
  };
}

/** Applies the migrations as docs/deploy.md says. Throws with the CLI's message if it fails. */
export function pushMigrations(postgres: HostedPostgres, from?: { workdir: string }): void {
  const { status, out, stderr } = supabaseCli(['db', 'push', `--remote=${postgres.as('postgres')}`, '--yes'], from);
  if (status !== 0) throw new Error(`supabase db push failed:\n${stderr}\n${out}`);
}
