/** Who may talk to the local host: this machine only, and no web page of somebody else's. */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a Host header names this machine. Anything else is a foreign name that resolves to us (DNS rebinding). */
export function isLoopbackHost(host: string | null | undefined): boolean {
  if (!host) return false;
  try {
    return LOOPBACK.has(new URL(`http://${host}`).hostname);
  } catch {
    return false;
  }
}

/** Whether an Origin header is this machine's; a request without one comes from no web page. */
export function isLoopbackOrigin(origin: string | null | undefined): boolean {
  if (origin === null || origin === undefined) return true;
  try {
    const { protocol, hostname } = new URL(origin);
    return /^https?:$/.test(protocol) && LOOPBACK.has(hostname);
  } catch {
    return false;
  }
}
