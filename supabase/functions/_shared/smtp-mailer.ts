/** SMTP mailer for Deno and Node. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { MailRefused, NotConfiguredError, type Mailer, type OutgoingMail } from './ports.ts';

/** Auth waits five seconds for its hook. */
const TIMEOUT_MS = 4000;

/**
 * Creates a mailer. `url`: smtps://user:password@host:465; `from`: the installation's address. TLS from the first byte,
 * as hosted functions may not open ports 25 and 587, and STARTTLS fails on Deno 2.1.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isHere = hostname === '127.0.0.1';
  if (protocol !== 'smtps:' && !(protocol === 'smtp:' && isHere))
    throw new NotConfiguredError('SMTP_URL does not begin with smtps://');
  const secure = protocol === 'smtps:';
  const domain = from.slice(from.indexOf('@') + 1);
  const server = { host: hostname, port: Number(port || 465) };
  const transport = createTransport({
    ...server,
    secure,
    ignoreTLS: !secure,
    // Otherwise the library reads the hostname, which hosted functions may not.
    name: domain,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(secure ? { getSocket: openSecurely(server) } : {}),
  });
  return {
    async send(mail) {
      const { id, to, fromName, replyTo, subject, html, text, unsubscribe } = mail;
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: fromName ?? 'Muster', address: from },
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: fromName ?? '', address: replyTo } } : {}),
          subject,
          html,
          text,
          attachments: attachmentsOf(mail),
          // Suppresses auto-replies.
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe
              ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
              : {}),
          },
        });
      } catch (failure) {
        throw sendError(failure);
      }
    },
  };
}

function attachmentsOf({ calendar, file, pictures = [] }: OutgoingMail) {
  return [
    ...pictures.map(({ cid, name, png }) => ({
      filename: `${name}.png`,
      content: png,
      encoding: 'base64',
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      cid,
    })),
    ...(file === undefined
      ? []
      : [{ filename: file.name, content: file.html, contentType: 'text/html; charset=utf-8' }]),
    // Published as a file, not as an invitation that asks for a reply.
    ...(calendar === undefined
      ? []
      : [{ filename: 'tour.ics', content: calendar, contentType: 'text/calendar; charset=utf-8; method=PUBLISH' }]),
  ];
}

/** Returns the error to throw; only `MailRefused` is not retried. */
function sendError(failure: unknown): Error {
  const code = (failure as { responseCode?: number }).responseCode ?? 0;
  // Codes such as 535 concern our own account and can be fixed, so they are retried.
  if (code >= 550 && code < 560) return new MailRefused(`The mail server refused it (${code}).`);
  const text = code ? `The mail server answered ${code}.` : 'The mail server could not be reached.';
  return new Error(text, { cause: failure });
}

type Opened = (failure: Error | null, socket?: { connection: ReturnType<typeof connect>; secured: true }) => void;

/** Opens the socket itself, as the library's way of trying several addresses never ends on Deno 2.1. */
const openSecurely =
  ({ host, port }: { host: string; port: number }) =>
  (_options: unknown, done: Opened) => {
    const ended = (failure: Error | null) => {
      clearTimeout(timer);
      socket.off('error', ended);
      if (!failure) return done(null, { connection: socket, secured: true });
      socket.destroy();
      done(failure);
    };
    const socket = connect({ host, port, ...(isIP(host) ? {} : { servername: host }) }, () => ended(null));
    const timer = setTimeout(() => ended(new Error('The mail server did not answer in time.')), TIMEOUT_MS);
    socket.on('error', ended);
  };
