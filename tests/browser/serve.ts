/**
 * Before the browser tests: two builds. A lane's backend starts in a process of its own when the lane's first file asks for it. The first lane
 * makes the demo; the others start from a copy of its database.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { closeServer, listen, printEngine } from '../support/browser-host.ts';
import type { DemoSize } from '../../supabase/seed/seed.ts';
import type { JourneyHost } from '../support/journey-host.ts';
import { freshBuilds } from './builds.ts';

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  await printEngine(project);
  const { now, next } = await freshBuilds();
  const children: ChildProcess[] = [];
  // The smoke test makes all that it needs.
  const demo: DemoSize = project.name === 'browser-smoke' ? 'small' : 'full';
  const folder = mkdtempSync(join(tmpdir(), 'muster-lanes-'));
  const dump = join(folder, 'demo.tar');
  // The demo's database holds keys derived from it.
  const jwtSecret = randomBytes(48).toString('base64url');

  const startLane = () =>
    new Promise<JourneyHost>((resolve, reject) => {
      const child = fork(join(import.meta.dirname, 'lane.ts'), [now, next, demo, dump, jwtSecret], {
        execArgv: ['--import', 'tsx'],
      });
      children.push(child);
      child.once('message', (host) => resolve(host as JourneyHost));
      child.once('exit', (code, signal) => reject(new Error(`It ended with ${code ?? signal}.`)));
    });

  let first: Promise<JourneyHost> | null = null;
  const start = async (): Promise<JourneyHost> => {
    if (first === null) return (first = startLane());
    // Without the first lane's copy, a lane makes the demo by itself.
    await first.catch(() => undefined);
    return startLane();
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
    rmSync(folder, { recursive: true, force: true });
  };
}
