/**
 * Attacks on the local server, in its own process so that a crash is noticed; and the HTTP server on its own, for its
 * limits.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { createHttpServer, rejectUpgrade, type Limits } from '../../supabase/local/http-server.ts';
import { seededRandom } from '../../src/offline/testing/devices.ts';
import { malformed } from './malformed-requests.ts';
import { responseTo, pause, raw, statusOf, upgradeHead } from './raw-sockets.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { stays } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { run, temporaryFolder, type ServerProcess } from './server-process.ts';

const PORT = await freePort();
const REALTIME = '/realtime/v1/websocket?apikey=sb_publishable_muster_local&vsn=2.0.0';
const folder = temporaryFolder();
let server: ServerProcess;

beforeAll(async () => {
  const prepared = await openLocalBackend({ dataDir: join(folder.path, 'data'), port: null });
  await prepared.close();
  server = run('start', { PORT: String(PORT), MUSTER_DATA: join(folder.path, 'data') });
  await server.printed('Press Ctrl-C to stop.');
});
afterAll(async () => {
  server.signal('SIGINT');
  expect(await server.ended).toBe(0);
  folder.remove();
});

const rest = (path: string) =>
  `GET /rest/v1/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: sb_publishable_muster_local\r\n\r\n`;

/** Returns 200 while the server answers; fails if it printed a stack trace. */
async function expectStillServing() {
  const response = await fetch(`http://127.0.0.1:${PORT}/local/demo.json`);
  expect(server.output()).not.toMatch(/\n\s+at |Error:/);
  return response.status;
}

