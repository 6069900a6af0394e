/** schema.org events of departures on guest pages, for search engines. */
import { withLocale } from '../../src/i18n/locale-choice.ts';
import type { Locale } from '../../src/lib/locales.ts';
import type { GuestDocumentInput, OperatorResponse, TourResponse } from './guest-response-types.ts';

/**
 * Returns the path with current slugs, however old the link is. `BAK` is the fixed last segment of a partner's page
 * (src/app/routing/routes.ts).
 */
export function canonicalPath({ url, operator, partner }: GuestDocumentInput): string {
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

export function textsIn({ texts }: TourResponse, locale: Locale) {
  const known = inLanguage(texts, locale);
  return { title: known?.title ?? '', summary: known?.summary ?? '', place: known?.meeting_point ?? '' };
}

const after = (startsAt: string, minutes: number) => new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();

/** Fields of one departure. */
interface ListedDeparture {
  operator: OperatorResponse['operator'];
  title: string;
  summary?: string;
  place: string;
  latitude?: number | null;
  longitude?: number | null;
  picture?: string | null;
  startsAt: string;
  endsAt: string;
  languages: string | string[];
  /** Path of the booking page. */
  path: string;
  /** Lowest price; null or missing if unknown. */
  price?: number | null;
  /** Whether it is sold out. */
  isFull?: boolean;
}

/** Returns the lowest price among categories that may be booked alone. The departure's own prices take precedence. */
function lowestPrice({ categories }: TourResponse, own: Record<string, number> | null): number | null {
  const alone = categories.filter((one) => one.accompanied_by.length === 0 && one.seats > 0);
  return alone.length === 0 ? null : Math.min(...alone.map(({ id, amount }) => own?.[id] ?? amount));
}

/** Returns the departures of the shown month, or each tour's next one. */
function listedDepartures(wanted: GuestDocumentInput, locale: Locale): ListedDeparture[] {
  const { operator, partner, directory, tour, month } = wanted;
  if (operator) {
    const path = canonicalPath(wanted);
    const listedDeparture = (one: TourResponse, startsAt: string) => {
      const { title, summary, place } = textsIn(one, locale);
      const { latitude, longitude, picture, languages } = one;
      const endsAt = after(startsAt, one.duration_minutes);
      const about = { operator: operator.operator, title, summary, place, latitude, longitude, picture };
      return { ...about, startsAt, endsAt, languages, path: `${path}?tour=${one.slug}`, price: lowestPrice(one, null) };
    };
    if (tour && month)
      return month.days
        .flatMap(({ times }) => times)
        .slice(0, 50)
        .map(({ starts_at: startsAt, left, language, prices }) => ({
          ...listedDeparture(tour, startsAt),
          languages: language,
          price: lowestPrice(tour, prices),
          isFull: left <= 0,
        }));
    return operator.tours
      .filter((one) => one.next_at !== null && (!tour || one === tour))
      .map((one) => listedDeparture(one, one.next_at!));
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

function eventOf(one: ListedDeparture, { url, pictures }: GuestDocumentInput) {
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

export const toSchemaOrgEvents = (wanted: GuestDocumentInput, locale: Locale) =>
  listedDepartures(wanted, locale).map((one) => eventOf(one, wanted));
