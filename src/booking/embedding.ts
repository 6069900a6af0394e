/**
 * What this page tells the page that it is embedded in (docs/embedding.md; public/embed.js is the other side). Nothing is sent before
 * the frame's own parent has said hello, from the one origin that embeds us, and nothing but that hello is listened to.
 */

/** Of the protocol; a message of another version is not for us. */
const VERSION = 1;

export type EmbedMessage =
  | { type: 'ready' }
  | { type: 'resized'; height: number }
  | { type: 'step'; step: string; title: string }
  | { type: 'booked'; reference: string; operator: string }
  | { type: 'failed'; code: string };

/** Who embeds us, as the browser itself says; null for nobody, or where a browser keeps it to itself. */
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
/** The last of each kind that was to be told before the hello came. */
const early = new Map<string, EmbedMessage>();

function send(message: EmbedMessage): void {
  if (host !== null) window.parent.postMessage({ muster: VERSION, ...message }, host);
}

/** Tells the embedding page, if there is one that listens. */
export function postToHost(message: EmbedMessage): void {
  if (!isEmbedded()) return;
  if (isGreeted) send(message);
  else early.set(message.type, message);
}

/**
 * Begins to listen for the embedding page's hello, and tells it how high the page is from then on. `onHost`: once, as soon as the browser says
 * who embeds us.
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
    // Firefox does not say who embeds us, and knows no referrer after the frame was led on: then who says hello tells it, as the
    // browser vouches for where a message comes from, and frame-ancestors for who may be the parent.
    if (host === null) onHost(event.origin);
    host ??= event.origin;
    isGreeted = true;
    for (const message of early.values()) send(message);
    early.clear();
  });
  new ResizeObserver(() => postToHost({ type: 'resized', height: document.body.offsetHeight })).observe(document.body);
  send({ type: 'ready' });
}
