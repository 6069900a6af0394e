/** Who may talk to the local host: this machine only, and no web page of somebody else's. */
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a Host header names this machine. Anything else is a foreign name that resolves to us (DNS rebinding). */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');
}

/** Whether an address, or the origin of a page, is this machine's; a request without an origin comes from no web page. */
export function isLoopbackOrigin(origin: string | null | undefined): boolean {
  if (origin === null || origin === undefined) return true;
  try {
    const { protocol, hostname } = new URL(origin);
    return /^https?:$/.test(protocol) && LOOPBACK.has(hostname);
  } catch {
    return false;
  }
}

/** Whether a request or an upgrade is not this machine's own. Asked before anything else of it is read. */
export function isForeign({ host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>): boolean {
  return !isLoopbackHost(host) || !isLoopbackOrigin(origin);
}
