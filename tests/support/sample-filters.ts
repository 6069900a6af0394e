/** Every filter of the booking list, on the data of `fillBookings`. */
import type { BookingFilter } from '../../src/domain/booking-filter.ts';
import type { FilledBookings } from './fill-bookings.ts';

interface NamedFilter {
  filter: BookingFilter;
  /**
   * The index, without `booking_list_` and `_idx`, that a selective filter must use; absent for a filter with many
   * matches, which uses the sort order's index.
   */
  index?: string;
}

export function sampleFilters({ tours, guides, organisations }: FilledBookings): Record<string, NamedFilter> {
  const today = new Date().toISOString().slice(0, 10);
  return {
    date: { filter: { field: 'date', from: today, to: today }, index: 'departure' },
    time: { filter: { field: 'time', from: '21:30' } },
    created: { filter: { field: 'created', from: today } },
    tour: { filter: { field: 'tour', in: [tours[3]!] } },
    status: { filter: { field: 'status', in: ['PENDING'] } },
    name: { filter: { field: 'name', has: 'jensen' } },
    'a rare name': { filter: { field: 'name', has: 'holmaa' }, index: 'search' },
    guest: { filter: { field: 'guest', has: 'holmaa' }, index: 'search' },
    email: { filter: { field: 'email', has: 'guest12.3' }, index: 'search' },
    'no email': { filter: { field: 'email', empty: true }, index: 'search' },
    phone: { filter: { field: 'phone', has: '+45 2000 7919' }, index: 'search' },
    'no phone': { filter: { field: 'phone', empty: true }, index: 'search' },
    note: { filter: { field: 'note', has: 'chair' } },
    'a note': { filter: { field: 'note', empty: false } },
    voucher: { filter: { field: 'voucher', has: 'gyg-123' }, index: 'search' },
    'a voucher': { filter: { field: 'voucher', empty: false } },
    reference: { filter: { field: 'reference', has: '23A' }, index: 'search' },
    locale: { filter: { field: 'locale', in: ['it'] }, index: 'search' },
    'a frequent locale': { filter: { field: 'locale', in: ['da', 'en'] } },
    country: { filter: { field: 'country', in: ['SE'] }, index: 'search' },
    'no country': { filter: { field: 'country', empty: true }, index: 'search' },
    category: { filter: { field: 'category', in: ['MILITARY'] }, index: 'search' },
    attendance: { filter: { field: 'attendance', in: ['no_show'] }, index: 'search' },
    'a frequent attendance': { filter: { field: 'attendance', in: ['attended', 'unknown'] } },
    'a missing guest': { filter: { field: 'attendance', in: ['missing'] }, index: 'search' },
    'part of a party': { filter: { field: 'attendance', in: ['partial'] } },
    lead: { filter: { field: 'lead', from: 400 }, index: 'lead' },
    phase: { filter: { field: 'phase', in: ['cancelled'] } },
    guests: { filter: { field: 'guests', from: 10 }, index: 'guests' },
    total: { filter: { field: 'total', from: 50_000 }, index: 'total' },
    paid: { filter: { field: 'paid', from: 50_000 }, index: 'paid' },
    due: { filter: { field: 'due', from: 1 } },
    overpaid: { filter: { field: 'overpaid', from: 1 }, index: 'overpaid' },
    account: { filter: { field: 'account', from: 1 }, index: 'account' },
    owed: { filter: { field: 'owed', from: 1 }, index: 'owed' },
    currency: { filter: { field: 'currency', in: ['EUR'] }, index: 'currency' },
    source: { filter: { field: 'source', in: ['api'] } },
    partner: { filter: { field: 'partner', in: [organisations[2]!] } },
    'a partner': { filter: { field: 'partner', empty: false } },
    guide: { filter: { field: 'guide', in: [guides[5]!] } },
    'no guide': { filter: { field: 'guide', empty: true } },
    language: { filter: { field: 'language', in: ['da'] } },
    tag: { filter: { field: 'tag', in: ['school'] } },
    reason: { filter: { field: 'reason', in: ['weather'] }, index: 'search' },
    referral: { filter: { field: 'referral', in: ['newsletter'] }, index: 'search' },
    'no referral': { filter: { field: 'referral', empty: true } },
    code: { filter: { field: 'code', in: ['summer25'] }, index: 'search' },
    news: { filter: { field: 'news', empty: false }, index: 'search' },
    expires: { filter: { field: 'expires', from: today, to: today }, index: 'expires' },
    'no tag': { filter: { field: 'tag', empty: true } },
  };
}
