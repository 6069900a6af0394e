/** Parses the price columns of a tour. */
import * as v from 'valibot';
import type { PriceCategoryType } from '../enums.ts';
import type { Uuid } from '../ids.ts';
import type { TourPrice } from '../tours.ts';
import { percentField } from '../percent.ts';
import { parseCategory } from './booking-values.ts';
import { parseAmount, parseCount } from './cells.ts';
import type { Mapping } from './columns.ts';
import type { RowProblem } from './rows.ts';
import { parseYesNo, type PricePart, type TourField } from './tour-headings.ts';

/** Numbers the prices of each category from 1. */
export const numberPrices = (prices: readonly TourPrice[]) =>
  prices.map((price, at) => ({
    price,
    type: price.type,
    n: prices.slice(0, at + 1).filter(({ type }) => type === price.type).length,
  }));

interface PriceReading {
  mapping: Mapping<TourField>;
  read(field: TourField): string;
  refuse(code: RowProblem, field: TourField): void;
  currency: string;
  makeId(): Uuid;
}

interface ImportedPrice {
  /** Category and number, as in the headings. */
  key: string;
  price: TourPrice;
  /** The cell that names the prices of which one must be booked, too; null without a column. */
  alongside: string | null;
}

/** Returns the tour's prices: those with columns in the file are added, changed or removed, and the others stay. */
export function mergeImportedPrices(was: readonly TourPrice[], reading: PriceReading): TourPrice[] {
  const { mapping, refuse } = reading;
  const named = new Set(
    mapping.flatMap((field) => (field?.startsWith('price.') ? [field.split('.').slice(1, 3).join('.')] : [])),
  );
  const before = new Map(numberPrices(was).map(({ price, type, n }) => [`${type}.${n}`, price]));
  // Existing prices keep their order; new ones follow.
  const keys = [...before.keys(), ...[...named].filter((key) => !before.has(key))];
  const made = keys.flatMap((key): ImportedPrice[] => {
    const price = before.get(key);
    const imported = named.has(key) ? parsePrice(key, price, reading) : price && { key, price, alongside: null };
    return imported ? [imported] : [];
  });
  return made.map((price) => withAccompanying(price, made, refuse));
}

/** Returns a price that has columns in the file; null if its amount is empty, or the file has none for a new price. */
function parsePrice(
  key: string,
  price: TourPrice | undefined,
  { mapping, read, refuse, currency, makeId }: PriceReading,
): ImportedPrice | null {
  const [type, n] = key.split('.') as [PriceCategoryType, string];
  const cell = (part: PricePart) => read(`price.${type}.${Number(n)}.${part}`);
  const has = (part: PricePart) => mapping.includes(`price.${type}.${Number(n)}.${part}`);
  const field = (part: PricePart): TourField => `price.${type}.${Number(n)}.${part}`;
  if (has('amount') ? cell('amount') === '' : !price) return null;
  const amount = has('amount') ? parseAmount(cell('amount'), currency) : { amount: price?.amount ?? 0 };
  if ('problem' in amount) refuse(amount.problem, field('amount'));
  const number = (part: 'from' | 'to' | 'seats', otherwise: number | null) => {
    if (!has(part)) return otherwise;
    if (cell(part) === '') return part === 'seats' ? 1 : null;
    const count = parseCount(cell(part), part === 'seats' ? 100 : 120);
    if (count === null) refuse('count', field(part));
    return count;
  };
  const rate = v.safeParse(percentField(), cell('vat'));
  if (!rate.success) refuse('invalid', field('vat'));
  const active = cell('active') === '' ? (price?.isActive ?? true) : parseYesNo(cell('active'));
  if (active === null) refuse('invalid', field('active'));
  return {
    key,
    alongside: has('with') ? cell('with') : null,
    price: {
      id: price?.id ?? makeId(),
      type,
      amount: 'amount' in amount ? amount.amount : 0,
      minimumAge: number('from', price?.minimumAge ?? null),
      maximumAge: number('to', price?.maximumAge ?? null),
      seats: number('seats', price?.seats ?? 1) ?? 1,
      // An empty cell means the tour's rate.
      vatRate: has('vat') && rate.success ? rate.output : (price?.vatRate ?? null),
      accompaniedBy: price?.accompaniedBy ?? [],
      isActive: active ?? true,
    },
  };
}

/** Returns the price with the ids of the prices that must accompany it. */
function withAccompanying(
  { key, price, alongside }: ImportedPrice,
  made: readonly ImportedPrice[],
  refuse: PriceReading['refuse'],
): TourPrice {
  if (alongside === null)
    return {
      ...price,
      accompaniedBy: price.accompaniedBy.filter((id) => made.some((price) => price.price.id === id)),
    };
  const others = alongside
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((name) => {
      const match = /^(.*?)(?:\s+(\d+))?$/.exec(name);
      const type = parseCategory(match?.[1] ?? '');
      return made.find((other) => other.key === `${type}.${match?.[2] ?? 1}`)?.price.id;
    });
  if (others.includes(undefined)) refuse('invalid', `price.${key}.with` as TourField);
  return { ...price, accompaniedBy: others.flatMap((id) => id ?? []) };
}
