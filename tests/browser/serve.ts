/**
 * Global set-up of the browser tests: two builds, and a database with the demo. A lane's backend starts in its own
 * process, on a copy of that database, when the lane's first file needs it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { closeServer, listen, printEngine } from '../support/browser-host.ts';
import type { DemoSize } from '../../supabase/seed/seed.ts';
import type { JourneyHost } from '../support/journey-host.ts';
import { openLaneDatabases } from '../support/lane-databases.ts';
import { freshBuilds } from './builds.ts';

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  await printEngine(project);
  const { now, next } = await freshBuilds();
  const children: ChildProcess[] = [];
  // The smoke test creates its own data.
  const demo: DemoSize = project.name === 'browser-smoke' ? 'small' : 'full';
  const jwtSecret = randomBytes(48).toString('base64url');
  const databases = await openLaneDatabases({ size: demo, jwtSecret });

  const start = async () => {
    const database = await databases.copy();
    return new Promise<JourneyHost>((resolve, reject) => {
      const child = fork(join(import.meta.dirname, 'lane.ts'), [now, next, demo, database, jwtSecret], {
        execArgv: ['--import', 'tsx'],
      });
      children.push(child);
      child.once('message', (host) => resolve(host as JourneyHost));
      child.once('exit', (code, signal) => reject(new Error(`The lane’s server ended with ${code ?? signal}.`)));
    });
  };

  const lanes = new Map<string, { status: number; body: string }>();
  const server = createServer((request, response) => {
    const name = request.url ?? '';
    const lane = lanes.get(name) ?? { status: 503, body: '' };
    if (!lanes.has(name)) {
      lanes.set(name, lane);
      start().then(
        (host) => Object.assign(lane, { status: 200, body: JSON.stringify(host) }),
        (error: Error) => Object.assign(lane, { status: 500, body: error.message }),
      );
    }
    response.writeHead(lane.status).end(lane.body);
  });
  project.provide('lanesUrl', await listen(server));

  return async () => {
    await closeServer(server);
    await Promise.all(
      children
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => {
          const isOver = new Promise((resolve) => child.once('exit', resolve));
          child.disconnect();
          return isOver;
        }),
    );
    await databases.close();
  };
}