describe('the server of npm start', () => {
  test('survives an upgrade to an invalid address', async () => {
    for (const target of [
      '//',
      '//x',
      '/\\',
      'http://',
      '*',
      '/%',
      '/?%',
      '/realtime/v1/websocket?apikey=%',
      `/${'a'.repeat(12_000)}`,
    ]) {
      expect(await statusOf(PORT, upgradeHead(target)), target.slice(0, 50)).toBeGreaterThanOrEqual(400);
      expect(await expectStillServing()).toBe(200);
    }
  });

  test('survives resets after a refused upgrade and at any other time', async () => {
    const heads = [
      upgradeHead('/'),
      upgradeHead('/realtime/v1/websocket'),
      upgradeHead(REALTIME, { Host: 'evil.example' }),
      upgradeHead(REALTIME),
    ];
    const cut = [
      ...heads,
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
      'POST /auth/v1/signup HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n{',
    ];
    for (const wait of [0, 1, 5, 30])
      for (const text of cut) {
        const { socket, ended } = raw(PORT, text + 'x'.repeat(2000));
        await pause(wait);
        socket.resetAndDestroy();
        await ended;
      }
    await stays(expectStillServing, (status) => status === 200, 100);
  });

  test('checks Host and Origin before anything else', async () => {
    const statusFor = (target: string, headers: string) =>
      statusOf(PORT, `GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`);
    for (const target of ['/', '//', '/\\x', 'http://127.0.0.1/']) {
      expect(await statusFor(target, 'Host: evil.example')).toBe(403);
      expect(await statusFor(target, 'Host: user@127.0.0.1')).toBe(403);
      expect(await statusFor(target, 'Host: 127.0.0.1/x')).toBe(403);
      expect(await statusFor(target, 'Host: 127.0.0.1\r\nOrigin: https://evil.example')).toBe(403);
    }
    for (const target of ['//', '/x', '*'])
      for (const headers of [{ Host: 'evil.example' }, { Origin: 'https://evil.example' }])
        expect(await statusOf(PORT, upgradeHead(target, headers))).toBe(403);
    expect(await statusFor('http://127.0.0.1/local/demo.json', 'Host: 127.0.0.1')).toBe(400);
    expect(await statusFor('/', 'Host: 127.0.0.1\r\nHost: evil.example')).toBe(400);
    expect(await statusFor('/local/demo.json', `Host: localhost:${PORT}`)).toBe(200);
  });

  test('refuses a body of more than 16 MB while it arrives, declared or not', async () => {
    const head =
      'POST /auth/v1/signup HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: sb_publishable_muster_local\r\nContent-Type: application/json\r\n';
    expect(await statusOf(PORT, `${head}Content-Length: 16777217\r\n\r\n`)).toBe(413);
    const { socket, received, ended } = raw(PORT, `${head}Transfer-Encoding: chunked\r\n\r\n`);
    const part = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x20), Buffer.from('\r\n')]);
    let sent = 0;
    // This body never ends; 40 MB could only be written if the server reads it.
    while (!socket.closed && received() === '' && sent < 40) {
      if (!socket.write(part))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended, pause(2000)]);
      sent += 1;
    }
    await expect.poll(received).toMatch(/^HTTP\/1\.1 413/);
    expect(sent).toBeLessThan(30);
    await ended;
    expect(await expectStillServing()).toBe(200);
  });

  test('accepts a small body in chunks', async () => {
    const head =
      'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: sb_publishable_muster_local\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'long-enough-1' });
    const pieces = [...body].map((letter) => `1\r\n${letter}\r\n`).join('');
    expect(await statusOf(PORT, `${head}${pieces}0\r\n\r\n`)).toBe(400);
    const { received } = raw(PORT, `${head}${pieces}0\r\n\r\n`);
    await expect.poll(received).toContain('invalid_credentials');
  });

  test('invalid, oversized or too many frames end at most their own connection', async () => {
    const url = `ws://127.0.0.1:${PORT}${REALTIME}`;
    const open = async () => {
      const socket = new WebSocket(url);
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.on('open', resolve));
      return socket;
    };
    const nonsense = [
      '',
      '{',
      'null',
      '0',
      '""',
      '[[[[',
      '[{},{},{},{},{}]',
      '["1","1","phoenix","heartbeat"]',
      '["1","1","realtime:company:x","access_token",{"access_token":{}}]',
      '["1","1","__proto__","phx_leave",{}]',
      '["1","1","realtime:company:00000000-0000-4000-8000-000000000000","phx_join",{"config":null,"access_token":"a.b.c"}]',
      `["1","1","${'x'.repeat(60_000)}","phx_join",{}]`,
      `${'['.repeat(30_000)}`,
    ];
    const steady = await open();
    for (const frame of nonsense) steady.send(frame);
    steady.send(Buffer.from([0, 1, 2, 255]));
    const large = await open();
    large.send('x'.repeat(70_000));
    expect(await new Promise((resolve) => large.on('close', resolve))).toBe(1009);
    const flood = await open();
    const joinMessage = JSON.stringify([
      '1',
      '1',
      'realtime:company:00000000-0000-4000-8000-000000000000',
      'phx_join',
      { config: { private: true } },
    ]);
    for (let sent = 0; sent < 5000; sent += 1) flood.send(joinMessage);
    // Raw frames that violate the protocol: reserved bits, no mask, a close of one byte, a length of 2^63.
    for (const bytes of [
      [0xf1, 0x80, 0, 0, 0, 0],
      [0x81, 0x01, 0x78],
      [0x88, 0x81, 0, 0, 0, 0, 1],
      [0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ]) {
      const { socket, received, ended } = raw(PORT, upgradeHead(REALTIME));
      await expect.poll(received).toContain('101 Switching');
      socket.write(Buffer.from(bytes));
      await ended;
    }
    const result = new Promise((resolve) =>
      steady.on('message', (data) => String(data).includes('"still"') && resolve(String(data))),
    );
    steady.send('[null,"still","phoenix","heartbeat",{}]');
    expect(await result).toContain('"ok"');
    for (const socket of [steady, flood]) socket.terminate();
    expect(await expectStillServing()).toBe(200);
  });

  test('refuses a thousand nested queries before parsing them', async () => {
    for (const [open, close] of [
      ['(', ')'],
      ['%28', '%29'],
    ] as const) {
      const query = `guests?select=${`bookings${open}`.repeat(500)}id${close.repeat(500)}`;
      // The host's own error: the database was not asked.
      expect(await responseTo(PORT, rest(query))).toEqual({
        status: 400,
        body: JSON.stringify({ message: 'The request is nested too deeply' }),
      });
    }
  });

  test('survives 600 malformed requests and upgrades', async () => {
    const random = seededRandom(20261121);
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { socket, ended } = raw(PORT, malformed(random));
          const [how, after] = [random(), random() * 40];
          await pause(after);
          if (how < 0.3) socket.resetAndDestroy();
          else if (how < 0.6) socket.end();
          else socket.destroy();
          await ended;
        }),
      );
      expect(await expectStillServing()).toBe(200);
    }
  });
});

