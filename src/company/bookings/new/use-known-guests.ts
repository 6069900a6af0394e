import { findBookings, type ListedBooking } from '../../../data/bookings/list.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';

/** Minimum characters for a search. */
const MIN_LENGTH = 3;
const MAX_GUESTS = 5;

/** Returns one earlier booking per matching person, the latest first. */
export function useKnownGuests(company: Uuid, search: string): ListedBooking[] {
  const text = search.trim();
  const isSearchable = text.length >= MIN_LENGTH;
  const { data } = useServerQuery({
    key: [company, 'people', text],
    fetch: (signal) => findBookings(company, { search: text, sort: '-created', pageSize: 20, signal }),
    enabled: isSearchable,
  });
  return isSearchable && data?.showsGuests ? onePerPerson(data.bookings).slice(0, MAX_GUESTS) : [];
}

/** Keeps the first booking per person, identified by email, else phone, else name. */
export function onePerPerson(bookings: readonly ListedBooking[]): ListedBooking[] {
  const seen = new Set<string>();
  return bookings.filter(({ contact }) => {
    const key = contact.email?.toLowerCase() ?? contact.phone?.replace(/\D/g, '') ?? contact.name.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
