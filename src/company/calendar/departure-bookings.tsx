/** Bookings of a departure: name, party, status and amount due. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarDay } from '../../data/calendar.ts';
import type { BookingStatus } from '../../domain/enums.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { paths } from '../../lib/paths.ts';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';
import type { CalendarContext } from './calendar-context.ts';

const useStyles = makeStyles({
  bookings: { ...type.body, display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  booking: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 12px',
    alignItems: 'center',
    padding: '6px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  contact: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: weight.bold },
  guests: { ...tabular, ...noWrap },
  note: { ...type.note, gridColumn: '1 / -1', color: tokens.colorNeutralForeground3 },
  ended: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

type Booking = CalendarDay['departures'][number]['bookings'][number];

/** Ended bookings are only counted; of the others only unusual statuses are shown. */
const ENDED: ReadonlySet<BookingStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);
const STATE_BADGES: Partial<Record<BookingStatus, StateName>> = { ON_HOLD: 'waiting', PENDING: 'attention' };

export function DepartureBookings({ bookings, context }: { bookings: readonly Booking[]; context: CalendarContext }) {
  const styles = useStyles();
  const active = bookings.filter(({ status }) => !ENDED.has(status));
  const endedCount = bookings.length - active.length;
  return (
    <>
      {active.length > 0 && (
        <ul className={styles.bookings}>
          {active.map((booking) => (
            <BookingLine key={booking.id} booking={booking} context={context} />
          ))}
        </ul>
      )}
      {endedCount > 0 && (
        <p className={styles.ended}>
          <FormattedMessage id="calendar.gone" values={{ count: endedCount }} />
        </p>
      )}
    </>
  );
}

function BookingLine({ booking, context }: { booking: Booking; context: CalendarContext }) {
  const styles = useStyles();
  const intl = useIntl();
  const { id, contactName, status, guests, note, organisationName, due, currency } = booking;
  const state = STATE_BADGES[status];
  const facts = joinWithDots(
    due > 0 && intl.formatMessage({ id: 'calendar.due' }, { amount: context.formats.money(due, currency) }),
    organisationName,
    note,
  );
  return (
    <li className={styles.booking}>
      <span className={styles.contact}>
        {context.mayOpenBookings ? (
          <LocalLink isFlush to={`${paths.bookings}?booking=${id}`}>
            <span className={styles.name}>{contactName}</span>
          </LocalLink>
        ) : (
          <span className={styles.name}>{contactName}</span>
        )}
        {state && (
          <StateBadge state={state}>
            <FormattedMessage id={status === 'ON_HOLD' ? 'calendar.booking.held' : 'calendar.booking.pending'} />
          </StateBadge>
        )}
      </span>
      <span className={styles.guests}>
        <FormattedMessage id="calendar.guests" values={{ count: guests }} />
      </span>
      {facts && <span className={styles.note}>{facts}</span>}
    </li>
  );
}
