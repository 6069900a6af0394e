/**
 * What the document of a guests' page says before any script runs: whose it is, for people, for search engines and for who shares it, and the
 * answers that the page would ask for first. Text in, text out: a static host's own function may do the same (docs/deploy.md).
 */
import { readFileSync } from 'node:fs';
import { chooseLocale, withLocale } from '../../src/i18n/locale-choice.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import { escape } from './page.ts';

type Texts = Record<string, { title: string; summary: string; meeting_point: string }>;
export interface TourAnswer {
  id: string;
  slug: string;
  former_slugs: string[];
  texts: Texts;
  languages: string[];
  latitude: number | null;
  longitude: number | null;
  next_at: string | null;
  picture: string | null;
  categories: { amount: number; accompanied_by: string[]; seats: number }[];
}
export interface OperatorAnswer {
  status: string;
  operator: {
    slug: string;
    name: string;
    phone: string | null;
    email: string | null;
    time_zone: string;
    currency: string;
    locale: string;
    logo: string | null;
  };
  organisation: { slug: string; name: string } | null;
  tours: TourAnswer[];
  embed_origins: string[];
}
export interface PartnerAnswer {
  status: string;
  organisation: { slug: string; name: string; phone: string | null; email: string | null };
  embed_origins: string[];
}
export interface MonthAnswer {
  status: string;
  days: { times: { starts_at: string; left: number; language: string; prices: Record<string, number> | null }[] }[];
}
/** An answer as the page would have been given it, by what it would have asked. */
export interface Carried {
  name: string;
  args: Record<string, unknown>;
  answer: unknown;
}

export interface DocumentWanted {
  /** `dist/booking.html` */
  html: string;
  url: URL;
  /** Of the request: whose language it is, where the path does not say. */
  cookies: string;
  languages: readonly string[];
  operator: OperatorAnswer | null;
  /** Whose page over all its operators it is. */
  partner: PartnerAnswer | null;
  tour: TourAnswer | null;
  month: MonthAnswer | null;
  carried: readonly Carried[];
  /** The public address of the function `picture`, which whoever shares the page fetches from. */
  pictures: string;
}

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

/** The path by the names of today, however old the link is. */
function pathOf({ url, operator, partner }: DocumentWanted): string {
  const parts = url.pathname.replace(/\/+$/, '').split('/');
  const known = operator
    ? [...(operator.organisation ? [operator.organisation.slug] : []), operator.operator.slug]
    : partner
      ? [partner.organisation.slug, 'BAK']
      : [];
  return known.length === 0 ? url.pathname : [...parts.slice(0, -known.length), ...known].join('/');
}

function textsIn({ texts }: TourAnswer, locale: Locale) {
  const known = texts[locale] ?? texts['en'] ?? Object.values(texts)[0];
  return { title: known?.title ?? '', summary: known?.summary ?? '', place: known?.meeting_point ?? '' };
}

/** What search engines read of the tours: when each is next, or all departures of the month that is shown. */
function structured(wanted: DocumentWanted & { operator: OperatorAnswer }, locale: Locale) {
  const { url, operator, tour, month, pictures } = wanted;
  const path = pathOf(wanted);
  const organizer = {
    '@type': 'Organization',
    name: operator.operator.name,
    ...(operator.operator.phone ? { telephone: operator.operator.phone } : {}),
    ...(operator.operator.email ? { email: operator.operator.email } : {}),
  };
  const fromOf = ({ categories }: TourAnswer) =>
    Math.min(...categories.filter((one) => one.accompanied_by.length === 0 && one.seats > 0).map((one) => one.amount));
  const digits = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: operator.operator.currency,
  }).resolvedOptions().maximumFractionDigits!;
  const event = (one: TourAnswer, startDate: string, { left, language }: { left: number; language: string | null }) => {
    const { title, summary, place } = textsIn(one, locale);
    const price = fromOf(one);
    return {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: title,
      description: summary,
      ...(one.picture ? { image: `${pictures}?tag=${one.picture}` } : {}),
      startDate,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      inLanguage: language ?? one.languages,
      organizer,
      location: {
        '@type': 'Place',
        name: place || operator.operator.name,
        address: place || operator.operator.name,
        ...(one.latitude !== null && one.longitude !== null
          ? { geo: { '@type': 'GeoCoordinates', latitude: one.latitude, longitude: one.longitude } }
          : {}),
      },
      ...(Number.isFinite(price)
        ? {
            offers: {
              '@type': 'Offer',
              url: `${url.origin}${path}?tour=${one.slug}`,
              price: (price / 10 ** digits).toFixed(digits),
              priceCurrency: operator.operator.currency,
              availability: `https://schema.org/${left > 0 ? 'InStock' : 'SoldOut'}`,
            },
          }
        : {}),
    };
  };
  if (tour && month)
    return month.days
      .flatMap(({ times }) => times)
      .slice(0, 50)
      .map((time) => event(tour, time.starts_at, time));
  return operator.tours
    .filter((one) => one.next_at !== null && (!tour || one === tour))
    .map((one) => event(one, one.next_at!, { left: 1, language: null }));
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
  const shared = tour?.picture ?? operator?.operator.logo ?? null;
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
    ...(operator
      ? structured({ ...wanted, operator }, locale).map(
          (one) => `<script type="application/ld+json">${asData(one)}</script>`,
        )
      : []),
    ...(carried.length > 0 ? [`<script type="application/json" id="carried-answers">${asData(carried)}</script>`] : []),
  ].join('\n    ');
  const reached = operator?.operator ?? partner?.organisation;
  const whom = reached ? [reached.name, reached.phone ?? reached.email].filter(Boolean).join(', ') : null;
  return {
    locale,
    html: html
      .replace('<html lang="en"', () => `<html lang="${locale}"`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(title)}</title>\n    ${head}`)
      .replace(/<span data-operator>[^<]*<\/span>/g, (place) =>
        whom === null ? place : `<span data-operator>${escape(whom)}</span>`,
      ),
  };
}
