/** Raw sockets, to send bytes that no browser would send. */
import { connect, type Socket } from 'node:net';

export interface Raw {
  socket: Socket;
  /** Returns everything received so far. */
  received(): string;
  ended: Promise<void>;
}

export function raw(port: number, text: string | Buffer = ''): Raw {
  const socket = connect(port, '127.0.0.1');
  let output = '';
  socket.on('data', (part) => (output += part.toString('latin1')));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  if (text.length > 0) socket.write(text);
  return { socket, received: () => output, ended };
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns head and body of the first response to `text`, or what arrived before the connection ended. */
export async function responseTo(port: number, text: string | Buffer): Promise<{ status: number; body: string }> {
  const { socket, received } = raw(port, text);
  const whole = () => {
    const [head, body] = received().split('\r\n\r\n');
    return body !== undefined && body.length >= Number(/^content-length: (\d+)/im.exec(head!)?.[1] ?? 0);
  };
  while (!socket.closed && !whole()) await pause(5);
  socket.destroy();
  const [head = '', ...rest] = received().split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), body: rest.join('\r\n\r\n') };
}

/** Returns the status of the first response to `text`, or 0 if the connection ends without one. */
export const statusOf = async (port: number, text: string | Buffer): Promise<number> =>
  (await responseTo(port, text)).status;

/** Returns the head of a WebSocket upgrade request. */
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
