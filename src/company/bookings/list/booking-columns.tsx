import { FormattedMessage, type IntlShape } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import { formatCode } from '../../../domain/codes.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import type { BookingContext } from '../booking-context.ts';
import { BookingStateBadge } from '../../../features/bookings/booking-state.tsx';

/** Returns the columns of the list. Only unusual statuses and payments get a badge. */
export function bookingColumns(intl: IntlShape, context: BookingContext): TableColumn<ListedBooking>[] {
  const columnTitle = (
    id:
      | 'name'
      | 'party'
      | 'status'
      | 'due'
      | 'reference'
      | 'source'
      | 'departure'
      | 'phone'
      | 'created'
      | 'note'
      | 'total',
  ) => intl.formatMessage({ id: `bookings.column.${id}` });
  const money = (amount: number, currency: string) => context.formats.money(amount, currency);
  return [
    {
      id: 'name',
      header: columnTitle('name'),
      cell: ({ contact }) => contact.name,
      width: 192,
      isFixed: true,
      sorts: true,
    },
    {
      id: 'departure',
      header: columnTitle('departure'),
      cell: ({ departure, title }) => joinWithDots(context.when(departure.startsAt), context.title(title)),
      width: 220,
      sorts: true,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'party',
      header: columnTitle('party'),
      cell: ({ party }) =>
        party.map(({ type, count }) => `${count} × ${intl.formatMessage({ id: CATEGORY_TEXTS[type] })}`).join(', '),
      width: 176,
      card: 'meta',
    },
    {
      id: 'status',
      header: columnTitle('status'),
      cell: ({ status }) =>
        status === 'CONFIRMED' ? (
          <FormattedMessage id="bookings.state.CONFIRMED" />
        ) : (
          <BookingStateBadge state={status} />
        ),
      width: 184,
      card: 'status',
    },
    {
      id: 'due',
      header: columnTitle('due'),
      cell: ({ due, overpaid, currency }) =>
        due > 0 ? (
          <StateBadge state="attention">
            <FormattedMessage id="bookings.due" values={{ amount: money(due, currency) }} />
          </StateBadge>
        ) : overpaid > 0 ? (
          <StateBadge state="attention">
            <FormattedMessage id="bookings.overpaid" values={{ amount: money(overpaid, currency) }} />
          </StateBadge>
        ) : (
          ''
        ),
      width: 168,
      sorts: true,
      card: 'status',
    },
    {
      id: 'reference',
      header: columnTitle('reference'),
      cell: ({ reference }) => formatCode(reference),
      width: 104,
      sorts: true,
      card: 'none',
    },
    {
      id: 'source',
      header: columnTitle('source'),
      cell: ({ source, partner }) => partner?.name ?? intl.formatMessage({ id: `bookings.source.${source}` }),
      width: 128,
      card: 'none',
    },
    {
      id: 'phone',
      header: columnTitle('phone'),
      cell: ({ contact }) => contact.phone ?? '',
      width: 144,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'note',
      header: columnTitle('note'),
      cell: ({ note }) => note ?? '',
      width: 200,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'total',
      header: columnTitle('total'),
      cell: ({ total, currency }) => money(total, currency),
      width: 112,
      isNumber: true,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'created',
      header: columnTitle('created'),
      cell: ({ createdAt }) => context.when(createdAt),
      width: 144,
      sorts: true,
      isInitiallyHidden: true,
      card: 'none',
    },
  ];
}
