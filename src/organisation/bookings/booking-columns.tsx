import type { IntlShape } from 'react-intl';
import type { PartnerBooking } from '../../data/partner-bookings.ts';
import { formatCode } from '../../domain/codes.ts';
import { commonColumns } from '../../features/bookings/common-columns.tsx';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { formatWhen } from '../../ui/format/format-when.ts';

/** Returns the name of the contact, or the reference while guest data is masked. */
export const bookingTitle = ({ contact, reference, isMasked }: PartnerBooking) =>
  isMasked ? formatCode(reference) : contact.name;

/** Returns the columns of the partner's bookings. */
export function bookingColumns(intl: IntlShape, formats: Formats): TableColumn<PartnerBooking>[] {
  const { name, party, status, due, reference, source, total } = commonColumns(intl, formats);
  return [
    { ...name, cell: bookingTitle, width: 184 },
    {
      id: 'departure',
      header: intl.formatMessage({ id: 'bookings.column.departure' }),
      cell: ({ departure, company }) => formatWhen(departure, { intl, timeZone: company.timeZone }),
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
    { ...party, width: 160 },
    { ...status, width: 160 },
    {
      id: 'voucher',
      header: intl.formatMessage({ id: 'partnerBookings.voucher' }),
      cell: ({ voucherNumber }) => voucherNumber ?? '',
      width: 128,
      card: 'none',
    },
    { ...due, width: 152 },
    { ...reference, isInitiallyHidden: true },
    { ...source, width: 152, isInitiallyHidden: true },
    total,
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
