/**
 * The form of a tour. Each text and language is a separate field, so that concurrent edits conflict only in single
 * fields.
 */
import * as v from 'valibot';
import { colour, fieldError, money, optionalText, slug, wholeNumber, type FieldError } from './fields.ts';
import { LOCALES, type Locale } from './locales.ts';
import { parseMapPlace, formatMapPlace, type MapPlace } from './map-place.ts';
import { PRICE_CATEGORY_TYPES } from './enums.ts';
import { formatMoneyInput } from './parse-money.ts';
import { normalizeText } from './search-text.ts';
import { formatPercent, percentField } from './percent.ts';
import {
  guideLanguages,
  MAX_PRICE,
  MAX_PRICES,
  TOUR_TEXTS,
  type Problem,
  type TourForm,
  type TourTexts,
} from './tours.ts';

export type TextName = keyof typeof TOUR_TEXTS;
export const TEXT_NAMES = Object.keys(TOUR_TEXTS) as readonly TextName[];
export type TextKey = `${TextName}_${Locale}`;
export const textKey = (name: TextName, locale: Locale): TextKey => `${name}_${locale}`;

const TEXT_KEYS = LOCALES.flatMap((locale) => TEXT_NAMES.map((name) => ({ name, locale, key: textKey(name, locale) })));

/** A map link or coordinates; '' means none. */
const placeField = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || parseMapPlace(text) !== 'short', fieldError('short_link')),
    v.check((text) => text === '' || parseMapPlace(text) !== null, fieldError('place')),
    v.transform((text) => (text === '' ? null : (parseMapPlace(text) as MapPlace))),
  );

/** A whole number, or '' for null. */
const optionalWholeNumber = (limits: { min: number; max: number }) =>
  v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      wholeNumber(limits),
    ],
    (issue) =>
      // The error of the number's own check.
      (issue.issues?.at(-1)?.message ?? 'whole_number') as FieldError,
  );

/** An age; '' means any. */
const age = () => optionalWholeNumber({ min: 0, max: 120 });

const price = (currency: string, locale?: string) =>
  v.object({
    id: v.string(),
    type: v.picklist(PRICE_CATEGORY_TYPES, fieldError('not_valid')),
    amount: money(currency, { free: true, max: MAX_PRICE, ...(locale ? { locale } : {}) }),
    minimumAge: age(),
    maximumAge: age(),
    seats: wholeNumber({ min: 0, max: 100 }),
    vatRate: percentField(),
    /** Ids of prices. */
    accompaniedBy: v.array(v.string()),
    isActive: v.boolean(),
  });
type ReadPrice = v.InferOutput<ReturnType<typeof price>>;
export type PriceFormValues = v.InferInput<ReturnType<typeof price>>;

/** These types exclude each other by age; students and seniors are adults too. */
const BY_AGE: ReadonlySet<string> = new Set(['ADULT', 'YOUTH', 'CHILD', 'INFANT']);

interface PriceProblem {
  at: number;
  field: 'type' | 'minimumAge' | 'maximumAge';
  code: FieldError;
}

/** Returns the problems between several prices, by index; the server checks the same. */
export function priceProblems(prices: readonly Omit<ReadPrice, 'amount'>[]): PriceProblem[] {
  type Ages = Omit<ReadPrice, 'amount'>;
  const range = ({ minimumAge, maximumAge }: Ages) => [minimumAge ?? 0, maximumAge ?? 999] as const;
  const hasAges = ({ minimumAge, maximumAge }: Ages) => minimumAge !== null || maximumAge !== null;
  return prices.flatMap((price, at): PriceProblem[] => {
    const [youngest, oldest] = range(price);
    if (youngest > oldest) return [{ at, field: 'maximumAge', code: 'ages_reversed' }];
    if (!price.isActive) return [];
    const before = prices.slice(0, at).filter(({ isActive }) => isActive);
    if (price.type !== 'OTHER' && before.some(({ type }) => type === price.type))
      return [{ at, field: 'type', code: 'twice' }];
    if (!BY_AGE.has(price.type) || !hasAges(price)) return [];
    const overlaps = before.some((other) => {
      const [from, to] = range(other);
      return BY_AGE.has(other.type) && hasAges(other) && from <= to && from <= oldest && youngest <= to;
    });
    return overlaps ? [{ at, field: 'minimumAge', code: 'ages_overlap' }] : [];
  });
}

const texts = () =>
  v.object(
    Object.fromEntries(TEXT_KEYS.map(({ name, key }) => [key, optionalText(TOUR_TEXTS[name])])) as Record<
      TextKey,
      ReturnType<typeof optionalText>
    >,
  );

const prices = (currency: string, locale?: string) =>
  v.pipe(
    v.array(price(currency, locale)),
    v.maxLength(MAX_PRICES, fieldError('not_valid')),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const { at, field, code } of priceProblems(dataset.value)) {
        const row = dataset.value[at] as ReadPrice;
        addIssue({
          message: code,
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key: at, value: row },
            { type: 'object', origin: 'value', input: { ...row }, key: field, value: row[field] },
          ],
        });
      }
    }),
  );

