import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import { addDays } from '../../../lib/local-date.ts';
import { weight } from '../../../ui/theme/sizes.ts';
import type { BookingScope } from '../booking-scope.ts';

const useStyles = makeStyles({
  tour: { fontWeight: weight.regular, color: tokens.colorNeutralForeground2 },
});

/** Heading above the bookings of a departure: date ("today" if so), time and tour. */
export function DepartureHeading({
  booking: { departure, title },
  today,
  scope,
}: {
  booking: ListedBooking;
  today: LocalDate;
  scope: BookingScope;
}) {
  const styles = useStyles();
  const { localDate, startsAt } = departure;
  return (
    <>
      <FormattedMessage
        id="bookings.heading"
        values={{
          day: localDate === today ? 'today' : localDate === addDays(today, 1) ? 'tomorrow' : 'other',
          date: scope.formats.day(localDate),
          time: scope.formats.time(startsAt),
        }}
      />{' '}
      <span className={styles.tour}>
        {scope.title(title)}
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
