/** Where the hosted service differs from the embedded backend: timeouts, claims, Realtime policies, Auth's own role. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import ws from 'ws';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { noteLeftOut } from '../run/report.ts';
import { openQuery } from '../support/browser-database.ts';
import { eventually } from '../support/browser-wait.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { makeBooking, makeCompanyOf, makeDeparture } from '../support/database-fixtures.ts';
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts';

const parts = inject('realParts');
const query = openQuery(inject('databaseUrl'));

const visitor = () =>
  createClient(inject('backendUrl'), PUBLISHABLE_KEY, {
    // Node 20 has no built-in WebSocket.
    realtime: { transport: ws as never },
    auth: { persistSession: false, autoRefreshToken: false },
  });

async function signedIn(email: string, password = DEMO_PASSWORD): Promise<SupabaseClient> {
  const client = visitor();
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

/** Returns why there is no Realtime, or null: not every project has it enabled. */
async function noRealtime(): Promise<string | null> {
  const client = visitor();
  const channel = client.channel('booking:00000000-0000-4000-8000-000000000000', { config: { private: true } });
  const state = await new Promise<string>((resolve) => channel.subscribe((status) => resolve(status), 10_000));
  await client.removeAllChannels();
  // A refusal is a response too, so Realtime exists.
  return state === 'TIMED_OUT' || state === 'CLOSED' ? `Realtime does not answer (${state})` : null;
}

/** Joins a company's channel; returns the join's state and the change events that arrive. */
async function listen(client: SupabaseClient, company: string): Promise<{ state: string; events: unknown[] }> {
  const received: unknown[] = [];
  const channel = client.channel(`company:${company}`, { config: { private: true } });
  channel.on('broadcast', { event: 'changed' }, ({ payload }) => received.push(payload));
  const state = await new Promise<string>((resolve) => channel.subscribe((status) => resolve(status)));
  return { state, events: received };
}

