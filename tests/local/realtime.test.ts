import { randomUUID } from 'node:crypto';

import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import type { LocalBackend } from '../../supabase/local/backend.ts';
import { COMPANIES } from '../../supabase/seed/people.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { signedIn, anonymousClient } from './people.ts';

let backend: LocalBackend;
const copenhagen = COMPANIES.copenhagen.id;

beforeAll(async () => {
  backend = await openLocalBackend({ demo: 'small' });
});
afterAll(() => backend.close());

/** Joins the company's channel as the app does; collects its change events in `events`. */
async function join(client: SupabaseClient, companyId: string, isPrivate = true) {
  await client.realtime.setAuth();
  const events: unknown[] = [];
  let channel: RealtimeChannel | undefined;
  const state = await new Promise<{ status: string; error?: Error }>((resolve) => {
    channel = client
      .channel(`company:${companyId}`, { config: { private: isPrivate } })
      .on('broadcast', { event: 'changed' }, (message) => events.push(message))
      .subscribe((status, error) => resolve({ status, error }));
  });
  return { events, leave: async () => channel && client.removeChannel(channel), ...state };
}

async function checkSomebodyIn(client: SupabaseClient) {
  const { rows } = await backend.exclusive((db) =>
    db.query<{ id: string; booking_id: string; departure_id: string }>(
      `select g.id, g.booking_id, g.departure_id from public.guests g join public.departures d on d.id = g.departure_id
       where d.company_id = $1 and d.status = 'scheduled' and not g.is_cancelled
         and d.id in (select departure_id from public.departure_guides where role = 'lead')
         and not exists (select from public.check_in_actions a where a.guest_id = g.id) limit 1`,
      [copenhagen],
    ),
  );
  const guest = rows[0];
  if (!guest) throw new Error('Nobody left to check in');
  const now = new Date().toISOString();
  const device = { id: randomUUID(), label: 'Test', app_version: '1', now };
  const action = {
    id: randomUUID(),
    schema_version: 1,
    kind: 'check_in',
    company_id: copenhagen,
    departure_id: guest.departure_id,
    booking_id: guest.booking_id,
    guest_id: guest.id,
    payload: { method: 'tap' },
    device_id: device.id,
    device_sequence: 1,
    occurred_at: now,
    device_time: now,
  };
  const { data, error } = await client.rpc('check_in_push', { device, actions: [action] });
  expect(error).toBeNull();
  expect(data).toMatchObject({ status: 'ok', outcomes: [{ id: action.id }] });
  expect(data.outcomes[0].status).toMatch(/applied|flagged/);
}

test('the office receives an event for a check-in, without personal data', async () => {
  const office = await signedIn(backend, 'office');
  const joined = await join(office, copenhagen);
  expect(joined.status).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
  await checkSomebodyIn(await signedIn(backend, 'owner'));
  await expect.poll(() => joined.events.length).toBeGreaterThan(0);
  expect(joined.events[0]).toMatchObject({ type: 'broadcast', event: 'changed' });
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect((joined.events[0] as { payload: object }).payload).toEqual({
    company_id: copenhagen,
    departures: [uuid],
    people: [],
    at: expect.stringMatching(/^\d+$/),
  });
  await joined.leave();
  const before = joined.events.length;
  // A remaining listener has received it, so it was sent, but not to the one who left.
  const partner = await signedIn(backend, 'partner');
  const stayed = await join(partner, copenhagen);
  await checkSomebodyIn(office);
  await expect.poll(() => stayed.events.length).toBeGreaterThan(0);
  expect(joined.events.length).toBe(before);
  await Promise.all([office, partner].map((client) => client.realtime.disconnect()));
});

test('refuses another company’s channel, and any channel without sign-in or without `private`', async () => {
  const rome = await signedIn(backend, 'rome');
  const refused = await join(rome, copenhagen);
  expect(refused.status).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  expect(String(refused.error)).toContain('Unauthorized');
  const anonymous = anonymousClient(backend);
  expect((await join(anonymous, copenhagen)).status).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  const owner = await signedIn(backend, 'owner');
  expect((await join(owner, copenhagen, false)).status).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  await Promise.all([rome, anonymous, owner].map((client) => client.realtime.disconnect()));
});

test('a booking’s id is enough to receive that it changed, without signing in', async () => {
  const guest = anonymousClient(backend);
  await guest.realtime.setAuth();
  const { rows } = await backend.exclusive((db) =>
    db.query<{ id: string }>(
      `select b.id from public.bookings as b join public.departures as d on d.id = b.departure_id
       where b.company_id = $1 and b.status = 'CONFIRMED' and d.starts_at > now() limit 2`,
      [copenhagen],
    ),
  );
  const [ownBooking, other] = rows.map(({ id }) => id);
  const received: unknown[] = [];
  const subscribe = (id: string, isPrivate = true) =>
    new Promise<string>((resolve) =>
      guest
        .channel(`booking:${id}`, { config: { private: isPrivate } })
        .on('broadcast', { event: 'changed' }, ({ payload }) => received.push(payload))
        .subscribe((status) => resolve(status)),
    );
  expect(await subscribe(ownBooking!)).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
  await backend.exclusive((db) =>
    db.query(`select private.watch_booking(id) from unnest($1::uuid[]) as id`, [[ownBooking, other]]),
  );
  const updateNote = (id: string) =>
    backend.exclusive((db) => db.query(`update public.bookings set note = 'x' where id = $1`, [id]));
  await updateNote(other!);
  await updateNote(ownBooking!);
  await expect.poll(() => received).toEqual([{ booking_id: ownBooking }]);
  await guest.removeAllChannels();
  expect(await subscribe(ownBooking!, false)).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  await guest.realtime.disconnect();
});

test('a partner receives events of the companies that the organisation oversees', async () => {
  const partner = await signedIn(backend, 'partner');
  expect((await join(partner, copenhagen)).status).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
  expect((await join(partner, COMPANIES.rome.id)).status).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  await partner.realtime.disconnect();
});

test.each([
  ['a page of another origin', { origin: 'https://evil.example' }, 403],
  ['another host name', { headers: { host: 'evil.example' } }, 403],
])('the socket refuses %s', async (_, options, status) => {
  const socket = new WebSocket(
    `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=sb_publishable_muster_local&vsn=2.0.0`,
    options,
  );
  const outcome = await new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('open', () => resolve('open'));
    socket.on('error', () => undefined);
  });
  expect(outcome).toBe(status);
});

test('the socket refuses a client without key, and survives malformed messages', async () => {
  const url = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket`;
  const keyless = new WebSocket(url);
  expect(
    await new Promise((resolve) =>
      keyless.on('unexpected-response', (_r, response) => resolve(response.statusCode)).on('error', () => undefined),
    ),
  ).toBe(401);
  const socket = new WebSocket(`${url}?apikey=sb_publishable_muster_local&vsn=2.0.0`);
  await new Promise((resolve) => socket.on('open', resolve));
  for (const nonsense of [
    '',
    '{}',
    '[]',
    '[1,2,3]',
    'x',
    '["1","1","realtime:company:x","phx_join",null]',
    '[null,"2",null,null]',
  ])
    socket.send(nonsense);
  const result = new Promise((resolve) =>
    socket.on('message', (data) => String(data).includes('"9"') && resolve(JSON.parse(String(data)))),
  );
  socket.send('[null,"9","phoenix","heartbeat",{}]');
  expect(await result).toEqual([null, '9', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]);
  socket.close();
});
