/**
 * What the document of a guests' page says before any script runs: whose it is, for people, for search engines and for who shares it, and the
 * answers that the page would ask for first. Text in, text out: a static host's own function may do the same (docs/deploy.md).
 */
import { readFileSync } from 'node:fs';
import { chooseLocale, withLocale } from '../../src/i18n/locale-choice.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import type { DocumentWanted, Reached } from './guest-answers.ts';
import { eventsIn, pathOf, textsIn } from './guest-events.ts';
import { escape } from './page.ts';

const wordsOf = new Map<Locale, Record<string, string>>();
function say(locale: Locale, id: string): string {
  let words = wordsOf.get(locale);
  if (!words) {
    const file = new URL(`../../locales/booking/${locale}.json`, import.meta.url);
    words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    wordsOf.set(locale, words);
  }
  return words[id] ?? '';
}

/** As JSON in a script that nothing executes: no `<` ends it, whatever somebody wrote into a tour's text. */
const asData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The plain sentence of a document (booking.html), with whom to call. */
export function withOperator(html: string, reached: Reached | null | undefined): string {
  if (!reached) return html;
  const whom = [reached.name, reached.phone ?? reached.email].filter(Boolean).join(', ');
  return html.replace(/<span data-operator>[^<]*<\/span>/g, () => `<span data-operator>${escape(whom)}</span>`);
}

/** The document, and the language that it is in. */
export function guestDocument(wanted: DocumentWanted): { html: string; locale: Locale } {
  const { html, url, operator, partner, tour, carried } = wanted;
  const locale = chooseLocale({ path: url.pathname, cookies: wanted.cookies, languages: wanted.languages });
  const owner = operator?.organisation?.name ?? operator?.operator.name ?? partner?.organisation.name ?? 'Muster';
  const name = tour ? textsIn(tour, locale).title : say(locale, operator ? 'booking.tours.title' : 'booking.all.title');
  const title = `${name} – ${owner}`;
  const description = tour
    ? textsIn(tour, locale).summary
    : operator
      ? operator.tours.map((one) => textsIn(one, locale).title).join(', ')
      : say(locale, 'booking.all.description');
  const shared =
    tour?.picture ?? (operator?.organisation ?? partner?.organisation)?.logo ?? operator?.operator.logo ?? null;
  const query = tour && url.searchParams.has('tour') ? `?tour=${encodeURIComponent(tour.slug)}` : '';
  const path = pathOf(wanted);
  const at = (variant: Locale | null) => `${url.origin}${withLocale(path, variant)}${query}`;
  const head = [
    `<meta name="description" content="${escape(description)}" />`,
    `<link rel="canonical" href="${escape(`${url.origin}${path}${query}`)}" />`,
    `<link rel="alternate" hreflang="x-default" href="${escape(at(null))}" />`,
    ...LOCALES.map((one) => `<link rel="alternate" hreflang="${one}" href="${escape(at(one))}" />`),
    '<meta property="og:type" content="website" />',
    `<meta property="og:title" content="${escape(title)}" />`,
    `<meta property="og:description" content="${escape(description)}" />`,
    `<meta property="og:url" content="${escape(at(null))}" />`,
    `<meta property="og:image" content="${escape(shared ? `${wanted.pictures}?tag=${shared}` : `${url.origin}/icons/muster-512.png`)}" />`,
    `<meta property="og:locale" content="${locale}" />`,
    `<meta name="twitter:card" content="${tour?.picture ? 'summary_large_image' : 'summary'}" />`,
    ...eventsIn(wanted, locale).map((one) => `<script type="application/ld+json">${asData(one)}</script>`),
    ...(carried.length > 0 ? [`<script type="application/json" id="carried-answers">${asData(carried)}</script>`] : []),
  ].join('\n    ');
  return {
    locale,
    html: withOperator(html, operator?.operator ?? partner?.organisation)
      .replace('<html lang="en"', () => `<html lang="${locale}"`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(title)}</title>\n    ${head}`),
  };
}
