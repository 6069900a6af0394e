/**
 * Binary format of tickets that are verified offline (ADR 042): a message with its signature, as base64url in the
 * guest's code. The signing Edge Function writes it, and the app reads it.
 */
import { fromBase64Url, toBase64Url } from '../lib/base64url.ts';
import { CODE_ALPHABET, REFERENCE_LENGTH } from './codes.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from './enums.ts';

export interface TicketGuestType {
  id: Uuid;
  type: PriceCategoryType;
}

export interface SignedTicket {
  /** Eight hexadecimal digits. */
  keyId: string;
  bookingId: Uuid;
  departureId: Uuid;
  reference: string;
  startsAt: Instant;
  /** What the whole party still had to pay at signing. */
  due: MinorUnits;
  /** The ticket is of the whole party, not of one guest. */
  isParty: boolean;
  guests: readonly TicketGuestType[];
}

const VERSION = 1;
const HEADER_BYTES = 50;
export const SIGNATURE_BYTES = 64;
/** Enough for 28 guests whose ids are not derived from the booking, 17 bytes each. */
const MAX_TEXT_LENGTH = 800;
const MAX_GUESTS = 100;
/** Flag beside the type of a guest whose id is not derived from the booking: the whole id follows. */
const OTHER_ID = 0x80;
const PARTY = 1;
const MAX_UINT32 = 0xffff_ffff;

/**
 * Derives a guest's id from the booking's id and a position (from 1), so that a ticket stores a run of guests of one
 * kind in three bytes. As `private.guest_id`.
 */
export function signedGuestId(bookingId: Uuid, position: number): Uuid {
  const last = (parseInt(bookingId.slice(-4), 16) ^ position).toString(16).padStart(4, '0');
  return bookingId.slice(0, -4) + last;
}

function positionOf(bookingId: Uuid, guestId: Uuid): number | null {
  if (guestId.slice(0, -4) !== bookingId.slice(0, -4)) return null;
  const position = parseInt(guestId.slice(-4), 16) ^ parseInt(bookingId.slice(-4), 16);
  return position >= 1 && position <= 255 ? position : null;
}

/** Encodes the message that is signed. */
export function encodeTicket(ticket: SignedTicket): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + 17 * ticket.guests.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = VERSION;
  view.setUint32(1, parseInt(ticket.keyId, 16));
  bytes.set(uuidBytes(ticket.bookingId), 5);
  bytes.set(uuidBytes(ticket.departureId), 21);
  view.setUint32(
    37,
    [...ticket.reference].reduce((sum, character) => sum * CODE_ALPHABET.length + CODE_ALPHABET.indexOf(character), 0),
  );
  view.setUint32(41, Math.floor(Date.parse(ticket.startsAt) / 60_000));
  view.setUint32(45, Math.min(ticket.due, MAX_UINT32));
  bytes[49] = ticket.isParty ? PARTY : 0;
  let at = HEADER_BYTES;
  for (const run of runsOf(ticket)) {
    if ('id' in run) {
      bytes[at] = run.type | OTHER_ID;
      bytes.set(uuidBytes(run.id), at + 1);
      at += 17;
    } else {
      bytes.set([run.type, run.first, run.count], at);
      at += 3;
    }
  }
  return bytes.slice(0, at);
}

type Run = { type: number; first: number; count: number } | { type: number; id: Uuid };

/** Groups guests of one type at adjacent places into runs. */
function runsOf({ bookingId, guests }: SignedTicket): Run[] {
  const runs: Run[] = [];
  const positioned = guests
    .map(({ id, type }) => ({ id, type: PRICE_CATEGORY_TYPES.indexOf(type), position: positionOf(bookingId, id) }))
    .sort((a, b) => (a.position ?? 256) - (b.position ?? 256));
  for (const { id, type, position } of positioned) {
    const last = runs.at(-1);
    if (position === null) runs.push({ type, id });
    else if (last && 'first' in last && last.type === type && last.first + last.count === position) last.count += 1;
    else runs.push({ type, first: position, count: 1 });
  }
  return runs;
}

export const formatSignedTicket = (message: Uint8Array, signature: Uint8Array): string =>
  toBase64Url(Uint8Array.of(...message, ...signature));

export interface ParsedTicket {
  ticket: SignedTicket;
  message: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** Parses a ticket without verifying its signature. Returns null if it is not a signed ticket of this version. */
export function parseSignedTicket(text: string): ParsedTicket | null {
  const bytes = text.length > MAX_TEXT_LENGTH ? null : fromBase64Url(text);
  if (!bytes || bytes[0] !== VERSION || bytes.length < HEADER_BYTES + 3 + SIGNATURE_BYTES) return null;
  const message = bytes.slice(0, -SIGNATURE_BYTES);
  const view = new DataView(message.buffer);
  const bookingId = uuidText(message.slice(5, 21));
  const guests = readGuests(message.slice(HEADER_BYTES), bookingId);
  if (!guests) return null;
  const ticket: SignedTicket = {
    keyId: view.getUint32(1).toString(16).padStart(8, '0'),
    bookingId,
    departureId: uuidText(message.slice(21, 37)),
    reference: referenceText(view.getUint32(37)),
    startsAt: new Date(view.getUint32(41) * 60_000).toISOString(),
    due: view.getUint32(45),
    isParty: message[49] === PARTY,
    guests,
  };
  return { ticket, message, signature: bytes.slice(-SIGNATURE_BYTES) };
}

function readGuests(bytes: Uint8Array, bookingId: Uuid): TicketGuestType[] | null {
  const guests: TicketGuestType[] = [];
  let at = 0;
  while (at < bytes.length) {
    const kind = bytes[at]!;
    const type = PRICE_CATEGORY_TYPES[kind & 0x7f];
    const isOther = kind >= OTHER_ID;
    const end = at + (isOther ? 17 : 3);
    if (!type || end > bytes.length) return null;
    if (isOther) guests.push({ id: uuidText(bytes.slice(at + 1, end)), type });
    else
      for (let n = 0; n < bytes[at + 2]!; n += 1)
        guests.push({ id: signedGuestId(bookingId, bytes[at + 1]! + n), type });
    at = end;
    if (guests.length > MAX_GUESTS) return null;
  }
  return guests.length > 0 ? guests : null;
}

const uuidBytes = (id: Uuid) => (id.replaceAll('-', '').match(/../g) ?? []).map((byte) => parseInt(byte, 16));

function uuidText(bytes: Uint8Array): Uuid {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function referenceText(number: number): string {
  const size = CODE_ALPHABET.length;
  let text = '';
  for (let remaining = number, left = REFERENCE_LENGTH; left > 0; left -= 1, remaining = Math.floor(remaining / size))
    text = CODE_ALPHABET.charAt(remaining % size) + text;
  return text;
}
