/** Access control of the local host: only this machine, and no foreign web pages. */
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a Host header names this machine; other names are DNS rebinding. */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');
}

/** Returns whether a URL or origin is this machine's. A missing origin is not from a web page and is allowed. */
export function isLoopbackOrigin(origin: string | null | undefined): boolean {
  if (origin === null || origin === undefined) return true;
  try {
    const { protocol, hostname } = new URL(origin);
    return /^https?:$/.test(protocol) && LOOPBACK.has(hostname);
  } catch {
    return false;
  }
}

/** Returns whether a request or upgrade is foreign. Checked before anything else. */
export function isForeign({ host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>): boolean {
  return !isLoopbackHost(host) || !isLoopbackOrigin(origin);
}
