/** What journeys need: a backend, the app's next version, and access to the database. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { TestProject } from 'vitest/node';
import { StaticFiles } from '../../supabase/local/static-files.ts';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { freshBuilds } from '../browser/builds.ts';
import { noteEnvironment } from '../run/report.ts';
import { launchBrowser, type BrowserChoice } from './browser.ts';
import type { JourneyHost } from './journey-host.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which of the available browsers runs these journeys. */
    browser?: BrowserChoice;
  }
}

export interface JourneyBackend {
  /** Without a trailing slash. */
  url: string;
  /** Bypasses RLS. */
  query(sql: string, values: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const WHERE = { registry: 'from npm', installed: 'installed', any: 'the one of the journeys' } satisfies Record<
  BrowserChoice,
  string
>;

/** Prints the browser's version, and fails before anything is built if the browser does not start. */
export async function printEngine(project: TestProject): Promise<void> {
  const { browser: choice } = project.getProvidedContext();
  if (!choice) return;
  const browser = await launchBrowser({ browser: choice });
  noteEnvironment(`${project.name}: Chromium ${browser.version()} (${WHERE[choice]})`);
  await browser.close();
}

/** Opens a backend for one build, a file server for the other build, and an endpoint for queries that bypass RLS. */
export async function openJourneyHost(
  { now, next }: { now: string; next: string },
  open: (dist: string) => Promise<JourneyBackend>,
): Promise<JourneyHost & { close(): Promise<void> }> {
  // PGlite treats the process as its own: it sets the exit code when it starts (99) and when it ends (0).
  const { exitCode } = process;
  const backend = await open(now);
  process.exitCode = exitCode;

  const files = new StaticFiles(next);
  const listener = getRequestListener(
    async (request) => (await files.serve(request)) ?? new Response(null, { status: 503 }),
    {
      overrideGlobalObjects: false,
    },
  );
  const nextVersion = createServer((request, response) => void listener(request, response));
  const database = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { sql, values } = JSON.parse(Buffer.concat(parts).toString()) as { sql: string; values: unknown[] };
      backend.query(sql, values).then(
        (rows) => response.end(JSON.stringify({ rows })),
        (error: Error) => response.end(JSON.stringify({ error: error.message })),
      );
    });
  });
  // Keeps idle connections open: a busy machine may be about to reuse one.
  for (const server of [nextVersion, database]) server.keepAliveTimeout = 0;
  return {
    backendUrl: backend.url,
    nextVersionUrl: await listen(nextVersion),
    databaseUrl: await listen(database),
    close: async () => {
      await Promise.all([closeServer(nextVersion), closeServer(database)]);
      // By now it tells whether tests have failed.
      const result = process.exitCode;
      await backend.close();
      process.exitCode = result;
    },
  };
}

/** Builds the app twice, opens one host in this process and provides its addresses. Returns the teardown. */
export async function hostJourneys(
  project: TestProject,
  open: (dist: string) => Promise<JourneyBackend>,
): Promise<() => Promise<void>> {
  await printEngine(project);
  const host = await openJourneyHost(await freshBuilds(), open);
  project.provide('backendUrl', host.backendUrl);
  project.provide('nextVersionUrl', host.nextVersionUrl);
  project.provide('databaseUrl', host.databaseUrl);
  return () => host.close();
}

/** Adapts a local backend for journeys. */
export function asJourneyBackend(backend: LocalBackend): JourneyBackend {
  return {
    url: backend.url,
    query: async (sql, values) => (await backend.exclusive(() => backend.db.query(sql, values))).rows,
    close: () => backend.close(),
  };
}
