/** The headers as a `_headers` file for Cloudflare Pages (`!` removes a header). */
import {
  HSTS_HEADERS,
  appHeaders,
  bookingHeaders,
  EMBED_SCRIPT,
  IMMUTABLE_CACHE,
  ANY_ORIGIN_HEADERS,
  OTHER_SITE,
  otherSiteHeaders,
  type HeaderOptions,
} from './headers.ts';

const NOINDEX = 'X-Robots-Tag: noindex';
const lines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);

export function headersFile(options: HeaderOptions): string {
  const booking = bookingHeaders(options);
  // Matching rules add up, so headers of the app's rule are removed for guest pages.
  const unset = ['Content-Security-Policy', 'Referrer-Policy', 'X-Frame-Options', 'Cross-Origin-Opener-Policy'];
  const block = (path: string, headers: Record<string, string>) =>
    [path, ...unset.map((name) => `  ! ${name}`), ...lines(headers)].join('\n');
  const bookingBlock = (path: string) => block(path, booking);
  const prefixes = ['', '/en', '/es', '/da', '/it'];
  return `${[
    ['/*', ...lines({ ...appHeaders(options), ...HSTS_HEADERS, 'Cache-Control': 'no-cache' })].join('\n'),
    ['/assets/*', '  ! Cache-Control', `  Cache-Control: ${IMMUTABLE_CACHE}`].join('\n'),
    ...prefixes
      .flatMap((prefix) => [`${prefix}/booking/isolated/*`, `${prefix}/booking/view/*`, `${prefix}/all`])
      .map((path) => (/\/view\//.test(path) ? `${bookingBlock(path)}\n  ${NOINDEX}` : bookingBlock(path))),
    bookingBlock('/booking.html'),
    block(OTHER_SITE, otherSiteHeaders(options)),
    [EMBED_SCRIPT, ...lines(ANY_ORIGIN_HEADERS)].join('\n'),
    // After the general rules of guest pages, for personal pages only.
    ...prefixes
      .flatMap((prefix) =>
        ['isolated/view', 'isolated/payment', 'isolated/unsubscribe'].map((path) => `${prefix}/booking/${path}/*`),
      )
      .map((path) => `${path}\n  ${NOINDEX}`),
  ].join('\n\n')}\n`;
}
