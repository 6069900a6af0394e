/** Columns of the advanced list: formatted for the screen, plain for exports. */
import type { IntlShape } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import {
  BOOKING_CELLS,
  cellOf,
  withCurrency,
  type BookingCellId,
  type CellFormatters,
} from '../../../domain/booking-cells.ts';
import { formatCode } from '../../../domain/codes.ts';
import { statusCell } from '../../../features/bookings/common-columns.tsx';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import type { Columns } from '../../../ui/data-table/use-columns.ts';
import type { BookingContext } from '../booking-context.ts';
import { PhoneNumber } from '../../../ui/format/phone-number.tsx';

export interface AdvancedColumn extends TableColumn<ListedBooking> {
  /** The plain value for exports (`BOOKING_CELLS`). */
  plain(booking: ListedBooking): string | number;
  kind?: 'money' | 'time';
}

type ColumnLayout = Partial<Omit<AdvancedColumn, 'id' | 'header' | 'plain' | 'kind'>> & { width: number };

/** Returns the visible columns, plus a currency column next to amounts, for an export. */
export const fileColumns = ({ visible, all }: Columns<ListedBooking, AdvancedColumn>): AdvancedColumn[] =>
  withCurrency(visible.map(({ id }) => id)).flatMap((id) => all.find(({ column }) => column.id === id)?.column ?? []);

function columnLayouts(context: BookingContext): Record<BookingCellId, ColumnLayout> {
  const money = (
    id: 'due' | 'total' | 'paid' | 'onAccount' | 'overpaid' | 'owed',
    overrides: Partial<ColumnLayout> = {},
  ): ColumnLayout => ({
    width: 112,
    isNumber: true,
    // A zero here means there is nothing to do, so the cell is empty.
    cell: (booking) =>
      booking[id] === 0 && id !== 'total' && id !== 'paid' ? '' : context.formats.money(booking[id], booking.currency),
    ...overrides,
  });
  return {
    name: { width: 176, isFixed: true, sorts: true, card: 'title' },
    departure: { width: 152, sorts: true, card: 'meta', cell: (b) => context.when(b.departure.startsAt) },
    tour: { width: 168, card: 'meta' },
    party: { width: 168 },
    guests: { width: 88, isNumber: true, sorts: true },
    status: { width: 184, card: 'status', cell: statusCell },
    attendance: { width: 128 },
    total: money('total', { sorts: true }),
    paid: money('paid', { sorts: true }),
    onAccount: money('onAccount'),
    due: money('due', { sorts: true }),
    overpaid: money('overpaid'),
    owed: money('owed'),
    currency: { width: 88 },
    reference: { width: 104, sorts: true, cell: (b) => formatCode(b.reference) },
    source: { width: 104 },
    partner: { width: 144 },
    referral: { width: 144 },
    code: { width: 120 },
    reason: { width: 160 },
    tags: { width: 144 },
    voucher: { width: 128 },
    phone: { width: 144, cell: ({ contact }) => contact.phone && <PhoneNumber phone={contact.phone} /> },
    email: { width: 184 },
    country: { width: 120 },
    locale: { width: 112 },
    language: { width: 128 },
    guides: { width: 144 },
    news: { width: 120 },
    note: { width: 200 },
    created: { width: 144, sorts: true, cell: (b) => context.when(b.createdAt) },
    expires: { width: 144, cell: (b) => (b.expiresAt === null ? '' : context.when(b.expiresAt)) },
  };
}

export function advancedColumns(intl: IntlShape, context: BookingContext): AdvancedColumn[] {
  const formatters: CellFormatters = {
    zone: context.zone,
    text: (id) => intl.formatMessage({ id }),
    category: (type) => intl.formatMessage({ id: CATEGORY_TEXTS[type] }),
    title: context.title,
    language: context.formats.language,
    country: (code) => intl.formatDisplayName(code, { type: 'region' }) ?? code,
  };
  const layouts = columnLayouts(context);
  return (Object.keys(BOOKING_CELLS) as BookingCellId[]).map((id) => {
    const { text, startsHidden, kind, plain } = cellOf(id);
    const plainCell = (booking: ListedBooking) => plain(booking, formatters);
    return {
      card: 'none',
      cell: plainCell,
      ...layouts[id],
      ...(startsHidden ? { isInitiallyHidden: startsHidden } : {}),
      ...(kind ? { kind } : {}),
      id,
      plain: plainCell,
      header: intl.formatMessage({ id: text }),
    };
  });
}
