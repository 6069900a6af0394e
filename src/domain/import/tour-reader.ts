/** Tours as rows of a file, both ways: what is written is read back as the same tours. */
import * as v from 'valibot';
import { readAmount, readCount, readLanguage } from './cells.ts';
import { placesOf, type Mapping } from './columns.ts';
import type { CsvRow } from './csv.ts';
import type { FatedRow, ReadRow, RowProblem, RowReason } from './rows.ts';
import type { Uuid } from '../ids.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { readPlace, writePlace } from '../map-place.ts';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../closed-lists.ts';
import { fractionDigits, inUnits } from '../money.ts';
import { readCategory } from './booking-words.ts';
import { PRICE_PARTS, readYes, type PricePart, type TourField } from './tour-words.ts';
import { foldText } from '../search-text.ts';
import { TOUR_TEXTS, TourForm, type TourPrice, type TourTexts } from '../tours.ts';
import { slugOf, TEXT_NAMES, type TextName } from '../typed-tour.ts';
import { typedVatRate } from '../vat-rate.ts';

export interface FileTour {
  id: Uuid;
  version: number;
  tour: TourForm;
}
/** What is sent of a row. `version` 0: a new one. */
export interface ImportedTour {
  id: Uuid;
  version: number;
  tour: TourForm;
}

const numbered = (prices: readonly TourPrice[]) =>
  prices.map((price, at) => ({
    price,
    type: price.type,
    n: prices.slice(0, at + 1).filter(({ type }) => type === price.type).length,
  }));

/** Which columns a file of these tours has, in their order. */
export function tourFields(tours: readonly FileTour[]): TourField[] {
  const most = new Map<PriceCategoryType, number>();
  for (const { tour } of tours)
    for (const { type, n } of numbered(tour.prices)) most.set(type, Math.max(most.get(type) ?? 0, n));
  const texts = LOCALES.flatMap((locale) => TEXT_NAMES.map((name): TourField => `${name}_${locale}`));
  const prices = PRICE_CATEGORY_TYPES.flatMap((type) =>
    Array.from({ length: most.get(type) ?? 0 }, (_, at) =>
      PRICE_PARTS.map((part): TourField => `price.${type}.${at + 1}.${part}`),
    ).flat(),
  );
  return [
    'slug',
    'duration',
    'capacity',
    'minimumGuests',
    'languages',
    'place',
    'bookingCutOff',
    'cancellationCutOff',
    'deposit',
    'asksNames',
    'vatRate',
    'colour',
    ...texts,
    ...prices,
  ];
}

/** A tour's cells for these columns. Amounts have a point for decimals, whoever reads them. */
export function tourCells(tour: TourForm, fields: readonly TourField[], currency: string): (string | number)[] {
  const prices = numbered(tour.prices);
  const cell = (field: TourField): string | number => {
    const [head, type, n, part] = field.split('.') as [string, PriceCategoryType?, string?, PricePart?];
    if (head === 'price' && part) {
      const price = prices.find((one) => one.type === type && one.n === Number(n))?.price;
      if (!price) return '';
      switch (part) {
        case 'amount':
          return inUnits(price.amount, currency).toFixed(fractionDigits(currency));
        case 'from':
          return price.minimumAge ?? '';
        case 'to':
          return price.maximumAge ?? '';
        case 'seats':
          return price.seats;
        case 'vat':
          return price.vatRate ?? '';
        case 'with':
          return price.accompaniedBy
            .flatMap((id) => prices.find((one) => one.price.id === id) ?? [])
            .map((one) => (one.n === 1 ? one.type : `${one.type} ${one.n}`))
            .join(', ');
        case 'active':
          return price.isActive ? 'yes' : 'no';
      }
    }
    switch (field) {
      case 'slug':
        return tour.slug;
      case 'duration':
        return tour.durationMinutes;
      case 'capacity':
        return tour.capacity;
      case 'minimumGuests':
        return tour.minimumGuests;
      case 'languages':
        return tour.guideLanguages.join(', ');
      case 'place':
        return tour.latitude === null || tour.longitude === null ? '' : `${tour.latitude}, ${tour.longitude}`;
      case 'bookingCutOff':
        return tour.bookingCutOffMinutes;
      case 'cancellationCutOff':
        return tour.cancellationCutOffHours;
      case 'deposit':
        return tour.depositPercent ?? '';
      case 'asksNames':
        return tour.asksNames ? 'yes' : 'no';
      case 'vatRate':
        return tour.vatRate ?? '';
      case 'colour':
        return tour.colour;
      default: {
        const [name, locale] = field.split('_') as [TextName, Locale];
        return tour.texts[locale]?.[name] ?? '';
      }
    }
  };
  return fields.map(cell);
}

