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
  coming: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(192px, 100%), 1fr))', gap: '12px' },
});

export interface TodaySectionProps {
  company: MemberCompany;
  formats: Formats;
  links: Links;
}

export function TodaySection({ company, formats, links }: TodaySectionProps) {
  const answer = useToday(company.id);
  return (
    <QueryView answer={answer} skeleton={<Coming />} failed={<FormattedMessage id="dashboard.today.failed" />}>
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

const sum = (today: Today, of: (departure: Today['departures'][number]) => number) =>
  today.departures.reduce((total, departure) => total + of(departure), 0);

function DayFigures({ today, formats, links }: { today: Today } & Pick<TodaySectionProps, 'formats' | 'links'>) {
  const intl = useIntl();
  const say = (id: 'toGo' | 'seats' | 'expected', values: Record<string, number>) =>
    intl.formatMessage({ id: `dashboard.today.${id}` }, values);
  const [seats, capacity] = [sum(today, (one) => one.seats), sum(today, (one) => one.capacity)];
  const [booked, came] = [sum(today, (one) => one.booked), sum(today, (one) => one.came)];
  const [late, due] = [sum(today, (one) => one.late), sum(today, (one) => one.due ?? 0)];
  const toGo = today.departures.filter(({ departureStatus }) => departureStatus === 'scheduled').length;
  const calendar = links.calendar({ on: today.today, day: today.today });
  const checkIn = links.checkIn() ?? calendar;
  const figure = (one: Omit<Stat, 'to'> & { to: string | null }): Stat => {
    const { to, ...rest } = one;
    return to === null ? rest : { ...rest, to };
  };
  return (
    <Stats
      label={intl.formatMessage({ id: 'dashboard.today' })}
      figures={[
        figure({
          label: intl.formatMessage({ id: 'dashboard.departures' }),
          value: intl.formatNumber(today.departures.length),
          trend: say('toGo', { count: toGo }),
          to: calendar,
        }),
        figure({
          label: intl.formatMessage({ id: 'dashboard.fill' }),
          value: capacity === 0 ? '–' : intl.formatNumber(seats / capacity, { style: 'percent' }),
          trend: say('seats', { seats, capacity }),
          to: calendar,
        }),
        figure({
          label: intl.formatMessage({ id: 'dashboard.here' }),
          value: intl.formatNumber(came),
          trend: say('expected', { booked }),
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
        ...(today.departures.some((one) => one.due !== null)
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

function Coming() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.coming}>
      {[0, 1, 2, 3].map((figure) => (
        <SkeletonItem key={figure} shape="rectangle" style={{ height: '104px' }} />
      ))}
    </Skeleton>
  );
}
