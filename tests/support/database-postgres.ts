/**
 * PostgreSQL 17 for tests. Each process starts one server on a free port of 127.0.0.1, from a cached cluster with the
 * migrated database as a template; every `openPostgres` gets its own database on it.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client, types as defaults } from 'pg';
import { readChapters } from '../../supabase/chapters.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { applyChapters, checkedQuery, personaSql, platformSql, rpcOver } from './database.ts';
import type { Database, Session } from './database.ts';
import {
  addressOf,
  keepAlive,
  PASSWORD,
  startSomewhere,
  withClient,
  type HowToStart,
  type Started,
} from './postgres-server.ts';

// This schema's bigints are amounts and sequences, all far below 2^53.
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : defaults.getTypeParser(oid, format as 'text'),
};

const TEXT_ARRAY: number = 1009;

/** Registers the array types of enums: the driver would return their values unparsed, as `{a,b}`. */
async function readListsOfEnums(client: Client): Promise<void> {
  const { rows } = await client.query<{ list: number }>(
    `select typarray::int as list from pg_type where typtype = 'e' and typarray <> 0`,
  );
  for (const { list } of rows) client.setTypeParser(list, defaults.getTypeParser(TEXT_ARRAY, 'text'));
}

function sessionOf(client: Client): Session {
  const send = checkedQuery(
    async <T>(sql: string, params: readonly unknown[] = []) => (await client.query(sql, [...params])).rows as T[],
  );
  // A connection runs one thing at a time: a statement beside a transaction must not land in it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const as: Session['as'] = (persona, fn) =>
    inTurn(async () => {
      try {
        // One round trip for both statements.
        await client.query(`begin; ${personaSql(persona)}`);
        const result = await fn(send);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    });
  return {
    query: (sql, params) => inTurn(() => send(sql, params)),
    as,
    exec: (sql) => inTurn(async () => void (await client.query(sql))),
    rpc: rpcOver(as),
  };
}

const TEMPLATE = 'muster_template';

const CACHE = join(REPOSITORY, 'node_modules/.cache/muster-tests');
const KIND = 'cluster-unicode-';

/** Returns the folder of the cached cluster for the current SQL, which may not exist yet. */
function clusterFolder(): string {
  const hash = createHash('sha256').update('postgres 17.10').update(platformSql());
  for (const { name, sql } of readChapters()) hash.update(name).update(sql);
  return join(CACHE, `${KIND}${hash.digest('hex').slice(0, 16)}`);
}

/** Moves a new cluster to its place and removes those that were made from other SQL. */
function cacheCluster(made: string, folder: string): void {
  renameSync(made, folder);
  // Another process may be about to write the same one, aside.
  for (const name of readdirSync(CACHE))
    if (name.startsWith(KIND) && !name.startsWith(basename(folder)))
      rmSync(join(CACHE, name), { recursive: true, force: true });
}

/** Returns the folder of a cluster with the migrated template, made once for each state of the SQL. */
async function migratedCluster(): Promise<string> {
  const folder = clusterFolder();
  if (existsSync(folder)) return folder;
  const cluster = await startSomewhere({ superuser: 'postgres' });
  // Written aside and renamed, because several processes may do this at the same time.
  const aside = `${folder}.${process.pid}`;
  try {
    await withClient(addressOf(cluster), (client) => client.query(`create database ${TEMPLATE}`));
    await withClient(addressOf(cluster, { database: TEMPLATE }), (client) => applyChapters((sql) => client.query(sql)));
    await withClient(addressOf(cluster), (client) => client.query(`alter database ${TEMPLATE} is_template true`));
    await cluster.server.stop();
    mkdirSync(CACHE, { recursive: true });
    execFileSync('cp', ['-a', cluster.databaseDir, aside]);
    writeFileSync(join(aside, PASSWORD), cluster.password, { mode: 0o600 });
    cacheCluster(aside, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    await cluster.stop();
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

const shared = globalThis as { musterPostgres?: Promise<Started> };

/** Returns the server of this process, which its test files share. */
function sharedServer(): Promise<Started> {
  shared.musterPostgres ??= keepAlive(
    migratedCluster().then((from) => startSomewhere({ superuser: 'postgres', from })),
  );
  return shared.musterPostgres;
}

/** `url` is for other drivers. */
export type PostgresDatabase = Database & { url: string };

/** Connects to a database; `remove` runs when it is closed. */
async function openAt(url: string, remove: () => Promise<void>): Promise<PostgresDatabase> {
  const open = async () => {
    const client = new Client({ connectionString: url, types });
    // Removing the database ends open connections.
    client.on('error', () => undefined);
    await client.connect();
    await readListsOfEnums(client);
    return client;
  };
  const client = await open();
  return {
    kind: 'postgres',
    url,
    ...sessionOf(client),
    connect: async () => {
      const other = await open();
      return { ...sessionOf(other), close: () => other.end() };
    },
    close: async () => {
      await client.end();
      await remove();
    },
  };
}

/** Creates a database on this process's server: an empty one, or a copy of a template. */
export async function createDatabase(template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await sharedServer();
  const name = `muster_${randomBytes(6).toString('hex')}`;
  const run = (sql: string) => withClient(addressOf(server), async (client) => void (await client.query(sql)));
  await run(`create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`);
  return {
    url: addressOf(server, { database: name }),
    drop: () => run(`drop database ${name} with (force)`),
  };
}

/** Opens a new migrated database on this process's server. */
export async function openPostgres(): Promise<PostgresDatabase> {
  const { url, drop } = await createDatabase(TEMPLATE);
  return openAt(url, drop);
}

/** Opens a migrated database on a separate server, for measurements. */
export async function openPostgresServer(): Promise<PostgresDatabase> {
  const server = await startSomewhere({ superuser: 'postgres', from: await migratedCluster() });
  return openAt(addressOf(server, { database: TEMPLATE }), server.stop);
}

/** Opens an empty database on a separate server; the caller creates roles. */
export async function openEmptyPostgres(
  how: Pick<HowToStart, 'superuser' | 'autovacuumSeconds'>,
): Promise<PostgresDatabase> {
  const server = await startSomewhere(how);
  return openAt(addressOf(server, { user: how.superuser }), server.stop);
}

/** Resolves once another connection to this database waits for a lock, or when `isOver`. */
export async function waitsForLock(
  { query }: Pick<Session, 'query'>,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver()) {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (row!.n > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Resolves once `call` has ended or waits for a lock. */
export async function endedOrWaiting(call: Promise<unknown>, observer: Pick<Session, 'query'>): Promise<void> {
  let isOver = false;
  await Promise.race([call, waitsForLock(observer, () => isOver)]).finally(() => (isOver = true));
}

/** Ends the throttling of change events (private.recent_departure_events) without waiting. */
export async function expireChangeEventPause({ query }: Pick<Session, 'query'>): Promise<void> {
  await query(`update private.recent_departure_events set sent_at = now() - interval '1 minute'`);
}
