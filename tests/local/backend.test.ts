import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { LocalBackend } from '../../supabase/local/backend.ts';
import { SerialQueue } from '../../supabase/local/serial-queue.ts';
import { COMPANIES, ORGANISATIONS, PEOPLE } from '../../supabase/seed/people.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { signedIn, userIdOf, anonymousClient } from './people.ts';
import { temporaryFolder } from './server-process.ts';

let backend: LocalBackend;
const folder = temporaryFolder();

beforeAll(async () => {
  const dist = join(folder.path, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(dist, 'booking.html'), '<!doctype html><title>Muster</title><div id="guests"></div>');
  writeFileSync(join(dist, 'assets/main-Ab12_cd9.js'), `export const text = '${'a'.repeat(5000)}';`);
  writeFileSync(join(dist, 'sw.js'), '// worker');
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
  backend = await openLocalBackend({ demo: 'small', dist });
});
afterAll(async () => {
  await backend.close();
  folder.remove();
});

/** Sends a request with any path and Host header, including ones that fetch() would normalise. */
function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: backend.port, path, headers }, (response) => {
      let body = '';
      response.on('data', (part) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    request.on('error', reject).end();
  });
}

test('serves the patterns page with its own script, and at no other address', async () => {
  const page = await raw('/local/patterns');
  expect(page.status).toBe(200);
  expect(page.body).toContain('<title>Patterns');
  const script = /src="([^"]+)"/.exec(page.body)?.[1];
  expect((await raw(script ?? '')).status).toBe(200);
  for (const path of ['/patterns', '/local/pattern', '/local/patternsheet'])
    expect((await raw(path)).body).not.toContain('<title>Patterns');
});

