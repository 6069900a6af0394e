/** Occupancy of departures by weekday and hour. */
import { useIntl, type IntlShape } from 'react-intl';
import { shareOf } from '../../../domain/figures.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { ChartCard } from '../charts/chart-card.tsx';
import { HEAT } from '../charts/colours.ts';
import { DEPTHS, HeatMap } from '../charts/heat-map.tsx';
import { LegendSquare } from '../charts/legend-square.tsx';
import type { ChartProps } from './charts-props.ts';

/** A sample week that starts on a Monday, to format weekday names. */
const WEEK = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day, 12)));

const COLUMNS = [
  'dashboard.fillMap.when',
  'dashboard.departures',
  'dashboard.seats',
  'dashboard.capacity',
  'dashboard.share',
] as const;

const formatHour = (intl: IntlShape, hour: number) =>
  intl.formatTime(Date.UTC(2024, 0, 1, hour), {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

export function OccupancyChart({ figures, links, isPrint = false }: ChartProps) {
  const intl = useIntl();
  const period = { from: figures.from, to: figures.to };
  const weekday = (style: 'short' | 'long') =>
    WEEK.map((day) => intl.formatDate(day, { timeZone: 'UTC', weekday: style }));
  const [short, long] = [weekday('short'), weekday('long')];
  const cells = figures.fill.map((cell) => {
    const share = shareOf(cell.seats, cell.capacity) ?? 0;
    return {
      ...cell,
      share,
      value: intl.formatNumber(Math.round(share * 100)),
      name: joinWithDots(long[cell.weekday - 1], formatHour(intl, cell.hour)),
      percent: intl.formatNumber(share, { style: 'percent' }),
      to: links.hour(period, cell),
    };
  });
  const best = cells.toSorted((a, b) => b.share - a.share)[0];
  return (
    <ChartCard
      isPrint={isPrint}
      title={intl.formatMessage({ id: 'dashboard.fillMap' })}
      note={best && intl.formatMessage({ id: 'dashboard.fillMap.note' }, { when: best.name, share: best.percent })}
      legend={DEPTHS.map((depth, index) => ({
        label: intl.formatMessage(
          { id: 'dashboard.fillMap.from' },
          { share: intl.formatNumber(index / 4, { style: 'percent' }) },
        ),
        symbol: <LegendSquare colour={HEAT} opacity={depth} />,
      }))}
      empty={cells.length === 0 && intl.formatMessage({ id: 'dashboard.fillMap.none' })}
      table={{
        head: COLUMNS.map((id) => intl.formatMessage({ id })),
        rows: cells.map(({ weekday: day, hour, name, departures, seats, capacity, percent, to }) => ({
          key: `${day} ${hour}`,
          cells: [name, ...[departures, seats, capacity].map((value) => intl.formatNumber(value)), percent],
          to,
        })),
      }}
    >
      {(width) => (
        <HeatMap
          width={width}
          weekdays={short}
          hourName={(hour) => String(hour).padStart(2, '0')}
          cells={cells.map(({ name, percent, seats, capacity, ...cell }) => ({
            ...cell,
            title: joinWithDots(name, percent, intl.formatMessage({ id: 'dashboard.seatsOf' }, { seats, capacity })),
          }))}
        />
      )}
    </ChartCard>
  );
}
