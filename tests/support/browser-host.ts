/** What journeys find when they start: a backend, the app's next version, and a door to the database. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { TestProject } from 'vitest/node';
import { StaticFiles } from '../../supabase/local/static-files.ts';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { freshBuilds } from '../browser/builds.ts';
import { launchBrowser, type BrowserChoice } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** In which of the browsers that are here these journeys run. */
    browser?: BrowserChoice;
    backendUrl: string;
    /** Serves the files of a later version of the app, and nothing else. */
    nextVersionUrl: string;
    databaseUrl: string;
  }
}

/** What answers the journeys. */
export interface JourneyBackend {
  /** Without a slash at the end. */
  url: string;
  /** Past all policies. */
  query(sql: string, values: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const WHERE = { registry: 'npm’s', installed: 'the installed one', any: 'whichever is there' } satisfies Record<
  BrowserChoice,
  string
>;

/** Says in which engine the journeys are about to run; a browser that does not start is known before anything is built. */
async function sayEngine(choice: BrowserChoice): Promise<void> {
  const browser = await launchBrowser({ browser: choice });
  console.info(`The journeys run in Chromium ${browser.version()} (${WHERE[choice]}).`);
  await browser.close();
}

/** Builds the app twice, opens the backend with the first build and provides both. Answers what ends all of it. */
export async function hostJourneys(
  project: TestProject,
  open: (dist: string) => Promise<JourneyBackend>,
): Promise<() => Promise<void>> {
  const { browser } = project.getProvidedContext();
  if (browser) await sayEngine(browser);
  const { now, next } = await freshBuilds();
  // PGlite is a program that believes the process to be its own: it sets the exit code when it starts (99) and when it ends (0).
  const { exitCode } = process;
  const backend = await open(now);
  process.exitCode = exitCode;

  const files = new StaticFiles(next);
  const listener = getRequestListener(
    async (request) => (await files.answer(request)) ?? new Response(null, { status: 503 }),
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

  project.provide('backendUrl', backend.url);
  project.provide('nextVersionUrl', await listen(nextVersion));
  project.provide('databaseUrl', await listen(database));
  return async () => {
    await Promise.all([close(nextVersion), close(database)]);
    // By now it says whether tests have failed.
    const verdict = process.exitCode;
    await backend.close();
    process.exitCode = verdict;
  };
}

/** A local backend as journeys see it. */
export function asJourneyBackend(backend: LocalBackend): JourneyBackend {
  return {
    url: backend.url,
    query: async (sql, values) => (await backend.exclusive(() => backend.db.query(sql, values))).rows,
    close: () => backend.close(),
  };
}
