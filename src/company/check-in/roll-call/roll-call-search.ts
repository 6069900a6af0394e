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

/** Made once for each row: a keystroke only compares. */
const targets = new WeakMap<MirroredGuest, SearchText>();

function targetOf(guest: MirroredGuest, booking: MirroredBooking): SearchText {
  let target = targets.get(guest);
  if (!target) {
    const { contactName, contactEmail, contactPhone, reference, externalReference } = booking;
    target = searchText([guest.name, contactName, reference, contactEmail, externalReference], contactPhone);
    targets.set(guest, target);
  }
  return target;
}

/** With fewer characters nearly every random code matches, and finds people who have not what was typed. */
const CODE_FROM = 4;

/** Codes are printed in groups, and typed with or without the gaps. */
function matchesCode(guest: MirroredGuest, { words }: SearchQuery): boolean {
  const code = words.join('');
  return code.length >= CODE_FROM && normalizeText(guest.ticketCode).includes(code);
}

/** The guests of an open departure that match what was typed; null when nothing was typed. */
export function searchGuests(
  { guests, bookings }: { guests: readonly MirroredGuest[]; bookings: ReadonlyMap<Uuid, MirroredBooking> },
  text: string,
): Set<Uuid> | null {
  const query = parseQuery(text);
  if (!query) return null;
  const found = new Set<Uuid>();
  for (const guest of guests) {
    const booking = bookings.get(guest.bookingId);
    if (booking && (matchesQuery(targetOf(guest, booking), query) || matchesCode(guest, query))) found.add(guest.id);
  }
  return found;
}