/** What is missing of the mapping: a tour is told by its slug or by a title. */
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

/** A form apart from what says nothing: languages without a text. */
const plain = (tour: TourForm) =>
  JSON.stringify({
    ...tour,
    texts: LOCALES.flatMap((locale) => {
      const texts = tour.texts[locale];
      return texts && Object.values(texts).some((text) => text.trim() !== '')
        ? [[locale, TEXT_NAMES.map((name) => texts[name].trim())]]
        : [];
    }),
    prices: tour.prices.map((price) => [
      price.id,
      price.type,
      price.amount,
      price.minimumAge,
      price.maximumAge,
      price.seats,
      price.vatRate,
      [...price.accompaniedBy].sort(),
      price.isActive,
    ]),
  });

export interface TourColumns {
  mapping: Mapping<TourField>;
  currency: string;
  /** Ids of what is new. */
  makeId(): Uuid;
}

/** Reads rows one after the other. What a column does not say stays as it is. */
export function tourReader(
  tours: readonly FileTour[],
  { mapping, currency, makeId }: TourColumns,
): (row: CsvRow) => ReadRow<ImportedTour> {
  const at = placesOf(mapping);
  const bySlug = new Map(tours.map((one) => [one.tour.slug, one]));
  const byTitle = new Map<string, FileTour>();
  for (const one of tours)
    for (const texts of Object.values(one.tour.texts))
      if (texts.title.trim()) byTitle.set(foldText(texts.title).trim(), one);
  const before = new Map<string, number>();

  return ({ line, cells, isBroken }) => {
    const reasons: RowReason[] = [];
    const has = (field: TourField) => at(field) >= 0;
    const read = (field: TourField) => (has(field) ? (cells[at(field)]?.trim() ?? '') : '');
    const refuse = (code: RowProblem, field: TourField | null = null, detail?: number) =>
      reasons.push({
        code,
        column: field === null || !has(field) ? null : at(field),
        ...(detail === undefined ? {} : { detail }),
      });
    const done = (sent: ImportedTour | null) => ({ line, cells, reasons, sent: reasons.length > 0 ? null : sent });
    if (isBroken) {
      refuse('broken');
      return done(null);
    }
    if (cells.slice(mapping.length).some((cell) => cell.trim() !== '')) refuse('too_many_cells');

    const titles = LOCALES.map((locale) => read(`title_${locale}`)).filter(Boolean);
    const slug = read('slug').toLowerCase();
    const known =
      slug !== '' ? bySlug.get(slug) : titles.flatMap((title) => byTitle.get(foldText(title).trim()) ?? [])[0];
    const own = slug || known?.tour.slug || slugOf(titles[0] ?? '');
    if (own === '') refuse('required', has('slug') ? 'slug' : 'title_en');
    const first = before.get(own);
    if (first !== undefined) refuse('twice', has('slug') ? 'slug' : 'title_en', first);
    before.set(own, line);

    const number = (field: TourField, otherwise: number | undefined, most: number): number => {
      if (read(field) === '') {
        if (otherwise === undefined) refuse('required', field);
        return otherwise ?? 0;
      }
      const count = readCount(read(field), most);
      if (count === null) refuse('count', field);
      return count ?? 0;
    };
    const was = known?.tour;
    const base = was ?? { ...NEW };
    const place = read('place') === '' ? null : readPlace(read('place'));
    const isSamePlace =
      was &&
      was.latitude !== null &&
      was.longitude !== null &&
      place !== null &&
      place !== 'short' &&
      writePlace(place) === writePlace({ latitude: was.latitude, longitude: was.longitude });
    if (read('place') !== '' && (place === null || place === 'short')) refuse('invalid', 'place');
    const languages = read('languages')
      .split(/[,;|/]/)
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => readLanguage(one) ?? (/^[a-z]{2,3}$/.test(one) ? one : null));
    if (languages.includes(null)) refuse('language', 'languages');
    const deposit = read('deposit') === '' ? null : readCount(read('deposit').replace('%', '').trim(), 100);
    if (read('deposit') !== '' && !deposit) refuse('count', 'deposit');
    const asksNames = read('asksNames') === '' ? base.asksNames : readYes(read('asksNames'));
    if (asksNames === null) refuse('invalid', 'asksNames');
    const rate = v.safeParse(typedVatRate(), read('vatRate'));
    if (!rate.success) refuse('invalid', 'vatRate');
    const colour = read('colour').toLowerCase();
    if (colour !== '' && !/^#[0-9a-f]{6}$/.test(colour)) refuse('invalid', 'colour');

    const texts: TourForm['texts'] = { ...base.texts };
    for (const locale of LOCALES)
      for (const name of TEXT_NAMES) {
        const field: TourField = `${name}_${locale}`;
        if (!has(field)) continue;
        if (read(field).length > TOUR_TEXTS[name]) refuse('too_long', field);
        texts[locale] = { ...(texts[locale] ?? NO_TEXTS), [name]: read(field) };
      }

    const tour: TourForm = {
      slug: own,
      durationMinutes: number('duration', was?.durationMinutes, 43_200),
      latitude:
        !has('place') || isSamePlace ? base.latitude : place === null || place === 'short' ? null : place.latitude,
      longitude:
        !has('place') || isSamePlace ? base.longitude : place === null || place === 'short' ? null : place.longitude,
      guideLanguages:
        languages.length > 0 ? (languages.filter((one) => one !== null) as string[]) : base.guideLanguages,
      capacity: number('capacity', base.capacity, 10_000),
      minimumGuests: number('minimumGuests', base.minimumGuests, 10_000),
      bookingCutOffMinutes: number('bookingCutOff', base.bookingCutOffMinutes, 525_600),
      cancellationCutOffHours: number('cancellationCutOff', base.cancellationCutOffHours, 8760),
      depositPercent: deposit ?? base.depositPercent,
      asksNames: asksNames ?? base.asksNames,
      colour: colour || base.colour,
      vatRate: read('vatRate') === '' || !rate.success ? base.vatRate : rate.output,
      texts: Object.fromEntries(
        Object.entries(texts).filter(([, all]) => Object.values(all).some((text) => text.trim() !== '')),
      ) as TourForm['texts'],
      prices: readPrices(base.prices, { mapping, read, refuse, currency, makeId }),
    };
    if (reasons.length === 0 && !v.safeParse(TourForm, tour).success) refuse('invalid');
    return done({ id: known?.id ?? makeId(), version: known?.version ?? 0, tour });
  };
}

