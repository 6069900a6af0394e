/** The day so far: what it comes to, what needs somebody, and its departures. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Today } from '../../../data/dashboard.ts';
import type { MemberCompany } from '../../../data/identity.ts';
import { AnswerView } from '../../../ui/loading/answer-view.tsx';
import { Figures, type Figure } from '../../../ui/facts/figures.tsx';
import type { Formats } from '../../../ui/words/use-formats.ts';
import type { Links } from '../links.ts';
import { useToday } from '../use-dashboard.ts';
import { DayDepartures } from './day-departures.tsx';
import { NeedsList } from './needs-list.tsx';

const useStyles = makeStyles({
  coming: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(192px, 100%), 1fr))', gap: '12px' },
});

export interface TodayPartProps {
  company: MemberCompany;
  formats: Formats;
  links: Links;
}

export function TodayPart({ company, formats, links }: TodayPartProps) {
  const answer = useToday(company.id);
  return (
    <AnswerView answer={answer} skeleton={<Coming />} failed={<FormattedMessage id="dashboard.today.failed" />}>
      {(today) => (
        <>
          <DayFigures today={today} formats={formats} links={links} />
          <NeedsList today={today} links={links} />
          <DayDepartures today={today} formats={formats} links={links} />
        </>
      )}
    </AnswerView>
  );
}

const sum = (today: Today, of: (departure: Today['departures'][number]) => number) =>
  today.departures.reduce((total, departure) => total + of(departure), 0);

function DayFigures({ today, formats, links }: { today: Today } & Pick<TodayPartProps, 'formats' | 'links'>) {
  const intl = useIntl();
  const say = (id: 'toGo' | 'seats' | 'expected', values: Record<string, number>) =>
    intl.formatMessage({ id: `dashboard.today.${id}` }, values);
  const [seats, capacity] = [sum(today, (one) => one.seats), sum(today, (one) => one.capacity)];
  const [booked, came] = [sum(today, (one) => one.booked), sum(today, (one) => one.came)];
  const [late, due] = [sum(today, (one) => one.late), sum(today, (one) => one.due ?? 0)];
  const toGo = today.departures.filter(({ departureStatus }) => departureStatus === 'scheduled').length;
  const calendar = links.calendar({ on: today.today, day: today.today });
  const checkIn = links.checkIn() ?? calendar;
  const figure = (one: Omit<Figure, 'to'> & { to: string | null }): Figure => {
    const { to, ...rest } = one;
    return to === null ? rest : { ...rest, to };
  };
  return (
    <Figures
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
