/** Functions, the job scheduler and Auth's mails in the embedded backend. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATES } from '../../supabase/functions/_shared/mail/templates.ts';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { serviceKey } from '../../supabase/local/functions/keys.ts';
import { openLocalBackend } from '../support/local-backend.ts';
import { signedIn, anonymousClient } from './people.ts';

let backend: LocalBackend;
beforeAll(async () => {
  backend = await openLocalBackend({ demo: 'small' });
});
afterAll(() => backend?.close());

const get = async (path: string) => (await fetch(`${backend.url}${path}`)).text();
/** Returns the latest mail of a template: at some hours, due jobs of the demo send mails during the test. */
const newest = (template: string) => {
  const mail = backend.mail.list().find(({ madeOf }) => madeOf.template === template);
  if (mail === undefined) throw new Error(`No mail of ${template}`);
  return mail;
};

describe('Auth’s mails', () => {
  test('a sign-up is confirmed by a mail in its language', async () => {
    const client = anonymousClient(backend);
    await client.auth.signUp({
      email: 'nuova@example.com',
      password: 'long-enough-1',
      options: { data: { display_name: 'Nuova', locale: 'it' } },
    });
    expect(newest('confirm-sign-up')).toMatchObject({
      to: 'nuova@example.com',
      subject: 'Conferma il tuo indirizzo email',
      madeOf: { template: 'confirm-sign-up', locale: 'it' },
    });
    const hash = /token_hash=([0-9a-f]+)&type=signup/.exec(newest('confirm-sign-up').text)![1]!;
    expect((await client.auth.verifyOtp({ token_hash: hash, type: 'signup' })).data.user?.email).toBe(
      'nuova@example.com',
    );
  });

  test('a magic link signs in', async () => {
    const client = anonymousClient(backend);
    await client.auth.signInWithOtp({
      email: 'guide@muster.test',
      options: { shouldCreateUser: false, emailRedirectTo: `${backend.url}/da/check-in` },
    });
    expect(newest('magic-link')).toMatchObject({ madeOf: { template: 'magic-link', locale: 'da' } });
    expect(newest('magic-link').text).toContain(`${backend.url}/da/login#`);
    const hash = /token_hash=([0-9a-f]+)&type=magiclink/.exec(newest('magic-link').text)![1]!;
    expect((await client.auth.verifyOtp({ token_hash: hash, type: 'magiclink' })).data.user?.email).toBe(
      'guide@muster.test',
    );
  });

  test.each(['old first', 'new first'])('a new address is confirmed by links to both addresses: %s', async (order) => {
    const login = order === 'old first' ? 'reservations' : 'accountant';
    const client = await signedIn(backend, login);
    const changes = () => backend.mail.list().filter(({ madeOf }) => madeOf.template.startsWith('email-change'));
    const before = changes().length;
    expect((await client.auth.updateUser({ email: `new-${login}@example.com` })).error).toBeNull();
    const mails = changes().slice(0, changes().length - before);
    expect(mails.map(({ to, madeOf }) => [to, madeOf.template]).sort()).toEqual(
      [
        [`${login}@muster.test`, 'email-change-old'],
        [`new-${login}@example.com`, 'email-change-new'],
      ].sort(),
    );
    const hashes = ['email-change-old', 'email-change-new'].map((template) => {
      const { text } = mails.find(({ madeOf }) => madeOf.template === template)!;
      return /token_hash=([0-9a-f]+)&type=email_change/.exec(text)![1]!;
    });
    if (order === 'new first') hashes.reverse();
    const open = (hash: string) => anonymousClient(backend).auth.verifyOtp({ token_hash: hash, type: 'email_change' });
    expect(await open(hashes[0]!)).toEqual({ data: { user: null, session: null }, error: null });
    // The first link changes nothing, and does not work again.
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: `${login}@muster.test` });
    expect((await open(hashes[0]!)).error?.code).toBe('otp_expired');
    expect((await open(hashes[1]!)).data.user?.email).toBe(`new-${login}@example.com`);
    expect((await open(hashes[1]!)).error?.code).toBe('otp_expired');
  });

  test('only Auth can send its mails', async () => {
    const body = JSON.stringify({
      user: { id: crypto.randomUUID(), email: 'forged@example.com', user_metadata: { locale: 'en' } },
      email_data: {
        email_action_type: 'recovery',
        token: '123456',
        token_hash: 'forged',
        redirect_to: '',
        site_url: '',
      },
    });
    expect((await fetch(`${backend.url}/functions/v1/mail`, { method: 'POST', body })).status).toBe(401);
    expect(backend.mail.list().filter(({ to }) => to === 'forged@example.com')).toEqual([]);
  });
});