test('drops the queued requests of clients that have gone', async () => {
  const backend = await openLocalBackend();
  const spies = (['query', 'exec', 'transaction'] as const).map((name) => vi.spyOn(backend.db, name));
  /** Returns how many database calls there were since the last time. */
  const databaseCalls = () => {
    const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const spy of spies) spy.mockClear();
    return count;
  };
  let servedCount = 0;
  const requestStatus = async () => {
    const { status } = await fetch(`${backend.url}/rest/v1/permissions?select=guard_name`, {
      headers: { apikey: 'sb_publishable_muster_local', connection: 'close' },
    });
    if (status !== 503) servedCount += 1;
    return status;
  };
  try {
    const calm = await requestStatus();
    databaseCalls();
    await requestStatus();
    const each = databaseCalls();
    expect(each).toBeGreaterThan(0);
    // Until this is released, every request is queued.
    let release = () => {};
    const busy = backend.exclusive(() => new Promise<void>((resolve) => (release = resolve)));
    const flood = Array.from({ length: 60 }, () => raw(backend.port, rest('permissions?select=guard_name').repeat(10)));
    const latest = flood.at(-1)!;
    for (const { socket } of flood.slice(0, -1)) socket.pause();
    // Once the last client is refused, the queue is full and the others' requests have arrived.
    await expect.poll(latest.received, { timeout: 200_000 }).not.toBe('');
    expect(await requestStatus()).toBe(503);
    for (const { socket } of flood) socket.destroy();
    await Promise.all(flood.map(({ ended }) => ended));
    expect(await requestStatus()).toBe(503);
    databaseCalls();
    servedCount = 0;
    release();
    await busy;
    await expect.poll(requestStatus, { timeout: 200_000 }).toBe(calm);
    // 256 were queued, nearly all behind another one on their connection.
    expect(databaseCalls() / each).toBeLessThan(servedCount + 8);
  } finally {
    await backend.close();
  }
});

describe('the HTTP server', () => {
  async function door(limits: Partial<Limits>, work: (port: number) => Promise<void>) {
    const opened = createHttpServer({
      handle: async (request) =>
        new Response(await request.text(), { headers: { 'X-Received': [...request.headers.keys()].join(' ') } }),
      upgrade: (_, socket) => rejectUpgrade(socket, 404),
      limits,
    });
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    try {
      await work((opened.address() as AddressInfo).port);
    } finally {
      opened.closeAllConnections();
      await new Promise((resolve) => opened.close(resolve));
    }
  }
  const GET = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

  test('ends a connection that sends a header or body too slowly', () =>
    door({ headersMs: 300, requestMs: 600 }, async (port) => {
      const slow = [
        'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n',
        'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10000\r\n\r\n',
      ].map((head) => {
        const { socket, received, ended } = raw(port, head);
        const drip = setInterval(() => socket.writable && socket.write('a: b\r\n'), 50);
        return { received, ended: ended.finally(() => clearInterval(drip)) };
      });
      await Promise.all(slow.map(({ ended }) => ended));
      expect(slow.map(({ received }) => /^HTTP\/1\.1 (\d+)/.exec(received())?.[1])).toEqual(['408', '408']);
      expect(await statusOf(port, GET)).toBe(200);
    }));

  test('ends a connection that sends nothing', () =>
    door({ idleMs: 200 }, async (port) => {
      const { socket, ended } = raw(port);
      await ended;
      expect(socket.closed).toBe(true);
    }));

  test('limits connections, and accepts new ones when others end', () =>
    door({ connections: 5 }, async (port) => {
      const held = Array.from({ length: 5 }, () => raw(port, 'GET / HTTP/1.1\r\n'));
      await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
      expect(await statusOf(port, GET)).toBe(0);
      for (const { socket } of held) socket.destroy();
      await expect.poll(() => statusOf(port, GET)).toBe(200);
    }));

  test('drops headers that claim a client address, with a body or without', () =>
    door({}, async (port) => {
      const forgedHeaders = [
        'CF-Connecting-IP',
        'cf-connecting-ip',
        'X-Forwarded-For',
        'x-real-ip',
        'True-Client-IP',
        'Forwarded',
      ]
        .map((name) => `${name}: 203.0.113.7\r\n`)
        .join('');
      for (const [verb, body] of [
        ['GET', '\r\n'],
        ['POST', 'Content-Length: 2\r\n\r\n{}'],
      ]) {
        const { received } = raw(
          port,
          `${verb} / HTTP/1.1\r\nHost: 127.0.0.1\r\n${forgedHeaders}X-Other: 1\r\n${body}`,
        );
        await expect.poll(received).toMatch(/x-received: .*\r\n/i);
        const headerNames = /x-received: (.*)\r\n/i.exec(received())![1]!.split(' ');
        expect(headerNames.filter((name) => !/^(?:host|content-length)$/.test(name))).toEqual(['x-other']);
      }
    }));

  test('accepts a body of exactly the limit', () =>
    door({ bodyBytes: 1000 }, async (port) => {
      const post = (bytes: number) =>
        `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`;
      expect(await statusOf(port, post(1000))).toBe(200);
      expect(await statusOf(port, post(1001))).toBe(413);
    }));
});
