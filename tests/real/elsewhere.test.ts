/** Journeys against a remote project: here the real parts, accessed like any other project. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, inject, test } from 'vitest';
import ws from 'ws';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { DIST } from '../../supabase/local/settings.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { eventually } from '../support/browser-wait.ts';
import type { Query } from '../support/database.ts';
import type { JourneyBackend } from '../support/browser-host.ts';
import { remoteProjectFrom, openRemoteProject } from '../support/remote-project.ts';
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts';

const parts = inject('realParts');
let opened: JourneyBackend | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

test('the environment names a project completely or not at all', () => {
  const whole = {
    SUPABASE_URL: 'https://x.supabase.co/',
    SUPABASE_PUBLISHABLE_KEY: 'key',
    SUPABASE_DB_URL: 'postgres://x',
  };
  expect(remoteProjectFrom({})).toBeNull();
  expect(remoteProjectFrom(whole)).toEqual({
    url: 'https://x.supabase.co',
    publishableKey: 'key',
    database: 'postgres://x',
  });
  expect(() => remoteProjectFrom({ ...whole, SUPABASE_DB_URL: '' })).toThrow('SUPABASE_DB_URL');
});

test('requests carry the project’s own key and no foreign origin', async () => {
  const requests: unknown[] = [];
  const otherServer = createServer(({ url, headers }, response) => {
    requests.push([url, headers['apikey'], headers['authorization'], headers['origin']]);
    response.setHeader('Content-Type', 'application/json').end('[]');
  });
  await new Promise<void>((listening) => otherServer.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
    opened = await openRemoteProject({ url, publishableKey: 'theirs', database: 'postgres://127.0.0.1:1/x' }, DIST);
    const result = await fetch(`${opened.url}/rest/v1/users?select=id`, {
      headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${PUBLISHABLE_KEY}`, origin: opened.url },
    });
    expect(await result.json()).toEqual([]);
    expect(requests).toEqual([['/rest/v1/users?select=id', 'theirs', 'Bearer theirs', undefined]]);
  } finally {
    otherServer.closeAllConnections();
    otherServer.close();
  }
});

describe.skipIf(parts === null)('the real parts as a remote project', () => {
  test('allow sign-in, queries, writes and change events', async () => {
    const project = { url: inject('backendUrl'), publishableKey: PUBLISHABLE_KEY, database: parts!.owner };
    opened = await openRemoteProject(project, DIST);
    const crew = await makeCrew(opened.query as Query);
    const client = createClient(opened.url, PUBLISHABLE_KEY, {
      // Node 20 has no built-in WebSocket.
      realtime: { transport: ws as never },
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { error } = await client.auth.signInWithPassword({ email: crew.people.guide.email, password: DEMO_PASSWORD });
    expect(error).toBeNull();
    expect((await client.from('users').select('companies(id)').limit(1).single()).data).toEqual({
      companies: [{ id: crew.companyId }],
    });
    const received: unknown[] = [];
    const channel = client.channel(`company:${crew.companyId}`, { config: { private: true } });
    channel.on('broadcast', { event: 'changed' }, ({ payload }) => received.push(payload));
    expect(await new Promise((resolve) => channel.subscribe(resolve))).toBe('SUBSCRIBED');
    await opened.query('update public.companies set name = name where id = $1', [crew.companyId]);
    await eventually(
      async () => received.length,
      (count) => count === 1,
    );
    await client.removeAllChannels();
  });
});
