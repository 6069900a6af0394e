import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { Fragment, memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { addDays, localDateIn } from '../../../lib/local-date.ts';
import type { Instant, Uuid } from '../../../domain/ids.ts';
import { syncNow } from '../../../offline/device/current-engine.ts';
import type { DepartureSummary, SyncState } from '../../../offline/read/views.ts';
import { DepartureRow } from './departure-row.tsx';
import { EmptyCalendar } from '../illustrations.tsx';
import { groupDeparturesByDay, nextDeparture, validUntil } from './departure-days.ts';
import { capitalise } from '../../../lib/capitalise.ts';
import { LoadingRegion } from '../../../ui/loading/loading-region.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { OfflineReadyBadge } from './offline-ready-badge.tsx';
import { useFormats, type Formats } from '../../../ui/format/use-formats.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { gutter, weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  days: { display: 'flex', flexDirection: 'column', gap: '24px', padding: `8px ${gutter} 24px` },
  heading: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    margin: '0 0 8px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: weight.bold,
  },
  date: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontWeight: weight.regular,
  },
  list: { display: 'flex', flexDirection: 'column', gap: '8px', listStyleType: 'none', margin: 0, padding: 0 },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '8px' },
});

function DayHeading({ date, today, formats }: { date: string; today: string; formats: Formats }) {
  const styles = useStyles();
  const name =
    date === today ? (
      <FormattedMessage id="checkIn.day.today" />
    ) : date === addDays(today, 1) ? (
      <FormattedMessage id="checkIn.day.tomorrow" />
    ) : date === addDays(today, -1) ? (
      <FormattedMessage id="checkIn.day.yesterday" />
    ) : null;
  return (
    <h2 className={styles.heading}>
      {name ?? capitalise(formats.day(date), formats.locale)}
      {name && <span className={styles.date}>{formats.day(date)}</span>}
    </h2>
  );
}

/** As tall as the loaded list, to avoid a layout shift. */
export function DeparturesSkeleton() {
  const styles = useStyles();
  return (
    <LoadingRegion className={styles.days}>
      <Skeleton className={styles.skeleton}>
        <SkeletonItem style={{ height: '24px', width: '96px' }} />
        {[0, 1, 2, 3].map((row) => (
          <SkeletonItem key={row} style={{ height: '104px', borderRadius: '10px' }} />
        ))}
      </Skeleton>
    </LoadingRegion>
  );
}

export interface DeparturesListProps {
  departures: readonly DepartureSummary[];
  timeZone: string;
  selectedId: Uuid | null;
  pulledAt: SyncState['pulledAt'];
  persisted: SyncState['persisted'];
}

export const DeparturesList = memo(function DeparturesList(props: DeparturesListProps) {
  const { departures, timeZone, selectedId, pulledAt, persisted } = props;
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const formats = useFormats(timeZone);
  const today = localDateIn(timeZone, now);
  const next = nextDeparture(departures, now);
  const days = groupDeparturesByDay(departures, { now, today });
  const listTime = (at: Instant) => {
    const date = localDateIn(timeZone, Date.parse(at));
    return date === today ? formats.time(at) : formats.dayAndTime(date, at);
  };
  const hasNoneToday = days.length > 0 && !days.some((day) => day.date === today);
  return (
    <div
      className={styles.days}
      // Read by `startup-snapshot.ts`, like `data-age` and `data-fleeting` below.
      data-true-until={validUntil(departures, { now, today, timeZone, pulledAt })}
      data-as-of={
        pulledAt === null ? undefined : intl.formatMessage({ id: 'checkIn.ready.asOf' }, { time: listTime(pulledAt) })
      }
    >
      {days.length === 0 && <NoDepartures />}
      {hasNoneToday && (
        <section>
          <DayHeading date={today} today={today} formats={formats} />
          <FormattedMessage id="checkIn.empty.today" />
        </section>
      )}
      {/* The next departure comes first, the offline badge after its day. */}
      {days.map((day, at) => (
        <Fragment key={day.date}>
          <DaySection
            day={day}
            selectedId={selectedId}
            nextId={next?.departure.id ?? null}
            formats={formats}
            now={now}
            today={today}
          />
          {at === 0 && (
            <OfflineReadyBadge
              departures={departures}
              pulledAt={pulledAt}
              persisted={persisted}
              formats={formats}
              now={now}
              today={today}
            />
          )}
        </Fragment>
      ))}
    </div>
  );
});

function NoDepartures() {
  return (
    <EmptyState
      drawing={<EmptyCalendar />}
      actions={
        <Button appearance="primary" icon={<ArrowSyncRegular />} onClick={syncNow}>
          <FormattedMessage id="checkIn.sync.now" />
        </Button>
      }
      title={<FormattedMessage id="checkIn.empty" />}
    />
  );
}

interface DaySectionProps {
  day: ReturnType<typeof groupDeparturesByDay>[number];
  selectedId: Uuid | null;
  nextId: Uuid | null;
  formats: Formats;
  now: number;
  today: string;
}

function DaySection({ day, selectedId, nextId, formats, now, today }: DaySectionProps) {
  const styles = useStyles();
  return (
    <section>
      <DayHeading date={day.date} today={today} formats={formats} />
      <ul className={styles.list}>
        {day.departures.map((summary) => (
          <li key={summary.departure.id}>
            <DepartureRow
              summary={summary}
              formats={formats}
              now={now}
              selected={summary.departure.id === selectedId}
              next={summary.departure.id === nextId}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
