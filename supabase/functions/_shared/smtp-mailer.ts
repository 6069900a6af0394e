/** Mail by SMTP, on Deno and on Node alike. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { MailRefused, NotConfiguredError, type Mailer } from './ports.ts';

/** Auth waits five seconds for its hook. */
const PATIENCE_MS = 4000;

/**
 * `url` as in smtps://user:password@host:465; `from` is the installation's own address. Encrypted from the first byte: hosted functions
 * may open neither 25 nor 587, and STARTTLS does not come up on Deno 2.1.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isHere = hostname === '127.0.0.1';
  if (protocol !== 'smtps:' && !(protocol === 'smtp:' && isHere))
    throw new NotConfiguredError('SMTP_URL does not begin with smtps://');
  const secure = protocol === 'smtps:';
  const server = { host: hostname, port: Number(port || 465) };
  const transport = createTransport({
    ...server,
    secure,
    ignoreTLS: !secure,
    // Else the machine's own name is asked for, which hosted functions may not.
    name: from.slice(from.indexOf('@') + 1),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(secure ? { getSocket: openSecurely(server) } : {}),
  });
  const domain = from.slice(from.indexOf('@') + 1);
  return {
    async send({ id, to, fromName, replyTo, subject, html, text, calendar, file, pictures = [], unsubscribe }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: fromName ?? 'Muster', address: from },
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: fromName ?? '', address: replyTo } } : {}),
          subject,
          html,
          text,
          attachments: [
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
            // A file and no invitation: nobody is asked to say whether they come.
            ...(calendar === undefined
              ? []
              : [
                  {
                    filename: 'tour.ics',
                    content: calendar,
                    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
                  },
                ]),
          ],
          // Nobody's holiday reply is wanted.
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe
              ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
              : {}),
          },
        });
      } catch (failure) {
        const code = (failure as { responseCode?: number }).responseCode ?? 0;
        // 535 and its like speak of our own account, which somebody will put right.
        if (code >= 550 && code < 560) throw new MailRefused(`The mail server refused it (${code}).`);
        throw new Error(code ? `The mail server answered ${code}.` : 'The mail server could not be reached.', {
          cause: failure,
        });
      }
    },
  };
}

type Opened = (failure: Error | null, socket?: { connection: ReturnType<typeof connect>; secured: true }) => void;

/** Opened here, as the library's own way of trying several addresses never ends on Deno 2.1. */
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
    const timer = setTimeout(() => ended(new Error('The mail server did not answer in time.')), PATIENCE_MS);
    socket.on('error', ended);
  };
