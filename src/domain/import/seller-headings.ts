/**
 * The headings of other systems' booking reports, each as the field that it is; null: known, and nothing of ours. A system is named here,
 * and to the company, only when its headings are known from files that people really have; `seller-headings.test.ts` reads one of each.
 */
import type { BookingField } from './booking-fields.ts';
import { normalizeHeading } from './columns.ts';

export const SELLER_HEADINGS = {
  /**
   * Bókun's bookings as CSV or Excel, as the programs read them that bring such files into other systems (public repositories, 2025 and
   * 2026: all of these headings in three that know nothing of each other, the external reference in two spellings). A cart may hold
   * several products, and each is a row: what names the row is the product's code.
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
   * FareHarbor's report of bookings: a title above the headings, a row of sums below (public repositories, 2025 and 2026: the headings in
   * two programs that keep a company's books by it; `Contact` and `Pax` as the manifest has them). `Affiliate` is left out: it is a
   * company's name, or the word "None".
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

const others = new Set(
  Object.values(SELLER_HEADINGS)
    .flatMap((headings) => Object.entries(headings))
    .flatMap(([heading, field]) => (field === null ? normalizeHeading(heading) : [])),
);
/** Whether a system's own report is known to have a column of this heading that is none of ours. */
export const isIgnoredSellerHeading = (heading: string): boolean => others.has(normalizeHeading(heading));