describe('change events', () => {
  test('reach members through realtime.send and its policy, and nobody else', async ({ skip }) => {
    const missing = await noRealtime();
    if (missing) {
      noteLeftOut(`real: change events: ${missing}`);
      return skip(missing);
    }
    const [ours, theirs] = [await makeCrew(query), await makeCrew(query)];
    const guide = await signedIn(ours.people.guide.email);
    const stranger = await signedIn(theirs.people.owner.email);
    const joined = await listen(guide, ours.companyId);
    const refused = await listen(stranger, ours.companyId);
    expect([joined.state, refused.state]).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR']);
    await query('update public.companies set name = name where id = $1', [ours.companyId]);
    await eventually(
      async () => joined.events,
      (received) => received.length > 0,
    );
    expect(joined.events).toMatchObject([{ company_id: ours.companyId, departures: null }]);
    expect(refused.events).toEqual([]);
    await Promise.all([guide, stranger].map((client) => client.removeAllChannels()));
  });

  test('reach a guest who only knows the booking’s id', async ({ skip }) => {
    const missing = await noRealtime();
    if (missing) {
      noteLeftOut(`real: change events: ${missing}`);
      return skip(missing);
    }
    const company = await makeCompanyOf({ query }, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
    const departureId = await makeDeparture({ query }, company, { guides: [] });
    const { bookingId } = await makeBooking({ query }, company, { departureId });
    await query('select private.watch_booking($1)', [bookingId]);
    const guest = visitor();
    const received: unknown[] = [];
    const channel = guest.channel(`booking:${bookingId}`, { config: { private: true } });
    channel.on('broadcast', { event: 'changed' }, ({ payload }) => received.push(payload));
    expect(await new Promise((resolve) => channel.subscribe((status) => resolve(status)))).toBe('SUBSCRIBED');
    await query(`update public.bookings set note = 'x' where id = $1`, [bookingId]);
    await eventually(
      async () => received,
      (all) => all.length > 0,
    );
    expect(received).toMatchObject([{ booking_id: bookingId }]);
    await guest.removeAllChannels();
  });
});

describe.skipIf(parts === null)('a database like the hosted one', () => {
  let owner: pg.Client;
  let platform: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: parts!.owner });
    platform = new pg.Client({ connectionString: parts!.platform });
    await Promise.all([owner.connect(), platform.connect()]);
  });
  afterAll(() => Promise.all([owner?.end(), platform?.end()]));

  test('identifies the caller by each form of the claims', async () => {
    const id = randomUUID();
    for (const [setting, value] of [
      ['request.jwt.claim.sub', id],
      ['request.jwt.claims', JSON.stringify({ sub: id, role: 'authenticated' })],
    ]) {
      await owner.query('begin');
      await owner.query('select set_config($1, $2, true)', [setting, value]);
      expect((await owner.query('select auth.uid() as id')).rows).toEqual([{ id }]);
      await owner.query('rollback');
    }
  });

  test('cancels slow statements, earlier for visitors', async () => {
    await owner.query(
      `create function public.patience() returns text language sql as $$ select current_setting('statement_timeout') $$;
       grant execute on function public.patience() to anon, authenticated;
       notify pgrst, 'reload schema'`,
    );
    try {
      const guide = await signedIn('guide@muster.test');
      const readStatementTimeout = async (client: SupabaseClient) => (await client.rpc('patience')).data as unknown;
      await eventually(
        () => readStatementTimeout(guide),
        (found) => found !== null,
      );
      expect([await readStatementTimeout(guide), await readStatementTimeout(visitor())]).toEqual(['8s', '3s']);
    } finally {
      await owner.query(`drop function public.patience(); notify pgrst, 'reload schema'`);
    }
  });

  test('restores the policy once the schema owner may, and reports it missing until then', async () => {
    const allow = async () =>
      (await owner.query<{ found: string[] }>('select private.allow_change_events() as found')).rows[0]!.found;
    expect(await allow()).toEqual([]);
    await platform.query('drop policy "members can receive change events of their companies" on realtime.messages');
    await platform.query('revoke supabase_realtime_admin from postgres');
    try {
      expect(await allow()).toEqual(['no_policy']);
    } finally {
      await platform.query('grant supabase_realtime_admin to postgres with admin option');
    }
    expect(await allow()).toEqual([]);
  });

  test('makes the first owner by one statement, after a sign-up by mailed link', async () => {
    const email = `${randomUUID()}@muster.test`;
    const client = visitor();
    expect((await client.auth.signUp({ email, password: 'a long password' })).error).toBeNull();
    const tokenHash = await linkOf(email, 'Confirm your email address');
    const { data, error } = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenHash });
    expect({ error, email: data.user?.email }).toEqual({ error: null, email });
    const made = await owner.query<{ result: object }>(
      'select private.create_company_with_owner($1, $2, $3) as result',
      [email, 'Ida går tur', `ida-${randomUUID().slice(0, 8)}`],
    );
    expect(made.rows[0]!.result).toMatchObject({ status: 'ok' });
    const mine = await client.from('users').select('companies(name,has_active_subscription)').single();
    expect(mine.data).toEqual({ companies: [{ name: 'Ida går tur', has_active_subscription: true }] });
  });

  test('resets a password through a mailed link in another browser, without its PKCE verifier', async () => {
    const crew = await makeCrew(query);
    const { email } = crew.people.guide;
    const client = createClient(inject('backendUrl'), PUBLISHABLE_KEY, {
      realtime: { transport: ws as never },
      auth: { persistSession: false, flowType: 'pkce' },
    });
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
    const opening = visitor();
    const { error } = await opening.auth.verifyOtp({
      type: 'recovery',
      token_hash: await linkOf(email, 'Choose a new password'),
    });
    expect(error).toBeNull();
    expect((await opening.auth.updateUser({ password: 'another long one' })).error).toBeNull();
    await signedIn(email, 'another long one');
  });
});

/** Returns the token of the link in a mail, from the host's inbox. */
async function linkOf(email: string, subject: string): Promise<string> {
  const page = (path: string) => fetch(`${inject('backendUrl')}${path}`).then((result) => result.text());
  const row = await eventually(
    async () => (await page('/local/inbox')).split('<tr>').find((part) => part.includes(email)),
    (found) => found !== undefined,
  );
  expect(row).toContain(subject);
  const path = /href="(\/local\/inbox\/[^"]+)"/.exec(row!)![1]!;
  return /#token_hash=([^&"]+)/.exec((await page(`${path}?part=text`)).replaceAll('&amp;', '&'))![1]!;
}
