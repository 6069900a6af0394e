/** What files write in the fields of a booking: in four languages, and as other systems do. */
import {
  PRICE_CATEGORY_TYPES,
  type BookingSource,
  type BookingStatus,
  type PriceCategoryType,
} from '../closed-lists.ts';
import { foldText } from '../search-text.ts';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { LONGEST_CELL } from './cells.ts';

/** A held booking ends by the clock of the other system: which seats it still has, the file cannot tell. */
export type ReadStatus = Exclude<BookingStatus, 'ON_HOLD'> | 'held';
const STATUS_WORDS: Readonly<Record<ReadStatus, readonly string[]>> = {
  CONFIRMED: [
    'confirmed',
    'booked',
    'paid',
    'completed',
    'arrived',
    'ok',
    'yes',
    'active',
    'fulfilled',
    'redeemed',
    'confirmada',
    'confirmado',
    'pagada',
    'pagado',
    'sí',
    'si',
    'activa',
    'bekræftet',
    'booket',
    'betalt',
    'ja',
    'aktiv',
    'gennemført',
    'confermata',
    'confermato',
    'pagata',
    'pagato',
    'sì',
    'attiva',
  ],
  PENDING: [
    'pending',
    'requested',
    'on request',
    'unconfirmed',
    'pendiente',
    'en espera de confirmación',
    'solicitada',
    'afventer',
    'afventer bekræftelse',
    'forespurgt',
    'in attesa',
    'in attesa di conferma',
    'richiesta',
    'awaiting approval',
    'por aprobar',
    'afventer godkendelse',
    'da approvare',
    'awaiting confirmation',
  ],
  CANCELLED: [
    'cancelled',
    'canceled',
    'no',
    'cancelada',
    'cancelado',
    'anulada',
    'anulado',
    'aflyst',
    'annulleret',
    'afbestilt',
    'nej',
    'annullata',
    'annullato',
    'cancellata',
    'disdetta',
  ],
  EXPIRED: ['expired', 'timeout', 'caducada', 'expirada', 'vencida', 'udløbet', 'scaduta', 'scaduto'],
  REJECTED: ['rejected', 'declined', 'rechazada', 'rechazado', 'afvist', 'rifiutata', 'rifiutato'],
  held: [
    'on hold',
    'held',
    'hold',
    'reserved',
    'retenida',
    'reservada',
    'reserveret',
    'holdt',
    'opzione',
    'in opzione',
    'riservata',
    'opzionata',
  ],
};
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
  const known = new Map<string, T>();
  for (const [value, all] of Object.entries(words) as [T, readonly string[]][])
    for (const word of [value, ...all]) known.set(foldText(word), value);
  return (cell) => known.get(foldText(cell).trim()) ?? null;
}

export const readStatus = reader(STATUS_WORDS);
export const readSource = reader(SOURCE_WORDS);
/** A kind of guest by any of its names. */
export const readCategory = reader(
  Object.fromEntries(PRICE_CATEGORY_TYPES.map((type) => [type, BOOKING_COLUMNS[type]])) as Record<
    PriceCategoryType,
    readonly string[]
  >,
);

/** "2 × Adult, 1 Child" as how many of each kind; null for what says something else. */
export function readParty(cell: string): Map<PriceCategoryType, number> | null {
  const party = new Map<PriceCategoryType, number>();
  if (cell.length > LONGEST_CELL) return null;
  for (const part of cell.split(/[,;+&\n]/)) {
    const text = part.trim();
    if (text === '') continue;
    const words = /^(\d{1,3})\s*(?:[x×*]\s*)?(\D.*)$/i.exec(text) ?? /^(\D.*?)\s*[:x×*]\s*(\d{1,3})$/i.exec(text);
    const [count, word] = words ? (/^\d/.test(words[1] ?? '') ? [words[1], words[2]] : [words[2], words[1]]) : [];
    const type = word === undefined ? null : readCategory(word);
    if (type === null) return null;
    party.set(type, (party.get(type) ?? 0) + Number(count));
  }
  return party.size > 0 ? party : null;
}
