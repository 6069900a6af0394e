/**
 * The fields of a booking as spreadsheet cells, and the cells of a view. Shared by the browser and the Edge Functions.
 */
import type { BookingView } from './booking-view.ts';
import type { BookingReason } from './booking-reasons.ts';
import type { Attendance, BookingSource, BookingStatus, PriceCategoryType } from './enums.ts';
import type { Instant } from './ids.ts';
import { wallClockIn } from '../lib/local-date.ts';
import { toMajorUnits } from './money.ts';

/** A booking as exports contain it. */
export interface ExportedBooking {
  reference: string;
  contact: { name: string; email: string | null; phone: string | null; country: string | null; locale: string };
  party: readonly { type: PriceCategoryType; count: number }[];
  guests: number;
  departure: { startsAt: Instant; language: string; guides: readonly string[] };
  status: BookingStatus;
  expiresAt: Instant | null;
  currency: string;
  // Amounts in minor units, with the meanings of `bookingRow` in src/data/bookings/list.ts.
  total: number;
  paid: number;
  onAccount: number;
  due: number;
  overpaid: number;
  owed: number;
  source: BookingSource;
  partner: { name: string } | null;
  reason: BookingReason | null;
  attendance: Attendance | null;
  referral: string | null;
  discount: string | null;
  hasNewsConsent: boolean;
  voucherNumber: string | null;
  note: string | null;
  tags: readonly string[];
  createdAt: Instant;
  title: Record<string, string>;
}

/** Texts and formatters in the reader's language. */
export interface CellFormatters {
  /** The company's time zone. */
  zone: string;
  category(type: PriceCategoryType): string;
  text(
    id:
      | `bookings.state.${BookingStatus}`
      | `bookings.source.${BookingSource}`
      | `bookings.reason.${BookingReason}`
      | `advanced.attendance.${Attendance}`
      | 'advanced.how.consented',
  ): string;
  title(texts: Record<string, string>): string;
  language(code: string): string;
  country(code: string): string;
}

/** Returns the local time of an instant, to the minute, encoded as UTC milliseconds. */
export function wallTime(zone: string, instant: Instant): number {
  const { date, minute } = wallClockIn(zone, Date.parse(instant));
  return Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
}

interface Cell {
  /** Message id of the column's heading. */
  text: string;
  startsHidden?: boolean;
  /**
   * Money is in major units; times are `wallTime` in the company's time zone. Without a kind, the cell is a plain
   * number or text.
   */
  kind?: 'money' | 'time';
  plain(booking: ExportedBooking, formatters: CellFormatters): string | number;
}

const money = <Text extends string>(
  id: 'due' | 'total' | 'paid' | 'onAccount' | 'overpaid' | 'owed',
  text: Text,
  startsHidden = false,
) => ({ text, startsHidden, kind: 'money' as const, plain: (b: ExportedBooking) => toMajorUnits(b[id], b.currency) });

