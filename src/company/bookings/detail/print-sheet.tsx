/** Print version of a booking. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { formatCode } from '../../../domain/codes.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { PrintOnly } from '../../../ui/output/print-only.tsx';
import type { BookingContext } from '../booking-context.ts';
import { activeGuests } from './active-guests.ts';
import { guestName } from './guest-name.ts';
import { useFormatPhone } from '../../../ui/format/phone-number.tsx';

const useStyles = makeStyles({
  sheet: {
    fontSize: '11pt',
    lineHeight: '1.5',
    color: '#000',
    '& td': { padding: '2mm 8mm 2mm 0', verticalAlign: 'top' },
    '& h1': { fontSize: '18pt', margin: 0 },
    '& h2': { fontSize: '13pt', margin: '6mm 0 0' },
    '& p': { margin: '1mm 0', whiteSpace: 'pre-line' },
  },
});

export interface PrintSheetProps {
  booking: BookingDetail;
  context: BookingContext;
  onDone(): void;
}

export function PrintSheet({ booking, context, onDone }: PrintSheetProps) {
  const intl = useIntl();
  const formatPhone = useFormatPhone();
  const styles = useStyles();
  const { departure, money } = booking;
  const formatAmount = (amount: number) => context.formats.money(amount, money.currency);
  return (
    <PrintOnly onDone={onDone}>
      <article className={styles.sheet}>
        <h1>{booking.contactName}</h1>
        <p>
          {joinWithDots(
            formatCode(booking.reference),
            booking.contactPhone && formatPhone(booking.contactPhone),
            booking.contactEmail,
          )}
        </p>
        <h2>{context.title(departure.title)}</h2>
        <p>{joinWithDots(context.formats.date(departure.localDate), context.formats.time(departure.startsAt))}</p>
        <table>
          <tbody>
            {activeGuests(booking).map(({ id, categoryType, ticketCode }) => (
              <tr key={id}>
                <td>{guestName(booking, id, intl)}</td>
                <td>
                  <FormattedMessage id={CATEGORY_TEXTS[categoryType]} />
                </td>
                <td>{formatCode(ticketCode)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <FormattedMessage
            id="bookings.print.money"
            values={{
              total: formatAmount(money.total),
              paid: formatAmount(money.balance - money.onAccount),
              due: formatAmount(money.due),
            }}
          />
        </p>
        {booking.note && <p>{booking.note}</p>}
      </article>
    </PrintOnly>
  );
}
