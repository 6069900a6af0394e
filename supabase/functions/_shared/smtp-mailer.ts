/** Mail by SMTP, on Deno and on Node alike. */
import { createTransport } from 'nodemailer';
import { MailRefused, NotConfigured, type Mailer } from './ports.ts';

/** Hosted functions may not open these; said at once, where a connection would only time out. */
const CLOSED_PORTS = new Set(['', '25', '587']);

/** Auth waits five seconds for its hook. */
const PATIENCE_MS = 4000;

/** `url` as in smtps://user:password@host:465, or smtp:// with STARTTLS on 2525; `from` is the installation's own address. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  if (!isSecure && protocol !== 'smtp:') throw new NotConfigured('SMTP_URL begins with smtps:// or smtp://');
  if (!isSecure && CLOSED_PORTS.has(port)) throw new NotConfigured('SMTP_URL names a port that hosted functions may not open; take 465 or 2525');
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost';
  const transport = createTransport({
    host: hostname,
    port: Number(port || 465),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.indexOf('@') + 1);
  return {
    async send({ id, to, fromName, replyTo, subject, html, text }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: fromName ?? 'Muster', address: from },
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: fromName ?? '', address: replyTo } } : {}),
          subject,
          html,
          text,
          // Nobody's holiday reply is wanted.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (failure) {
        const code = (failure as { responseCode?: number }).responseCode ?? 0;
        // 535 and its like speak of our own account, which somebody will put right.
        if (code >= 550 && code < 560) throw new MailRefused(`The mail server refused it (${code}).`);
        throw new Error(code ? `The mail server answered ${code}.` : 'The mail server could not be reached.', { cause: failure });
      }
    },
  };
}