describe('jobs', () => {
  test('the embedded job scheduler runs due jobs', async () => {
    await backend.exclusive((db) =>
      db.query(`select private.enqueue_invitation_mail(id, 'ny@example.com', '{guide}', (select id from public.users limit 1), 'es', 'tok', now() + interval '1 day')
        from public.companies order by name limit 1`),
    );
    await expect.poll(() => backend.mail.list().some(({ to }) => to === 'ny@example.com')).toBe(true);
    expect(newest('invitation')).toMatchObject({
      to: 'ny@example.com',
      madeOf: { template: 'invitation', locale: 'es' },
    });
    expect(newest('invitation').text).toContain(`${backend.url}/es/register#invitation=tok`);
  });

  test('strangers run no jobs, and the publishable key has no service role', async () => {
    expect((await fetch(`${backend.url}/functions/v1/run-jobs`, { method: 'POST' })).status).toBe(401);
    const claim = (apikey: string) =>
      fetch(`${backend.url}/rest/v1/rpc/read_jobs_health`, {
        method: 'POST',
        body: '{}',
        headers: { apikey, 'Content-Type': 'application/json' },
      });
    expect((await claim('sb_publishable_muster_local')).ok).toBe(false);
    expect((await claim('sb_secret_guessed')).ok).toBe(false);
    // Overdue jobs are run first.
    await expect
      .poll(async () => (await claim(serviceKey(backend.jwtSecret))).json(), { timeout: 200_000, interval: 500 })
      .toMatchObject({ status: 'ok', late: 0, last_run_at: expect.stringMatching(/^20/) });
  });
});

describe('the inbox', () => {
  test('shows a mail in another language and colour scheme, and as plain text', async () => {
    await anonymousClient(backend).auth.resetPasswordForEmail('office@muster.test');
    const path = `/local/inbox/${newest('recovery').id}`;
    expect(await get(path)).toContain('Vælg en ny adgangskode');
    expect(await get(`${path}/body`)).toContain('Ny adgangskode');
    expect(await get(`${path}/body?locale=it`)).toContain('Nuova password');
    expect(await get(`${path}/body?look=dark`)).toContain('@media all{');
    expect(await get(`${path}/body?look=light`)).toContain('@media not all{');
    expect(await get(`${path}?part=text&locale=es`)).toMatch(/<pre>Nueva contraseña/);
  });

  test('lists every template with sample data, in four languages', async () => {
    const gallery = await get('/local/inbox/templates?locale=it&look=dark');
    for (const name of Object.keys(TEMPLATES))
      expect(gallery).toContain(`/local/inbox/templates/${name}/body?locale=it&amp;look=dark`);
    const english = await get('/local/inbox/templates/invitation/body?locale=en');
    expect(english).toContain('invites you to join its team');
    expect(english).toContain('&lt;København&gt;');
    expect((await fetch(`${backend.url}/local/inbox/templates/none`)).status).toBe(404);
    // Calendar files belong to mails about bookings only.
    const path = '/local/inbox/templates/booking-cancelled';
    expect(await get(path)).toContain(`href="${path}/calendar?locale=en"`);
    const file = await fetch(`${backend.url}${path}/calendar?locale=en`);
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await file.text()).toContain('STATUS:CANCELLED');
    expect(await get('/local/inbox/templates/invitation')).not.toContain('Calendar file');
    expect((await fetch(`${backend.url}/local/inbox/templates/invitation/calendar`)).status).toBe(404);
  });
});
