/**
 * Headings in the booking reports of other systems ("sellers") and their fields; null: known but not used. A system is
 * listed, and named to users, only if its headings are known from real files. `seller-headings.test.ts` reads an
 * invented file of each.
 */
import type { BookingField } from './booking-fields.ts';
import { normalizeHeading } from './columns.ts';

export const SELLER_HEADINGS = {
  /**
   * Bókun's bookings as CSV or Excel, as programs that convert such files expect them (public repositories, 2025 and
   * 2026: all of these headings in three independent ones, the external reference in two spellings). A cart may hold
   * several products, each in its own row, so the product's code is the reference.
   */
  bokun: {
    'Creation date': 'created',
    'Cart confirmation code': null,
    'Product confirmation code': 'reference',
    'Ext. booking ref': 'voucher',
    'External Booking Ref.': 'voucher',
    Customer: 'name',
    Email: 'email',
    'Phone number': 'phone',
    'Product ID': null,
    'Product title': 'tour',
    'Rate title': null,
    'Start date': 'date',
    'End date': null,
    Participants: 'party',
    'Total price with discount': 'total',
    'Sale currency': 'currency',
    'Booking channel': 'source',
    Seller: null,
    Supplier: null,
    Status: 'status',
    'Payment status': null,
    Notes: 'note',
  },
  /**
   * FareHarbor's report of bookings, with a title above the headings and totals below (public repositories, 2025 and
   * 2026: the headings in two accounting programs; `Contact` and `Pax` as in the manifest). `Affiliate` is ignored: it
   * is a company's name, or the word "None".
   */
  fareharbor: {
    'Booking ID': 'reference',
    'Order ID': null,
    Contact: 'name',
    Email: 'email',
    Phone: 'phone',
    Item: 'tour',
    'Start Date': 'date',
    'Start Time': 'time',
    'Availability ID': null,
    '# of Pax': 'guests',
    Pax: 'guests',
    'Customer type': 'kind',
    'Contact Language': 'locale',
    'Country by phone': 'country',
    'Created At Date': 'created',
    'Created At Time': null,
    'Created By': null,
    Affiliate: null,
    'Cancelled?': 'cancelled',
    'Cancelled At Date': null,
    'Cancelled By': null,
    Subtotal: null,
    'Total Tax': null,
    Total: 'total',
    'Total Paid': 'paid',
    'Paid Status': null,
    'Amount Due': null,
    'Processing Fees': null,
    'Net Revenue Collected': null,
    'Total Paid to Affiliate': null,
  },
} as const satisfies Record<string, Readonly<Record<string, BookingField | null>>>;

const ignoredHeadings = new Set(
  Object.values(SELLER_HEADINGS)
    .flatMap((headings) => Object.entries(headings))
    .flatMap(([heading, field]) => (field === null ? normalizeHeading(heading) : [])),
);
/** Returns whether the heading is a known column of another system that is not used. */
export const isIgnoredSellerHeading = (heading: string): boolean => ignoredHeadings.has(normalizeHeading(heading));
