/** PGlite with `@supabase/lite`: Postgres, PostgREST and Auth in this process, one request at a time. */
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import type { App } from '@supabase/lite';

import { ApiHandler, type ApiResponse } from './api-handler.ts';
import { AuthMailListener, type CapturedMail } from './functions/auth-hook.ts';
import { serviceKey } from './functions/keys.ts';
import { ConstantTimeResponses } from './constant-time-responses.ts';
import { SerialQueue } from './serial-queue.ts';
import type { limitToPostgrestRelations } from './postgrest-relations.ts';
import { cacheCluster, readCachedCluster, type CachedCluster } from './cluster-cache.ts';
import { configuredMailLimit } from './mail-limit.ts';
import { claimsSql, migrate, readSqlFiles, type SqlFile } from './migrate.ts';
import { UserError } from './user-error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import { captureConsole } from './capture-console.ts';
import { FACTOR_TABLES } from './assurance-level.ts';

export const PUBLISHABLE_KEY = 'sb_publishable_muster_local';

/** Most requests that may wait for the database. */
const MAX_WAITING = 256;
const MAX_NESTING = 16;

export interface Database {
  db: PGlite;
  /** Serves /rest/v1 and /auth/v1. */
  fetch(request: Request): Promise<Response>;
  /** Runs our own statements between requests, never inside one. */
  exclusive<T>(work: (db: PGlite) => Promise<T>): Promise<T>;
  /** Sends Auth's mails; called before the causing request is answered. Null: mails are dropped. */
  onAuthMail: ((mail: CapturedMail) => Promise<void>) | null;
  /**
   * Replaces the check in realtime.ts of whether a person (null: not signed in) may receive change events of
   * `company:<id>` or `booking:<id>`. Tests on a hosted-like Postgres ask its own policies.
   */
  canReceiveEvents?(who: { userId: string | null; subject: string }): Promise<boolean>;
  close(): Promise<void>;
}

/** A database connection for the API of `@supabase/lite` and for this host's own statements. */
export interface DatabaseConnection {
  connection: ConstructorParameters<typeof App>[0]['connection'] & Parameters<typeof limitToPostgrestRelations>[0];
  db: PGlite;
  /** Runs after all migrations. */
  afterMigration?(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Folder of Postgres; null: in memory. */
  folder: string | null;
  jwtSecret: string;
  siteUrl: string;
  /** Fills an empty database, in the transaction that records that it was filled. */
  seed?: (db: Pick<PGlite, 'query' | 'exec'>) => Promise<void>;
  /** Time that the demo's dates are relative to, stored with it. */
  seededAt?: Date;
  /** Dump that a new database starts from; empty by default. */
  dump?: Blob;
  /** Connects to another database than PGlite; `folder` and `dump` are ignored then. */
  connect?: () => Promise<DatabaseConnection>;
  /** Auth's mails per hour; by default the limit of a project (supabase/config.toml). */
  mailsPerHour?: number;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  process.env['LITE_TELEMETRY'] = '0';
  process.env['DO_NOT_TRACK'] = '1';
  const { folder } = options;
  if (folder === null) return (await captureConsole(() => open(options))).result;
  // An interrupted first start leaves an incomplete database without user data.
  const unfinished = unfinishedMark(folder);
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) refuseStrangeFolder(folder);
  else writeFileSync(unfinished, '', { mode: PRIVATE_FILE });
  const { result } = await captureConsole(() => open(options));
  // PGlite creates the folder with the umask's permissions.
  chmodSync(folder, PRIVATE_FOLDER);
  rmSync(unfinished, { force: true });
  return result;
}

/** Marker file that exists while the database is being created. */
const unfinishedMark = (folder: string) => join(dirname(folder), 'unfinished');

/** Enables test payments (supabase/local/functions/test-payment-page.ts). */
const TEST_PROVIDER = "insert into private.payment_providers values ('test', false) on conflict do nothing";

const BLANK: CachedCluster = { kind: 'blank', madeOf: [] };

/** Cluster with platform and chapters, but without data. */
const migratedCluster = (chapters: readonly SqlFile[]): CachedCluster => ({
  kind: 'migrated',
  madeOf: [claimsSql(), FACTOR_TABLES, TEST_PROVIDER, ...chapters.flatMap(({ name, checksum }) => [name, checksum])],
});

async function connectPglite(
  { folder, dump }: DatabaseOptions,
  chapters: readonly SqlFile[],
): Promise<DatabaseConnection> {
  const { createPgliteConnection } = await import('@supabase/lite/pglite');
  const isNew = folder === null || !existsSync(folder);
  const migrated = migratedCluster(chapters);
  const cachedCluster = isNew && !dump ? readCachedCluster(migrated) : null;
  const start = isNew ? (dump ?? cachedCluster ?? readCachedCluster(BLANK)) : null;
  const connection = await createPgliteConnection({
    url: folder ?? 'memory://',
    ...(start ? { pgliteOptions: { loadDataDir: start } } : {}),
  });
  const db = connection.driver;
  try {
    await db.waitReady;
    if (isNew && !start) await cacheCluster(db, BLANK);
  } catch (failure) {
    throw folder === null ? failure : unreadable(folder);
  }
  return {
    connection,
    db,
    ...(isNew && !dump && !cachedCluster && { afterMigration: () => cacheCluster(db, migrated) }),
    close: () => connection.close(),
  };
}

