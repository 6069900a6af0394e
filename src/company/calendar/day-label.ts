import type { IntlShape } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { CalendarContext } from './calendar-context.ts';

/** Returns the accessible name of a day: `day`, its departures, booked seats, and day off. */
export function dayLabel(
  day: string,
  date: LocalDate,
  { context, intl }: { context: CalendarContext; intl: IntlShape },
): string {
  const departures = context.departuresOn(date);
  const seats = departures.reduce((sum, { booked }) => sum + booked, 0);
  return joinWithDots(
    intl.formatMessage({ id: 'calendar.day' }, { day, count: departures.length, seats }),
    context.dayOffText(date),
  );
}
