/** Auth's send-email hook, as the hosted service calls it. */
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withErrorHandling } from '../../supabase/functions/_shared/json-response.ts';
import { mail } from '../../supabase/functions/mail/handler.ts';
import { fakePorts, SECRETS } from './fakes.ts';

const handler = withErrorHandling('mail', mail);
const PERSON = {
  id: '8484b834-f29e-4af2-bf42-80644d154f76',
  email: 'ana@example.com',
  user_metadata: { locale: 'es' },
};
const ABOUT = {
  token: '305805',
  token_hash: 'pkce_7d5b',
  token_new: '',
  token_hash_new: '',
  redirect_to: 'https://app.example.com/',
  site_url: 'https://project.example.com',
};
const hook = (action: string, about: Partial<typeof ABOUT> = {}, person: Record<string, unknown> = {}) => ({
  user: { ...PERSON, ...person },
  email_data: { ...ABOUT, ...about, email_action_type: action },
});

function signedRequest(body: unknown, { secret = SECRETS.SEND_EMAIL_HOOK_SECRET, at = new Date() } = {}): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = new Webhook(secret.replace('v1,', '')).sign('msg_1', at, text);
  return new Request('https://project.example.com/functions/v1/mail', {
    method: 'POST',
    body: text,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    },
  });
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

async function runHook(request: Request) {
  const ports = fakePorts();
  const response = await handler(request, ports);
  return { status: response.status, body: (await response.json()) as unknown, mails: ports.mailer.sent };
}

describe('sending', () => {
  test.each([
    ['signup', '/es/register', 'Confirma tu correo electrónico'],
    ['recovery', '/es/update-password', 'Elige una contraseña nueva'],
    ['magiclink', '/es/login', 'Tu enlace para iniciar sesión'],
    ['invite', '/es/update-password', 'Tu cuenta en Muster'],
  ])('%s sends one mail in the person’s language with a link to our page', async (action, path, subject) => {
    const { status, body, mails } = await runHook(signedRequest(hook(action)));
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ id: 'msg_1.0', to: 'ana@example.com', subject });
    const link = `https://app.example.com${path}#token_hash=pkce_7d5b&type=${action}`;
    expect(mails[0]!.text).toContain(`\n${link}\n`);
    expect(mails[0]!.html).toContain(`href="${link.replace('&', '&amp;')}"`);
  });

  test('a new address is confirmed by both addresses, each with the token that Auth assigns it', async () => {
    const change = hook(
      'email_change',
      { token_hash: 'hash_for_new', token_hash_new: 'hash_for_old' },
      { new_email: 'nueva@example.com' },
    );
    const { mails } = await runHook(signedRequest(change));
    expect(mails.map(({ to, id }) => [to, id])).toEqual([
      ['ana@example.com', 'msg_1.0'],
      ['nueva@example.com', 'msg_1.1'],
    ]);
    expect(mails[0]!.text).toContain('token_hash=hash_for_old&type=email_change');
    expect(mails[1]!.text).toContain('token_hash=hash_for_new&type=email_change');
    for (const { html } of mails) expect(html).toContain('nueva@example.com');
  });

  test('a new address confirms alone where Auth sends one token', async () => {
    const { mails } = await runHook(signedRequest(hook('email_change', {}, { new_email: 'nueva@example.com' })));
    expect(mails.map(({ to }) => to)).toEqual(['nueva@example.com']);
    expect(mails[0]!.text).toContain('token_hash=pkce_7d5b');
  });

  test('reauthentication sends the code and no link', async () => {
    const { mails } = await runHook(signedRequest(hook('reauthentication')));
    expect(mails[0]!.subject).toContain('305805');
    expect(mails[0]!.text).not.toContain('http');
  });

  test('the language of the requesting page overrides that of the account', async () => {
    const { mails } = await runHook(
      signedRequest(hook('recovery', { redirect_to: 'https://app.example.com/da/check-in?day=1' })),
    );
    expect(mails[0]!.subject).toBe('Vælg en ny adgangskode');
    expect(mails[0]!.text).toContain(
      'https://app.example.com/da/update-password#token_hash=pkce_7d5b&type=recovery&to=%2Fda%2Fcheck-in%3Fday%3D1',
    );
  });

  test.each(['', 'javascript:alert(1)', 'not an address'])('a redirect of "%s" leads to the app', async (redirect) => {
    const { mails } = await runHook(signedRequest(hook('recovery', { redirect_to: redirect }, { user_metadata: {} })));
    expect(mails[0]!.text).toContain('https://app.example.com/en/update-password#token_hash');
    expect(mails[0]!.html).not.toContain('javascript:');
  });
});

describe('authentication', () => {
  const outcome = async (request: Request) => {
    const { status, mails, body } = await runHook(request);
    return { status, mails, error: (body as { error?: { http_code: number } }).error?.http_code };
  };
  const refused = (status: number) => ({ status, mails: [], error: status });

  test('sends nothing without a valid signature of the body', async () => {
    const bare = new Request('https://project.example.com/functions/v1/mail', {
      method: 'POST',
      body: JSON.stringify(hook('recovery')),
    });
    expect(await outcome(bare)).toEqual(refused(401));
    expect(
      await outcome(signedRequest(hook('recovery'), { secret: 'v1,whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })),
    ).toEqual(refused(401));
    const { headers } = signedRequest(hook('recovery'));
    expect(
      await outcome(
        new Request('https://project.example.com', { method: 'POST', headers, body: JSON.stringify(hook('signup')) }),
      ),
    ).toEqual(refused(401));
  });

  test('refuses a signature that is ten minutes old', async () => {
    expect(await outcome(signedRequest(hook('recovery'), { at: new Date(Date.now() - 600_000) }))).toEqual(
      refused(401),
    );
  });

  test('accepts the old and new secret during a rotation', async () => {
    const other = 'v1,whsec_bmV3IHNlY3JldCBvZiB0aGUgaG9vaw==';
    for (const secret of [SECRETS.SEND_EMAIL_HOOK_SECRET, other]) {
      const ports = fakePorts({ secret: { SEND_EMAIL_HOOK_SECRET: `${SECRETS.SEND_EMAIL_HOOK_SECRET}|${other}` } });
      expect((await handler(signedRequest(hook('recovery'), { secret }), ports)).status).toBe(200);
    }
  });

  test.each([
    ['no JSON', '{'],
    ['an unknown kind of mail', hook('sms')],
    ['two addresses in one', hook('recovery', {}, { email: 'a@example.com,b@example.com' })],
    ['nobody', { email_data: {} }],
  ])('refuses %s, even if signed', async (_, body) => {
    expect(await outcome(signedRequest(body))).toEqual(refused(400));
  });

  test('accepts only POST requests of limited size', async () => {
    expect((await runHook(new Request('https://project.example.com/functions/v1/mail'))).status).toBe(405);
    expect(await outcome(signedRequest('x'.repeat(70_000)))).toEqual(refused(413));
  });
});

test('a refused address is a permanent error; an unreachable mail server is retried by Auth', async () => {
  for (const [failure, status] of [
    ['refused', 400],
    ['unreachable', 503],
  ] as const) {
    const ports = fakePorts();
    ports.mailer.failure = failure;
    const response = await handler(signedRequest(hook('recovery')), ports);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toMatch(/example\.com|pkce/);
  }
});