/** In the default order of the columns. */
export const BOOKING_CELLS = {
  name: { text: 'bookings.column.name', plain: (b) => b.contact.name },
  departure: {
    text: 'bookings.column.departure',
    kind: 'time',
    plain: (b, { zone }) => wallTime(zone, b.departure.startsAt),
  },
  tour: { text: 'bookings.tour', plain: (b, { title }) => title(b.title) },
  party: {
    text: 'bookings.column.party',
    plain: ({ party }, { category }) => party.map(({ type, count }) => `${count} × ${category(type)}`).join(', '),
  },
  guests: { text: 'advanced.field.guests', startsHidden: true, plain: (b) => b.guests },
  status: { text: 'bookings.column.status', plain: (b, { text }) => text(`bookings.state.${b.status}`) },
  attendance: {
    text: 'advanced.field.attendance',
    startsHidden: true,
    plain: ({ attendance }, { text }) => (attendance === null ? '' : text(`advanced.attendance.${attendance}`)),
  },
  total: money('total', 'bookings.column.total'),
  paid: money('paid', 'advanced.field.paid', true),
  onAccount: money('onAccount', 'bookings.method.on_account', true),
  due: money('due', 'advanced.field.due'),
  overpaid: money('overpaid', 'bookings.filter.overpaid', true),
  owed: money('owed', 'bookings.fact.owed', true),
  currency: { text: 'advanced.field.currency', startsHidden: true, plain: (b) => b.currency },
  reference: { text: 'bookings.column.reference', plain: (b) => b.reference },
  source: { text: 'bookings.column.source', plain: (b, { text }) => text(`bookings.source.${b.source}`) },
  partner: { text: 'bookings.filter.partner', startsHidden: true, plain: (b) => b.partner?.name ?? '' },
  referral: { text: 'advanced.field.referral', startsHidden: true, plain: (b) => b.referral ?? '' },
  code: { text: 'advanced.field.code', startsHidden: true, plain: (b) => b.discount ?? '' },
  reason: {
    text: 'bookings.fact.reason',
    startsHidden: true,
    plain: ({ reason }, { text }) => (reason === null ? '' : text(`bookings.reason.${reason}`)),
  },
  tags: { text: 'advanced.field.tags', plain: (b) => b.tags.join(', ') },
  voucher: { text: 'bookings.fact.voucherNumber', startsHidden: true, plain: (b) => b.voucherNumber ?? '' },
  phone: { text: 'bookings.column.phone', startsHidden: true, plain: (b) => b.contact.phone ?? '' },
  email: { text: 'bookings.fact.email', startsHidden: true, plain: (b) => b.contact.email ?? '' },
  country: {
    text: 'bookings.fact.country',
    startsHidden: true,
    plain: (b, { country }) => (b.contact.country ? country(b.contact.country) : ''),
  },
  locale: { text: 'bookings.fact.locale', startsHidden: true, plain: (b, { language }) => language(b.contact.locale) },
  language: {
    text: 'bookings.filter.language',
    startsHidden: true,
    plain: (b, { language }) => language(b.departure.language),
  },
  guides: { text: 'bookings.filter.guide', startsHidden: true, plain: (b) => b.departure.guides.join(', ') },
  news: {
    text: 'advanced.field.news',
    startsHidden: true,
    plain: (b, { text }) => (b.hasNewsConsent ? text('advanced.how.consented') : ''),
  },
  note: { text: 'bookings.column.note', startsHidden: true, plain: (b) => b.note ?? '' },
  created: {
    text: 'bookings.column.created',
    startsHidden: true,
    kind: 'time',
    plain: (b, { zone }) => wallTime(zone, b.createdAt),
  },
  expires: {
    text: 'bookings.fact.expiresAt',
    startsHidden: true,
    kind: 'time',
    plain: (b, { zone }) => (b.expiresAt === null ? '' : wallTime(zone, b.expiresAt)),
  },
} as const satisfies Record<string, Cell>;

export type BookingCellId = keyof typeof BOOKING_CELLS;
/** Message ids of all column headings. */
export type BookingHeading = (typeof BOOKING_CELLS)[BookingCellId]['text'];
export const cellOf = (id: BookingCellId): Cell & { text: BookingHeading } => BOOKING_CELLS[id];

/** Returns a file's columns: the visible ones, and the currency if there are amounts. */
export function withCurrency(visible: readonly string[]): string[] {
  const last = visible.findLastIndex((id) => id in BOOKING_CELLS && cellOf(id as BookingCellId).kind === 'money');
  return last === -1 || visible.includes('currency') ? [...visible] : visible.toSpliced(last + 1, 0, 'currency');
}

/** Returns the visible cells of a view: columns added since it was saved come last, removed ones are left out. */
export function visibleCells(columns: BookingView['columns']): BookingCellId[] {
  const ids = Object.keys(BOOKING_CELLS) as BookingCellId[];
  const ordered = (columns?.order ?? []).filter((id): id is BookingCellId => id in BOOKING_CELLS);
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))].filter((id) =>
    columns?.order.includes(id) ? !columns.hidden.includes(id) : !cellOf(id).startsHidden,
  );
}
