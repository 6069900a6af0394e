/** Parses a file's rows to tours; files written by `file-tours.ts` give the same tours. */
import * as v from 'valibot';
import { isLongerThan } from '../fields.ts';
import type { Uuid } from '../ids.ts';
import { LOCALES } from '../locales.ts';
import { parseMapPlace, formatMapPlace } from '../map-place.ts';
import { normalizeText } from '../search-text.ts';
import { TOUR_TEXTS, type TourForm, tourSchema, type TourTexts } from '../tours.ts';
import { slugFromTitle, TEXT_NAMES } from '../tour-form.ts';
import { percentField } from '../percent.ts';
import { parseCount, parseLanguage } from './cells.ts';
import { columnIndexes, type Mapping } from './columns.ts';
import type { CsvRow } from './csv.ts';
import type { FileTour } from './file-tours.ts';
import type { ParsedRow, RowProblem, RowReason } from './rows.ts';
import { mergeImportedPrices } from './tour-prices.ts';
import { parseYesNo, type TourField } from './tour-headings.ts';

/** The payload of a row. `version` 0: a new tour. */
export interface ImportedTour {
  id: Uuid;
  version: number;
  tour: TourForm;
}

/** Returns the fields that the mapping lacks: a tour is identified by slug or title. */
export const missingTourFields = (mapping: Mapping<TourField>): TourField[] =>
  mapping.some((field) => field === 'slug' || field?.startsWith('title_')) ? [] : ['slug'];

const NEW: Omit<TourForm, 'slug' | 'durationMinutes'> = {
  latitude: null,
  longitude: null,
  guideLanguages: ['en'],
  capacity: 0,
  minimumGuests: 0,
  bookingCutOffMinutes: 0,
  cancellationCutOffHours: 24,
  depositPercent: null,
  asksNames: false,
  colour: '#2f6fd0',
  vatRate: null,
  texts: {},
  prices: [],
};
const NO_TEXTS: TourTexts = { title: '', summary: '', description: '', meetingPoint: '', meetingNotes: '' };

export interface TourColumns {
  mapping: Mapping<TourField>;
  currency: string;
  /** Generates ids of new tours and prices. */
  makeId(): Uuid;
}

/**
 * Returns a parser that takes the rows in order. Fields without a column keep their value. An empty cell removes a
 * text, the place, a price or a part of one; all other fields keep their value.
 */
export function tourReader(tours: readonly FileTour[], columns: TourColumns): (row: CsvRow) => ParsedRow<ImportedTour> {
  const { mapping, makeId } = columns;
  const at = columnIndexes(mapping);
  const bySlug = new Map(tours.map((tour) => [tour.tour.slug, tour]));
  const byTitle = new Map<string, FileTour>();
  for (const existingTour of tours)
    for (const texts of Object.values(existingTour.tour.texts))
      if (texts.title.trim()) byTitle.set(normalizeText(texts.title).trim(), existingTour);
  const before = new Map<string, number>();

  return ({ line, cells, isBroken }) => {
    const reasons: RowReason[] = [];
    const has = (field: TourField) => at(field) >= 0;
    const read = (field: TourField) => (has(field) ? (cells[at(field)]?.trim() ?? '') : '');
    const refuse = (code: RowProblem, field: TourField | null = null, detail?: number) => {
      reasons.push({
        code,
        column: field === null || !has(field) ? null : at(field),
        ...(detail === undefined ? {} : { detail }),
      });
    };
    const done = (sent: ImportedTour | null) => ({ line, cells, reasons, sent: reasons.length > 0 ? null : sent });
    if (isBroken) {
      refuse('broken');
      return done(null);
    }
    if (cells.slice(mapping.length).some((cell) => cell.trim() !== '')) refuse('too_many_cells');

    const titles = LOCALES.map((locale) => read(`title_${locale}`)).filter(Boolean);
    const slug = read('slug').toLowerCase();
    const existing =
      slug !== '' ? bySlug.get(slug) : titles.flatMap((title) => byTitle.get(normalizeText(title).trim()) ?? [])[0];
    const tourSlug = slug || existing?.tour.slug || slugFromTitle(titles[0] ?? '');
    if (tourSlug === '') refuse('required', has('slug') ? 'slug' : 'title_en');
    const first = before.get(tourSlug);
    if (first !== undefined) refuse('twice', has('slug') ? 'slug' : 'title_en', first);
    before.set(tourSlug, line);

    const tour = parseTour({ has, read, refuse }, { slug: tourSlug, was: existing?.tour, columns });
    if (reasons.length === 0 && !v.safeParse(tourSchema, tour).success) refuse('invalid');
    return done({ id: existing?.id ?? makeId(), version: existing?.version ?? 0, tour });
  };
}

