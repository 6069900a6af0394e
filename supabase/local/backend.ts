/** The embedded backend as one object: for `npm start`, for the dev server and for tests. */
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { PGlite } from '@electric-sql/pglite';

import { seedDemo, type DemoSize } from '../seed/seed.ts';
import { openDataFolder } from './data-folder.ts';
import { demoMadeAt, openDatabase, type Database } from './database.ts';
import { createHttpServer, rejectUpgrade } from './http-server.ts';
import { createFunctions } from './functions/functions.ts';
import { createHost } from './host.ts';
import { MailBox } from './mail-box.ts';
import { UserError } from './user-error.ts';
import { openRealtime, type Realtime } from './realtime.ts';
import { DIST, parseEmbedders } from './settings.ts';
import { StaticFiles } from './static-files.ts';

export interface LocalBackendOptions {
  /** Where data is kept; without it everything stays in memory. */
  dataDir?: string;
  /** What an empty database is filled with; `small`: the same people and tours with departures of three days only. */
  demo?: 'none' | DemoSize;
  /** The moment that the demo is dated relative to. */
  now?: Date;
  /** 0 takes any free port; null opens none (the dev server has its own). */
  port?: number | null;
  /** The built app; null serves none. */
  dist?: string | null;
  /** Where mail links lead; the server's own address if not told. */
  siteUrl?: string;
  /** Which origins may embed the guests' pages, as sources of a content policy; none but its own if not told. */
  embedders?: readonly string[];
  /** As DatabaseOptions has it. */
  mailsPerHour?: number;
  /** What answers for the database; PGlite if not told. */
  open?: typeof openDatabase;
  /** Signs tokens and derives the keys that the database holds: a copied database needs the one it was made with. */
  jwtSecret?: string;
  /** Hears in a line what takes a while. */
  onProgress?: (line: string) => void;
}

export interface LocalBackend {
  /** Without a slash at the end. */
  url: string;
  port: number;
  fetch(request: Request): Promise<Response>;
  /** For what runs alone; while requests are served, go through `exclusive`. */
  db: PGlite;
  exclusive: Database['exclusive'];
  mail: MailBox;
  realtime: Realtime;
  jwtSecret: string;
  /** When the demo was made, null without one. */
  demoMadeAt: Date | null;
  close(): Promise<void>;
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) => {
      const how = `Stop what uses it, or choose another: PORT=${port + 1} npm start.`;
      if (failure.code === 'EADDRINUSE') reject(new UserError(`Port ${port} is taken.`, how));
      else if (failure.code === 'EACCES') reject(new UserError(`Port ${port} may not be opened by this user.`, how));
      else reject(failure);
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Opens everything, or nothing: whatever fails leaves no lock, no port and no open database behind. */
export async function createLocalBackend(options: LocalBackendOptions = {}): Promise<LocalBackend> {
  const { dataDir, demo = 'none', now = new Date(), port = 0, dist = DIST, onProgress } = options;
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = dataDir === undefined ? null : openDataFolder(dataDir);
    if (folder) undo.push(folder.release);
    const jwtSecret = folder?.jwtSecret ?? options.jwtSecret ?? randomBytes(48).toString('base64url');
    const mail = new MailBox(folder?.mail ?? null);

    // The port first: that it is taken should be said before the work of filling a database.
    let answer: (request: Request) => Promise<Response> = async () =>
      new Response('Starting', { status: 503, headers: { 'Retry-After': '1' } });
    let realtime: Realtime | null = null;
    let bound = 0;
    if (port !== null) {
      const server = createHttpServer({
        answer: (request) => answer(request),
        upgrade: (request, socket, head) =>
          realtime ? realtime.upgrade(request, socket, head) : rejectUpgrade(socket, 503),
      });
      bound = await listen(server, port);
      undo.push(() => stop(server));
    }
    const url = options.siteUrl ?? `http://127.0.0.1:${bound}`;

    const database = await (options.open ?? openDatabase)({
      folder: folder?.database ?? null,
      jwtSecret,
      siteUrl: url,
      ...(options.mailsPerHour === undefined ? {} : { mailsPerHour: options.mailsPerHour }),
      ...(demo === 'none'
        ? {}
        : { seed: (db) => (onProgress?.('Making the demo …'), seedDemo(db, { now, size: demo })), seededAt: now }),
    });
    undo.push(() => database.close());
    const functions = createFunctions({ database, mail, jwtSecret, siteUrl: url });
    database.onAuthMail = functions.authMail;
    undo.push(() => functions.close());
    const relay = await openRealtime(database, jwtSecret);
    realtime = relay;
    undo.push(() => relay.close());
    const files =
      dist === null
        ? null
        : new StaticFiles(dist, {
            supabaseOrigin: originOf(process.env['VITE_SUPABASE_URL']),
            embedders: options.embedders ?? parseEmbedders(process.env['MUSTER_EMBEDDERS']),
          });
    answer = createHost({ database, functions, mail, demo: demo !== 'none', files });
    const { db, exclusive } = database;
    return {
      url,
      port: bound,
      fetch: (request) => answer(request),
      db,
      exclusive,
      mail,
      realtime: relay,
      jwtSecret,
      demoMadeAt: await demoMadeAt(database),
      close,
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}

const originOf = (url: string | undefined) => (url ? new URL(url).origin : null);

/** Ends open connections too: a browser keeps idle ones for minutes. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
