/**
 * Sends webhooks to URLs entered by companies, on Deno and Node, protected against SSRF: it resolves the name itself
 * and connects to the address it checked, so that DNS cannot change in between. `fetch` resolves names itself, and
 * node:https on Deno 2.1 ignores agents (ADR 064); hence a raw socket and just enough HTTP for one POST.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { HttpResponseReader } from './http-response-reader.ts';
import type { WebhookAttempt, WebhookFailure, WebhookRequest, WebhookSender } from './ports.ts';

const TIMEOUT_MS = 10_000;
/** Limit of a response with headers; private.webhook_attempts stores less. */
const MAX_RESPONSE_BYTES = 16_384;
const STORED_RESPONSE_LENGTH = 1000;
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

export interface WebhookSenderOptions {
  timeoutMs?: number;
  /** Tests only: addresses that are allowed although local, also over http. */
  allowed?: string[];
  /** Tests only: name resolution and trusted CA. */
  resolve?: (name: string) => Promise<string[]>;
  ca?: string;
}

type Outcome = Omit<WebhookAttempt, 'durationMs'>;
const failed = (failure: WebhookFailure): Outcome => ({ status: null, failure, response: null });

export function webhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  return {
    async send(request) {
      const began = performance.now();
      const outcome = await post(request, options).catch(() => failed('not_sent'));
      return { ...outcome, durationMs: Math.round(performance.now() - began) };
    },
  };
}

/** Returns whether an IP address is public: not private, loopback, link-local, shared, mapped or otherwise reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

const everyAddress = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address);

async function post(request: WebhookRequest, options: WebhookSenderOptions): Promise<Outcome> {
  const { timeoutMs = TIMEOUT_MS, allowed = [], resolve = everyAddress, ca } = options;
  // A stored URL may have passed an older or a different parser.
  if (!URL.canParse(request.url)) return failed('unreachable');
  const url = new URL(request.url);
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && allowed.length > 0)) return failed('forbidden_address');
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const ends = AbortSignal.timeout(timeoutMs);
  const late = new Promise<null>((done) => ends.addEventListener('abort', () => done(null), { once: true }));
  const found = isIP(name) ? [name] : await Promise.race([resolve(name).catch(() => []), late]);
  const [address] = found ?? [];
  if (!address) return failed('unreachable');
  // One internal address among them is enough to refuse: the receiver's DNS decides which comes first.
  if (!found!.every((each) => allowed.includes(each) || isPublicAddress(each))) return failed('forbidden_address');
  const to = { host: address, port: Number(url.port) || (isPlain ? 80 : 443) };
  const servername = isIP(name) ? {} : { servername: name };
  // A port or name that the socket refuses throws inside the promise.
  return new Promise((settle) => {
    const socket = isPlain ? connectPlainly(to) : connectSecurely({ ...to, ...servername, ...(ca ? { ca } : {}) });
    exchange(
      socket,
      { ready: isPlain ? 'connect' : 'secureConnect', bytes: serializeRequest(url, request), ends },
      settle,
    );
  });
}

interface Exchange {
  ready: 'connect' | 'secureConnect';
  bytes: Uint8Array;
  ends: AbortSignal;
}

function exchange(socket: Socket, { ready, bytes, ends }: Exchange, settle: (outcome: Outcome) => void): void {
  const reader = new HttpResponseReader();
  let size = 0;
  const end = (failure: WebhookFailure) => {
    ends.removeEventListener('abort', onLate);
    // A response status counts even if the rest of the response is broken.
    const response = reader.response();
    settle(response ? classifyResponse(response.status, response.body) : failed(failure));
    socket.destroy();
  };
  const onLate = () => end('no_response');
  ends.addEventListener('abort', onLate);
  socket.on(ready, () => socket.write(bytes));
  socket.on('data', (chunk: Uint8Array) => {
    reader.add(chunk.subarray(0, MAX_RESPONSE_BYTES - size));
    size += chunk.byteLength;
    if (size >= MAX_RESPONSE_BYTES || reader.isWhole()) end('no_response');
  });
  socket.on('error', (failure: NodeJS.ErrnoException) => end(reasonOf(failure)));
  socket.on('end', () => end('no_response'));
  socket.on('close', () => end('no_response'));
}

function serializeRequest(url: URL, { headers, body }: WebhookRequest): Uint8Array {
  const content = new TextEncoder().encode(body);
  const all = { ...headers, 'content-type': 'application/json', 'content-length': String(content.byteLength) };
  const lines = Object.entries({ host: url.host, ...all, connection: 'close' }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  const head = new TextEncoder().encode(`POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const message = new Uint8Array(head.byteLength + content.byteLength);
  message.set(head);
  message.set(content, head.byteLength);
  return message;
}

function classifyResponse(status: number, body: Uint8Array): Outcome {
  // Non-text is decoded as well as possible; Postgres takes neither NUL nor half of a surrogate pair.
  const response = [...new TextDecoder().decode(body).replaceAll('\0', '')].slice(0, STORED_RESPONSE_LENGTH).join('');
  if (status >= 200 && status < 300) return { status, failure: null, response };
  if (status === 410) return { status, failure: 'gone', response };
  // Redirects are not followed, as their target was not checked.
  return { status, failure: status >= 300 && status < 400 ? 'redirect' : 'status', response };
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): WebhookFailure {
  const description = `${code} ${message}`;
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|refused|unreachable/i.test(description))
    return 'unreachable';
  return /CERT|SIGNATURE|ERR_TLS|certificate|UnknownIssuer/i.test(description) ? 'bad_certificate' : 'no_response';
}
