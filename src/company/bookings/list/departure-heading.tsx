import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { BookingSort } from '../../../domain/booking-filter.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import { addDays } from '../../../lib/local-date.ts';
import { weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';

const useStyles = makeStyles({
  tour: { fontWeight: weight.regular, color: tokens.colorNeutralForeground2 },
});

interface HeadingContext {
  today: LocalDate;
  context: BookingContext;
}

/** Groups the rows of a list by departure; undefined for orders in which they are not next to each other. */
export function departureHeadings(sort: BookingSort, { today, context }: HeadingContext) {
  if (sort !== 'upcoming' && sort !== 'departure' && sort !== '-departure') return undefined;
  return (booking: ListedBooking, previous: ListedBooking | undefined) =>
    booking.departure.id === previous?.departure.id ? null : (
      <DepartureHeading booking={booking} today={today} context={context} />
    );
}

/** Heading above the bookings of a departure: date ("today" if so), time and tour. */
function DepartureHeading({
  booking: { departure, title },
  today,
  context,
}: HeadingContext & { booking: ListedBooking }) {
  const styles = useStyles();
  const { localDate, startsAt } = departure;
  return (
    <>
      <FormattedMessage
        id="bookings.heading"
        values={{
          day: localDate === today ? 'today' : localDate === addDays(today, 1) ? 'tomorrow' : 'other',
          date: context.formats.day(localDate),
          time: context.formats.time(startsAt),
        }}
      />{' '}
      <span className={styles.tour}>
        {context.title(title)}
        {departure.departureStatus === 'cancelled' && (
          <>
            {' '}
            <FormattedMessage id="bookings.heading.cancelled" />
          </>
        )}
      </span>
    </>
  );
}
