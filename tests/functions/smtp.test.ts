/** Mail over TLS, where a certificate can be made, on Node and both versions of Deno. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MailRefused, NotConfiguredError } from '../../supabase/functions/_shared/ports.ts';
import { smtpMailer } from '../../supabase/functions/_shared/smtp-mailer.ts';
import { DENOS, serveOn, type Served } from './deno.ts';
import { SECRETS } from './fakes.ts';
import { openPostOffice, smtpUrl, type PostOffice } from './post-office.ts';

const letter = {
  id: 'one',
  to: 'ana@example.com',
  subject: 'Hej',
  html: '<p>Hej</p>',
  text: 'Hej',
  madeOf: { template: 'x', locale: 'da', data: {} },
};

describe('the mail server’s URL', () => {
  test.each([
    'smtp://mail.example.com',
    'smtp://mail.example.com:2525',
    'https://mail.example.com',
    'smtp://127.0.0.1.example.com',
  ])('%s is refused before sending, because only TLS is allowed beyond localhost', (url) =>
    expect(() => smtpMailer({ url, from: 'x@example.com' })).toThrow(NotConfiguredError),
  );

  test('wrong credentials and an unreachable server are retryable', async () => {
    const post = await openPostOffice();
    const url = smtpUrl('smtp', { port: post.port });
    await expect(
      smtpMailer({ url: url.replace('muster', 'other'), from: 'x@example.com' }).send(letter),
    ).rejects.toThrow('The mail server answered 535.');
    await expect(
      smtpMailer({ url, from: 'x@example.com' }).send({ ...letter, to: 'nobody@example.com' }),
    ).rejects.toThrow(MailRefused);
    await post.close();
    await expect(smtpMailer({ url, from: 'x@example.com' }).send(letter)).rejects.toThrow('could not be reached');
  });
});

test('attaches a calendar file whole, as a file and not as an invitation, and none otherwise', async () => {
  const post = await openPostOffice();
  const mailer = smtpMailer({ url: smtpUrl('smtp', { port: post.port }), from: 'x@example.com' });
  const calendar = 'BEGIN:VCALENDAR\r\nSUMMARY:Gåtur\r\nEND:VCALENDAR\r\n';
  await mailer.send(letter);
  await mailer.send({ ...letter, calendar });
  const [plain, full] = await post.collect();
  expect(plain!.attachments).toEqual([]);
  expect(full!.attachments).toMatchObject([
    { filename: 'tour.ics', mimeType: 'text/calendar', disposition: 'attachment' },
  ]);
  // The parser normalises line ends.
  const { content } = full!.attachments[0]!;
  const read = typeof content === 'string' ? content : new TextDecoder().decode(content);
  expect(read.split(/\r?\n/)).toEqual(calendar.split('\r\n'));
  expect([full!.subject, full!.text?.trim()]).toEqual(['Hej', 'Hej']);
  await post.close();
});

const folder = mkdtempSync(join(tmpdir(), 'muster-certificate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a self-signed certificate with openssl; null where that is missing. */
function certificate(): { key: string; cert: string; file: string } | null {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const subject = [
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-addext',
      'basicConstraints=critical,CA:FALSE',
    ];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8'), file: cert };
  } catch {
    console.info('openssl is not installed, so mail over TLS is not tested.');
    return null;
  }
}
const made = certificate();

describe.runIf(made !== null)('over TLS', () => {
  let post: PostOffice;
  beforeAll(async () => {
    post = await openPostOffice(made!);
  });
  afterAll(() => post?.close());

  test('on Node, an untrusted certificate is refused', async () => {
    const url = smtpUrl('smtps', { host: 'localhost', port: post.port });
    await expect(smtpMailer({ url, from: 'x@example.com' }).send(letter)).rejects.toThrow('could not be reached');
    expect(await post.collect()).toEqual([]);
  });

  test('gives up on a silent server before Auth times out', async () => {
    const silentServer = createServer(() => undefined);
    silentServer.listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const url = smtpUrl('smtps', { port: (silentServer.address() as AddressInfo).port });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const connected = once(silentServer, 'connection');
      const sent = expect(smtpMailer({ url, from: 'x@example.com' }).send(letter)).rejects.toThrow(
        'could not be reached',
      );
      await connected;
      // Auth waits five seconds.
      vi.advanceTimersByTime(4999);
      await sent;
    } finally {
      vi.useRealTimers();
      silentServer.close();
    }
  });

  test.each(DENOS)('on %s, mail is sent with a trusted certificate and not with an untrusted one', async (deno) => {
    const env = { ...SECRETS, SMTP_URL: smtpUrl('smtps', { host: 'localhost', port: post.port }) };
    const body = JSON.stringify({
      user: { id: 'x', email: 'ana@example.com' },
      email_data: { email_action_type: 'recovery', token_hash: 'hash', redirect_to: '' },
    });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRETS.SEND_EMAIL_HOOK_SECRET.replace('v1,', '')).sign('msg_1', at, body),
    };
    const trusting = await serveOn(deno, { name: 'mail', env, certificate: made!.file });
    onTestFinished(() => trusting.stop());
    const distrusting = await serveOn(deno, { name: 'mail', env });
    onTestFinished(() => distrusting.stop());
    const send = async ({ url }: Served) => (await fetch(url, { method: 'POST', headers, body })).status;
    // On a busy machine the first handshakes take longer than the mailer waits; callers try again after a 503.
    await expect.poll(() => send(trusting), { timeout: 60_000 }).toBe(200);
    const mails = (await post.collect()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`);
    expect(new Set(mails)).toEqual(new Set(['ana@example.com: Choose a new password']));
    expect(await send(distrusting)).toBe(503);
    expect(await post.collect()).toEqual([]);
  });
});
