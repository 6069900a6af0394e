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
  duration_minutes: number;
  categories: { id: string; amount: number; accompanied_by: string[]; seats: number }[];
}
interface Reached {
  name: string;
  phone: string | null;
  email: string | null;
}
export interface OperatorAnswer {
  status: string;
  operator: Reached & {
    slug: string;
    time_zone: string;
    currency: string;
    locale: string;
    logo: string | null;
  };
  organisation: { slug: string; name: string; logo: string | null } | null;
  tours: TourAnswer[];
  embed_origins: string[];
}
/** A tour with its next departure. */
interface OfferAnswer {
  slug: string;
  titles: Record<string, string>;
  meeting_points: Record<string, string>;
  latitude: number | null;
  longitude: number | null;
  picture: string | null;
  starts_at: string;
  ends_at: string;
  language: string;
  left: number;
  from: number | null;
  operator: OperatorAnswer['operator'];
}
export interface PartnerAnswer {
  status: string;
  organisation: Reached & { slug: string; logo: string | null };
  offers: OfferAnswer[];
  embed_origins: string[];
}
export interface DirectoryAnswer {
  operators: (OperatorAnswer['operator'] & {
    tours: {
      slug: string;
      titles: Record<string, string>;
      meeting_points: Record<string, string>;
      languages: string[];
      next_at: string;
      duration_minutes: number;
    }[];
  })[];
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
  /** Of /all. */
  directory: DirectoryAnswer | null;
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

const inLanguage = <T>(texts: Record<string, T>, locale: Locale): T | undefined =>
  texts[locale] ?? texts['en'] ?? Object.values(texts)[0];

function textsIn({ texts }: TourAnswer, locale: Locale) {
  const known = inLanguage(texts, locale);
  return { title: known?.title ?? '', summary: known?.summary ?? '', place: known?.meeting_point ?? '' };
}

const after = (startsAt: string, minutes: number) => new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();

/** What is told of one departure, wherever it is listed. */
interface Shown {
  operator: OperatorAnswer['operator'];
  title: string;
  summary?: string;
  place: string;
  latitude?: number | null;
  longitude?: number | null;
  picture?: string | null;
  startsAt: string;
  endsAt: string;
  languages: string | string[];
  /** Where it is booked. */
  path: string;
  /** The least that somebody pays; null or missing where that is not told. */
  price?: number | null;
  /** No seat is left. */
  isFull?: boolean;
}

/** The least that whoever may come alone pays, by the departure's own prices where it has some. */
function leastOf({ categories }: TourAnswer, own: Record<string, number> | null): number | null {
  const alone = categories.filter((one) => one.accompanied_by.length === 0 && one.seats > 0);
  return alone.length === 0 ? null : Math.min(...alone.map(({ id, amount }) => own?.[id] ?? amount));
}

/** What search engines read (schema.org): the departures of the month that is shown, else when each tour is next. */
function shownIn(wanted: DocumentWanted, locale: Locale): Shown[] {
  const { operator, partner, directory, tour, month } = wanted;
  if (operator) {
    const path = pathOf(wanted);
    const shown = (one: TourAnswer, startsAt: string) => {
      const { title, summary, place } = textsIn(one, locale);
      const { latitude, longitude, picture, languages } = one;
      const endsAt = after(startsAt, one.duration_minutes);
      const about = { operator: operator.operator, title, summary, place, latitude, longitude, picture };
      return { ...about, startsAt, endsAt, languages, path: `${path}?tour=${one.slug}`, price: leastOf(one, null) };
    };
    if (tour && month)
      return month.days
        .flatMap(({ times }) => times)
        .slice(0, 50)
        .map(({ starts_at: startsAt, left, language, prices }) => ({
          ...shown(tour, startsAt),
          languages: language,
          price: leastOf(tour, prices),
          isFull: left <= 0,
        }));
    return operator.tours
      .filter((one) => one.next_at !== null && (!tour || one === tour))
      .map((one) => shown(one, one.next_at!));
  }
  const prefix = withLocale('/booking/isolated', locale);
  if (partner)
    return partner.offers.map((one) => ({
      operator: one.operator,
      title: inLanguage(one.titles, locale) ?? '',
      place: inLanguage(one.meeting_points, locale) ?? '',
      latitude: one.latitude,
      longitude: one.longitude,
      picture: one.picture,
      startsAt: one.starts_at,
      endsAt: one.ends_at,
      languages: one.language,
      path: `${prefix}/${partner.organisation.slug}/${one.operator.slug}?tour=${one.slug}`,
      price: one.from,
    }));
  return (directory?.operators ?? []).flatMap(({ tours, ...one }) =>
    tours.map(({ slug, titles, meeting_points: places, languages, next_at: startsAt, duration_minutes: minutes }) => ({
      operator: one,
      title: inLanguage(titles, locale) ?? '',
      place: inLanguage(places, locale) ?? '',
      startsAt,
      endsAt: after(startsAt, minutes),
      languages,
      path: `${prefix}/${one.slug}?tour=${slug}`,
    })),
  );
}

function eventOf(one: Shown, { url, pictures }: DocumentWanted) {
  const { name, phone, email, currency } = one.operator;
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: one.title,
    ...(one.summary === undefined ? {} : { description: one.summary }),
    ...(one.picture ? { image: `${pictures}?tag=${one.picture}` } : {}),
    url: `${url.origin}${one.path}`,
    startDate: one.startsAt,
    endDate: one.endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: one.languages,
    organizer: {
      '@type': 'Organization',
      name,
      ...(phone ? { telephone: phone } : {}),
      ...(email ? { email } : {}),
    },
    location: {
      '@type': 'Place',
      name: one.place || name,
      address: one.place || name,
      ...(typeof one.latitude === 'number' && typeof one.longitude === 'number'
        ? { geo: { '@type': 'GeoCoordinates', latitude: one.latitude, longitude: one.longitude } }
        : {}),
    },
    ...(typeof one.price === 'number'
      ? {
          offers: {
            '@type': 'Offer',
            url: `${url.origin}${one.path}`,
            price: (one.price / 10 ** digits).toFixed(digits),
            priceCurrency: currency,
            availability: `https://schema.org/${one.isFull ? 'SoldOut' : 'InStock'}`,
          },
        }
      : {}),
  };
}

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
    ...shownIn(wanted, locale).map(
      (one) => `<script type="application/ld+json">${asData(eventOf(one, wanted))}</script>`,
    ),
    ...(carried.length > 0 ? [`<script type="application/json" id="carried-answers">${asData(carried)}</script>`] : []),
  ].join('\n    ');
  return {
    locale,
    html: withOperator(html, operator?.operator ?? partner?.organisation)
      .replace('<html lang="en"', () => `<html lang="${locale}"`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(title)}</title>\n    ${head}`),
  };
}
