/** A departure in the day pane: status, guides, bookings and actions. */
import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarDay } from '../../data/calendar.ts';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { paths } from '../../lib/paths.ts';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { capitalised, type } from '../../ui/theme/sizes.ts';
import { departureActions } from './departure-actions.tsx';
import type { CalendarContext } from './calendar-context.ts';
import {
  isChangeable,
  type Change,
  type DepartureToChange,
} from '../../features/departure-changes/departure-change.ts';
import { DepartureBookings } from './departure-bookings.tsx';
import { DepartureEntry } from './departure-entry.tsx';
import type { Selection } from './use-selection.ts';

const useStyles = makeStyles({
  departure: { display: 'grid', gap: '4px' },
  head: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'center', gap: '4px' },
  links: { display: 'flex', flexWrap: 'wrap', gap: '0 16px' },
  facts: { ...type.body, ...capitalised, margin: 0, color: tokens.colorNeutralForeground2 },
});

export interface DayPaneDepartureProps {
  departure: CalendarDeparture;
  /** Details that only the day query has; null if that failed. */
  details: CalendarDay['departures'][number] | null;
  context: CalendarContext;
  selection: Selection;
  onAct(change: Change, departures: readonly DepartureToChange[]): void;
}

export function DayPaneDeparture({ departure, details, context, selection, onAct }: DayPaneDepartureProps) {
  const styles = useStyles();
  const intl = useIntl();
  const title = context.title(departure.tourId);
  const time = context.formats.time(departure.startsAt);
  const canChange = context.mayChange && isChangeable(departure);
  const differs = context.differs(departure);
  return (
    <li className={styles.departure}>
      <div className={styles.head}>
        {canChange ? (
          <Checkbox
            aria-label={intl.formatMessage({ id: 'calendar.choose' }, { time, title })}
            checked={selection.selected.has(departure.id)}
            onChange={() => selection.toggle(departure)}
          />
        ) : (
          <span />
        )}
        <DepartureEntry departure={departure} context={context} layout="tall" />
        {canChange && (
          <MoreMenu
            label={intl.formatMessage({ id: 'calendar.menuOf' }, { time, title })}
            entries={departureActions([departure], { intl, onAct: (change) => onAct(change, [departure]) })}
          />
        )}
      </div>
      <p className={styles.facts}>
        {joinWithDots(context.formats.language(departure.language), context.guides(departure), details?.meetingNote)}
      </p>
      {differs && <StateBadge state="neutral">{differs}</StateBadge>}
      {details?.allottedSeats.map(({ name, seats, until }) => (
        <p key={name} className={styles.facts}>
          <FormattedMessage id="calendar.allottedSeats" values={{ name, seats, until: context.when(until) }} />
        </p>
      ))}
      {details && <DepartureBookings bookings={details.bookings} context={context} />}
      <div className={styles.links}>
        {departure.status !== 'cancelled' && (
          <LocalLink isFlush to={`${paths.checkIn}?departure=${departure.id}`}>
            <FormattedMessage id="calendar.checkIn" />
          </LocalLink>
        )}
        {canChange && (
          <LocalLink isFlush to={`${paths.bookings}?new=1&tour=${departure.tourId}&date=${departure.localDate}`}>
            <FormattedMessage id="calendar.newBooking" />
          </LocalLink>
        )}
      </div>
    </li>
  );
}
