/** Bookings as the fake data port returns them. */
import type { BookingDetail } from '../../src/data/bookings/detail.ts';
import type { ListedBooking } from '../../src/data/bookings/list.ts';

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const TOUR = uuid(1);
export const DEPARTURE = uuid(2);
export const ADULT = uuid(3);

const money = {
  currency: 'DKK',
  total: 90_000,
  balance: 0,
  owed: 0,
  due: 90_000,
  overpaid: 0,
  onAccount: 0,
  retained: 0,
};

/** Two adults tomorrow at 10:00 in Copenhagen, unpaid. */
export const detailed = (more: Partial<BookingDetail> = {}): BookingDetail => ({
  id: uuid(10),
  companyId: uuid(4),
  reference: 'ABC234',
  state: 'CONFIRMED',
  source: 'office',
  reason: null,
  version: 3,
  expiresAt: null,
  createdAt: '2027-05-01T08:00:00.000Z',
  contactName: 'Ada Lund',
  contactEmail: 'ada@lund.test',
  contactSuppression: null,
  contactPhone: '+4532123456',
  country: 'DK',
  locale: 'da',
  note: 'Wheelchair',
  voucherNumber: null,
  organisation: null,
  referral: null,
  newsConsent: null,
  tags: [],
  seats: 2,
  mails: [],
  departure: {
    id: DEPARTURE,
    tourId: TOUR,
    title: { en: 'Harbour walk' },
    startsAt: '2027-05-02T08:00:00.000Z',
    localDate: '2027-05-02',
    capacity: 12,
    left: 5,
    isClosed: false,
    departureStatus: 'scheduled',
    language: 'en',
  },
  guests: [guest(20, { name: 'Ada Lund' }), guest(21)],
  money,
  account: null,
  price: { categories: [{ type: 'ADULT', priceCategoryId: ADULT, amount: 45_000, quantity: 2 }] },
  codes: {},
  payments: [],
  refunds: [],
  documents: [],
  openInvoice: 0,
  cancellation: { refund: 0, freeUntil: '2027-05-01T08:00:00.000Z' },
  history: [],
  ...more,
});

export function guest(n: number, more: Partial<BookingDetail['guests'][number]> = {}): BookingDetail['guests'][number] {
  return {
    id: uuid(n),
    categoryType: 'ADULT',
    priceCategoryId: ADULT,
    name: null,
    ticketCode: 'ABCD2345EFGH',
    amount: 45_000,
    cancelled: false,
    checkIn: 'expected',
    at: null,
    ...more,
  };
}

export const listed = (name: string, more: Partial<ListedBooking> = {}): ListedBooking => ({
  id: uuid(10),
  reference: 'ABC234',
  contact: { name, email: 'ada@lund.test', phone: '+4532123456', country: 'DK', locale: 'da' },
  party: [{ type: 'ADULT', count: 2 }],
  guests: 2,
  departure: {
    id: DEPARTURE,
    tourId: TOUR,
    startsAt: '2027-05-02T08:00:00.000Z',
    localDate: '2027-05-02',
    language: 'en',
    departureStatus: 'scheduled',
    guides: [],
  },
  status: 'CONFIRMED',
  expiresAt: null,
  currency: 'DKK',
  total: 90_000,
  paid: 90_000,
  onAccount: 0,
  due: 0,
  overpaid: 0,
  owed: 0,
  source: 'office',
  partner: null,
  reason: null,
  attendance: null,
  referral: null,
  discount: null,
  hasNewsConsent: false,
  voucherNumber: null,
  note: null,
  tags: [],
  createdAt: '2027-05-01T08:00:00.000Z',
  version: 1,
  title: { en: 'Harbour walk' },
  ...more,
});
