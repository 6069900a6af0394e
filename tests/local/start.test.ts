import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createLocalBackend } from '../../supabase/local/backend.ts';
import { formatError } from '../../supabase/local/user-error.ts';
import { checkNode, readSettings } from '../../supabase/local/settings.ts';
import { freePort } from '../support/free-port.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { run, temporaryFolder, type ServerProcess } from './server-process.ts';

const PORT = String(await freePort());
/** A data folder of an earlier start, because making one takes most of a start's time. */
const earlier = temporaryFolder();
let folder: ReturnType<typeof temporaryFolder>;
let started: ServerProcess[] = [];

const start = (env: Record<string, string> = {}) => {
  const server = run('start', { PORT, MUSTER_DATA: join(folder.path, 'data'), ...env });
  started.push(server);
  return server;
};
const ready = async (env: Record<string, string> = {}) => {
  const server = start(env);
  await server.printed('Press Ctrl-C to stop.');
  return server;
};
/** Copies the data folder of an earlier start; returns its path. */
const dataOfBefore = () => {
  const data = join(folder.path, 'data');
  cpSync(earlier.path, data, { recursive: true });
  return data;
};
/** Opens the data folder in this process: the messages are the same, and a process costs seconds. */
const openHere = ({ port = null }: { port?: number | null } = {}) =>
  createLocalBackend({ dataDir: join(folder.path, 'data'), dist: null, port });
const failureOf = (options: { port?: number } = {}) =>
  openHere(options).then((backend) => backend.close().then(() => 'It opened.'), formatError);
/** Expects exit code 1 and no stack trace; returns the output. */
async function plainFailureOf(server: ServerProcess) {
  expect(await server.ended).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at /);
  return server.output();
}
async function stop(server: ServerProcess, signal: NodeJS.Signals = 'SIGINT') {
  server.signal(signal);
  expect(await server.ended).toBe(0);
}

beforeAll(async () => {
  const backend = await openLocalBackend({ dataDir: earlier.path });
  await backend.close();
});
afterAll(() => earlier.remove());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const server of started) server.signal('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  started = [];
  folder.remove();
});

describe('npm start', () => {
  test('keeps data and sessions between starts, and ends with 0 on Ctrl-C', async () => {
    const request = (path: string, { body, token }: { body?: unknown; token?: string | undefined }) =>
      fetch(`http://127.0.0.1:${PORT}/auth/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey: 'sb_publishable_muster_local',
          'Content-Type': 'application/json',
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const inbox = async () => (await fetch(`http://127.0.0.1:${PORT}/local/inbox`)).text();
    dataOfBefore();
    const first = await ready();
    const register = await request('signup', { body: { email: 'somebody@example.com', password: 'long-enough-1' } });
    expect(register.status).toBe(200);
    expect(await inbox()).toContain('somebody@example.com');
    const mail = readFileSync(join(folder.path, 'data/mail.jsonl'), 'utf8');
    const hash = /token_hash=([0-9a-f]+)&type=signup/.exec(mail)?.[1];
    expect(hash).toBeDefined();
    const verified = await request('verify', { body: { type: 'signup', token_hash: hash } });
    const { access_token: token } = (await verified.json()) as { access_token?: string };
    expect(token).toBeDefined();
    await stop(first);
    expect(readdirSync(join(folder.path, 'data'))).not.toContain('lock');

    const second = await ready();
    expect(await inbox()).toContain('somebody@example.com');
    expect(await (await request('user', { token })).json()).toMatchObject({ email: 'somebody@example.com' });
    await stop(second, 'SIGTERM');
  });

  test('starts again after an interrupted first start, and ends at once on Ctrl-C', async () => {
    const killed = start({ MUSTER_DEMO: '1' });
    await killed.printed('Creating the demo');
    killed.signal('SIGKILL');
    await killed.ended;
    expect(readdirSync(join(folder.path, 'data'))).toContain('unfinished');
    const interrupted = start({ MUSTER_DEMO: '1' });
    await interrupted.printed('Creating the demo');
    interrupted.signal('SIGINT');
    expect([0, 130]).toContain(await interrupted.ended);
    // An interrupted first start is completed or repeated, never left half done.
    const restarted = await ready({ MUSTER_DEMO: '1' });
    expect(restarted.output()).toContain('guide@muster.test');
    expect(readdirSync(join(folder.path, 'data'))).not.toContain('unfinished');
    await stop(restarted);
  });

  test('says that the port is in use, and which to try', async () => {
    const other = createServer().listen(Number(PORT), '127.0.0.1');
    try {
      expect(await failureOf({ port: Number(PORT) })).toMatch(
        new RegExp(`Port ${PORT} is already in use\\.[^]*PORT=${Number(PORT) + 1}`),
      );
    } finally {
      other.close();
    }
  });

  test('says that it cannot write to the data folder', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    expect(await plainFailureOf(start({ MUSTER_DATA: join(file, 'data') }))).toMatch(
      /cannot write to its data folder .*file[^]*MUSTER_DATA=/,
    );
  });

  test('says that the folder is in use, and takes over the lock of a killed process', async () => {
    const data = dataOfBefore();
    const first = await ready();
    expect(await failureOf({ port: 4212 })).toMatch(/in use by another Muster \(process \d+\)[^]*Ctrl-C/);
    expect(await plainFailureOf(run('reset', { MUSTER_DATA: data }))).toMatch(/in use by another Muster/);
    first.signal('SIGKILL');
    await first.ended;
    expect(readdirSync(data)).toContain('lock');
    await (await openHere()).close();
  });

  test.each<[string, (database: string) => void]>([
    ['a file is truncated', (database) => truncateSync(join(database, 'global/pg_control'), 100)],
    ['its version file is missing', (database) => rmSync(join(database, 'PG_VERSION'))],
  ])('says that the data is damaged when %s', async (_, damage) => {
    const dataDir = dataOfBefore();
    damage(join(dataDir, 'database'));
    await expect(createLocalBackend({ dataDir, dist: null })).rejects.toThrow(/damaged/);
  });

  test('says that data without tables is damaged, and the reset repairs it', async () => {
    const data = dataOfBefore();
    rmSync(join(data, 'database/base'), { recursive: true });
    expect(await failureOf()).toMatch(/damaged[^]*npm run demo:reset/);
    expect(await run('reset', { MUSTER_DATA: data }).ended).toBe(0);
    await (await openHere()).close();
  });

  test('the reset deletes nothing from a folder with other files', async () => {
    writeFileSync(join(folder.path, 'holiday.jpg'), 'x');
    expect(await plainFailureOf(run('reset', { MUSTER_DATA: folder.path }))).toMatch(/did not create \(holiday\.jpg\)/);
    expect(readdirSync(folder.path)).toEqual(['holiday.jpg']);
  });
});

describe('settings', () => {
  test('refuse an invalid port and an unknown demo switch', () => {
    expect(() => readSettings({ PORT: '80a' })).toThrow('which is not a valid port');
    expect(() => readSettings({ PORT: '70000' })).toThrow('which is not a valid port');
    expect(() => readSettings({ MUSTER_DEMO: 'no' })).toThrow('MUSTER_DEMO');
    expect(readSettings({})).toMatchObject({ port: 4173, demo: true });
  });

  test('require Node 20.19', () => {
    expect(() => checkNode('v18.20.0')).toThrow('needs Node 20.19');
    expect(() => checkNode('v20.18.9')).toThrow('needs Node 20.19');
    checkNode('v20.19.0');
    checkNode('v22.0.0');
  });
});
