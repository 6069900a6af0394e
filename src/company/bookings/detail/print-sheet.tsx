/** A booking on paper: drawn beside the app, which is not printed while it is there. */
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings.ts';
import { spacedCode } from '../../../domain/codes.ts';
import { joinFacts } from '../../../lib/join-facts.ts';
import { CATEGORY_TEXTS } from '../../../ui/category-texts.ts';
import type { BookingScope } from '../booking-scope.ts';
import { liveGuests } from '../acts/guest-choice.tsx';
import { guestName } from './guest-name.ts';
import styles from './print-sheet.module.css';

export interface PrintSheetProps {
  booking: BookingDetail;
  scope: BookingScope;
  onDone(): void;
}

export function PrintSheet({ booking, scope, onDone }: PrintSheetProps) {
  const intl = useIntl();
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const after = () => done.current();
    window.addEventListener('afterprint', after);
    window.print();
    return () => window.removeEventListener('afterprint', after);
  }, []);
  const { departure, money } = booking;
  const shown = (amount: number) => scope.formats.money(amount, money.currency);
  return createPortal(
    <article className={styles['sheet']}>
      <h1>{booking.contactName}</h1>
      <p>{joinFacts(spacedCode(booking.reference), booking.contactPhone, booking.contactEmail)}</p>
      <h2>{scope.title(departure.title)}</h2>
      <p>{joinFacts(scope.formats.date(departure.localDate), scope.formats.time(departure.startsAt))}</p>
      <table>
        <tbody>
          {liveGuests(booking).map(({ id, categoryType, ticketCode }) => (
            <tr key={id}>
              <td>{guestName(booking, id, intl)}</td>
              <td>
                <FormattedMessage id={CATEGORY_TEXTS[categoryType]} />
              </td>
              <td>{spacedCode(ticketCode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <FormattedMessage
          id="bookings.print.money"
          values={{ total: shown(money.total), paid: shown(money.balance - money.onAccount), due: shown(money.due) }}
        />
      </p>
      {booking.note && <p>{booking.note}</p>}
    </article>,
    document.body,
  );
}
