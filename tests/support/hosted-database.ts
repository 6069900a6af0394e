/**
 * A backend database of real components behind the local host, in place of PGlite: PostgreSQL shaped like the hosted
 * service's, migrations by the real CLI, the real PostgREST, and the light Auth over that PostgreSQL as Auth's own
 * role.
 */
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import pg from 'pg';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import type { Database, DatabaseOptions } from '../../supabase/local/database.ts';
import { AuthMailListener } from '../../supabase/local/functions/auth-hook.ts';
import { serviceKey } from '../../supabase/local/functions/keys.ts';
import { SerialQueue } from '../../supabase/local/serial-queue.ts';
import { isLoopbackOrigin } from '../../supabase/local/loopback.ts';
import { captureConsole } from '../../supabase/local/capture-console.ts';
import { openBareHosted, pushMigrations } from './hosted-postgres.ts';
import type { HostedPostgres } from './hosted-postgres.ts';
import { pgAsPglite } from './pg-as-pglite.ts';
import { startPostgrest } from './postgrest.ts';
import { signToken } from './sign-token.ts';

const json = (status: number, message: string) =>
  new Response(JSON.stringify({ message }), { status, headers: { 'Content-Type': 'application/json' } });

/** Forwards a request to another server, with the given path and headers. */
export async function forward(request: Request, { to, headers }: { to: string; headers: Headers }): Promise<Response> {
  for (const name of ['host', 'connection', 'content-length', 'accept-encoding']) headers.delete(name);
  const body = request.body === null ? null : await request.arrayBuffer();
  const response = await fetch(to, { method: request.method, headers, body, redirect: 'manual' });
  const passed = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection']) passed.delete(name);
  const whole = await response.arrayBuffer();
  return new Response(whole.byteLength > 0 ? whole : null, { status: response.status, headers: passed });
}

export interface HostedDatabase extends Database {
  postgres: HostedPostgres;
}

/** Opens all components. `folder` is unused, because nothing persists. */
export async function openHostedDatabase(options: DatabaseOptions): Promise<HostedDatabase> {
  const { jwtSecret, siteUrl, seed, seededAt } = options;
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const postgres = await openBareHosted();
    undo.push(() => postgres.close());
    pushMigrations(postgres);
    const { db, close: closePool } = pgAsPglite(postgres.as('postgres'));
    undo.push(closePool);
    // The local host reads the demo's creation time from here.
    await db.exec(
      'create schema muster_local; create table muster_local.facts (name text primary key, value text not null)',
    );
    if (seed) {
      await db.transaction(async (tx) => {
        await seed(tx as never);
        await tx.query("insert into muster_local.facts values ('demo', $1)", [(seededAt ?? new Date()).toISOString()]);
      });
      await db.exec('analyze');
    }
    const rest = await startPostgrest(postgres.as('authenticator'), jwtSecret);
    undo.push(() => rest.stop());
    const auth = await openAuth({ url: postgres.as('supabase_auth_admin'), jwtSecret, siteUrl });
    undo.push(() => auth.close());
    const secretKey = serviceKey(jwtSecret);

    /** Handles non-JWT keys as the hosted gateway does. */
    const askRest = (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      const key = headers.get('apikey');
      if (key !== PUBLISHABLE_KEY && key !== secretKey) return json(401, 'Invalid API key');
      headers.delete('apikey');
      const token = /^Bearer (?!sb_)(\S+)$/.exec(headers.get('authorization') ?? '')?.[1];
      headers.delete('authorization');
      if (token) headers.set('authorization', `Bearer ${token}`);
      else if (key === secretKey)
        headers.set('authorization', `Bearer ${signToken({ role: 'service_role' }, jwtSecret)}`);
      return forward(request, { to: rest.url + pathname.slice('/rest/v1'.length) + search, headers });
    };
    const gate = new SerialQueue();
    const askAuth = async (request: Request) => {
      const redirectTo = new URL(request.url).searchParams.get('redirect_to');
      const leadsTo = redirectTo !== null && isLoopbackOrigin(redirectTo) ? redirectTo : siteUrl;
      const { result, mails } = await gate.run(async () => {
        const { result } = await captureConsole(() => auth.fetch(request));
        return { result, mails: await auth.mailer.take(db, leadsTo) };
      });
      for (const mail of mails) await opened.onAuthMail?.(mail);
      return result;
    };
    const opened: HostedDatabase = {
      db,
      postgres,
      onAuthMail: null,
      fetch: async (request) =>
        new URL(request.url).pathname.startsWith('/auth/') ? askAuth(request) : askRest(request),
      exclusive: (work) => work(db),
      canReceiveEvents: (who) => canReceiveEvents(postgres.as('postgres'), who),
      close,
    };
    return opened;
  } catch (failure) {
    await close();
    throw failure;
  }
}

async function openAuth({ url, jwtSecret, siteUrl }: { url: string; jwtSecret: string; siteUrl: string }) {
  process.env['LITE_TELEMETRY'] = '0';
  const connection = createPostgresConnection({ url });
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: jwtSecret,
      publishable_key: PUBLISHABLE_KEY,
      secret_key: serviceKey(jwtSecret),
      site_url: siteUrl,
      minimum_password_length: 8,
      email: { enable_confirmations: true },
    },
    options: { server: { admin: false } },
  });
  const mailer = new AuthMailListener();
  (app as unknown as { _mailer: AuthMailListener })._mailer = mailer;
  await captureConsole(() => app.init());
  return {
    mailer,
    fetch: (request: Request) => app.fetch(request, { peerAddress: '127.0.0.1' }),
    close: () => connection.close(),
  };
}

/** Checks like Realtime whether a person, or a visitor, can read a message of the topic; nothing is stored. */
async function canReceiveEvents(
  url: string,
  { userId, subject }: { userId: string | null; subject: string },
): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query("insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true)", [
      subject,
    ]);
    const role = userId === null ? 'anon' : 'authenticated';
    const claims = JSON.stringify({ ...(userId !== null && { sub: userId }), role });
    await client.query(
      "select set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true), set_config('role', $3, true)",
      [claims, subject, role],
    );
    const { rows } = await client.query('select from realtime.messages where topic = $1', [subject]);
    return rows.length > 0;
  } finally {
    // Also ends the transaction.
    await client.end();
  }
}
