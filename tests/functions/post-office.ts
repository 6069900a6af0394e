/**
 * A mail server on a free port that stores what it receives, refuses what the test says, and parses it with an
 * independent parser.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface PostOffice {
  port: number;
  /** Returns the mails since the last call. */
  collect(): Promise<Email[]>;
  close(): Promise<void>;
}

export async function openPostOffice(tls?: { key: string; cert: string }): Promise<PostOffice> {
  let raw: Buffer[] = [];
  const server = new SMTPServer({
    ...(tls ? { secure: true, ...tls } : { disabledCommands: ['STARTTLS'] }),
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'muster@mail' && password === 'p/ss wörd'
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@') ? done(Object.assign(new Error('No such person'), { responseCode: 550 })) : done(),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        raw.push(Buffer.concat(parts));
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    collect: () => Promise.all(raw.splice(0).map((mail) => PostalMime.parse(mail))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns an SMTP URL with the server's user and password. */
export const smtpUrl = (protocol: 'smtp' | 'smtps', { host = '127.0.0.1', port }: { host?: string; port: number }) =>
  `${protocol}://${encodeURIComponent('muster@mail')}:${encodeURIComponent('p/ss wörd')}@${host}:${port}`;
