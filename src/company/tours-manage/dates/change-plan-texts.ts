/** Texts for the impact of a date change on a booked departure. */
import type { IntlShape } from 'react-intl';
import type { ChangedDeparture } from '../../../data/change-plan.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';

/** Formats the new time; '' if the departure does not move. */
export const formatNewTime = (formats: Formats, { toDate, toStartsAt }: ChangedDeparture): string =>
  toDate && toStartsAt ? formats.dayAndTime(toDate, toStartsAt) : '';

export function formatDepartureImpact(
  departure: ChangedDeparture,
  { intl, formats }: { intl: IntlShape; formats: Formats },
) {
  const { impact, language, capacity, endsAt, toLanguage, toCapacity, toEndsAt } = departure;
  if (impact === 'dropped') return intl.formatMessage({ id: 'manage.plan.drops' });
  const changes = joinWithDots(
    toLanguage !== null &&
      intl.formatMessage(
        { id: 'manage.plan.language' },
        { from: formats.language(language), to: formats.language(toLanguage) },
      ),
    toCapacity !== null && intl.formatMessage({ id: 'manage.plan.seats' }, { from: capacity, to: toCapacity }),
    toEndsAt !== null &&
      intl.formatMessage({ id: 'manage.plan.end' }, { from: formats.time(endsAt), to: formats.time(toEndsAt) }),
  );
  return impact === 'moved'
    ? joinWithDots(intl.formatMessage({ id: 'manage.plan.moves' }, { to: formatNewTime(formats, departure) }), changes)
    : intl.formatMessage({ id: 'manage.plan.changes' }, { what: changes });
}
