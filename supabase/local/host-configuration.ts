/**
 * Routing of static hosts, for the local host and as configuration files: `_redirects` for Cloudflare Pages, snippets
 * for nginx and Caddy. `tests/local/hosting.test.ts` tests all against one table.
 */
import { isAppPath, RESERVED_PATHS } from '../../src/app/routing/outside-paths.ts';
import type { RouteMeta } from '../../src/app/routing/route-meta.ts';
import { LOCALES } from '../../src/lib/locales.ts';
import {
  HSTS_HEADERS,
  appHeaders,
  bookingHeaders,
  EMBED_SCRIPT,
  IMMUTABLE_CACHE,
  ANY_ORIGIN_HEADERS,
  isBookingPage,
  LOCALE_PREFIX,
  OTHER_SITE,
  otherSiteHeaders,
  type HeaderOptions,
} from './headers.ts';

/** Returns the document for a path without a file; null means 404, also for missing files, scripts and endpoints. */
export function documentFor(path: string): '/booking.html' | '/index.html' | null {
  if (isBookingPage(path)) return '/booking.html';
  return isAppPath(path) ? '/index.html' : null;
}

const prefixes = ['', ...LOCALES.map((locale) => `/${locale}`)];

/**
 * Returns `_redirects` for Cloudflare Pages. Its rules precede files, and without a 404.html unknown paths get
 * index.html: so the build adds a 404.html and a rule for each of the app's routes. `/` and `/booking` are index.html
 * and booking.html there.
 */
export function redirectsFile(routes: readonly RouteMeta[]): string {
  const guests = prefixes.flatMap((prefix) => [
    `${prefix}/all /booking 200`,
    `${prefix}/booking/isolated/* /booking 200`,
    `${prefix}/booking/view/* /booking 200`,
  ]);
  const pages = routes
    .filter(({ path, document }) => path !== '/' && document === undefined)
    .map(({ path }) => `${path.replace(/:\w+/g, '*')} / 200`);
  // Below a locale there are only pages.
  return `${[...guests, ...pages, ...LOCALES.flatMap((locale) => [`/${locale} / 200`, `/${locale}/* / 200`])].join('\n')}\n`;
}

interface Site {
  booking: Record<string, string>;
  app: Record<string, string>;
  otherSite: Record<string, string>;
}
const siteOf = (options: HeaderOptions): Site => ({
  booking: { ...bookingHeaders(options), ...HSTS_HEADERS, 'Cache-Control': 'no-cache' },
  app: { ...appHeaders(options), ...HSTS_HEADERS, 'Cache-Control': 'no-cache' },
  otherSite: { ...otherSiteHeaders(options), ...HSTS_HEADERS, 'Cache-Control': 'no-cache' },
});
const NOINDEX = { 'X-Robots-Tag': 'noindex' };
/** Paths that never get the app's document. */
const RESERVED = `^/(?:${RESERVED_PATHS.join('|')})(?:/|$)`;
const PERSONAL = `^${LOCALE_PREFIX}/booking/(?:view|isolated/(?:view|payment|unsubscribe))/`;
const GUESTS = `^${LOCALE_PREFIX}/(?:booking/(?:isolated|view)/|all/?$)`;
const FILE = String.raw`\.[a-zA-Z0-9]{2,12}$`;

/** Returns a file to `include` in an nginx server block that sets `root`. */
export function nginxFile(options: HeaderOptions): string {
  const { booking, app, otherSite } = siteOf(options);
  const location = (match: string, headers: Record<string, string>, ...lines: string[]) =>
    [
      `location ${match} {`,
      ...Object.entries(headers).map(
        // Without `always`, a 404 is not cached like the file; other headers apply to errors, too.
        ([name, value]) => `    add_header ${name} "${value}"${name === 'Cache-Control' ? '' : ' always'};`,
      ),
      ...lines.map((line) => `    ${line}`),
      '}',
    ].join('\n');
  return `${[
    '# Written by the build. In a server block: root /path/to/dist; include /path/to/dist/hosting/nginx.conf;',
    location('^~ /assets/', { ...app, 'Cache-Control': IMMUTABLE_CACHE }, 'try_files $uri =404;'),
    location(`= ${OTHER_SITE}`, otherSite, 'try_files $uri =404;'),
    location(`= ${EMBED_SCRIPT}`, { ...app, ...ANY_ORIGIN_HEADERS }, 'try_files $uri =404;'),
    location('= /booking.html', booking, 'try_files $uri =404;'),
    location(
      '= /manifest.webmanifest',
      app,
      'types { }',
      'default_type application/manifest+json;',
      'try_files $uri =404;',
    ),
    location(`~ ${PERSONAL}`, { ...booking, ...NOINDEX }, 'try_files /booking.html =404;'),
    location(`~ ${GUESTS}`, booking, 'try_files /booking.html =404;'),
    location(`~ ${RESERVED}`, app, 'try_files $uri =404;'),
    location(`~ ${quoted(FILE)}`, app, 'try_files $uri =404;'),
    location('/', app, 'try_files $uri /index.html =404;'),
  ].join('\n\n')}\n`;
}
/** nginx needs quotes around patterns with braces. */
const quoted = (pattern: string) => `"${pattern}"`;

/** Returns a file to `import` in a Caddy site that sets `root`. */
export function caddyFile(options: HeaderOptions): string {
  const { booking, app, otherSite } = siteOf(options);
  const handle = (match: string, headers: Record<string, string>, ...lines: string[]) => {
    // A 404 must not be cached like the file.
    const isKept = headers['Cache-Control'] === IMMUTABLE_CACHE;
    return [
      `handle ${match}`.trim().concat(' {'),
      ...(isKept ? ['\t@found file'] : []),
      ...Object.entries(headers).map(
        ([name, value]) => `\theader ${isKept && name === 'Cache-Control' ? '@found ' : ''}${name} "${value}"`,
      ),
      ...lines.map((line) => `\t${line}`),
      '\tfile_server',
      '}',
    ].join('\n');
  };
  const matcher = (name: string, pattern: string) => `@${name} path_regexp ${pattern}`;
  return `${[
    '# Written by the build. In a site: root * /path/to/dist, then import /path/to/dist/hosting/Caddyfile',
    [
      matcher('personal', PERSONAL),
      matcher('guests', GUESTS),
      matcher('reserved', RESERVED),
      matcher('file', FILE),
    ].join('\n'),
    handle('/assets/*', { ...app, 'Cache-Control': IMMUTABLE_CACHE }),
    handle(OTHER_SITE, otherSite),
    handle(EMBED_SCRIPT, { ...app, ...ANY_ORIGIN_HEADERS }),
    handle('/booking.html', booking),
    handle('@personal', { ...booking, ...NOINDEX }, 'rewrite * /booking.html'),
    handle('@guests', booking, 'rewrite * /booking.html'),
    handle('@reserved', app),
    handle('@file', app),
    handle('', app, 'try_files {path} /index.html'),
  ].join('\n\n')}\n`;
}
