import { mergeClasses } from '@fluentui/react-components';
import {
  CalendarCancelRegular,
  ChevronRightRegular,
  ClockAlarmRegular,
  LocationRegular,
  MoneyRegular,
  VehicleBusRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { DepartureSummary } from '../../../offline/read/views.ts';
import { railColour } from '../../../ui/theme/rail-colours.ts';
import { WaitingIcon } from '../../../ui/states/waiting-icon.tsx';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { departureDelay } from './departure-delay.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { formatCheckInUrl } from '../use-check-in-url.ts';
import { useRowStyles } from './departure-row-styles.ts';

export interface DepartureRowProps {
  summary: DepartureSummary;
  formats: Formats;
  now: number;
  selected: boolean;
  next: boolean;
}

/** Compares only the visible fields, because a tap in one departure rebuilds the summaries of all. */
function arePropsEqual(before: DepartureRowProps, after: DepartureRowProps): boolean {
  const [a, b] = [before.summary, after.summary];
  return (
    a.departure === b.departure &&
    a.tour === b.tour &&
    a.due === b.due &&
    a.departedAt === b.departedAt &&
    a.waiting === b.waiting &&
    a.refused === b.refused &&
    a.tally.checkedIn === b.tally.checkedIn &&
    a.tally.expected === b.tally.expected &&
    a.tally.noShow === b.tally.noShow &&
    a.guideNames.join() === b.guideNames.join() &&
    before.formats === after.formats &&
    before.now === after.now &&
    before.selected === after.selected &&
    before.next === after.next
  );
}

type Styles = ReturnType<typeof useRowStyles>;

export const DepartureRow = memo(function DepartureRow(props: DepartureRowProps) {
  const { summary, formats, now, selected } = props;
  const styles = useRowStyles();
  const intl = useIntl();
  const { departure, tour, tally, departedAt } = summary;
  const cancelled = departure.status === 'cancelled';
  const total = tally.checkedIn + tally.expected + tally.noShow;
  const guides =
    summary.guideNames.length > 0
      ? formats.list(summary.guideNames)
      : intl.formatMessage({ id: 'checkIn.departure.noGuide' });
  const meetingPoint = formats.text(tour.meetingPoint);
  return (
    <Link
      to={{ search: `?${formatCheckInUrl({ departureId: departure.id })}` }}
      className={mergeClasses(
        styles.row,
        (departedAt || cancelled) && styles.quiet,
        departureDelay(summary, now) !== null && styles.late,
        selected && styles.selected,
      )}
      aria-current={selected ? 'true' : undefined}
      preventScrollReset
    >
      <span className={styles.colour} style={{ backgroundColor: railColour(tour.colour) }} aria-hidden />
      {renderTime(props, styles)}
      {renderCount({ checkedIn: tally.checkedIn, total }, styles)}
      <span className={styles.title}>
        <span className={styles.tour}>{formats.text(tour.title)}</span>
        <span className={styles.detail}>
          <span>{joinWithDots(guides, formats.language(departure.language))}</span>
        </span>
        {meetingPoint !== '' && !departedAt && !cancelled && (
          <span className={styles.detail}>
            <LocationRegular aria-hidden />
            <span>{meetingPoint}</span>
          </span>
        )}
        {renderMarks(props, styles)}
      </span>
      {!cancelled && (
        <span className={styles.bar} aria-hidden>
          <span
            className={styles.filled}
            style={{ display: 'block', transform: `scaleX(${total > 0 ? tally.checkedIn / total : 0})` }}
          />
        </span>
      )}
    </Link>
  );
}, arePropsEqual);

// The parts of a row are functions and not components, so that the list mounts fewer of them.

/** Time of the start, and how long until then or how late the departure is. */
function renderTime({ summary, formats, now, next }: DepartureRowProps, styles: Styles) {
  const { departure, departedAt } = summary;
  const cancelled = departure.status === 'cancelled';
  const startsAt = Date.parse(departure.startsAt);
  const delay = departureDelay(summary, now);
  return (
    <span className={styles.date}>
      <span className={mergeClasses(styles.time, cancelled && styles.struck)}>{formats.time(departure.startsAt)}</span>
      {delay !== null ? (
        <span className={mergeClasses(styles.soon, styles.soonLate)} data-fleeting>
          <ClockAlarmRegular aria-hidden />
          <FormattedMessage id="checkIn.departure.late" values={{ duration: formats.duration(delay) }} />
        </span>
      ) : (
        !departedAt &&
        !cancelled &&
        Math.abs(startsAt - now) < 12 * 3_600_000 && (
          <span className={mergeClasses(styles.soon, next && styles.soonNext)} data-fleeting>
            {formats.relative(startsAt, now)}
          </span>
        )
      )}
    </span>
  );
}

function renderCount({ checkedIn, total }: { checkedIn: number; total: number }, styles: Styles) {
  return (
    <span className={styles.count}>
      <span className={styles.figures}>
        <FormattedMessage
          id="checkIn.departure.here"
          values={{
            here: checkedIn,
            total,
            big: (text) => (
              <span key="big" className={styles.checkedIn}>
                {text}
              </span>
            ),
            small: (text) => (
              <span key="small" className={styles.of}>
                {text}
              </span>
            ),
          }}
        />
      </span>
      <ChevronRightRegular className={styles.chevron} aria-hidden />
    </span>
  );
}

function renderMarks({ summary, formats }: DepartureRowProps, styles: Styles) {
  const { departure, departedAt, due, currency, refused, waiting } = summary;
  const cancelled = departure.status === 'cancelled';
  return (
    <span className={styles.marks}>
      {cancelled && (
        <StateBadge state="no" icon={<CalendarCancelRegular />}>
          <FormattedMessage id="checkIn.departure.cancelled" />
        </StateBadge>
      )}
      {departedAt && (
        <StateBadge state="neutral" icon={<VehicleBusRegular />}>
          <FormattedMessage id="checkIn.departure.departed" values={{ time: formats.time(departedAt) }} />
        </StateBadge>
      )}
      {due > 0 && !cancelled && (
        <StateBadge state="attention" icon={<MoneyRegular />}>
          <FormattedMessage id="checkIn.due.amount" values={{ amount: formats.money(due, currency) }} />
        </StateBadge>
      )}
      {refused > 0 && (
        <StateBadge state="no" icon={<WarningRegular />}>
          <FormattedMessage id="checkIn.departure.refused" values={{ count: refused }} />
        </StateBadge>
      )}
      {waiting > 0 && (
        <StateBadge state="waiting" icon={<WaitingIcon />}>
          <FormattedMessage id="checkIn.departure.waiting" values={{ count: waiting }} />
        </StateBadge>
      )}
    </span>
  );
}