describe('the queries after signing in (specification, section 7)', () => {
  const overseen = { nordic: ['copenhagen'], mediterranean: ['rome', 'seville'] } as const;

  test.each(PEOPLE.map((person) => [person.login, person] as const))('as %s', async (login, person) => {
    const client = await signedIn(backend, login);
    const id = await userIdOf(client);
    expect(id).toBe(person.id);

    const roles = await client
      .from('roles_users')
      .select('company(is_active), organisation(is_active), role(guard_name, permissions(guard_name))')
      .eq('user_id', id);
    expect(roles.error).toBeNull();
    expect(roles.data).toHaveLength(1);
    const [assignment] = roles.data as unknown as {
      company: unknown;
      organisation: unknown;
      role: { guard_name: string; permissions: { guard_name: string }[] };
    }[];
    expect(assignment?.role.guard_name).toBe(person.role);
    expect(assignment?.role.permissions.length).toBeGreaterThan(0);
    expect(assignment?.company).toEqual(person.company ? { is_active: COMPANIES[person.company].is_active } : null);
    expect(assignment?.organisation).toEqual(person.organisation ? { is_active: true } : null);

    const me = await client.from('users').select('companies(id, has_active_subscription), organisations(id)').limit(1);
    expect(me.error).toBeNull();
    const ownCompanies = person.company ? [COMPANIES[person.company]] : [];
    expect(me.data).toEqual([
      {
        companies: ownCompanies.map(({ id: company, has_active_subscription }) => ({
          id: company,
          has_active_subscription,
        })),
        organisations: person.organisation ? [{ id: ORGANISATIONS[person.organisation].id }] : [],
      },
    ]);

    const impersonation = await client.from('users').select('impersonated_company_id').eq('id', id).single();
    expect(impersonation.data).toEqual({ impersonated_company_id: null });

    const companies = await client.from('companies').select('id');
    const seen =
      person.role === 'platform_admin'
        ? Object.values(COMPANIES)
        : person.organisation
          ? overseen[person.organisation].map((key) => COMPANIES[key])
          : ownCompanies;
    expect(new Set(companies.data?.map((row) => row.id))).toEqual(new Set(seen.map((row) => row.id)));
  });

  test('a wrong password is refused', async () => {
    const { error } = await anonymousClient(backend).auth.signInWithPassword({
      email: 'owner@muster.test',
      password: 'muster-dem0',
    });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('concurrent requests never run as another person', async () => {
    const logins = ['owner', 'rome', 'guide', 'partner'];
    const clients = await Promise.all(logins.map((login) => signedIn(backend, login)));
    const ids = await Promise.all(clients.map(userIdOf));
    const gate = vi.spyOn(SerialQueue.prototype, 'run');
    const rounds = Array.from({ length: 40 }, (_, round) => round % clients.length);
    // An own transaction spans theirs: no request may run inside it, nor it inside theirs.
    const ownTransaction = backend.exclusive(async (db) => {
      await db.exec('begin; set local role anon');
      // It waits for its turn among them.
      await expect.poll(() => gate.mock.calls.length).toBeGreaterThan(rounds.length);
      const { rows } = await db.query<{ who: string }>('select current_user as who');
      await db.exec('commit');
      return rows;
    });
    const seen = await Promise.all(
      rounds.map(async (which) => (await clients[which]?.from('users').select('id'))?.data),
    );
    expect(seen).toEqual(rounds.map((which) => [{ id: ids[which] }]));
    expect(await ownTransaction).toEqual([{ who: 'anon' }]);
    gate.mockRestore();
  });
});

describe('the app’s files', () => {
  test('a route serves the app with strict headers', async () => {
    for (const path of ['/', '/check-in', '/da/tours/calendar', '/booking/tester']) {
      const response = await fetch(backend.url + path);
      expect(await response.text()).toContain('<title>app');
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('permissions-policy')).toContain('camera=(self)');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      // HSTS makes no sense without https.
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('a guest’s page is another document, with no referrer', async () => {
    for (const path of ['/booking/isolated/copenhagen-on-foot', '/es/booking/view/abc', '/booking/isolated/view/abc']) {
      const response = await fetch(backend.url + path);
      expect(await response.text()).toContain('id="guests"');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      expect(response.headers.get('x-frame-options')).toBeNull();
    }
  });

  test('hashed files are cached forever, the service worker and manifest never', async () => {
    const asset = await raw('/assets/main-Ab12_cd9.js', { 'accept-encoding': 'br, gzip' });
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    const etag = String(asset.headers['etag']);
    expect((await raw('/assets/main-Ab12_cd9.js', { 'if-none-match': etag })).status).toBe(304);
    expect((await raw('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await raw('/manifest.webmanifest')).headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });

  test('a missing file is a 404 and not the app', async () => {
    expect((await raw('/assets/main-gone1234.js')).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/%00secret.txt',
  ])('does not leave its folder by %s', async (path) => {
    const { status, body } = await raw(path);
    expect(body).not.toContain('secret');
    expect([200, 404]).toContain(status);
  });

  test('serves this machine only', async () => {
    expect((await raw('/', { host: 'evil.example' })).status).toBe(403);
    expect((await raw('/rest/v1/companies', { host: '127.0.0.1.evil.example' })).status).toBe(403);
    expect((await raw('/', { host: 'localhost:1' })).status).toBe(200);
    for (const origin of ['https://evil.example', 'http://127.0.0.1.evil.example', 'null'])
      expect((await raw('/rest/v1/permissions', { origin, apikey: 'sb_publishable_muster_local' })).status).toBe(403);
    expect((await raw('/', { origin: backend.url })).status).toBe(200);
  });
});

describe('the backend’s responses', () => {
  test('need the key, and are compressed when large', async () => {
    expect((await raw('/rest/v1/permissions')).status).toBe(401);
    const client = await signedIn(backend, 'owner');
    const { data } = await client.auth.getSession();
    const headers = { apikey: 'sb_publishable_muster_local', authorization: `Bearer ${data.session?.access_token}` };
    const result = await raw('/rest/v1/guests?select=*', { ...headers, 'accept-encoding': 'gzip' });
    expect(result.status).toBe(200);
    expect(result.headers['content-encoding']).toBe('gzip');
  });

  test('nothing is readable without signing in', async () => {
    for (const table of ['companies', 'users', 'bookings', 'guests', 'check_in_actions']) {
      const { data, error } = await anonymousClient(backend).from(table).select('*');
      expect(error ?? data).not.toEqual(expect.arrayContaining([expect.anything()]));
    }
  });

  test('are JSON for unknown paths', async () => {
    const { status, body } = await raw('/functions/v1/pay');
    expect(status).toBe(404);
    expect(JSON.parse(body)).toEqual({ message: 'Not found: /functions/v1/pay' });
  });
});

describe('the local pages', () => {
  test('a password reset mail is in the inbox, and its link signs in once', async () => {
    const { error } = await anonymousClient(backend).auth.resetPasswordForEmail('office@muster.test', {
      redirectTo: `${backend.url}/update-password`,
    });
    expect(error).toBeNull();
    const list = await (await fetch(`${backend.url}/local/inbox`)).text();
    expect(list).toContain('office@muster.test');
    const [mail] = backend.mail.list();
    const shown = await fetch(`${backend.url}/local/inbox/${mail?.id}/body`);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    const link = new URL(
      /href="([^"]+update-password#[^"]+)"/.exec(await shown.text())?.[1]?.replaceAll('&amp;', '&') ?? '',
    );
    const linkParams = new URLSearchParams(link.hash.slice(1));
    const verify = () =>
      anonymousClient(backend).auth.verifyOtp({
        token_hash: linkParams.get('token_hash')!,
        type: linkParams.get('type') as 'recovery',
      });
    const { data } = await verify();
    expect(data.user?.email).toBe('office@muster.test');
    expect((await verify()).error).not.toBeNull();
  });

  test('a mail links only to this host, whatever the request', async () => {
    for (const redirectTo of [
      'https://evil.example/take',
      'javascript://localhost/x',
      'http://127.0.0.1.evil.example',
    ]) {
      await anonymousClient(backend).auth.resetPasswordForEmail('guide@muster.test', { redirectTo });
      const [mail] = backend.mail.list();
      expect(mail?.to).toBe('guide@muster.test');
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|javascript/);
    }
  });

  test('the sheet of codes has today’s tickets with their QR codes', async () => {
    const html = await (await fetch(`${backend.url}/local/codes`)).text();
    const { rows } = await backend.exclusive((db) =>
      db.query<{ reference: string; ticket_code: string; departure_id: string }>(
        `select b.reference, g.ticket_code, d.id as departure_id from public.departures d join public.bookings b on b.departure_id = d.id
         join public.guests g on g.booking_id = b.id join public.companies c on c.id = d.company_id
         where d.local_date = (now() at time zone c.time_zone)::date and d.capacity = 80 order by b.contact_name desc limit 1`,
      ),
    );
    const [last] = rows;
    const all = await (await fetch(`${backend.url}/local/codes?departure=${last?.departure_id}`)).text();
    expect(all).toContain(last?.ticket_code.replace(/(.{4})(?=.)/g, '$1 '));
    expect(all).toContain(last?.reference.replace(/(.{3})(?=.)/g, '$1 '));
    expect(html.match(/<svg/g)?.length).toBeGreaterThan(30);
    expect(html).not.toContain('<script');
  });

  test('the sign-in page gets the demo’s people', async () => {
    const { people, password } = (await (await fetch(`${backend.url}/local/demo.json`)).json()) as {
      people: { email: string; place: string | null }[];
      password: string;
    };
    expect(password).toBe('muster-demo');
    expect(people).toContainEqual({
      email: 'guide@muster.test',
      name: 'Anna Lindqvist',
      role: 'guide',
      place: 'Copenhagen on Foot',
    });
    expect(people.map(({ email }) => email.split('@')[0])).toEqual(
      expect.arrayContaining([
        'owner',
        'office',
        'reservations',
        'manager',
        'guide',
        'accountant',
        'partner',
        'agent',
        'admin',
        'rome',
      ]),
    );
  });

  test('without the demo, serves no sheet of codes and lists no people', async () => {
    const empty = await openLocalBackend({ port: null });
    const get = (path: string) => empty.fetch(new Request(`http://127.0.0.1/local/${path}`));
    expect((await get('codes')).status).toBe(404);
    expect(await (await get('demo.json')).json()).toEqual({ people: [], password: null });
    await empty.close();
  });
});
