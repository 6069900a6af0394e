/** Today's figures, items that need attention, and departures. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Today } from '../../../data/dashboard.ts';
import type { MemberCompany } from '../../../data/identity.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { Stats, type Stat } from '../../../ui/display/stats.tsx';
import type { Formats } from '../../../ui/format/use-formats.ts';
import type { Links } from '../dashboard-links.ts';
import { useToday } from '../use-dashboard.ts';
import { DayDepartures } from './day-departures.tsx';
import { NeedsAttentionList } from './needs-attention-list.tsx';

const useStyles = makeStyles({
  skeleton: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(192px, 100%), 1fr))', gap: '12px' },
});

export interface TodaySectionProps {
  company: MemberCompany;
  formats: Formats;
  links: Links;
}

export function TodaySection({ company, formats, links }: TodaySectionProps) {
  const query = useToday(company.id);
  return (
    <QueryView query={query} skeleton={<TodaySkeleton />} failed={<FormattedMessage id="dashboard.today.failed" />}>
      {(today) => (
        <>
          <DayFigures today={today} formats={formats} links={links} />
          <NeedsAttentionList today={today} links={links} />
          <DayDepartures today={today} formats={formats} links={links} />
        </>
      )}
    </QueryView>
  );
}

/** Sums the departures of the day. */
function totalsOf({ departures }: Today) {
  const sum = (valueOf: (departure: Today['departures'][number]) => number) =>
    departures.reduce((total, departure) => total + valueOf(departure), 0);
  return {
    seats: sum(({ seats }) => seats),
    capacity: sum(({ capacity }) => capacity),
    booked: sum(({ booked }) => booked),
    attended: sum(({ attended }) => attended),
    late: sum(({ late }) => late),
    due: sum(({ due }) => due ?? 0),
    toGo: departures.filter(({ departureStatus }) => departureStatus === 'scheduled').length,
  };
}

function DayFigures({ today, formats, links }: { today: Today } & Pick<TodaySectionProps, 'formats' | 'links'>) {
  const intl = useIntl();
  const trendText = (id: 'toGo' | 'seats' | 'expected', values: Record<string, number>) =>
    intl.formatMessage({ id: `dashboard.today.${id}` }, values);
  const { seats, capacity, booked, attended, late, due, toGo } = totalsOf(today);
  const calendar = links.calendar({ on: today.today, day: today.today });
  const checkIn = links.checkIn() ?? calendar;
  const figure = (stat: Omit<Stat, 'to'> & { to: string | null }): Stat => {
    const { to, ...rest } = stat;
    return to === null ? rest : { ...rest, to };
  };
  return (
    <Stats
      label={intl.formatMessage({ id: 'dashboard.today' })}
      figures={[
        figure({
          label: intl.formatMessage({ id: 'dashboard.departures' }),
          value: intl.formatNumber(today.departures.length),
          trend: trendText('toGo', { count: toGo }),
          to: calendar,
        }),
        figure({
          label: intl.formatMessage({ id: 'dashboard.fill' }),
          value: capacity === 0 ? '–' : intl.formatNumber(seats / capacity, { style: 'percent' }),
          trend: trendText('seats', { seats, capacity }),
          to: calendar,
        }),
        figure({
          label: intl.formatMessage({ id: 'dashboard.here' }),
          value: intl.formatNumber(attended),
          trend: trendText('expected', { booked }),
          to: checkIn,
        }),
        ...(late > 0
          ? [
              figure({
                label: intl.formatMessage({ id: 'dashboard.late' }),
                value: intl.formatNumber(late),
                trend: intl.formatMessage(
                  { id: 'dashboard.late.most' },
                  { minutes: Math.max(...today.departures.map(({ lateMinutes }) => lateMinutes ?? 0)) },
                ),
                to: checkIn,
                state: 'attention',
              }),
            ]
          : []),
        ...(today.departures.some((departure) => departure.due !== null)
          ? [
              figure({
                label: intl.formatMessage({ id: 'dashboard.due' }),
                value: formats.money(due, today.currency),
                to: links.due(today.today),
              }),
            ]
          : []),
      ]}
    />
  );
}

function TodaySkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton}>
      {[0, 1, 2, 3].map((figure) => (
        <SkeletonItem key={figure} shape="rectangle" style={{ height: '104px' }} />
      ))}
    </Skeleton>
  );
}
