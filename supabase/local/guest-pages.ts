/**
 * Documents of the guest pages on the embedded host, each with the public API responses of its operator. Unknown
 * operators are a 404.
 */
import { pageAt, type GuestPage } from '../../src/booking/guest-page.ts';
import { parsePartySize } from '../../src/booking/pages/next-party.ts';
import { localDateIn, isLocalDate } from '../../src/lib/local-date.ts';
import { LOCALES } from '../../src/lib/locales.ts';
import { otherLoopbackOrigin } from '../../src/lib/other-origin.ts';
import { withLocale } from '../../src/i18n/locale-choice.ts';
import type { Database } from './database.ts';
import { guestDocument, withOperator } from './guest-document.ts';
import type {
  PreloadedResponse,
  DirectoryResponse,
  MonthResponse,
  OperatorResponse,
  PartnerResponse,
  TourResponse,
} from './guest-response-types.ts';
import { bookingHeaders, type HeaderOptions } from './headers.ts';
import { escapeHtml } from './html-page.ts';

/** Calls a public RPC as a page would, without a client address and so without rate limit. */
async function ask<T>(database: Database, name: string, args: Record<string, unknown>): Promise<T> {
  const list = Object.keys(args)
    .map((key, at) => `${key} => $${at + 1}`)
    .join(', ');
  const { rows } = await database.exclusive((db) =>
    db.query<{ response: T }>(`select public.guest_${name}(${list}) as response`, Object.values(args)),
  );
  return rows[0]!.response;
}

/** Returns the directory's filters from the query; drops the same days as src/booking/page-url.ts. */
function searched(query: URLSearchParams): Record<string, string> {
  const day = query.get('date') ?? '';
  const wish = {
    search: query.get('q') ?? '',
    language: query.get('language') ?? '',
    day: day.startsWith('20') && isLocalDate(day) ? day : '',
  };
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== ''));
}

export interface GuestPages {
  database: Database;
  headers: HeaderOptions;
  /** Returns `dist/booking.html`, or null if it was not built. */
  readDocument(): Promise<string | null>;
}

