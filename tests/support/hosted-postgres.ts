/** A PostgreSQL shaped like the hosted service's: its roles, time-outs, Auth and Realtime (tests/real/platform.sql), migrated by the real CLI. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAuthSchemaSql } from '@supabase/lite';
import { claimsSql } from '../../supabase/local/migrate.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { openEmptyPostgres } from './database-postgres.ts';
import { supabaseCli } from './supabase-cli.ts';

const SUPERUSER = 'supabase_admin';

export interface HostedPostgres {
  /** The database's address for one of its roles: `postgres`, `authenticator`, `supabase_auth_admin`. */
  as(role: string): string;
  /** What the platform itself may do and no project. */
  asPlatform(sql: string): Promise<void>;
  close(): Promise<void>;
}

function platformSql(password: string): string {
  return readFileSync(join(REPOSITORY, 'tests/real/platform.sql'), 'utf8')
    .replaceAll(':password', password)
    .replace(':auth_tables', () => getAuthSchemaSql())
    .replace(':auth_claims', () => claimsSql());
}

/** As a project is born: empty, before its first migration. */
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

/** Applies the migrations as docs/deploy.md says. Throws with what the CLI said when it refuses. */
export function pushMigrations(postgres: HostedPostgres): void {
  const { status, out, said } = supabaseCli(['db', 'push', `--remote=${postgres.as('postgres')}`, '--yes']);
  if (status !== 0) throw new Error(`supabase db push failed:\n${said}\n${out}`);
}
