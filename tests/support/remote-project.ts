/**
 * Runs the journeys against a remote Supabase project: the app is served locally, every other request goes to the
 * project.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { createHttpServer } from '../../supabase/local/http-server.ts';
import { StaticFiles } from '../../supabase/local/static-files.ts';
import type { JourneyBackend } from './browser-host.ts';
import { types } from './database-postgres.ts';
import { forward } from './hosted-database.ts';

export interface RemoteProject {
  /** Without a trailing slash. */
  url: string;
  publishableKey: string;
  /** URL for a role that bypasses RLS: `postgres`. */
  database: string;
}

/** Returns the project that the environment names, or null. Throws if it is incomplete. */
export function remoteProjectFrom(env: Record<string, string | undefined>): RemoteProject | null {
  const url = env['SUPABASE_URL']?.replace(/\/$/, '');
  if (!url) return null;
  const publishableKey = env['SUPABASE_PUBLISHABLE_KEY'];
  const database = env['SUPABASE_DB_URL'];
  if (!publishableKey || !database)
    throw new Error('SUPABASE_URL is set: also set SUPABASE_PUBLISHABLE_KEY and SUPABASE_DB_URL.');
  return { url, publishableKey, database };
}

const SERVICE = /^\/(?:rest|auth|functions|storage|realtime)\/v1(?:\/|$)/;

/** Serves the app in `dist` locally, and forwards backend requests to the project with its key. */
export async function openRemoteProject(project: RemoteProject, dist: string): Promise<JourneyBackend> {
  const files = new StaticFiles(dist);
  const pool = new pg.Pool({ connectionString: project.database, types, max: 4 });
  pool.on('error', () => undefined);
  const withKey = (text: string) => text.replaceAll(PUBLISHABLE_KEY, project.publishableKey);

  const handle = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/local/demo.json') return Response.json({ people: [], password: null });
    if (!SERVICE.test(pathname)) return (await files.serve(request)) ?? new Response(null, { status: 503 });
    const headers = new Headers([...request.headers].map(([name, value]): [string, string] => [name, withKey(value)]));
    headers.delete('origin');
    return forward(request, { to: project.url + pathname + withKey(search), headers });
  };

  const sockets = new WebSocketServer({ noServer: true });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    sockets.handleUpgrade(request, socket, head, (near) => {
      const far = new WebSocket(project.url.replace(/^http/, 'ws') + withKey(request.url ?? ''));
      const waiting: [RawData, boolean][] = [];
      near.on('message', (data, isBinary) => {
        if (far.readyState === WebSocket.OPEN) far.send(data, { binary: isBinary });
        else waiting.push([data, isBinary]);
      });
      far.on('open', () => waiting.splice(0).forEach(([data, isBinary]) => far.send(data, { binary: isBinary })));
      far.on('message', (data, isBinary) => near.send(data, { binary: isBinary }));
      for (const [first, other] of [
        [near, far],
        [far, near],
      ] as const) {
        first.on('close', () => other.close());
        first.on('error', () => other.terminate());
      }
    });

  const server = createHttpServer({ handle, upgrade });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    query: async (sql, values) => (await pool.query(sql, values)).rows as unknown[],
    close: async () => {
      for (const near of sockets.clients) near.terminate();
      server.close();
      server.closeAllConnections();
      await pool.end();
    },
  };
}
