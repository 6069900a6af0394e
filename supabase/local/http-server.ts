/** HTTP server with limits on size, time and connections, so that no client can bring the process down. */
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { getRequestListener } from '@hono/node-server';

import { isForeign } from './loopback.ts';

export interface Limits {
  /** Most bytes of a request body. */
  bodyBytes: number;
  headersMs: number;
  /** Time for a whole request to arrive. */
  requestMs: number;
  /** Idle connections are closed after this time. */
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
/** Time for a client that is still sending to read the response. */
const LINGER_MS = 500;

type Handler = (request: Request) => Promise<Response>;
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const nothing = () => undefined;

/** Rejects an upgrade and closes the socket; later resets are ignored. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  socket.on('error', nothing);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Sends a refusal without reading the rest. The connection is closed a little later, and without `Connection: close`:
 * Node would close at once, unread data would become a reset, and the client would never see the response.
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

/**
 * Headers in which proxies report the client's address. No proxy is in front of this server, so they are forged and
 * would fool the rate limits.
 */
const PROXY_ADDRESS_HEADERS = new Set([
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
  for (const name of PROXY_ADDRESS_HEADERS) delete incoming.headers[name];
  const { rawHeaders } = incoming;
  // Names and values alternate.
  incoming.rawHeaders = rawHeaders.filter(
    (_, at) => !PROXY_ADDRESS_HEADERS.has(rawHeaders[at - (at % 2)]!.toLowerCase()),
  );
}

const openResponses = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a response with its connection, which aborts the request's signal. Node only closes the response being sent;
 * pipelined ones behind it would never learn that the client is gone.
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

/** Returns a listener that passes acceptable requests to `handle`, for our server and the dev server. */
export function requestListener(handle: Handler, { bodyBytes }: Pick<Limits, 'bodyBytes'> = LIMITS) {
  const listener = getRequestListener(handle, { overrideGlobalObjects: false });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    outgoing.on('error', nothing);
    closeWithSocket(incoming, outgoing);
    const { headers, headersDistinct, url } = incoming;
    if (isForeign(headers))
      return refuse(incoming, outgoing, {
        status: 403,
        message: 'This server only accepts requests from this machine and its own pages',
      });
    // Refuses absolute URLs, `*` and several Host headers, so that what was checked is what is parsed.
    if (!url?.startsWith('/') || headersDistinct['host']?.length !== 1)
      return refuse(incoming, outgoing, { status: 400, message: 'Bad request' });
    forgetAddresses(incoming);
    if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined)
      return void listener(incoming, outgoing);
    const tooLarge = { status: 413, message: 'The request is too large' };
    if (Number(headers['content-length'] ?? 0) > bodyBytes) return refuse(incoming, outgoing, tooLarge);
    readBody(incoming, bodyBytes).then(
      (body) =>
        body === null
          ? refuse(incoming, outgoing, tooLarge)
          : void listener(Object.assign(incoming, { rawBody: body }), outgoing),
      // The client has gone.
      nothing,
    );
  };
}

/**
 * Returns the body, or null as soon as it exceeds `max` bytes. Uses one growing buffer, as a body may arrive byte by
 * byte.
 */
function readBody(incoming: IncomingMessage, max: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    let length = 0;
    const take = (part: Buffer) => {
      const next = length + part.length;
      if (next > max) {
        incoming.off('data', take);
        return resolve(null);
      }
      if (next > held.length) {
        const grown = Buffer.allocUnsafe(Math.max(next, Math.min(2 * held.length, max)));
        held.copy(grown, 0, 0, length);
        held = grown;
      }
      part.copy(held, length);
      length = next;
    };
    incoming.on('data', take);
    incoming.on('end', () => resolve(held.subarray(0, length)));
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The client closed the connection')));
  });
}

/** Returns a server that is not listening yet. */
export function createHttpServer({
  handle,
  upgrade,
  limits,
}: {
  handle: Handler;
  upgrade: Upgrade;
  limits?: Partial<Limits>;
}): Server {
  const effective = { ...LIMITS, ...limits };
  const server = createServer(
    {
      headersTimeout: effective.headersMs,
      requestTimeout: effective.requestMs,
      connectionsCheckingInterval: Math.min(2000, effective.headersMs),
    },
    requestListener(handle, effective),
  );
  server.maxConnections = effective.connections;
  server.setTimeout(effective.idleMs);
  server.on('upgrade', upgrade);
  return server;
}
