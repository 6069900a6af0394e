/**
 * The network between one device and the backend: a reverse proxy, so that a test can cut it, hang it, put a captive
 * portal into it or lose a response, also below the service worker and for websockets.
 */
import {
  createServer,
  request as requestUpstream,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export type NetworkCondition =
  | 'open'
  /** Connections are refused or reset. */
  | 'cut'
  /** Connections open, but no response ever comes. */
  | 'hanging'
  /** Every request gets the page of a captive portal, with this status. */
  | { portal: 200 | 403 | 429 | 511 }
  /** The backend responds with this status. */
  | { status: number; retryAfter?: number };

export interface Traffic {
  method: string;
  path: string;
  status: number;
  /** Body sizes in bytes, as transferred. */
  sent: number;
  received: number;
}

export interface DeviceNetwork {
  url: string;
  condition: NetworkCondition;
  /** Only requests to these paths are affected; all by default. Static files stay reachable with `/rest|/auth`. */
  where: RegExp;
  /** All requests that got a response, oldest first. */
  traffic: Traffic[];
  /** Loses the response to the next request to such a path, after it has reached the backend. */
  loseNextResponse(path: RegExp): Promise<void>;
  /** Serves the app's files from another host, which has another version. */
  files: URL | null;
  close(): Promise<void>;
}

const SERVICE = /^\/(?:rest|auth|realtime|functions|storage|local)\//;
const PORTAL_PAGE =
  '<!doctype html><html><body><h1>Welcome to the harbour Wi-Fi</h1><form>Room number <input></form></body></html>';

interface CachedFile {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Immutable responses by host, path and encoding. Every device has an empty cache and loads the same files of the app:
 * passing sixty of them on from the backend takes a tenth of a second.
 */
const cachedFiles = new Map<string, CachedFile>();

const isImmutable = ({ statusCode, headers }: IncomingMessage) =>
  statusCode === 200 && (headers['cache-control'] ?? '').includes('immutable');

/** `upstream`: the backend's address. */
export async function openNetwork(upstream: string): Promise<DeviceNetwork> {
  const backend = new URL(upstream);
  const sockets = new Set<Socket>();
  let losing: { path: RegExp; done(): void } | null = null;
  const server = createServer((request, response) => void handle(request, response));
  // Keeps idle connections open: a busy machine may be about to reuse one.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });

  const feels = (path: string) => network.where.test(path);

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const { condition } = network;
    if (condition !== 'open' && feels(path)) {
      if (condition === 'cut') return void request.socket.destroy();
      if (condition === 'hanging') return void request.resume();
      request.resume();
      if ('portal' in condition) {
        response.writeHead(condition.portal, {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
        });
        return void response.end(PORTAL_PAGE);
      }
      const retry = condition.retryAfter === undefined ? {} : { 'retry-after': String(condition.retryAfter) };
      response.writeHead(condition.status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...retry,
      });
      return void response.end('{"message":"not now"}');
    }
    const entry: Traffic = { method: request.method ?? 'GET', path, status: 0, sent: 0, received: 0 };
    const to = network.files && !SERVICE.test(path) ? network.files : backend;
    const key = `${to.host} ${path} ${request.headers['accept-encoding'] ?? ''}`;
    const file = request.method === 'GET' && !losing?.path.test(path) ? cachedFiles.get(key) : undefined;
    if (file) {
      network.traffic.push({ ...entry, status: file.status, received: file.body.length });
      response.writeHead(file.status, file.headers);
      return void response.end(file.body);
    }
    const onward = requestUpstream(
      // No keep-alive: the backend may close a kept connection at the moment of its reuse.
      { agent: false, hostname: to.hostname, port: to.port, path, method: request.method, headers: request.headers },
      (result) => {
        entry.status = result.statusCode ?? 0;
        const parts: Buffer[] | null = request.method === 'GET' && isImmutable(result) ? [] : null;
        result.on('data', (chunk: Buffer) => {
          entry.received += chunk.length;
          parts?.push(chunk);
        });
        result.on('end', () => {
          network.traffic.push(entry);
          if (parts)
            cachedFiles.set(key, { status: entry.status, headers: result.headers, body: Buffer.concat(parts) });
        });
        if (losing?.path.test(path)) {
          const { done } = losing;
          losing = null;
          result.resume();
          // The headers get through: without any, Chromium would retry the request itself, unseen by the app.
          response.writeHead(entry.status, { 'content-type': 'application/json', 'content-length': '1000' });
          response.write('{');
          result.on('end', () => {
            setTimeout(() => request.socket.destroy(), 50);
            done();
          });
          return;
        }
        response.writeHead(entry.status, result.headers);
        result.pipe(response);
      },
    );
    onward.on('error', () => request.socket.destroy());
    response.on('close', () => onward.destroy());
    request.on('data', (chunk: Buffer) => (entry.sent += chunk.length));
    request.pipe(onward);
  };

  server.on('upgrade', (request, socket: Socket, head) => {
    if (network.condition !== 'open' && feels(request.url ?? '/')) return void socket.destroy();
    const onward = connect(Number(backend.port), backend.hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let index = 0; index < request.rawHeaders.length; index += 2) {
        lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });

  let weather: NetworkCondition = 'open';
  const network: DeviceNetwork = {
    url: '',
    get condition() {
      return weather;
    },
    set condition(next) {
      weather = next;
      // Cutting also ends open connections, including websockets and half-loaded pages.
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    where: /./,
    traffic: [],
    files: null,
    loseNextResponse: (path) => new Promise((done) => (losing = { path, done })),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  network.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return network;
}
