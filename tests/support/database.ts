/** What tests need of a database with the real chapters, on PostgreSQL 17 or on PGlite. */
import { readFileSync } from 'node:fs';
import { readChapters } from '../../supabase/chapters.ts';
import { checkResponse } from './response-check.ts';
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

export async function applyChapters(exec: (sql: string) => Promise<unknown>): Promise<void> {
  await exec(platformSql());
  for (const { name, sql } of readChapters()) {
    try {
      await exec(sql);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns the statement that sets a persona's role and claims inside the current transaction. */
export function personaSql(persona: Persona): string {
  const role = persona === 'anon' || persona === 'service_role' ? persona : 'authenticated';
  const sub = role === 'authenticated' ? persona : '';
  const settings = {
    'request.jwt.claim.sub': sub,
    'request.jwt.claim.role': role,
    'request.jwt.claims': JSON.stringify(sub ? { sub, role } : { role }),
    role,
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${literal(value)}, true)`);
  return `select ${calls.join(', ')}`;
}

/** Sets a persona's role and claims inside the current transaction. */
export async function setPersona(query: Query, persona: Persona): Promise<void> {
  await query(personaSql(persona));
}

/**
 * Builds a query that also checks responses of RPCs against their contracts, for every kind of database. It knows them
 * by `select public.… as result`.
 */
export const checkedQuery =
  (query: Query): Query =>
  async <T>(sql: string, params?: readonly unknown[]) => {
    const rows = await query<T>(sql, params);
    const name = /^\s*select public\.(\w+)\(.*\) as result\b/s.exec(sql)?.[1];
    if (name) for (const row of rows) checkResponse(name, (row as { result: unknown }).result);
    return rows;
  };

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