/** Validates the fields and converts them to a tour. Amounts are in the company's `currency`, parsed for `locale`. */
export const tourFormSchema = (currency: string, locale?: string) =>
  v.pipe(
    v.object({
      ...texts().entries,
      slug: slug(80),
      durationMinutes: wholeNumber({ min: 1, max: 43_200 }),
      place: placeField(),
      guideLanguages: guideLanguages(),
      capacity: wholeNumber({ min: 0, max: 10_000 }),
      minimumGuests: wholeNumber({ min: 0, max: 10_000 }),
      bookingCutOffMinutes: wholeNumber({ min: 0, max: 525_600 }),
      cancellationCutOffHours: wholeNumber({ min: 0, max: 8760 }),
      depositPercent: optionalWholeNumber({ min: 1, max: 100 }),
      asksNames: v.boolean(),
      colour: colour(),
      vatRate: percentField(),
      prices: prices(currency, locale),
    }),
    v.forward(
      v.partialCheck(
        [['capacity'], ['minimumGuests']],
        ({ capacity, minimumGuests }) => minimumGuests <= capacity,
        fieldError('over_capacity'),
      ),
      ['minimumGuests'],
    ),
    v.transform(({ place: at, ...read }): TourForm => {
      const { slug: name, durationMinutes, capacity, minimumGuests } = read;
      return {
        slug: name,
        durationMinutes,
        latitude: at?.latitude ?? null,
        longitude: at?.longitude ?? null,
        guideLanguages: read.guideLanguages,
        capacity,
        minimumGuests,
        bookingCutOffMinutes: read.bookingCutOffMinutes,
        cancellationCutOffHours: read.cancellationCutOffHours,
        depositPercent: read.depositPercent,
        asksNames: read.asksNames,
        colour: read.colour,
        vatRate: read.vatRate,
        texts: textsByLocale(read),
        prices: read.prices,
      };
    }),
  );
export type TourFormValues = v.InferInput<ReturnType<typeof tourFormSchema>>;

/** Groups the fields' texts by language; languages without text are left out. */
export function textsByLocale(fieldTexts: Record<TextKey, string>): TourForm['texts'] {
  const entries = LOCALES.flatMap((locale) => {
    const localeTexts = Object.fromEntries(TEXT_NAMES.map((name) => [name, fieldTexts[textKey(name, locale)]]));
    return Object.values(localeTexts).some((text) => text?.trim())
      ? [[locale, localeTexts as unknown as TourTexts]]
      : [];
  });
  return Object.fromEntries(entries) as TourForm['texts'];
}

export function toTourFormValues(
  tour: TourForm,
  { currency, locale }: { currency: string; locale: string },
): TourFormValues {
  const { texts: textsByLanguage, latitude, longitude, prices, ...rest } = tour;
  return {
    ...(Object.fromEntries(
      TEXT_KEYS.map(({ name, locale: of, key }) => [key, textsByLanguage[of]?.[name] ?? '']),
    ) as Record<TextKey, string>),
    slug: rest.slug,
    durationMinutes: String(rest.durationMinutes),
    place: formatMapPlace(latitude === null || longitude === null ? null : { latitude, longitude }),
    guideLanguages: rest.guideLanguages,
    capacity: String(rest.capacity),
    minimumGuests: String(rest.minimumGuests),
    bookingCutOffMinutes: String(rest.bookingCutOffMinutes),
    cancellationCutOffHours: String(rest.cancellationCutOffHours),
    depositPercent: String(rest.depositPercent ?? ''),
    asksNames: rest.asksNames,
    colour: rest.colour,
    vatRate: formatPercent(rest.vatRate, locale),
    prices: prices.map(({ amount, minimumAge, maximumAge, seats, vatRate, ...price }) => ({
      ...price,
      amount: formatMoneyInput(amount, { currency, locale }),
      minimumAge: String(minimumAge ?? ''),
      maximumAge: String(maximumAge ?? ''),
      seats: String(seats),
      vatRate: formatPercent(vatRate, locale),
    })),
  };
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the form field of a problem that the server reported; a price's type for its id, which has no field. */
export function fieldOfProblem({ field }: Problem): string {
  const [first = '', second = '', third = ''] = field.split('.');
  if (first === 'texts' && third) return `${camel(third)}_${second}`;
  if (first === 'prices' && third) return `prices.${second}.${third === 'id' ? 'type' : camel(third)}`;
  if (first === 'prices') return 'prices.root';
  return ['meeting_place', 'latitude', 'longitude'].includes(first) ? 'place' : camel(first);
}

/** Derives a slug from a title, at most 80 characters; '' if the title has no Latin letters or digits. */
export const slugFromTitle = (title: string): string =>
  normalizeText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
