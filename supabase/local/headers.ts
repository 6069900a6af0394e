/** Response headers of production, for the local host and for static hosts of `dist/` (see headers-file.ts). */

export interface HeaderOptions {
  /** Origin of the Supabase project if it differs from the page's. */
  supabaseOrigin?: string | null;
  /** Sites that may embed the booking pages, as CSP sources. */
  embedders?: readonly string[];
  /** Origin from which the tester loads guest pages, to show them embedded cross-origin (src/lib/other-origin.ts). */
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
    // Fluent UI injects styles at run time.
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
 * For https-only hosts. The local host, which has no https, must never send it. Without subdomains, which may belong to
 * someone else.
 */
export const HSTS_HEADERS = { 'Strict-Transport-Security': 'max-age=63072000' };

/** Returns the headers of the app's pages and files. */
export function appHeaders(options: HeaderOptions = {}): Record<string, string> {
  return {
    ...EVERYWHERE,
    'Content-Security-Policy': contentPolicy(["'none'"], options),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
}

/**
 * Returns the headers of the tester's foreign site: it may load guest pages and the embed script, and only we may frame
 * it.
 */
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

/** Returns the headers of guest pages, whose URL may contain a guest's token. */
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

/** Page in which the tester embeds guest pages. */
export const OTHER_SITE = '/other-site.html';

/** Script that other sites load; as a module it needs CORS. */
export const EMBED_SCRIPT = '/embed.js';
export const ANY_ORIGIN_HEADERS = { 'Access-Control-Allow-Origin': '*' };

/** For files with a content hash in their name. */
export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

/** Returns Cache-Control for a path: immutable with a content hash, else revalidated. */
export function cacheControl(path: string): string {
  return /^\/assets\/.+-[\w-]{8,}\.[a-z0-9]+$/.test(path) ? IMMUTABLE_CACHE : 'no-cache';
}

export const LOCALE_PREFIX = '(?:/(?:en|es|da|it))?';
const BOOKING_PAGE = new RegExp(`^${LOCALE_PREFIX}/(?:booking/(?:isolated|view)/|all/?$)`);

const PERSONAL_PAGE = new RegExp(`^${LOCALE_PREFIX}/booking/(?:isolated/)?(?:view|payment|unsubscribe)/`);

/** Returns whether a path is a guest's personal page, which search engines must not index. */
export function isPersonalPage(path: string): boolean {
  return PERSONAL_PAGE.test(path);
}

/** Returns whether a path is a guest page, which has its own document outside the service worker. */
export function isBookingPage(path: string): boolean {
  return BOOKING_PAGE.test(path) || path === '/booking.html';
}
