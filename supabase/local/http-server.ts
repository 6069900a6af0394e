/** The way in from the network: who may enter, with how much and how slowly. Whatever is sent, the process goes on. */
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { getRequestListener } from '@hono/node-server';

import { isForeign } from './loopback.ts';

export interface Limits {
  /** Of one request's body, however it is sent. */
  bodyBytes: number;
  headersMs: number;
  /** For a whole request to arrive. */
  requestMs: number;
  /** A connection on which nothing moves is let go. */
  idleMs: number;
  connections: number;
}

const LIMITS: Limits = {
  bodyBytes: 16 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 60_000,
  idleMs: 120_000,
  connections: 1024,
};
/** Who still sends when the answer has gone out gets this long to read it. */
const LINGER_MS = 500;

type Answer = (request: Request) => Promise<Response>;
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const nothing = () => undefined;

/** Ends a socket whose upgrade is not taken. A reset after it is nobody's business any more. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  socket.on('error', nothing);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Answers and reads no further. The connection ends a little later and without `Connection: close`, which would make Node
 * end it at once: what is unread then becomes a reset, and the sender never sees the answer.
 */
function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, message }: { status: number; message: string },
) {
  const body = JSON.stringify({ message });
  incoming.pause();
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(body, () => {
    if (!incoming.complete) setTimeout(() => incoming.socket.destroy(), LINGER_MS).unref();
  });
}

/** What platforms write about who asks. Nobody stands before this server: whoever sends one has made it up, and budgets would believe it. */
const TOLD_BY_PLATFORMS = new Set([
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'fastly-client-ip',
  'forwarded',
  'true-client-ip',
  'x-client-ip',
  'x-forwarded-for',
  'x-real-ip',
]);

function forgetAddresses(incoming: IncomingMessage): void {
  for (const name of TOLD_BY_PLATFORMS) delete incoming.headers[name];
  const { rawHeaders } = incoming;
  // Names and values in turn.
  incoming.rawHeaders = rawHeaders.filter((_, at) => !TOLD_BY_PLATFORMS.has(rawHeaders[at - (at % 2)]!.toLowerCase()));
}

const openResponses = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a response together with its connection, which aborts the signal of its request. Node closes only the response that is being sent;
 * those of pipelined requests behind it would never hear that the client has gone.
 */
function closeWithSocket({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  let open = openResponses.get(socket);
  if (!open) {
    const responses = new Set<ServerResponse>();
    socket.once('close', () => {
      for (const response of responses) if (response.socket === null) response.emit('close');
    });
    openResponses.set(socket, responses);
    open = responses;
  }
  open.add(outgoing);
  outgoing.once('close', () => open.delete(outgoing));
}

/** Passes on to `jsonResponse` what may come in. For a server of ours, and for the dev server. */
export function requestListener(answer: Answer, { bodyBytes }: Pick<Limits, 'bodyBytes'> = LIMITS) {
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    outgoing.on('error', nothing);
    closeWithSocket(incoming, outgoing);
    const { headers, headersDistinct, url } = incoming;
    if (isForeign(headers))
      return refuse(incoming, outgoing, {
        status: 403,
        message: 'This server answers its own machine and its own pages only',
      });
    // Neither a proxy's absolute address nor `*`, and one Host only: what was checked is what is parsed.
    if (!url?.startsWith('/') || headersDistinct['host']?.length !== 1)
      return refuse(incoming, outgoing, { status: 400, message: 'Bad request' });
    forgetAddresses(incoming);
    if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined)
      return void listener(incoming, outgoing);
    const tooLarge = { status: 413, message: 'That is too large' };
    if (Number(headers['content-length'] ?? 0) > bodyBytes) return refuse(incoming, outgoing, tooLarge);
    readBody(incoming, bodyBytes).then(
      (body) =>
        body === null
          ? refuse(incoming, outgoing, tooLarge)
          : void listener(Object.assign(incoming, { rawBody: body }), outgoing),
      // Whoever went away in the middle hears nothing.
      nothing,
    );
  };
}

/** The whole body, or null as soon as it is larger than `most`. One buffer, as a body may come a byte at a time. */
function readBody(incoming: IncomingMessage, most: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    let length = 0;
    const take = (part: Buffer) => {
      const next = length + part.length;
      if (next > most) {
        incoming.off('data', take);
        return resolve(null);
      }
      if (next > held.length) {
        const grown = Buffer.allocUnsafe(Math.max(next, Math.min(2 * held.length, most)));
        held.copy(grown, 0, 0, length);
        held = grown;
      }
      part.copy(held, length);
      length = next;
    };
    incoming.on('data', take);
    incoming.on('end', () => resolve(held.subarray(0, length)));
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The sender went away')));
  });
}

/** A server, not yet listening. */
export function createHttpServer({
  answer,
  upgrade,
  limits,
}: {
  answer: Answer;
  upgrade: Upgrade;
  limits?: Partial<Limits>;
}): Server {
  const set = { ...LIMITS, ...limits };
  const server = createServer(
    {
      headersTimeout: set.headersMs,
      requestTimeout: set.requestMs,
      connectionsCheckingInterval: Math.min(2000, set.headersMs),
    },
    requestListener(answer, set),
  );
  server.maxConnections = set.connections;
  server.setTimeout(set.idleMs);
  server.on('upgrade', upgrade);
  return server;
}
