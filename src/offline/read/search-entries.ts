/** In-memory search entries of guests, kept in parts that are added and dropped as a whole. */
import type { Instant, Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredGuest } from '../../domain/mirror.ts';
import { matchesQuery, matchRank, parseQuery, searchText, type SearchText } from '../../domain/search-text.ts';

export interface SearchHit {
  guest: MirroredGuest;
  booking: MirroredBooking;
  departureId: Uuid;
  startsAt: Instant;
}

export interface SearchEntry extends SearchHit {
  target: SearchText;
}

/** Builds entries for guests, skipping those without a booking. */
export function searchEntries(
  guests: readonly MirroredGuest[],
  { bookings, startsAt }: { bookings: ReadonlyMap<Uuid, MirroredBooking>; startsAt: Instant },
): SearchEntry[] {
  const entries: SearchEntry[] = [];
  for (const guest of guests) {
    const booking = bookings.get(guest.bookingId);
    if (!booking) continue;
    const { contactName, contactEmail, contactPhone, reference, voucherNumber } = booking;
    // Without ticket codes: nobody searches for them, and their characters would match anything.
    const target = searchText([guest.name, contactName, reference, contactEmail, voucherNumber], contactPhone);
    entries.push({ guest, booking, departureId: guest.departureId, startsAt, target });
  }
  return entries;
}

/** Returns the best matches of all parts, from memory only. */
export function searchParts(
  entryLists: Iterable<readonly SearchEntry[]>,
  text: string,
  { limit = 50 }: { limit?: number } = {},
): SearchHit[] {
  const query = parseQuery(text);
  if (!query) return [];
  const found: { entry: SearchEntry; rank: number }[] = [];
  const guestIds = new Set<Uuid>();
  for (const entries of entryLists) {
    for (const entry of entries) {
      if (!matchesQuery(entry.target, query) || guestIds.has(entry.guest.id)) continue;
      guestIds.add(entry.guest.id);
      found.push({ entry, rank: matchRank(entry.target, query) });
    }
  }
  found.sort((a, b) => b.rank - a.rank || byText(a.entry.startsAt, b.entry.startsAt));
  return found
    .slice(0, limit)
    .map(({ entry: { guest, booking, departureId, startsAt } }) => ({ guest, booking, departureId, startsAt }));
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
