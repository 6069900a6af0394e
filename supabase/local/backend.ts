/** The embedded backend, for `npm start`, the dev server and tests. */
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
import { portInUse, UserError } from './user-error.ts';
import { openRealtime, type Realtime } from './realtime.ts';
import { DIST, parseEmbedders } from './settings.ts';
import { StaticFiles } from './static-files.ts';

export interface LocalBackendOptions {
  /** Data folder; in memory if omitted. */
  dataDir?: string;
  /** Demo data for an empty database. `small`: the same people and tours with departures on three days only. */
  demo?: 'none' | DemoSize;
  /** Time that the demo's dates are relative to. */
  now?: Date;
  /** 0 takes any free port; null opens none, as the dev server has its own. */
  port?: number | null;
  /** Folder of the built app; null serves none. */
  dist?: string | null;
  /** Origin for links in mails; the server's own by default. */
  siteUrl?: string;
  /** Origins that may embed the guest pages, as CSP sources; only its own by default. */
  embedders?: readonly string[];
  mailsPerHour?: number;
  /** Opens the database; PGlite by default. */
  open?: typeof openDatabase;
  /** Signs tokens and derives keys that the database stores: a copied database needs the secret it was made with. */
  jwtSecret?: string;
  /** Called with one line before slow steps. */
  onProgress?: (line: string) => void;
}

export interface LocalBackend {
  /** Without a trailing slash. */
  url: string;
  port: number;
  fetch(request: Request): Promise<Response>;
  /** Only while no requests are served; otherwise use `exclusive`. */
  db: PGlite;
  exclusive: Database['exclusive'];
  mail: MailBox;
  realtime: Realtime;
  jwtSecret: string;
  /** When the demo was made; null without a demo. */
  demoMadeAt: Date | null;
  close(): Promise<void>;
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) => {
      const another = `PORT=${port + 1} npm start`;
      if (failure.code === 'EADDRINUSE') reject(portInUse(port, another));
      else if (failure.code === 'EACCES')
        reject(
          new UserError(
            `This user may not open port ${port}.`,
            `Run Muster as another user, or choose another port: ${another}.`,
          ),
        );
      else reject(failure);
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const originOf = (url: string | undefined) => (url ? new URL(url).origin : null);

/** Returns the files of the built app, or null if it is not served. */
const staticFiles = ({ dist = DIST, embedders }: LocalBackendOptions): StaticFiles | null =>
  dist === null
    ? null
    : new StaticFiles(dist, {
        supabaseOrigin: originOf(process.env['VITE_SUPABASE_URL']),
        embedders: embedders ?? parseEmbedders(process.env['MUSTER_EMBEDDERS']),
      });

/** Opens the backend. On failure no lock, port or database stays open. */
export async function createLocalBackend(options: LocalBackendOptions = {}): Promise<LocalBackend> {
  const { dataDir, demo = 'none', now = new Date(), port = 0, onProgress } = options;
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = dataDir === undefined ? null : openDataFolder(dataDir);
    if (folder) undo.push(folder.release);
    const jwtSecret = folder?.jwtSecret ?? options.jwtSecret ?? randomBytes(48).toString('base64url');
    const mail = new MailBox(folder?.mail ?? null);

    // Opens the port first, so that a taken port fails before the database is filled.
    let handle: (request: Request) => Promise<Response> = async () =>
      new Response('Starting', { status: 503, headers: { 'Retry-After': '1' } });
    let realtime: Realtime | null = null;
    let bound = 0;
    if (port !== null) {
      const server = createHttpServer({
        handle: (request) => handle(request),
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
        : { seed: (db) => (onProgress?.('Creating the demo …'), seedDemo(db, { now, size: demo })), seededAt: now }),
    });
    undo.push(() => database.close());
    const functions = createFunctions({ database, mail, jwtSecret, siteUrl: url });
    database.onAuthMail = functions.authMail;
    undo.push(() => functions.close());
    const relay = await openRealtime(database, jwtSecret);
    realtime = relay;
    undo.push(() => relay.close());
    handle = createHost({ database, functions, mail, demo: demo !== 'none', files: staticFiles(options) });
    const { db, exclusive } = database;
    return {
      url,
      port: bound,
      fetch: (request) => handle(request),
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

/** Closes open connections as well, since browsers keep idle ones for minutes. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