async function open(options: DatabaseOptions): Promise<Database> {
  const { jwtSecret, siteUrl, mailsPerHour = configuredMailLimit() } = options;
  const chapters = readSqlFiles();
  const database = await (options.connect?.() ?? connectPglite(options, chapters));
  const { connection, db, close } = database;
  const authMail = new AuthMailListener();
  try {
    const app = await createApp(options, connection, authMail);
    await app.ensureSystemSchema();
    await prepareDatabase(database, chapters, options);
    await app.init();
    const api = new ApiHandler({ app, connection, db, authMail, jwtSecret, siteUrl, mailsPerHour });
    return serveDatabase(db, api, close);
  } catch (failure) {
    await close().catch(() => undefined);
    throw failure;
  }
}

async function createApp(
  { jwtSecret, siteUrl }: DatabaseOptions,
  connection: DatabaseConnection['connection'],
  authMail: AuthMailListener,
) {
  const { App } = await import('@supabase/lite');
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
  (app as unknown as { _mailer: AuthMailListener })._mailer = authMail;
  return app;
}

/** Migrates the database, and fills an empty one. */
async function prepareDatabase(
  { connection, db, afterMigration }: DatabaseConnection,
  chapters: readonly SqlFile[],
  { seed, seededAt = new Date() }: DatabaseOptions,
): Promise<void> {
  await db.exec(claimsSql());
  await migrate(db, chapters);
  await db.exec(FACTOR_TABLES);
  await db.query(TEST_PROVIDER);
  await afterMigration?.();
  // Otherwise lite grants everything on every table to everyone when it first meets row level security.
  (connection as unknown as { rlsState: string }).rlsState = 'active';
  if (!seed || !(await isEmpty(db))) return;
  await db.transaction(async (tx) => {
    await seed(tx as unknown as PGlite);
    await tx.query("insert into muster_local.facts values ('demo', $1)", [seededAt.toISOString()]);
  });
  await db.exec('analyze');
  // Counts what the job scheduler would in its first minutes. After the transaction, since rows of an open one stay
  // uncounted.
  await db.query('select private.update_figures(id, 1000000) from public.companies');
}

function serveDatabase(db: PGlite, api: ApiHandler, close: DatabaseConnection['close']): Database {
  const constantTime = new ConstantTimeResponses();
  const queue = new SerialQueue();
  let waiting = 0;
  let closed = false;
  const opened: Database = {
    db,
    onAuthMail: null,
    async fetch(request) {
      if (closed) return new Response('Closing', { status: 503 });
      if (waiting >= MAX_WAITING) return problem(503, 'Too many requests are waiting', { 'Retry-After': '1' });
      if (nesting(request.url) > MAX_NESTING) return problem(400, 'The request is nested too deeply');
      const { pathname } = new URL(request.url);
      // Lite decodes the path, but checks before it do not.
      if (pathname.startsWith('/auth/v1/') && pathname.includes('%')) return problem(404, 'Not found');
      // Reads the body before queueing, so that a slow sender does not block others.
      const whole = await inMemory(request);
      waiting += 1;
      let began = 0;
      const { result, mails } = await queue.run(async (): Promise<ApiResponse> => {
        waiting -= 1;
        began = performance.now();
        // Skips requests whose client has gone.
        return request.signal.aborted ? { result: problem(499, 'Gone'), mails: [] } : api.handle(whole);
      });
      for (const mail of mails) await opened.onAuthMail?.(mail);
      await constantTime.hold(request, result, began);
      return result;
    },
    exclusive: (work) => queue.run(() => work(db)),
    async close() {
      closed = true;
      await queue.run(close);
    },
  };
  return opened;
}

const problem = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ message }), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/**
 * Returns the nesting depth of parentheses: each embedding level is a subquery, and a few hundred crash the database.
 */
function nesting(url: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of url.match(/\(|\)|%28|%29/g) ?? []) {
    depth += sign === '(' || sign === '%28' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

async function inMemory(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const { method, headers, url } = request;
  return new Request(url, { method, headers, body: await request.arrayBuffer() });
}

/** Returns whether nobody has registered. Data of a start without demo is kept. */
async function isEmpty(db: PGlite): Promise<boolean> {
  const { rows } = await db.query('select 1 from auth.users limit 1');
  return rows.length === 0;
}

/** Returns the time that the demo's dates are relative to, or null without a demo. */
export async function demoMadeAt({ exclusive }: Database): Promise<Date | null> {
  const { rows } = await exclusive((db) =>
    db.query<{ value: string }>("select value from muster_local.facts where name = 'demo'"),
  );
  return rows[0] ? new Date(rows[0].value) : null;
}

function refuseStrangeFolder(folder: string) {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw unreadable(folder);
  }
  if (names.length > 0 && !existsSync(join(folder, 'PG_VERSION'))) throw unreadable(folder);
}

function unreadable(folder: string): UserError {
  return new UserError(
    `The database in ${folder} is damaged or was not created by Muster.`,
    'Recreate the demo with npm run demo:reset (this deletes its data), or choose another folder: MUSTER_DATA=/some/folder npm start.',
  );
}
