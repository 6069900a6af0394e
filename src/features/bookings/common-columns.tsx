/** Columns that all lists of bookings have. Only unusual statuses and amounts get a badge. */
import { FormattedMessage, type IntlShape } from 'react-intl';
import type { ListedBooking } from '../../data/bookings/list.ts';
import { formatCode } from '../../domain/codes.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { BookingStateBadge } from './booking-state.tsx';

/** A row of any list; only the office's has `overpaid`. */
type Booking = Pick<
  ListedBooking,
  'reference' | 'contact' | 'party' | 'status' | 'currency' | 'total' | 'due' | 'source' | 'partner'
> & { overpaid?: number };
type ColumnId = 'name' | 'party' | 'status' | 'due' | 'reference' | 'source' | 'total';

export const statusCell = ({ status }: Pick<Booking, 'status'>) =>
  status === 'CONFIRMED' ? <FormattedMessage id="bookings.state.CONFIRMED" /> : <BookingStateBadge state={status} />;

/** `2 × Adult, 1 × Child` */
export const formatParty = ({ party }: Pick<Booking, 'party'>, intl: IntlShape) =>
  party.map(({ type, count }) => `${count} × ${intl.formatMessage({ id: CATEGORY_TEXTS[type] })}`).join(', ');

function dueCell({ due, overpaid = 0, currency }: Booking, formats: Formats) {
  if (due <= 0 && overpaid <= 0) return '';
  const [id, amount] = due > 0 ? (['bookings.due', due] as const) : (['bookings.overpaid', overpaid] as const);
  return (
    <StateBadge state="attention">
      <FormattedMessage id={id} values={{ amount: formats.money(amount, currency) }} />
    </StateBadge>
  );
}

/** Lists choose the widths and add columns of their own. */
export function commonColumns(intl: IntlShape, formats: Formats): Record<ColumnId, TableColumn<Booking>> {
  const column = <Id extends ColumnId>(id: Id, rest: Omit<TableColumn<Booking>, 'id' | 'header'>) => ({
    id,
    header: intl.formatMessage({ id: `bookings.column.${id}` }),
    ...rest,
  });
  return {
    name: column('name', { cell: ({ contact }) => contact.name, isFixed: true, sorts: true }),
    party: column('party', { cell: (booking) => formatParty(booking, intl), card: 'meta' }),
    status: column('status', { cell: statusCell, card: 'status' }),
    due: column('due', { cell: (booking) => dueCell(booking, formats), card: 'status' }),
    reference: column('reference', {
      cell: ({ reference }) => formatCode(reference),
      width: 104,
      sorts: true,
      card: 'none',
    }),
    source: column('source', {
      cell: ({ source, partner }) => partner?.name ?? intl.formatMessage({ id: `bookings.source.${source}` }),
      card: 'none',
    }),
    total: column('total', {
      cell: ({ total, currency }) => formats.money(total, currency),
      width: 112,
      isNumber: true,
      isInitiallyHidden: true,
      card: 'none',
    }),
  };
}
