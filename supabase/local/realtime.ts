/**
 * Relays change events of the database to private channels, as hosted Realtime does: `company:<uuid>` for supabase-js
 * and `booking:<uuid>` for guest pages.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocketServer, type WebSocket } from 'ws';

import { verifyAccessToken } from './access-token.ts';
import { PUBLISHABLE_KEY, type Database } from './database.ts';
import { rejectUpgrade } from './http-server.ts';
import { isForeign } from './loopback.ts';
import { decode, encode, type Message, type Version } from './phoenix.ts';

export const REALTIME_PATH = '/realtime/v1/websocket';

const TOPIC = /^realtime:((company|booking):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;
/** Clients send a heartbeat every 25 s; after three missed ones they are dropped. */
const SILENCE_MS = 80_000;
const MAX_MESSAGE_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 512;
const MAX_CHANNELS = 100;
/** Most messages of a client that may wait for the database; more is abuse. */
const MAX_WAITING = 200;
/** Most unread bytes of a client. */
const MAX_UNREAD_BYTES = 1024 * 1024;

interface Subscription {
  joinRef: string | null;
  subject: string;
  expiresAt: number;
}

/** Change event as the database sends it (docs/protocol.md); relayed unchanged. */
type ChangeEvent = { company_id: string } | { booking_id: string };

const subjectOf = (event: ChangeEvent) =>
  'booking_id' in event ? `booking:${event.booking_id}` : `company:${event.company_id}`;

export interface Realtime {
  /** Accepts the upgrade, or rejects it and closes the socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export async function openRealtime(database: Database, jwtSecret: string): Promise<Realtime> {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const connections = new Set<Connection>();
  const unlisten = await database.exclusive((db) =>
    db.listen('muster_change_event', (payload) => {
      const event = JSON.parse(payload) as ChangeEvent;
      for (const connection of connections) connection.send(event);
    }),
  );
  const sweep = setInterval(() => {
    for (const connection of connections) connection.sweep();
  }, 10_000);
  sweep.unref();

  return {
    upgrade(request, socket, head) {
      if (isForeign(request.headers)) return rejectUpgrade(socket, 403);
      const [path, query] = (request.url ?? '').split('?', 2);
      if (path !== REALTIME_PATH) return rejectUpgrade(socket, 404);
      const parameters = new URLSearchParams(query);
      if (parameters.get('apikey') !== PUBLISHABLE_KEY) return rejectUpgrade(socket, 401);
      if (connections.size >= MAX_CONNECTIONS) return rejectUpgrade(socket, 503);
      const version = parameters.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = new Connection(webSocket, { version, database, jwtSecret });
        connections.add(connection);
        webSocket.on('close', () => connections.delete(connection));
      });
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
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    private readonly webSocket: WebSocket,
    private readonly options: ConnectionOptions,
  ) {
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('message', (data, isBinary) => {
      this.#lastHeard = Date.now();
      // Binary frames are client broadcasts, which are ignored.
      if (isBinary) return;
      const message = decode(String(data), options.version);
      if (message) this.#queue(message);
    });
    webSocket.on('ping', () => {
      if (webSocket.bufferedAmount > MAX_UNREAD_BYTES) webSocket.terminate();
    });
  }

  send(event: ChangeEvent) {
    const changed = subjectOf(event);
    for (const [topic, { joinRef, subject, expiresAt }] of this.#subscriptions) {
      if (subject !== changed || expiresAt <= Date.now()) continue;
      const payload = { type: 'broadcast', event: 'changed', payload: event };
      this.#send({ joinRef, ref: null, topic, event: 'broadcast', payload });
    }
  }

  /** Closes channels with expired sessions, and sockets of silent clients. */
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
    // A client that does not answer the close handshake must not delay the shutdown.
    setTimeout(() => this.webSocket.terminate(), 500).unref();
  }

  /** Queues messages per client, so that each has at most one database query at a time. */
  #queue(message: Message) {
    if (this.webSocket.readyState !== this.webSocket.OPEN) return;
    if (this.#waiting >= MAX_WAITING) return this.webSocket.close(1008);
    this.#waiting += 1;
    this.#turn = this.#turn
      .then(() => (this.webSocket.readyState === this.webSocket.OPEN ? this.#take(message) : undefined))
      .catch(() => this.webSocket.close(1011))
      .finally(() => {
        this.#waiting -= 1;
      });
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
    const [, subject] = TOPIC.exec(message.topic) ?? [];
    if (!subject || config?.private !== true) {
      return this.#reply(message, 'error', {
        reason: 'Only private channels company:<id> and booking:<id> exist here',
      });
    }
    if (this.#subscriptions.size >= MAX_CHANNELS && !this.#subscriptions.has(message.topic)) {
      return this.#reply(message, 'error', { reason: 'Too many channels' });
    }
    const who = this.#callerOf(message.payload['access_token']);
    if (!who || !(await canReceiveEvents(this.options.database, { userId: who.userId, subject }))) {
      return this.#reply(message, 'error', {
        reason: 'Unauthorized: You do not have permissions to read from this Channel topic',
      });
    }
    const { joinRef, topic } = message;
    this.#subscriptions.set(topic, { joinRef, subject, expiresAt: who.expiresAt });
    this.#reply(message, 'ok', { postgres_changes: [] });
  }

  async #renew(topic: string, token: unknown): Promise<void> {
    const subscription = this.#subscriptions.get(topic);
    const who = this.#callerOf(token);
    if (!subscription || !who) return;
    const isStillAllowed = await canReceiveEvents(this.options.database, {
      userId: who.userId,
      subject: subscription.subject,
    });
    subscription.expiresAt = isStillAllowed ? who.expiresAt : 0;
  }

  /**
   * Returns the token's user; userId null for a client without token or with the publishable key; null for an invalid
   * token.
   */
  #callerOf(token: unknown): { userId: string | null; expiresAt: number } | null {
    if (token === undefined || token === null || token === PUBLISHABLE_KEY)
      return { userId: null, expiresAt: Infinity };
    const claims = verifyAccessToken(token, this.options.jwtSecret);
    return claims && { userId: claims.sub, expiresAt: claims.exp * 1000 };
  }

  #reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: Record<string, unknown> = {}) {
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #send(message: Message) {
    if (this.webSocket.bufferedAmount > MAX_UNREAD_BYTES) this.webSocket.terminate();
    if (this.webSocket.readyState === this.webSocket.OPEN) this.webSocket.send(encode(message, this.options.version));
  }
}

/**
 * Returns whether the caller may receive events, by the same rules as the policies on realtime.messages: a guest page,
 * which is never signed in, those of a booking whose id it knows; a person those of a company that they can read.
 */
function canReceiveEvents(database: Database, who: { userId: string | null; subject: string }): Promise<boolean> {
  if (database.canReceiveEvents) return database.canReceiveEvents(who);
  const { userId, subject } = who;
  const [kind, id] = subject.split(':');
  if (kind === 'booking' || userId === null) return Promise.resolve(kind === 'booking' && userId === null);
  return database.exclusive((db) =>
    db.transaction(async (tx) => {
      const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
      await tx.query(
        `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', 'authenticated', true),
                set_config('request.jwt.claims', $2, true)`,
        [userId, claims],
      );
      await tx.exec('set local role authenticated');
      const { rows } = await tx.query('select 1 from public.companies where id = $1', [id]);
      return rows.length > 0;
    }),
  );
}
