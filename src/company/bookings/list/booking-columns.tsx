import type { IntlShape } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import { commonColumns } from '../../../features/bookings/common-columns.tsx';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import type { BookingContext } from '../booking-context.ts';
import { PhoneNumber } from '../../../ui/format/phone-number.tsx';

/** Returns the columns of /bookings: fewer than those of /bookings-advanced, whose texts it does not load. */
export function bookingColumns(intl: IntlShape, context: BookingContext): TableColumn<ListedBooking>[] {
  const { name, party, status, due, reference, source, total } = commonColumns(intl, context.formats);
  const hidden = (
    id: 'departure' | 'phone' | 'note' | 'created',
    rest: Omit<TableColumn<ListedBooking>, 'id' | 'header'>,
  ): TableColumn<ListedBooking> => ({
    id,
    header: intl.formatMessage({ id: `bookings.column.${id}` }),
    isInitiallyHidden: true,
    card: 'none',
    ...rest,
  });
  return [
    { ...name, width: 192 },
    hidden('departure', {
      cell: ({ departure, title }) => joinWithDots(context.when(departure.startsAt), context.title(title)),
      width: 220,
      sorts: true,
    }),
    { ...party, width: 176 },
    { ...status, width: 184 },
    { ...due, width: 180, sorts: true },
    reference,
    { ...source, width: 128 },
    hidden('phone', { cell: ({ contact }) => contact.phone && <PhoneNumber phone={contact.phone} />, width: 144 }),
    hidden('note', { cell: ({ note }) => note ?? '', width: 200 }),
    total,
    hidden('created', { cell: ({ createdAt }) => context.when(createdAt), width: 144, sorts: true }),
  ];
}
