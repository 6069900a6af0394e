/** Values of booking fields, in four languages and as other systems write them. */
import { PRICE_CATEGORY_TYPES, type BookingSource, type BookingStatus, type PriceCategoryType } from '../enums.ts';
import { normalizeText } from '../search-text.ts';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { ENDED_STATUS_WORDS } from './booking-words/ended-statuses.ts';
import { OPEN_STATUS_WORDS } from './booking-words/open-statuses.ts';
import { MAX_CELL_LENGTH } from './cells.ts';
import { normalizeHeading } from './columns.ts';

/**
 * The expiry of a hold is unknown: it depends on the other system's clock, so the file cannot say which seats it still
 * has.
 */
export type ParsedStatus = Exclude<BookingStatus, 'ON_HOLD'> | 'held';
const STATUS_WORDS: Readonly<Record<ParsedStatus, readonly string[]>> = { ...OPEN_STATUS_WORDS, ...ENDED_STATUS_WORDS };
const SOURCE_WORDS: Readonly<Record<BookingSource, readonly string[]>> = {
  office: [
    'office',
    'phone',
    'back office',
    'oficina',
    'teléfono',
    'kontor',
    'kontoret',
    'telefon',
    'ufficio',
    'telefono',
  ],
  website: [
    'website',
    'web',
    'online',
    'own website',
    'sitio web',
    'página web',
    'hjemmeside',
    'webshop',
    'sito',
    'sito web',
  ],
  partner: [
    'partner',
    'agent',
    'ota',
    'marketplace',
    'reseller',
    'affiliate',
    'agencia',
    'socio',
    'colaborador',
    'agentur',
    'forhandler',
    'agenzia',
    'rivenditore',
  ],
  'walk-in': [
    'walk in',
    'drop in',
    'drop-in',
    'walkin',
    'walk-in',
    'sin reserva',
    'en el lugar',
    'på stedet',
    'uden booking',
    'sul posto',
    'senza prenotazione',
  ],
  api: ['api', 'integration', 'integración', 'integrazione'],
};

function reader<T extends string>(words: Readonly<Record<T, readonly string[]>>): (cell: string) => T | null {
  const valueByWord = new Map<string, T>();
  for (const [value, all] of Object.entries(words) as [T, readonly string[]][])
    for (const word of [value, ...all]) valueByWord.set(normalizeText(word), value);
  return (cell) => valueByWord.get(normalizeText(cell).trim()) ?? null;
}

const statusWord = reader(STATUS_WORDS);
/** Words that columns of any kind may have; whether they are a status depends on the heading. */
const COMMON_WORDS = new Set(['yes', 'no', 'si', 'ja', 'nej', 'ok', 'new', 'ny', 'done'].map(normalizeText));

/**
 * Parses a status: a known word, or one with further text, as in `Cancelled by customer (no refund)`. Returns null for
 * unknown words and for several states in one cell, such as "pending cancellation".
 */
export function parseStatus(cell: string): ParsedStatus | null {
  const plain = cell.length > MAX_CELL_LENGTH ? '' : normalizeHeading(cell);
  const cellState = statusWord(cell) ?? statusWord(plain);
  if (cellState !== null || plain === '') return cellState;
  const words = plain.split(' ');
  if (words.some((word) => BLOCKING.has(word))) return null;
  // A single word counts only if no other word contradicts or negates it.
  const states = new Set(
    words.flatMap((word, at) => {
      const state = word.length < 4 || COMMON_WORDS.has(word) ? null : statusWord(word);
      return state === null ? [] : [NEGATIONS.has(words[at - 1] ?? '') ? ('negated' as const) : state];
    }),
  );
  const [first] = states;
  return states.size === 1 && first !== undefined && first !== 'negated' ? first : null;
}
const NEGATIONS = new Set(['not', 'non', 'no', 'ikke', 'un', 'sin', 'senza', 'uden'].map(normalizeText));
/** Requests and partial states are not final. */
const BLOCKING = new Set(
  [
    'request',
    'requested',
    'cancellation',
    'partially',
    'partly',
    'parcialmente',
    'parzialmente',
    'delvist',
    'solicitud',
    'richiesta',
    'anmodning',
    'cancelación',
    'cancellazione',
    'afbestilling',
    'annullering',
  ].map(normalizeText),
);

/** Returns whether a cell names a booking status, rather than just "yes" or "new". */
export const namesStatus = (cell: string): boolean =>
  !COMMON_WORDS.has(normalizeHeading(cell)) && parseStatus(cell) !== null;
export const parseSource = reader(SOURCE_WORDS);
/** Parses a price category by any of its names. */
export const parseCategory = reader(
  Object.fromEntries(PRICE_CATEGORY_TYPES.map((type) => [type, BOOKING_COLUMNS[type]])) as Record<
    PriceCategoryType,
    readonly string[]
  >,
);

/** Parses "2 × Adult, 1 Child" to counts by category; null for any other text. */
export function parsePartyText(cell: string): Map<PriceCategoryType, number> | null {
  const party = new Map<PriceCategoryType, number>();
  if (cell.length > MAX_CELL_LENGTH) return null;
  for (const entry of cell.split(/[,;+&\n]/)) {
    const text = entry.trim();
    if (text === '') continue;
    const words = /^(\d{1,3})\s*(?:[x×*]\s*)?(\D.*)$/i.exec(text) ?? /^(\D.*?)\s*[:x×*]\s*(\d{1,3})$/i.exec(text);
    const [count, word] = words ? (/^\d/.test(words[1] ?? '') ? [words[1], words[2]] : [words[2], words[1]]) : [];
    const type = word === undefined ? null : parseCategory(word);
    if (type === null) return null;
    party.set(type, (party.get(type) ?? 0) + Number(count));
  }
  return party.size > 0 ? party : null;
}
