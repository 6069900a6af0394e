/**
 * Renders the HTML document of a guest page: metadata for people, search engines and link previews, and preloaded API
 * responses. Pure text processing, so that a static host's function can do the same (docs/deploy.md).
 */
import { readFileSync } from 'node:fs';
import { chooseLocale, withLocale } from '../../src/i18n/locale-choice.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import type { GuestDocumentInput, OperatorContact } from './guest-response-types.ts';
import { toSchemaOrgEvents, canonicalPath, textsIn } from './guest-structured-data.ts';
import { escapeHtml } from './html-page.ts';

const wordsOf = new Map<Locale, Record<string, string>>();
function textOf(locale: Locale, id: string): string {
  let words = wordsOf.get(locale);
  if (!words) {
    const file = new URL(`../../locales/booking/${locale}.json`, import.meta.url);
    words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    wordsOf.set(locale, words);
  }
  return words[id] ?? '';
}

/** Serialises JSON for a data script; escapes `<`, so that no text can end the script. */
const asData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Fills the operator's contact into the fallback text of booking.html. */
export function withOperator(html: string, contact: OperatorContact | null | undefined): string {
  if (!contact) return html;
  const whom = [contact.name, contact.phone ?? contact.email].filter(Boolean).join(', ');
  return html.replace(/<span data-operator>[^<]*<\/span>/g, () => `<span data-operator>${escapeHtml(whom)}</span>`);
}

/** Returns the document and its locale. */
export function guestDocument(wanted: GuestDocumentInput): { html: string; locale: Locale } {
  const { html, url, operator, partner, tour, preloaded } = wanted;
  const locale = chooseLocale({ path: url.pathname, cookies: wanted.cookies, languages: wanted.languages });
  const owner = operator?.organisation?.name ?? operator?.operator.name ?? partner?.organisation.name ?? 'Muster';
  const name = tour
    ? textsIn(tour, locale).title
    : textOf(locale, operator ? 'booking.tours.title' : 'booking.all.title');
  const title = `${name} – ${owner}`;
  const description = tour
    ? textsIn(tour, locale).summary
    : operator
      ? operator.tours.map((tour) => textsIn(tour, locale).title).join(', ')
      : textOf(locale, 'booking.all.description');
  const picture =
    tour?.picture ?? (operator?.organisation ?? partner?.organisation)?.logo ?? operator?.operator.logo ?? null;
  const query = tour && url.searchParams.has('tour') ? `?tour=${encodeURIComponent(tour.slug)}` : '';
  const path = canonicalPath(wanted);
  const at = (variant: Locale | null) => `${url.origin}${withLocale(path, variant)}${query}`;
  const head = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(`${url.origin}${path}${query}`)}" />`,
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(at(null))}" />`,
    ...LOCALES.map((option) => `<link rel="alternate" hreflang="${option}" href="${escapeHtml(at(option))}" />`),
    '<meta property="og:type" content="website" />',
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(description)}" />`,
    `<meta property="og:url" content="${escapeHtml(at(null))}" />`,
    `<meta property="og:image" content="${escapeHtml(picture ? `${wanted.pictures}?tag=${picture}` : `${url.origin}/icons/muster-512.png`)}" />`,
    `<meta property="og:locale" content="${locale}" />`,
    `<meta name="twitter:card" content="${tour?.picture ? 'summary_large_image' : 'summary'}" />`,
    ...toSchemaOrgEvents(wanted, locale).map((event) => `<script type="application/ld+json">${asData(event)}</script>`),
    ...(preloaded.length > 0
      ? [`<script type="application/json" id="preloaded-responses">${asData(preloaded)}</script>`]
      : []),
  ].join('\n    ');
  return {
    locale,
    html: withOperator(html, operator?.operator ?? partner?.organisation)
      .replace('<html lang="en"', () => `<html lang="${locale}"`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n    ${head}`),
  };
}
