import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { checkNode, readSettings } from '../../supabase/local/settings.ts';
import { run, temporaryFolder, type ServerProcess } from './server-process.ts';

const PORT = '4210';
let folder: ReturnType<typeof temporaryFolder>;
let started: ServerProcess[] = [];

const start = (env: Record<string, string> = {}) => {
  const server = run('start', { PORT, MUSTER_DATA: join(folder.path, 'data'), ...env });
  started.push(server);
  return server;
};
const ready = async (env: Record<string, string> = {}) => {
  const server = start(env);
  await server.printed('Ctrl-C ends it.');
  return server;
};
/** Ends with a failure that is told in plain sentences. */
async function plainFailureOf(server: ServerProcess) {
  expect(await server.ended).toBe(1);
  expect(server.output()).not.toMatch(/\n\s+at /);
  return server.output();
}
async function stop(server: ServerProcess, signal: NodeJS.Signals = 'SIGINT') {
  server.signal(signal);
  expect(await server.ended).toBe(0);
}

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
  test('keeps its data between starts, and Ctrl-C ends it with 0', async () => {
    const first = await ready();
    const register = await fetch(`http://127.0.0.1:${PORT}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: 'sb_publishable_muster_local', 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'somebody@example.com', password: 'long-enough-1' }),
    });
    expect(register.status).toBe(200);
    const inbox = await (await fetch(`http://127.0.0.1:${PORT}/local/inbox`)).text();
    expect(inbox).toContain('somebody@example.com');
    await stop(first);
    expect(readdirSync(join(folder.path, 'data'))).not.toContain('lock');

    const second = await ready();
    expect(await (await fetch(`http://127.0.0.1:${PORT}/local/inbox`)).text()).toContain('somebody@example.com');
    const hash = /token_hash=([0-9a-f]+)&type=signup/.exec(
      readFileSync(join(folder.path, 'data/mail.jsonl'), 'utf8'),
    )?.[1];
    expect(hash).toBeDefined();
    const verified = await fetch(`http://127.0.0.1:${PORT}/auth/v1/verify`, {
      method: 'POST',
      headers: { apikey: 'sb_publishable_muster_local', 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'signup', token_hash: hash }),
    });
    const { access_token: token } = (await verified.json()) as { access_token?: string };
    expect(token).toBeDefined();
    await stop(second, 'SIGTERM');

    // Who is signed in stays so.
    const third = await ready();
    const who = await fetch(`http://127.0.0.1:${PORT}/auth/v1/user`, {
      headers: { apikey: 'sb_publishable_muster_local', Authorization: `Bearer ${token}` },
    });
    expect(await who.json()).toMatchObject({ email: 'somebody@example.com' });
    await stop(third);
  });

  test('ends at once when Ctrl-C comes while it starts', async () => {
    const server = start({ MUSTER_DEMO: '1' });
    await server.printed('Making the demo');
    server.signal('SIGINT');
    expect([0, 130]).toContain(await server.ended);
    // What was interrupted is finished or done anew, never half there.
    const again = await ready({ MUSTER_DEMO: '1' });
    expect(again.output()).toContain('guide@muster.test');
    await stop(again);
  });

  test('begins anew when its first start was killed half way', async () => {
    const server = start({ MUSTER_DEMO: '1' });
    await server.printed('Making the demo');
    server.signal('SIGKILL');
    await server.ended;
    expect(readdirSync(join(folder.path, 'data'))).toContain('unfinished');
    const again = await ready({ MUSTER_DEMO: '1' });
    expect(readdirSync(join(folder.path, 'data'))).not.toContain('unfinished');
    await stop(again);
  });

  test('says that the port is taken, and which to try', async () => {
    const other = createServer().listen(Number(PORT), '127.0.0.1');
    try {
      expect(await plainFailureOf(start())).toMatch(/Port 4210 is taken\.[^]*PORT=4211/);
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

  test('says that the folder is in use by another one', async () => {
    const first = await ready();
    expect(await plainFailureOf(start({ PORT: '4212' }))).toMatch(/in use by another Muster \(process \d+\)[^]*Ctrl-C/);
    expect(await plainFailureOf(run('reset', { MUSTER_DATA: join(folder.path, 'data') }))).toMatch(
      /in use by another Muster/,
    );
    await stop(first);
  });

  test('takes over the lock of a process that was killed', async () => {
    const first = await ready();
    first.signal('SIGKILL');
    await first.ended;
    expect(readdirSync(join(folder.path, 'data'))).toContain('lock');
    await stop(await ready());
  });

  test('says that the data is damaged, however it is, and the reset mends it', async () => {
    await stop(await ready());
    const whole = join(folder.path, 'data');
    const damages: Record<string, (database: string) => void> = {
      'main-file-cut-short': (database) => truncateSync(join(database, 'global/pg_control'), 100),
      'version-missing': (database) => rmSync(join(database, 'PG_VERSION')),
      'tables-gone': (database) => rmSync(join(database, 'base'), { recursive: true }),
    };
    for (const [name, damage] of Object.entries(damages)) {
      const data = join(folder.path, name);
      cpSync(whole, data, { recursive: true });
      damage(join(data, 'database'));
      expect(await plainFailureOf(start({ MUSTER_DATA: data }))).toMatch(/damaged[^]*npm run demo:reset/);
    }
    const data = join(folder.path, 'tables-gone');
    expect(await run('reset', { MUSTER_DATA: data }).ended).toBe(0);
    await stop(await ready({ MUSTER_DATA: data }));
  });

  test('the reset deletes nothing from a folder that is not its own', async () => {
    writeFileSync(join(folder.path, 'holiday.jpg'), 'x');
    expect(await plainFailureOf(run('reset', { MUSTER_DATA: folder.path }))).toMatch(
      /did not put there \(holiday\.jpg\)/,
    );
    expect(readdirSync(folder.path)).toEqual(['holiday.jpg']);
  });
});

describe('settings', () => {
  test('refuse what is no port and an unknown demo switch', () => {
    expect(() => readSettings({ PORT: '80a' })).toThrow('which is not a port');
    expect(() => readSettings({ PORT: '70000' })).toThrow('which is not a port');
    expect(() => readSettings({ MUSTER_DEMO: 'no' })).toThrow('MUSTER_DEMO');
    expect(readSettings({})).toMatchObject({ port: 4173, demo: true });
  });

  test('ask for Node 20.19', () => {
    expect(() => checkNode('v18.20.0')).toThrow('needs 20.19');
    expect(() => checkNode('v20.18.9')).toThrow('needs 20.19');
    checkNode('v20.19.0');
    checkNode('v22.0.0');
  });
});
