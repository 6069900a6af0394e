/** Capability octo/content: texts of tours in the requested language where available. */
import da from '../../../../locales/documents/da.json' with { type: 'json' };
import en from '../../../../locales/documents/en.json' with { type: 'json' };
import es from '../../../../locales/documents/es.json' with { type: 'json' };
import it from '../../../../locales/documents/it.json' with { type: 'json' };
import type { PriceCategoryType } from '../../../../src/domain/enums.ts';
import type { Product } from './database-rows.ts';

const WORDS: Record<string, Record<string, string>> = { da, en, es, it };
const MAX_HEADER_LENGTH = 500;

/** Returns the languages of an Accept-Language header by preference. */
function wishedIn(header: string | null): string[] {
  const wishes = (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .flatMap((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return tag === ''
        ? []
        : [{ language: tag.slice(0, 2).toLowerCase(), q: quality ? Number(quality.trim().slice(2)) || 0 : 1 }];
    });
  return wishes
    .filter(({ q }) => q > 0)
    .toSorted((first, second) => second.q - first.q)
    .map(({ language }) => language);
}

export const languagesOf = (products: readonly Product[]) =>
  [...new Set(products.flatMap((product) => Object.keys(product.texts)))].toSorted();

/** Returns the first requested language that our own texts have, else the fallback. */
export const negotiateOwnLanguage = (header: string | null, fallback: string): string =>
  wishedIn(header).find((language) => language in WORDS) ?? fallback;

/**
 * Returns one language for the whole response: the first requested one that any product has, else the company's, else
 * any.
 */
export function negotiateLanguage(products: readonly Product[], header: string | null): string {
  const available = languagesOf(products);
  const companyLocale = products[0]?.locale ?? 'en';
  return (
    wishedIn(header).find((language) => available.includes(language)) ??
    (available.includes(companyLocale) ? companyLocale : (available[0] ?? companyLocale))
  );
}

/**
 * Returns the texts in a language, else in the company's, else in any. Null if there are none; the slug is used then.
 */
export function textsIn(product: Product, language: string) {
  return product.texts[language] ?? product.texts[product.locale] ?? Object.values(product.texts)[0] ?? null;
}

/** Returns a picture by its public URL (ADR 039). WebP, although OCTO does not list it. */
export const picture = (
  tag: string,
  { rel, title, origin }: { rel: 'COVER' | 'LOGO'; title: string; origin: string },
) => ({
  src: `${origin}/functions/v1/picture?tag=${tag}`,
  type: 'image/webp',
  rel,
  title,
  caption: null,
  copyright: null,
});

export function productContent(product: Product, { language, origin }: { language: string; origin: string }) {
  const texts = textsIn(product, language);
  const { latitude, longitude } = product;
  return {
    title: texts?.title || product.slug,
    shortDescription: texts?.summary || null,
    description: texts?.description || null,
    features: texts?.meeting_notes ? [{ shortDescription: texts.meeting_notes, type: 'PREARRIVAL_INFORMATION' }] : [],
    faqs: [],
    media:
      product.picture === null
        ? []
        : [picture(product.picture, { rel: 'COVER', title: texts?.title || product.slug, origin })],
    locations:
      latitude === null || longitude === null
        ? []
        : [meetingPoint({ title: texts?.meeting_point || null, latitude, longitude })],
    categoryLabels: ['guided-tours'],
    durationMinutesFrom: product.duration_minutes,
    durationMinutesTo: null,
    commentary: product.languages.map((spoken) => ({ format: 'IN_PERSON', language: spoken })),
  };
}

const meetingPoint = ({
  title,
  latitude,
  longitude,
}: {
  title: string | null;
  latitude: number;
  longitude: number;
}) => ({
  title,
  shortDescription: null,
  types: ['START'],
  minutesTo: null,
  minutesAt: null,
  place: {
    latitude,
    longitude,
    postalAddress: {
      streetAddress: null,
      addressLocality: null,
      addressRegion: null,
      postalCode: null,
      addressCountry: null,
      postOfficeBoxNumber: null,
    },
    identifiers: {
      googlePlaceId: null,
      applePlaceId: null,
      tripadvisorLocationId: null,
      yelpPlaceId: null,
      facebookPlaceId: null,
      foursquarePlaceId: null,
      baiduPlaceId: null,
      amapPlaceId: null,
    },
    sameAs: [],
  },
});

/** An option adds nothing to its product, as a tour has only one. */
export const optionContent = (product: Product, context: { language: string; origin: string }) => ({
  ...productContent(product, context),
  media: [],
  features: [],
  locations: [],
});

export const unitContent = (type: PriceCategoryType, language: string) => ({
  title: WORDS[language]?.[`document.category.${type}`] ?? null,
  shortDescription: '',
  features: [],
});
