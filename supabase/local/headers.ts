/** The response headers of production, for the local host and for whichever static host serves `dist/` (see headers-file.ts). */

export interface HeaderOptions {
  /** Origin of the Supabase project when it is another than the page's own. */
  supabaseOrigin?: string | null;
  /** Who may embed the booking pages, as CSP sources. */
  embedders?: readonly string[];
  /** Where the tester fetches the guests' pages from, to show them as somebody else's (src/lib/other-origin.ts). */
  otherOrigin?: string | null;
}

const ERROR_REPORTING = ['https://notify.bugsnag.com', 'https://sessions.bugsnag.com'];

function policy(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function contentPolicy(frameAncestors: readonly string[], { supabaseOrigin }: HeaderOptions): string {
  const backend = supabaseOrigin ? [supabaseOrigin, supabaseOrigin.replace(/^http/, 'ws')] : [];
  return policy({
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    // Fluent UI writes its styles at run time.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...backend.slice(0, 1)],
    'font-src': ["'self'", 'data:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...backend, ...ERROR_REPORTING],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': frameAncestors,
  });
}

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Permissions-Policy':
    'camera=(self), fullscreen=(self), screen-wake-lock=(self), geolocation=(self), microphone=(), payment=(self), usb=(), browsing-topics=()',
};

/**
 * For hosts that speak https only: from the first visit on, a browser asks for nothing in the clear. The local host, which has no
 * https, must never send it. Without the subdomains, which may be somebody else's business.
 */
export const HSTS_HEADERS = { 'Strict-Transport-Security': 'max-age=63072000' };

/** Headers of the installed app's pages and files. */
export function appHeaders(options: HeaderOptions = {}): Record<string, string> {
  return {
    ...EVERYWHERE,
    'Content-Security-Policy': contentPolicy(["'none'"], options),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
}

/** Somebody else's page, as far as the tester needs one: it may fetch the guests' pages and their loader, and nobody but us may frame it. */
export function otherSiteHeaders({ otherOrigin }: HeaderOptions = {}): Record<string, string> {
  const pages = otherOrigin ?? "'self'";
  return {
    ...EVERYWHERE,
    'Content-Security-Policy': policy({
      'default-src': ["'none'"],
      'script-src': [pages],
      'style-src': ["'unsafe-inline'"],
      'img-src': ["'self'"],
      'frame-src': [pages],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'self'"],
    }),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Robots-Tag': 'noindex',
  };
}

/** Headers of the public booking pages, whose address may carry a guest's token. */
export function bookingHeaders(options: HeaderOptions = {}): Record<string, string> {
  return {
    ...EVERYWHERE,
    'Content-Security-Policy': contentPolicy(
      ["'self'", ...[options.otherOrigin ?? []].flat(), ...(options.embedders ?? [])],
      options,
    ),
    'Referrer-Policy': 'no-referrer',
  };
}

/** The page in which the tester shows the guests' pages. */
export const OTHER_SITE = '/other-site.html';

/** What other sites load, also as a module, which asks for leave. */
export const EMBED_SCRIPT = '/embed.js';
export const ANY_ORIGIN_HEADERS = { 'Access-Control-Allow-Origin': '*' };

/** For files whose name carries the hash of their content. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

/** How long a file may be kept: for ever if its name carries its hash, else asked for anew each time. */
export function cacheControl(path: string): string {
  return /^\/assets\/.+-[\w-]{8,}\.[a-z0-9]+$/.test(path) ? IMMUTABLE_CACHE : 'no-cache';
}

export const LOCALE_PREFIX = '(?:/(?:en|es|da|it))?';
const BOOKING_PAGE = new RegExp(`^${LOCALE_PREFIX}/(?:booking/(?:isolated|view)/|all/?$)`);

const PERSONAL_PAGE = new RegExp(`^${LOCALE_PREFIX}/booking/(?:isolated/)?(?:view|payment|letters)/`);

/** Whether a path is somebody's own booking, which no search engine shall show. */
export function isPersonalPage(path: string): boolean {
  return PERSONAL_PAGE.test(path);
}

/** Whether a path is one of the guests' pages, which live in a document of their own outside the worker. */
export function isBookingPage(path: string): boolean {
  return BOOKING_PAGE.test(path) || path === '/booking.html';
}