/** Returns the document of a guest page, the sitemap or robots.txt, or null for other paths. */
export async function guestPage(request: Request, pages: GuestPages): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const url = new URL(request.url);
  if (url.pathname === '/sitemap.xml') return siteMap(url.origin, pages.database);
  if (url.pathname === '/robots.txt')
    return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${url.origin}/sitemap.xml\n`, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  const page = pageAt(url.pathname);
  if (page.kind === 'unknown') return null;
  const html = await pages.readDocument();
  if (html === null) return null;
  const isLink = page.kind === 'view' || page.kind === 'payment' || page.kind === 'unsubscribe';
  const response = isLink
    ? await linkDocument(page.token, { html, url, pages })
    : await publicDocument(page, request, { html, url, pages });
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

interface PageContext {
  /** The built document. */
  html: string;
  url: URL;
  pages: GuestPages;
}

/** Returns a page for the holder of a token, with the operator's contact only. Unknown tokens get the same document. */
async function linkDocument(token: string, { html, url, pages }: PageContext): Promise<Response> {
  const link = await ask<{ operator?: OperatorResponse['operator']; embed_origins?: string[] }>(
    pages.database,
    'read_link_operator',
    // NUL is dropped, as Postgres cannot store it.
    { token: token.replaceAll('\0', '') },
  );
  // Embedding sites may frame it: a frame that navigated here from a booking page requests it when it is reloaded.
  const headers = headersOf(pages, url, link.embed_origins ?? []);
  headers.set('X-Robots-Tag', 'noindex');
  return new Response(withOperator(html, link.operator), { headers });
}

type PublicPage = Extract<GuestPage, { kind: 'all' | 'partner' | 'operator' | 'next' }>;

async function publicDocument(
  page: PublicPage,
  request: Request,
  { html, url, pages }: PageContext,
): Promise<Response> {
  const { operator, partner, ...data } = await loadPageData(page, url.searchParams, pages.database);
  const result = operator ?? partner;
  const isThere = result === null || result.status === 'ok';
  const languages = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => part.split(';', 1)[0]!.trim());
  const made = guestDocument({
    html,
    url,
    languages,
    cookies: request.headers.get('cookie') ?? '',
    operator: isThere ? operator : null,
    partner: isThere ? partner : null,
    ...data,
    pictures: `${url.origin}/functions/v1/picture`,
  });
  const headers = headersOf(pages, url, (isThere && result?.embed_origins) || []);
  headers.set('Content-Language', made.locale);
  headers.set('Vary', 'Accept-Language, Cookie');
  if (!isThere) headers.set('X-Robots-Tag', 'noindex');
  return new Response(made.html, { status: isThere ? 200 : 404, headers });
}

interface PageData {
  operator: OperatorResponse | null;
  partner: PartnerResponse | null;
  directory: DirectoryResponse | null;
  tour: TourResponse | null;
  month: MonthResponse | null;
  /** All responses, which the page finds in its document. */
  preloaded: PreloadedResponse[];
}

async function loadPageData(page: PublicPage, query: URLSearchParams, database: Database): Promise<PageData> {
  const preloaded: PreloadedResponse[] = [];
  const data: PageData = { operator: null, partner: null, directory: null, tour: null, month: null, preloaded };
  const load = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const response = await ask<T>(database, name, args);
    preloaded.push({ name, args, response });
    return response;
  };
  if (page.kind === 'all')
    return { ...data, directory: await load<DirectoryResponse>('read_directory', searched(query)) };
  if (page.kind === 'partner')
    return { ...data, partner: await load<PartnerResponse>('read_partner', { organisation: page.organisation }) };
  const organisation = page.kind === 'operator' ? page.organisation : null;
  const operator = await load<OperatorResponse>('read_operator', { operator: page.operator, organisation });
  if (operator.status !== 'ok') return { ...data, operator };
  const { slug, time_zone: zone } = operator.operator;
  if (page.kind === 'next') {
    const party = parsePartySize(query.get('party'));
    await load('read_next_departures', { operator: slug, party, token: null });
    return { ...data, operator };
  }
  const tour = selectedTour(operator.tours, query.get('tour'));
  if (!tour) return { ...data, operator };
  const date = query.get('date');
  const day =
    date && isLocalDate(date) ? date : localDateIn(zone, tour.next_at ? Date.parse(tour.next_at) : Date.now());
  const args = { operator: slug, tour: tour.id, month: day.slice(0, 7), token: null };
  return { ...data, operator, tour, month: await load<MonthResponse>('read_availability', args) };
}

/** Returns the tour by slug, id or former slug; an operator's only tour needs no choice. */
const selectedTour = (tours: readonly TourResponse[], requestedTour: string | null): TourResponse | null =>
  tours.find(({ slug, id }) => slug === requestedTour || id === requestedTour) ??
  tours.find(({ former_slugs: former }) => requestedTour !== null && former.includes(requestedTour)) ??
  (tours.length === 1 ? tours[0]! : null);

/** Returns the headers, with the embedding sites of the company and partner besides the host's. */
function headersOf({ headers: options }: GuestPages, { origin }: URL, origins: readonly string[]): Headers {
  const embedders = [...new Set([...(options.embedders ?? []), ...origins])];
  const headers = new Headers(bookingHeaders({ ...options, otherOrigin: otherLoopbackOrigin(origin), embedders }));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-cache');
  return headers;
}

/** Returns the sitemap: pages of operators, tours and partners in all languages. */
async function siteMap(origin: string, database: Database): Promise<Response> {
  const operators: { slug: string; tours: string[] }[] = [];
  const partners: string[] = [];
  for (let hasMore = true; hasMore;) {
    const args = { after: operators.at(-1)?.slug ?? '' };
    const page = await ask<{ has_more: boolean; operators: typeof operators; partners: string[] }>(
      database,
      'read_site',
      args,
    );
    operators.push(...page.operators);
    partners.push(...page.partners);
    hasMore = page.has_more;
  }
  const paths = [
    '/all',
    ...operators.flatMap(({ slug, tours }) => {
      const path = `/booking/isolated/${slug}`;
      return [path, ...(tours.length > 1 ? tours.map((tour) => `${path}?tour=${encodeURIComponent(tour)}`) : [])];
    }),
    ...partners.map((slug) => `/booking/isolated/${slug}/BAK`),
  ];
  const entry = (path: string) => {
    const variants = [
      { language: 'x-default', at: path },
      ...LOCALES.map((locale) => ({ language: locale, at: withLocale(path, locale) })),
    ].map(
      ({ language, at }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(origin + at)}"/>`,
    );
    return `<url><loc>${escapeHtml(origin + path)}</loc>${variants.join('')}</url>`;
  };
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${paths.map(entry).join('\n')}
</urlset>
`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
