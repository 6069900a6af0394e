/** Relays the hints of the database to private `company:<uuid>` channels of supabase-js, as hosted Realtime does. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocketServer, type WebSocket } from 'ws';

import { verifyAccessToken } from './access-token.ts';
import { PUBLISHABLE_KEY, type Database } from './database.ts';
import { isLoopbackHost, isLoopbackOrigin } from './loopback.ts';
import { decode, encode, type Message, type Version } from './phoenix.ts';

export const REALTIME_PATH = '/realtime/v1/websocket';

const TOPIC = /^realtime:company:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** The client's heartbeat is every 25 s; who misses three is gone. */
const SILENCE_MS = 80_000;
const LARGEST_MESSAGE = 64 * 1024;

interface Subscription {
  joinRef: string | null;
  companyId: string;
  userId: string;
  expiresAt: number;
}

/** As the database writes it (docs/protocol.md); passed on as it is. */
interface Hint {
  company_id: string;
}

export interface Realtime {
  /** Takes the upgrade if it is ours; answers whether it was. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

function refuse(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

export async function openRealtime(database: Database, jwtSecret: string): Promise<Realtime> {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const connections = new Set<Connection>();
  const unlisten = await database.exclusive((db) =>
    db.listen('muster_hint', (payload) => {
      const hint = JSON.parse(payload) as Hint;
      for (const connection of connections) connection.hint(hint);
    }),
  );
  const sweep = setInterval(() => {
    for (const connection of connections) connection.sweep();
  }, 10_000);
  sweep.unref();

  return {
    upgrade(request, socket, head) {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (url.pathname !== REALTIME_PATH) return false;
      const { host, origin } = request.headers;
      if (!isLoopbackHost(host) || !isLoopbackOrigin(origin)) refuse(socket, '403 Forbidden');
      else if (url.searchParams.get('apikey') !== PUBLISHABLE_KEY) refuse(socket, '401 Unauthorized');
      else {
        const version = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
        server.handleUpgrade(request, socket, head, (webSocket) => {
          const connection = new Connection(webSocket, { version, database, jwtSecret });
          connections.add(connection);
          webSocket.on('close', () => connections.delete(connection));
        });
      }
      return true;
    },
    async close() {
      clearInterval(sweep);
      await database.exclusive(async () => unlisten());
      for (const connection of connections) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface ConnectionOptions {
  version: Version;
  database: Database;
  jwtSecret: string;
}

class Connection {
  readonly #subscriptions = new Map<string, Subscription>();
  #lastHeard = Date.now();

  constructor(
    private readonly webSocket: WebSocket,
    private readonly options: ConnectionOptions,
  ) {
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('message', (data, isBinary) => {
      this.#lastHeard = Date.now();
      // Binary frames are broadcasts from clients; here only the database speaks.
      if (isBinary) return;
      const message = decode(String(data), options.version);
      if (message) void this.#take(message).catch(() => webSocket.close(1011));
    });
  }

  hint(hint: Hint) {
    for (const [topic, { joinRef, companyId, expiresAt }] of this.#subscriptions) {
      if (companyId !== hint.company_id || expiresAt <= Date.now()) continue;
      const payload = { type: 'broadcast', event: 'changed', payload: hint };
      this.#send({ joinRef, ref: null, topic, event: 'broadcast', payload });
    }
  }

  /** Closes channels whose session has run out, and the socket of who is no longer there. */
  sweep() {
    const now = Date.now();
    if (now - this.#lastHeard > SILENCE_MS) return this.webSocket.terminate();
    for (const [topic, { joinRef, expiresAt }] of this.#subscriptions) {
      if (expiresAt > now) continue;
      this.#subscriptions.delete(topic);
      const payload = { extension: 'system', status: 'error', message: 'Token has expired', channel: topic };
      this.#send({ joinRef, ref: null, topic, event: 'system', payload });
      this.#send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} });
    }
  }

  end() {
    this.webSocket.close(1001);
    // Who does not answer the closing handshake must not hold up the shut-down.
    setTimeout(() => this.webSocket.terminate(), 500).unref();
  }

  async #take(message: Message): Promise<void> {
    const { topic, event, payload } = message;
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(message, 'ok');
    } else if (event === 'phx_join') await this.#join(message);
    else if (event === 'access_token') await this.#renew(topic, payload['access_token']);
    else if (event === 'phx_leave') {
      this.#subscriptions.delete(topic);
      this.#reply(message, 'ok');
    }
  }

  async #join(message: Message): Promise<void> {
    const config = message.payload['config'] as { private?: unknown } | undefined;
    const companyId = TOPIC.exec(message.topic)?.[1];
    if (!companyId || config?.private !== true) {
      return this.#reply(message, 'error', { reason: 'Only private channels company:<id> exist here' });
    }
    const claims = verifyAccessToken(message.payload['access_token'], this.options.jwtSecret);
    if (!claims || !(await maySee(this.options.database, { userId: claims.sub, companyId }))) {
      return this.#reply(message, 'error', { reason: 'Unauthorized: You do not have permissions to read from this Channel topic' });
    }
    const { joinRef, topic } = message;
    this.#subscriptions.set(topic, { joinRef, companyId, userId: claims.sub, expiresAt: claims.exp * 1000 });
    this.#reply(message, 'ok', { postgres_changes: [] });
  }

  async #renew(topic: string, token: unknown): Promise<void> {
    const subscription = this.#subscriptions.get(topic);
    const claims = verifyAccessToken(token, this.options.jwtSecret);
    if (!subscription || !claims) return;
    const { companyId } = subscription;
    const stillMay = await maySee(this.options.database, { userId: claims.sub, companyId });
    if (stillMay) this.#subscriptions.set(topic, { ...subscription, userId: claims.sub, expiresAt: claims.exp * 1000 });
    else subscription.expiresAt = 0;
  }

  #reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: Record<string, unknown> = {}) {
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #send(message: Message) {
    if (this.webSocket.readyState === this.webSocket.OPEN) this.webSocket.send(encode(message, this.options.version));
  }
}

/** Asks the database as that person: who sees the company's row may hear that something changed in it. */
function maySee(database: Database, { userId, companyId }: { userId: string; companyId: string }): Promise<boolean> {
  return database.exclusive((db) =>
    db.transaction(async (tx) => {
      const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
      await tx.query(
        `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', 'authenticated', true),
                set_config('request.jwt.claims', $2, true)`,
        [userId, claims],
      );
      await tx.exec('set local role authenticated');
      const { rows } = await tx.query('select 1 from public.companies where id = $1', [companyId]);
      return rows.length > 0;
    }),
  );
}
