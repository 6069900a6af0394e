import { FormattedMessage, type IntlShape } from 'react-intl';
import type { PartnerBooking } from '../../data/partner-bookings.ts';
import { formatCode } from '../../domain/codes.ts';
import { BookingStateBadge } from '../../features/bookings/booking-state.tsx';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import type { Formats } from '../../ui/format/use-formats.ts';
import { formatParty, formatWhen } from './format-booking.ts';

/**
 * Columns of the partner's bookings. Only unusual states have a badge. A booking with masked guest data is named by its
 * reference.
 */
export function bookingColumns(intl: IntlShape, formats: Formats): TableColumn<PartnerBooking>[] {
  const head = (id: 'name' | 'departure' | 'party' | 'status' | 'due' | 'reference' | 'source' | 'total') =>
    intl.formatMessage({ id: `bookings.column.${id}` });
  return [
    {
      id: 'name',
      header: head('name'),
      cell: ({ contact, reference, isMasked }) => (isMasked ? formatCode(reference) : contact.name),
      width: 184,
      isFixed: true,
      sorts: true,
    },
    {
      id: 'departure',
      header: head('departure'),
      cell: (booking) => formatWhen(booking, { intl, formats }),
      width: 168,
      sorts: true,
      card: 'meta',
    },
    {
      id: 'tour',
      header: intl.formatMessage({ id: 'bookings.tour' }),
      cell: ({ title }) => formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' }),
      width: 200,
      card: 'meta',
    },
    {
      id: 'company',
      header: intl.formatMessage({ id: 'partnerBookings.company' }),
      cell: ({ company }) => company.name,
      width: 176,
      card: 'meta',
    },
    { id: 'party', header: head('party'), cell: (booking) => formatParty(booking, intl), width: 160, card: 'meta' },
    {
      id: 'status',
      header: head('status'),
      cell: ({ status }) =>
        status === 'CONFIRMED' ? (
          <FormattedMessage id="bookings.state.CONFIRMED" />
        ) : (
          <BookingStateBadge state={status} />
        ),
      width: 160,
      card: 'status',
    },
    {
      id: 'voucher',
      header: intl.formatMessage({ id: 'partnerBookings.voucher' }),
      cell: ({ voucherNumber }) => voucherNumber ?? '',
      width: 128,
      card: 'none',
    },
    {
      id: 'due',
      header: head('due'),
      cell: ({ due, currency }) =>
        due > 0 ? (
          <StateBadge state="attention">
            <FormattedMessage id="bookings.due" values={{ amount: formats.money(due, currency) }} />
          </StateBadge>
        ) : (
          ''
        ),
      width: 152,
      card: 'status',
    },
    {
      id: 'reference',
      header: head('reference'),
      cell: ({ reference }) => formatCode(reference),
      width: 104,
      sorts: true,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'source',
      header: head('source'),
      cell: ({ source, partner }) => partner?.name ?? intl.formatMessage({ id: `bookings.source.${source}` }),
      width: 152,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'total',
      header: head('total'),
      cell: ({ total, currency }) => formats.money(total, currency),
      width: 112,
      isNumber: true,
      isInitiallyHidden: true,
      card: 'none',
    },
    {
      id: 'onAccount',
      header: intl.formatMessage({ id: 'bookings.method.on_account' }),
      cell: ({ onAccount, currency }) => (onAccount > 0 ? formats.money(onAccount, currency) : ''),
      width: 128,
      isNumber: true,
      isInitiallyHidden: true,
      card: 'none',
    },
  ];
}