interface TourRow {
  has(field: TourField): boolean;
  /** Returns a field's cell; '' without a column. */
  read(field: TourField): string;
  refuse(code: RowProblem, field: TourField): void;
}

/** `was`: the tour that the row changes. */
function parseTour(
  row: TourRow,
  { slug, was, columns }: { slug: string; was: TourForm | undefined; columns: TourColumns },
): TourForm {
  const { read, refuse } = row;
  const base = was ?? { ...NEW };
  const place = parsePlace(row, base);
  const languages = read('languages')
    .split(/[,;|/]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => parseLanguage(part) ?? (/^[a-z]{2,3}$/.test(part) ? part : null));
  if (languages.includes(null)) refuse('language', 'languages');
  const deposit = read('deposit') === '' ? null : parseCount(read('deposit').replace('%', '').trim(), 100);
  if (read('deposit') !== '' && !deposit) refuse('count', 'deposit');
  const asksNames = read('asksNames') === '' ? base.asksNames : parseYesNo(read('asksNames'));
  if (asksNames === null) refuse('invalid', 'asksNames');
  const rate = v.safeParse(percentField(), read('vatRate'));
  if (!rate.success) refuse('invalid', 'vatRate');
  const colour = read('colour').toLowerCase();
  if (colour !== '' && !/^#[0-9a-f]{6}$/.test(colour)) refuse('invalid', 'colour');
  const texts = parseTexts(row, base.texts);
  const number = (field: TourField, otherwise: number | undefined, max: number) =>
    parseNumber(row, field, { otherwise, max });
  return {
    slug,
    durationMinutes: number('duration', was?.durationMinutes, 43_200),
    ...place,
    guideLanguages:
      languages.length > 0 ? [...new Set(languages.filter((language) => language !== null))] : base.guideLanguages,
    capacity: number('capacity', base.capacity, 10_000),
    minimumGuests: number('minimumGuests', base.minimumGuests, 10_000),
    bookingCutOffMinutes: number('bookingCutOff', base.bookingCutOffMinutes, 525_600),
    cancellationCutOffHours: number('cancellationCutOff', base.cancellationCutOffHours, 8760),
    depositPercent: deposit ?? base.depositPercent,
    asksNames: asksNames ?? base.asksNames,
    colour: colour || base.colour,
    vatRate: read('vatRate') === '' || !rate.success ? base.vatRate : rate.output,
    texts,
    prices: mergeImportedPrices(base.prices, { ...columns, read, refuse }),
  };
}

/** Keeps the exact coordinates if the cell gives the same place, which it names with fewer digits. */
function parsePlace(
  { has, read, refuse }: TourRow,
  { latitude, longitude }: Pick<TourForm, 'latitude' | 'longitude'>,
): Pick<TourForm, 'latitude' | 'longitude'> {
  const place = read('place') === '' ? null : parseMapPlace(read('place'));
  if (read('place') !== '' && (place === null || place === 'short')) refuse('invalid', 'place');
  if (!has('place')) return { latitude, longitude };
  if (place === null || place === 'short') return { latitude: null, longitude: null };
  const isUnmoved =
    latitude !== null && longitude !== null && formatMapPlace(place) === formatMapPlace({ latitude, longitude });
  return isUnmoved ? { latitude, longitude } : { latitude: place.latitude, longitude: place.longitude };
}

/** Returns the texts of all languages; languages without text are left out. */
function parseTexts({ has, read, refuse }: TourRow, before: TourForm['texts']): TourForm['texts'] {
  const texts: TourForm['texts'] = { ...before };
  for (const locale of LOCALES)
    for (const name of TEXT_NAMES) {
      const field: TourField = `${name}_${locale}`;
      if (!has(field)) continue;
      if (isLongerThan(read(field), TOUR_TEXTS[name])) refuse('too_long', field);
      texts[locale] = { ...(texts[locale] ?? NO_TEXTS), [name]: read(field) };
    }
  return Object.fromEntries(
    Object.entries(texts).filter(([, all]) => Object.values(all).some((text) => text.trim() !== '')),
  ) as TourForm['texts'];
}

/** `otherwise`: the value of an empty cell; undefined if the field is required. */
function parseNumber(
  { read, refuse }: TourRow,
  field: TourField,
  { otherwise, max }: { otherwise: number | undefined; max: number },
): number {
  if (read(field) === '') {
    if (otherwise === undefined) refuse('required', field);
    return otherwise ?? 0;
  }
  const count = parseCount(read(field), max);
  if (count === null) refuse('count', field);
  return count ?? 0;
}
