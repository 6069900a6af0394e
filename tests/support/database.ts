/** Databases for tests: the real migrations on in-memory PGlite or on a dedicated PostgreSQL 17. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { file_fdw } from '@electric-sql/pglite/contrib/file_fdw';
import { isn } from '@electric-sql/pglite/contrib/isn';
import { ltree } from '@electric-sql/pglite/contrib/ltree';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { App } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import type { Uuid } from '../../src/domain/ids.ts';

export type Row = Record<string, unknown>;
export type Query = <T = Row>(sql: string, params?: readonly unknown[]) => Promise<T[]>;
/** A signed-in person's id, a visitor, or the service role. */
export type Persona = Uuid | 'anon' | 'service_role';

export interface Session {
  /** Runs one statement as the database's owner. */
  query: Query;
  /** Runs several statements without parameters as the owner. */
  exec(sql: string): Promise<void>;
  /** Runs `fn` in a transaction with a person's role and claims, as PostgREST does. Rolls back when it throws. */
  as<T>(persona: Persona, fn: (query: Query) => Promise<T>): Promise<T>;
  /** Calls an RPC as a person; arguments by name, objects as JSON. */
  rpc<T>(persona: Persona, name: string, args: Row): Promise<T>;
}

export interface Database extends Session {
  readonly kind: 'pglite' | 'postgres';
  /** Opens another connection; PGlite has only one. */
  connect(): Promise<Session & { close(): Promise<void> }>;
  close(): Promise<void>;
}

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

export const platformSql = () => read('supabase/local/platform.sql') + read('supabase/local/claims.sql');

export function migrations(): { name: string; sql: string }[] {
  return readdirSync(new URL('supabase/migrations/', root))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: read(`supabase/migrations/${name}`) }));
}

export async function applyMigrations(exec: (sql: string) => Promise<unknown>): Promise<void> {
  await exec(platformSql());
  for (const { name, sql } of migrations()) {
    try {
      await exec(sql);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

/** Sets a persona's role and claims inside the current transaction. */
export async function setPersona(query: Query, persona: Persona): Promise<void> {
  const role = persona === 'anon' || persona === 'service_role' ? persona : 'authenticated';
  const sub = role === 'authenticated' ? persona : '';
  const claims = JSON.stringify(sub ? { sub, role } : { role });
  await query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
            set_config('request.jwt.claims', $3, true), set_config('role', $2, true)`,
    [sub, role, claims],
  );
}

/** Builds `rpc` on `as`, for every kind of database. */
export function rpcOver(as: Session['as']): Session['rpc'] {
  return async <T>(persona: Persona, name: string, args: Row): Promise<T> => {
    const names = Object.keys(args);
    const list = names.map((key, index) => `${key} => $${index + 1}`).join(', ');
    const values = names.map((key) => {
      const value = args[key];
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    });
    const rows = await as(persona, (query) => query<{ result: T }>(`select public.${name}(${list}) as result`, values));
    return rows[0]!.result;
  };
}

const extensions = { isn, ltree, file_fdw, pgcrypto };
let template: Promise<Blob> | undefined;

const TEMPLATES = fileURLToPath(new URL('node_modules/.cache/muster-tests/', root));

/** Returns where a template of the current SQL is cached. Creates the folder. */
export function templateAt(kind: string): string {
  const hash = createHash('sha256').update('lite 0.10.0 pglite 0.4.5 postgres 17.10');
  hash.update(platformSql());
  for (const { name, sql } of migrations()) hash.update(name).update(sql);
  mkdirSync(TEMPLATES, { recursive: true });
  return `${TEMPLATES}${kind}-${hash.digest('hex').slice(0, 16)}`;
}

/** Moves a template to its place and removes those of its kind that were made from other SQL. */
export function cacheTemplate(kind: string, { made, path }: { made: string; path: string }): void {
  renameSync(made, path);
  // Another process may be about to write the same one, aside.
  const current = basename(path, '.tar');
  for (const name of readdirSync(TEMPLATES))
    if (name.startsWith(`${kind}-`) && !name.startsWith(current))
      rmSync(`${TEMPLATES}${name}`, { recursive: true, force: true });
}

async function pgliteTemplate(): Promise<Blob> {
  const file = `${templateAt('template')}.tar`;
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const connection = await createPgliteConnection();
  try {
    const app = new App({ connection, auth: { enabled: true } } as ConstructorParameters<typeof App>[0]);
    await app.ensureSystemSchema();
    await applyMigrations((sql) => connection.driver.exec(sql));
    const dump = await connection.driver.dumpDataDir('none');
    // Written aside and renamed, because test workers may do this at the same time.
    const aside = `${file}.${process.pid}`;
    writeFileSync(aside, new Uint8Array(await dump.arrayBuffer()));
    cacheTemplate('template', { made: aside, path: file });
    return dump;
  } finally {
    await connection.close();
  }
}

/** Returns options that start a PGlite (ours or lite's) from the migrated template. */
export async function fromTemplate(): Promise<{ loadDataDir: Blob }> {
  template ??= pgliteTemplate();
  return { loadDataDir: await template };
}

/** Opens a new migrated database in memory, in well under a second once the template exists. */
export async function openPglite(): Promise<Database> {
  const db = await PGlite.create({ ...(await fromTemplate()), extensions });
  const query: Query = async <T>(sql: string, params: readonly unknown[] = []) =>
    (await db.query<T>(sql, [...params])).rows;
  const exec = async (sql: string) => void (await db.exec(sql));
  const as: Session['as'] = (persona, fn) =>
    db.transaction(async (transaction) => {
      const inside: Query = async <T>(sql: string, params: readonly unknown[] = []) =>
        (await transaction.query<T>(sql, [...params])).rows;
      await setPersona(inside, persona);
      return fn(inside);
    });
  const session: Session = { query, exec, as, rpc: rpcOver(as) };
  return {
    kind: 'pglite',
    ...session,
    connect: async () => ({ ...session, close: async () => undefined }),
    close: () => db.close(),
  };
}
