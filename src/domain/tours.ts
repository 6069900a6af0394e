/** Tours as their form has them: enums, the schema, and what is missing before publication. */
import * as v from 'valibot';
import { colour, fieldError, optionalText, slug, wholeNumber, type FieldError } from './fields.ts';
import { LOCALES, type Locale } from './locales.ts';
import { PRICE_CATEGORY_TYPES } from './enums.ts';
import { vatRate } from './vat-rate.ts';
import { onWire } from './wire-schema.ts';

export const TOUR_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;
export type TourStatus = (typeof TOUR_STATUSES)[number];

export const ATTENTIONS = [
  'no_guide',
  'below_minimum',
  'nearly_full',
  'draft_unfinished',
  'draft_ready',
  'no_departures',
  'report_overdue',
] as const;
/** Why a tour needs attention. */
export type Attention = (typeof ATTENTIONS)[number];

/** Texts that are required in every language before publication. */
export const REQUIRED_TEXTS = ['title', 'summary', 'description', 'meeting_point'] as const;
export const MISSING_FIELDS = [...REQUIRED_TEXTS, 'prices', 'capacity', 'departures'] as const;
/** A missing field that prevents publication; `language` for texts. */
export interface Missing {
  field: (typeof MISSING_FIELDS)[number];
  language: Locale | null;
}

/** `field`: the path in the form with the server's names, as in `texts.da.title` or `prices.0.maximum_age`. */
export interface Problem {
  field: string;
  code: FieldError;
}

/** The texts of a tour, with their maximum length in characters. */
export const TOUR_TEXTS = {
  title: 120,
  summary: 300,
  description: 8000,
  meetingPoint: 300,
  meetingNotes: 2000,
} as const;

const tourTextsSchema = v.object({
  title: optionalText(TOUR_TEXTS.title),
  summary: optionalText(TOUR_TEXTS.summary),
  description: optionalText(TOUR_TEXTS.description),
  meetingPoint: optionalText(TOUR_TEXTS.meetingPoint),
  meetingNotes: optionalText(TOUR_TEXTS.meetingNotes),
});
export type TourTexts = v.InferOutput<typeof tourTextsSchema>;

const LANGUAGE_CODE = /^[a-z]{2,3}$/;
/** ISO 639, the main language first. */
export const guideLanguages = () =>
  v.pipe(
    v.array(v.pipe(v.string(), v.regex(LANGUAGE_CODE, fieldError('not_valid')))),
    v.minLength(1, fieldError('required')),
    v.maxLength(30, fieldError('too_large')),
    v.check((all) => new Set(all).size === all.length, fieldError('twice')),
    onWire({
      type: 'array',
      items: { type: 'string', pattern: LANGUAGE_CODE.source, minLength: 1 },
      minItems: 1,
      maxItems: 30,
      uniqueItems: true,
    }),
  );

/** The highest price, in minor units. */
export const MAX_PRICE = 100_000_000_000;
/** The most prices of a tour. */
export const MAX_PRICES = 30;

const uuid = () =>
  v.pipe(v.string(), v.uuid(fieldError('not_valid')), onWire({ type: 'string', format: 'uuid', minLength: 1 }));
const age = () => v.nullable(wholeNumber({ min: 0, max: 120 }));

const priceSchema = v.object({
  id: uuid(),
  type: v.picklist(PRICE_CATEGORY_TYPES, fieldError('not_valid')),
  /** Minor units of the company's currency. */
  amount: v.pipe(
    v.number(fieldError('required')),
    v.integer(fieldError('whole_number')),
    v.minValue(0, fieldError('too_small')),
    v.maxValue(MAX_PRICE, fieldError('too_large')),
  ),
  minimumAge: age(),
  maximumAge: age(),
  seats: wholeNumber({ min: 0, max: 100 }),
  /** Per cent, if it differs from the tour's. */
  vatRate: vatRate(),
  /** Ids of other prices, one of which must be in the booking too; empty: may come alone. */
  accompaniedBy: v.array(uuid()),
  isActive: v.boolean(),
});
export type TourPrice = v.InferOutput<typeof priceSchema>;

/** The form of a tour, as saved and returned. Languages without texts may be left out. */
export const tourSchema = v.object({
  slug: slug(80),
  durationMinutes: wholeNumber({ min: 1, max: 43_200 }),
  latitude: v.nullable(
    v.pipe(v.number(), v.minValue(-90, fieldError('too_small')), v.maxValue(90, fieldError('too_large'))),
  ),
  longitude: v.nullable(
    v.pipe(v.number(), v.minValue(-180, fieldError('too_small')), v.maxValue(180, fieldError('too_large'))),
  ),
  guideLanguages: guideLanguages(),
  capacity: wholeNumber({ min: 0, max: 10_000 }),
  minimumGuests: wholeNumber({ min: 0, max: 10_000 }),
  bookingCutOffMinutes: wholeNumber({ min: 0, max: 525_600 }),
  cancellationCutOffHours: wholeNumber({ min: 0, max: 8760 }),
  /** Per cent of the price to pay online when booking; 100: all of it; null: by the company's settings. */
  depositPercent: v.nullable(wholeNumber({ min: 1, max: 100 })),
  /** Guests must enter all names when booking. */
  asksNames: v.boolean(),
  colour: colour(),
  /** Per cent, included in prices; null: no VAT is shown. */
  vatRate: vatRate(),
  texts: v.partial(
    v.object(
      Object.fromEntries(LOCALES.map((locale) => [locale, tourTextsSchema])) as Record<Locale, typeof tourTextsSchema>,
    ),
  ),
  prices: v.pipe(v.array(priceSchema), v.maxLength(MAX_PRICES, fieldError('not_valid'))),
});
export type TourForm = v.InferOutput<typeof tourSchema>;

/** Returns the texts that are missing for publication. */
export function missingTexts(texts: TourForm['texts']): Missing[] {
  const filled = (tourTexts: TourTexts | undefined) =>
    tourTexts && {
      title: tourTexts.title,
      summary: tourTexts.summary,
      description: tourTexts.description,
      meeting_point: tourTexts.meetingPoint,
    };
  return LOCALES.flatMap((language) =>
    REQUIRED_TEXTS.filter((field) => !filled(texts[language])?.[field].trim()).map((field) => ({ field, language })),
  );
}
