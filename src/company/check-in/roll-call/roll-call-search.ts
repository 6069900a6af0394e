import {
  normalizeText,
  matchesQuery,
  parseQuery,
  searchText,
  type SearchQuery,
  type SearchText,
} from '../../../domain/search-text.ts';
import type { MirroredBooking, MirroredGuest } from '../../../domain/mirror.ts';
import type { Uuid } from '../../../domain/ids.ts';

/**
 * Caches the search text of each guest, so that a keystroke only compares. Every change makes the roll call
 * read new objects, so no text is outdated.
 */
const targets = new WeakMap<MirroredGuest, SearchText>();

function targetOf(guest: MirroredGuest, booking: MirroredBooking): SearchText {
  let target = targets.get(guest);
  if (!target) {
    const { contactName, contactEmail, contactPhone, reference, voucherNumber } = booking;
    target = searchText([guest.name, contactName, reference, contactEmail, voucherNumber], contactPhone);
    targets.set(guest, target);
  }
  return target;
}

/** Shorter texts would match nearly every random code. */
const MIN_CODE_LENGTH = 4;

/** Codes are printed in groups and may be typed with or without spaces. */
function matchesCode(guest: MirroredGuest, { words }: SearchQuery): boolean {
  const code = words.join('');
  return code.length >= MIN_CODE_LENGTH && normalizeText(guest.ticketCode).includes(code);
}

/** Returns the guests of the departure on screen that match the text; null if it is empty. */
export function searchGuests(
  { guests, bookings }: { guests: readonly MirroredGuest[]; bookings: ReadonlyMap<Uuid, MirroredBooking> },
  text: string,
): Set<Uuid> | null {
  const query = parseQuery(text);
  if (!query) return null;
  const matches = new Set<Uuid>();
  for (const guest of guests) {
    const booking = bookings.get(guest.bookingId);
    if (booking && (matchesQuery(targetOf(guest, booking), query) || matchesCode(guest, query))) matches.add(guest.id);
  }
  return matches;
}
