/** A deployed project as the checks access it: by URL, keys and database. */
import pg from 'pg';
import { WebSocket } from 'ws';
import { UserError } from '../local/user-error.ts';

export interface Project {
  /** Without a trailing slash. */
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Origin of the app; null skips its checks. */
  appUrl: string | null;
  /** For the hosted service's management API; null skips its checks. */
  accessToken: string | null;
  /** Queries the database with the connection's role, in read-only transactions. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  fetch: typeof fetch;
  /** Returns whether a public Realtime channel can be joined. */
  joinsPublicChannel(): Promise<boolean>;
}

const NEEDED = {
  SUPABASE_URL: 'the project’s URL, https://<ref>.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'its publishable key (Settings, API keys)',
  SUPABASE_SECRET_KEY: 'its secret key (the same page)',
  SUPABASE_DB_URL: 'its database URL with the role postgres (Connect, session pooler)',
} as const;

const TIMEOUT_MS = 10_000;

/** Opens the project given by the environment. Throws a UserError that lists all missing settings. */
export function openProject(env: Record<string, string | undefined>): { project: Project; close(): Promise<void> } {
  const missingVariables = Object.entries(NEEDED).filter(([name]) => !env[name]);
  if (missingVariables.length > 0)
    throw new UserError(
      `Not set: ${missingVariables.map(([name, what]) => `${name} (${what})`).join('; ')}.`,
      'Set them in the environment of this command. To also check how the app is served, set APP_URL to its URL.',
    );
  const plain = (name: string) => env[name]!.replace(/\/$/, '');
  const url = plain('SUPABASE_URL');
  const publishableKey = plain('SUPABASE_PUBLISHABLE_KEY');
  const pool = new pg.Pool({
    connectionString: env['SUPABASE_DB_URL'],
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  const project: Project = {
    url,
    publishableKey,
    secretKey: plain('SUPABASE_SECRET_KEY'),
    appUrl: env['APP_URL'] ? plain('APP_URL') : null,
    accessToken: env['SUPABASE_ACCESS_TOKEN'] || null,
    query: async <Row>(sql: string, values: unknown[] = []) => {
      const client = await pool.connect();
      try {
        await client.query('begin read only');
        return (await client.query(sql, values)).rows as Row[];
      } finally {
        await client.query('rollback').finally(() => client.release());
      }
    },
    fetch: (input, init) => fetch(input, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual', ...init }),
    joinsPublicChannel: () => joinsPublicChannel(url, publishableKey),
  };
  return { project, close: () => pool.end() };
}

/** Tries to join a public channel with a minimal Realtime client. */
function joinsPublicChannel(url: string, key: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=1.0.0`;
    const socket = new WebSocket(address, { handshakeTimeout: TIMEOUT_MS });
    const late = setTimeout(() => socket.terminate(), TIMEOUT_MS);
    socket.on('open', () =>
      socket.send(
        JSON.stringify({
          topic: 'realtime:deploy-check',
          event: 'phx_join',
          ref: '1',
          payload: { config: { private: false } },
        }),
      ),
    );
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(String(data)) as { event: string; payload?: { status?: string } };
      if (event !== 'phx_reply') return;
      resolve(payload?.status === 'ok');
      socket.close();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(late);
      reject(new Error('Realtime did not answer'));
    });
  });
}
