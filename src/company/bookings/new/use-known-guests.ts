import { findBookings, type ListedBooking } from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';

/** Minimum characters for a search. */
const FEWEST = 3;
const MOST = 5;

/** Returns one earlier booking per matching person, the latest first. */
export function useKnownGuests(company: Uuid, typed: string): ListedBooking[] {
  const words = typed.trim();
  const asks = words.length >= FEWEST;
  const { data } = useServerQuery({
    key: [company, 'people', words],
    fetch: (signal) => findBookings(company, { search: words, sort: '-created', pageSize: 20, signal }),
    enabled: asks,
  });
  return asks && data?.showsGuests ? onePerPerson(data.bookings).slice(0, MOST) : [];
}

/** Keeps the first booking per person, identified by email, else phone, else name. */
export function onePerPerson(bookings: readonly ListedBooking[]): ListedBooking[] {
  const seen = new Set<string>();
  return bookings.filter(({ contact }) => {
    const who = contact.email?.toLowerCase() ?? contact.phone?.replace(/\D/g, '') ?? contact.name.toLowerCase();
    if (seen.has(who)) return false;
    seen.add(who);
    return true;
  });
}
