/**
 * Messages to the embedding page (docs/embedding.md; public/embed.js is the other side). Only "ready" is sent before
 * the embedding page has said hello. From then on messages go only to that page's origin.
 */

/** Protocol version; messages of other versions are ignored. */
const VERSION = 1;

export type EmbedMessage =
  | { type: 'ready' }
  | { type: 'resized'; height: number }
  | { type: 'step'; step: string; title: string }
  | { type: 'booked'; reference: string; operator: string }
  | { type: 'failed'; code: string }
  /** What the host keeps until the frame is loaded again; null to forget it. `key` tells frames apart. */
  | { type: 'entry'; key: string; entry: string | null };

/**
 * Returns the embedding page's origin from the browser; null outside a frame, if the browser doesn't tell, or if
 * the page is sandboxed and has none.
 */
function hostOrigin(): string | null {
  if (window.parent === window) return null;
  const [ancestor] =
    (window.location as { ancestorOrigins?: ArrayLike<string> & Iterable<string> }).ancestorOrigins ?? [];
  try {
    const origin = ancestor ?? new URL(document.referrer).origin;
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
}

export const isEmbedded = (): boolean => window.parent !== window;

let host: string | null = null;
let isGreeted = false;
/** The last message of each kind, queued until the hello. */
const queuedMessages = new Map<string, EmbedMessage>();

function send(message: EmbedMessage): void {
  if (host !== null) window.parent.postMessage({ muster: VERSION, ...message }, host);
}

/** Sends a message to the embedding page, if any. */
export function postToHost(message: EmbedMessage): void {
  if (!isEmbedded()) return;
  if (isGreeted) send(message);
  else queuedMessages.set(message.type, message);
}

/**
 * Starts to accept the embedding page's hello and to report the page's height. `onHost` is called once, when the
 * embedding site is known.
 */
export function startEmbedding(onHost: (site: string) => void): void {
  if (!isEmbedded()) return;
  host = hostOrigin();
  if (host !== null) onHost(host);
  document.documentElement.dataset['embedded'] = '';
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || (host !== null && event.origin !== host)) return;
    const data = event.data as { muster?: unknown; type?: unknown } | null;
    if (data?.muster !== VERSION || data.type !== 'hello' || isGreeted) return;
    // Firefox has no `ancestorOrigins`, and no referrer after a navigation inside the frame. The sender of the hello is
    // then trusted: the browser guarantees its origin, and frame-ancestors restricts who can be the parent.
    if (host === null) onHost(event.origin);
    host ??= event.origin;
    isGreeted = true;
    for (const message of queuedMessages.values()) send(message);
    queuedMessages.clear();
  });
  new ResizeObserver(() => postToHost({ type: 'resized', height: document.body.offsetHeight })).observe(document.body);
  send({ type: 'ready' });
}
