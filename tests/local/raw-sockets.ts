/** Speaks to a server as no browser would: byte by byte, with whatever one likes. */
import { connect, type Socket } from 'node:net';

export interface Raw {
  socket: Socket;
  /** Everything that came back so far. */
  heard(): string;
  ended: Promise<void>;
}

export function raw(port: number, text: string | Buffer = ''): Raw {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => (heard += part.toString('latin1')));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  if (text.length > 0) socket.write(text);
  return { socket, heard: () => heard, ended };
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The status of the first answer to `text`, or 0 when the connection ends or nothing comes within a second. */
export async function statusOf(port: number, text: string | Buffer): Promise<number> {
  const { socket, heard } = raw(port, text);
  const until = Date.now() + 1000;
  while (!socket.closed && Date.now() < until && !/^HTTP\/1\.1 \d{3}/.test(heard())) await pause(5);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard())?.[1] ?? 0);
}

/** The head of an upgrade to a WebSocket. */
export const upgradeHead = (target: string, headers: Record<string, string | undefined> = {}) =>
  [
    `GET ${target} HTTP/1.1`,
    ...Object.entries({
      Host: '127.0.0.1',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