interface PriceReading {
  mapping: Mapping<TourField>;
  read(field: TourField): string;
  refuse(code: RowProblem, field: TourField): void;
  currency: string;
  makeId(): Uuid;
}

/** Prices of which the file has columns, made, changed or taken away; the others stay. */
function readPrices(was: readonly TourPrice[], { mapping, read, refuse, currency, makeId }: PriceReading): TourPrice[] {
  const named = new Set(
    mapping.flatMap((field) => (field?.startsWith('price.') ? [field.split('.').slice(1, 3).join('.')] : [])),
  );
  const before = new Map(numbered(was).map(({ price, type, n }) => [`${type}.${n}`, price]));
  // As they stood; what is new comes behind.
  const keys = [...before.keys(), ...[...named].filter((key) => !before.has(key))];
  const made = keys.flatMap((key): { key: string; price: TourPrice; alongside: string | null }[] => {
    const price = before.get(key);
    const [type, n] = key.split('.') as [PriceCategoryType, string];
    if (!named.has(key)) return price ? [{ key, price, alongside: null }] : [];
    const cell = (part: PricePart) => read(`price.${type}.${Number(n)}.${part}`);
    const has = (part: PricePart) => mapping.includes(`price.${type}.${Number(n)}.${part}`);
    const field = (part: PricePart): TourField => `price.${type}.${Number(n)}.${part}`;
    if (has('amount') && cell('amount') === '') return [];
    const amount = has('amount') ? readAmount(cell('amount'), currency) : { amount: price?.amount ?? -1 };
    if ('problem' in amount) refuse(amount.problem, field('amount'));
    if ('amount' in amount && amount.amount < 0) return [];
    const number = (part: 'from' | 'to' | 'seats', otherwise: number | null) => {
      if (!has(part)) return otherwise;
      if (cell(part) === '') return part === 'seats' ? 1 : null;
      const count = readCount(cell(part), part === 'seats' ? 100 : 120);
      if (count === null) refuse('count', field(part));
      return count;
    };
    const rate = v.safeParse(typedVatRate(), cell('vat'));
    if (!rate.success) refuse('invalid', field('vat'));
    const active = cell('active') === '' ? (price?.isActive ?? true) : readYes(cell('active'));
    if (active === null) refuse('invalid', field('active'));
    return [
      {
        key,
        alongside: has('with') ? cell('with') : null,
        price: {
          id: price?.id ?? makeId(),
          type,
          amount: 'amount' in amount ? amount.amount : 0,
          minimumAge: number('from', price?.minimumAge ?? null),
          maximumAge: number('to', price?.maximumAge ?? null),
          seats: number('seats', price?.seats ?? 1) ?? 1,
          // Nothing in its column: the tour's own.
          vatRate: has('vat') && rate.success ? rate.output : (price?.vatRate ?? null),
          accompaniedBy: price?.accompaniedBy ?? [],
          isActive: active ?? true,
        },
      },
    ];
  });
  return made.map(({ key, price, alongside }) => {
    if (alongside === null)
      return { ...price, accompaniedBy: price.accompaniedBy.filter((id) => made.some((one) => one.price.id === id)) };
    const others = alongside
      .split(/[,;|]/)
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => {
        const parts = /^(.*?)(?:\s+(\d+))?$/.exec(one);
        const type = readCategory(parts?.[1] ?? '');
        return made.find((other) => other.key === `${type}.${parts?.[2] ?? 1}`)?.price.id;
      });
    if (others.includes(undefined)) refuse('invalid', `price.${key}.with` as TourField);
    return { ...price, accompaniedBy: others.flatMap((id) => id ?? []) };
  });
}

/** What becomes of rows: a tour that is as the row says stays untouched. */
export function fateOfTours(
  rows: readonly ReadRow<ImportedTour>[],
  tours: readonly FileTour[],
): FatedRow<ImportedTour>[] {
  const known = new Map(tours.map((one) => [one.id, one]));
  return rows.map((row): FatedRow<ImportedTour> => {
    if (!row.sent) return { ...row, fate: 'refused', parts: [] };
    const was = known.get(row.sent.id)?.tour;
    if (!was) return { ...row, fate: 'new', parts: [] };
    return { ...row, fate: plain(was) === plain(row.sent.tour) ? 'same' : 'changed', parts: [] };
  });
}
