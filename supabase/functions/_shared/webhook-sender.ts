/**
 * Posts to addresses that companies have typed, on Deno and on Node alike. Over node:http(s), as a filter of addresses reaches nothing that
 * `fetch` does: it looks at the very address that is connected to, so that no name can lead elsewhere between a look and the call.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { WebhookAttempt, WebhookFailure, WebhookRequest, WebhookSender } from './ports.ts';

const PATIENCE_MS = 10_000;
/** Of an answer; what is kept of it is less (private.webhook_attempts). */
const MOST_BYTES = 4096;
const KEPT_SIGNS = 1000;

export interface WebhookSenderOptions {
  patienceMs?: number;
  /** For tests alone, whose receivers are here: addresses that are let through all the same, and http with them. */
  allowed?: string[];
  lookup?: LookupFunction;
}

export function webhookSender({
  patienceMs = PATIENCE_MS,
  allowed = [],
  lookup,
}: WebhookSenderOptions = {}): WebhookSender {
  const filter = { allowIPAddressList: allowed, keepAlive: false, ...(lookup ? { lookup } : {}) };
  const agents = { 'https:': new RequestFilteringHttpsAgent(filter), 'http:': new RequestFilteringHttpAgent(filter) };
  return {
    async send(asked) {
      const began = performance.now();
      const outcome = await post(asked, { agents, patienceMs, mayBePlain: allowed.length > 0 });
      return { ...outcome, durationMs: Math.round(performance.now() - began) };
    },
  };
}

type Outcome = Omit<WebhookAttempt, 'durationMs'>;
interface How {
  agents: Record<'https:' | 'http:', HttpAgent>;
  patienceMs: number;
  mayBePlain: boolean;
}

function post({ url, headers, body }: WebhookRequest, { agents, patienceMs, mayBePlain }: How): Promise<Outcome> {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && !(mayBePlain && protocol === 'http:'))
    return Promise.resolve(failed('forbidden_address'));
  return new Promise((resolve) => {
    const bytes = new TextEncoder().encode(body);
    const ask = protocol === 'https:' ? httpsRequest : httpRequest;
    let answered: IncomingMessage | null = null;
    let read = new Uint8Array();
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
      asking.destroy();
    };
    // Whoever has said yes has it, however the rest of the answer ends.
    const endAnswered = (response: IncomingMessage) => end(judged(response.statusCode ?? 0, read));
    const asking = ask(
      url,
      {
        method: 'POST',
        agent: agents[protocol],
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.byteLength },
      },
      (response) => {
        answered = response;
        response.on('data', (part: Uint8Array) => {
          read = joined(read, part);
          if (read.byteLength >= MOST_BYTES) endAnswered(response);
        });
        response.on('end', () => endAnswered(response));
        response.on('error', () => endAnswered(response));
        response.on('close', () => endAnswered(response));
      },
    );
    const timer = setTimeout(() => (answered ? endAnswered(answered) : end(failed('no_answer'))), patienceMs);
    asking.on('error', (failure: NodeJS.ErrnoException) => {
      if (answered) endAnswered(answered);
      else end(failed(reasonOf(failure)));
    });
    asking.end(bytes);
  });
}

function judged(status: number, read: Uint8Array): Outcome {
  // What is no text is shown as well as it can be; the database takes no NUL.
  const answer = new TextDecoder().decode(read).replaceAll('\0', '').slice(0, KEPT_SIGNS);
  if (status >= 200 && status < 300) return { status, failure: null, answer };
  if (status === 410) return { status, failure: 'gone', answer };
  // Not followed: it may lead where nobody was asked about.
  return { status, failure: status >= 300 && status < 400 ? 'redirect' : 'status', answer };
}

const failed = (failure: WebhookFailure): Outcome => ({ status: null, failure, answer: null });

const NOT_REACHED: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
]);

function reasonOf({ code = '', message }: NodeJS.ErrnoException): WebhookFailure {
  if (message.includes('is not allowed. Because')) return 'forbidden_address';
  if (NOT_REACHED.has(code) || /dns error|refused/i.test(message)) return 'unreachable';
  return /CERT|SIGNATURE|ERR_TLS|certificate/i.test(`${code} ${message}`) ? 'bad_certificate' : 'no_answer';
}

function joined(before: Uint8Array, part: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(Math.min(before.byteLength + part.byteLength, MOST_BYTES));
  both.set(before.subarray(0, both.byteLength));
  both.set(part.subarray(0, both.byteLength - before.byteLength), before.byteLength);
  return both;
}
