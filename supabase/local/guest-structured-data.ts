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
  const pageSlugs = operator
    ? [...(operator.organisation ? [operator.organisation.slug] : []), operator.operator.slug]
    : partner
      ? [partner.organisation.slug, 'BAK']
      : [];
  return pageSlugs.length === 0 ? url.pathname : [...parts.slice(0, -pageSlugs.length), ...pageSlugs].join('/');
}

const inLanguage = <T>(texts: Record<string, T>, locale: Locale): T | undefined =>
  texts[locale] ?? texts['en'] ?? Object.values(texts)[0];

export function textsIn({ texts }: TourResponse, locale: Locale) {
  const localised = inLanguage(texts, locale);
  return { title: localised?.title ?? '', summary: localised?.summary ?? '', place: localised?.meeting_point ?? '' };
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
  const alone = categories.filter((category) => category.accompanied_by.length === 0 && category.seats > 0);
  return alone.length === 0 ? null : Math.min(...alone.map(({ id, amount }) => own?.[id] ?? amount));
}

/** Returns the departures of the shown month, or each tour's next one. */
function listedDepartures(wanted: GuestDocumentInput, locale: Locale): ListedDeparture[] {
  const { operator, partner, directory, tour, month } = wanted;
  if (operator) {
    const path = canonicalPath(wanted);
    const listedDeparture = (tour: TourResponse, startsAt: string) => {
      const { title, summary, place } = textsIn(tour, locale);
      const { latitude, longitude, picture, languages } = tour;
      const endsAt = after(startsAt, tour.duration_minutes);
      const about = { operator: operator.operator, title, summary, place, latitude, longitude, picture };
      return {
        ...about,
        startsAt,
        endsAt,
        languages,
        path: `${path}?tour=${tour.slug}`,
        price: lowestPrice(tour, null),
      };
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
      .filter((candidate) => candidate.next_at !== null && (!tour || candidate === tour))
      .map((tour) => listedDeparture(tour, tour.next_at!));
  }
  const prefix = withLocale('/booking/isolated', locale);
  if (partner)
    return partner.offers.map((offer) => ({
      operator: offer.operator,
      title: inLanguage(offer.titles, locale) ?? '',
      place: inLanguage(offer.meeting_points, locale) ?? '',
      latitude: offer.latitude,
      longitude: offer.longitude,
      picture: offer.picture,
      startsAt: offer.starts_at,
      endsAt: offer.ends_at,
      languages: offer.language,
      path: `${prefix}/${partner.organisation.slug}/${offer.operator.slug}?tour=${offer.slug}`,
      price: offer.from,
    }));
  return (directory?.operators ?? []).flatMap(({ tours, ...operator }) =>
    tours.map(({ slug, titles, meeting_points: places, languages, next_at: startsAt, duration_minutes: minutes }) => ({
      operator,
      title: inLanguage(titles, locale) ?? '',
      place: inLanguage(places, locale) ?? '',
      startsAt,
      endsAt: after(startsAt, minutes),
      languages,
      path: `${prefix}/${operator.slug}?tour=${slug}`,
    })),
  );
}

function eventOf(departure: ListedDeparture, { url, pictures }: GuestDocumentInput) {
  const { name, phone, email, currency } = departure.operator;
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: departure.title,
    ...(departure.summary === undefined ? {} : { description: departure.summary }),
    ...(departure.picture ? { image: `${pictures}?tag=${departure.picture}` } : {}),
    url: `${url.origin}${departure.path}`,
    startDate: departure.startsAt,
    endDate: departure.endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: departure.languages,
    organizer: {
      '@type': 'Organization',
      name,
      ...(phone ? { telephone: phone } : {}),
      ...(email ? { email } : {}),
    },
    location: {
      '@type': 'Place',
      name: departure.place || name,
      address: departure.place || name,
      ...(typeof departure.latitude === 'number' && typeof departure.longitude === 'number'
        ? { geo: { '@type': 'GeoCoordinates', latitude: departure.latitude, longitude: departure.longitude } }
        : {}),
    },
    ...(typeof departure.price === 'number'
      ? {
          offers: {
            '@type': 'Offer',
            url: `${url.origin}${departure.path}`,
            price: (departure.price / 10 ** digits).toFixed(digits),
            priceCurrency: currency,
            availability: `https://schema.org/${departure.isFull ? 'SoldOut' : 'InStock'}`,
          },
        }
      : {}),
  };
}

export const toSchemaOrgEvents = (wanted: GuestDocumentInput, locale: Locale) =>
  listedDepartures(wanted, locale).map((departure) => eventOf(departure, wanted));
