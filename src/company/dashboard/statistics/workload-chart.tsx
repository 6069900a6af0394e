import { useIntl } from 'react-intl';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { INK, SINGLE_SERIES_COLOUR } from '../charts/colours.ts';
import type { ChartProps } from './charts-props.ts';

const MAX_BARS = 15;
const COLUMNS = [
  'dashboard.guide',
  'dashboard.departures',
  'dashboard.guests',
  'dashboard.hours',
  'dashboard.before',
] as const;

export function WorkloadChart({ figures, links, isPrint = false }: ChartProps) {
  const intl = useIntl();
  const period = { from: figures.from, to: figures.to };
  const formatHours = (minutes: number) =>
    intl.formatNumber(minutes / 60, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
  const guides = figures.guides.filter(({ departures }) => departures > 0);
  const nameOf = (name: string | null) => name ?? intl.formatMessage({ id: 'dashboard.load.unnamed' });
  return (
    <ChartCard
      isPrint={isPrint}
      title={intl.formatMessage({ id: 'dashboard.load' })}
      note={intl.formatMessage({ id: 'dashboard.load.note' }, { count: guides.length })}
      legend={[
        {
          label: intl.formatMessage({ id: 'dashboard.before' }),
          symbol: (
            <svg width="12" height="12">
              <path d="M6 0v12" stroke={INK} strokeWidth="2" />
            </svg>
          ),
        },
      ]}
      empty={guides.length === 0 && intl.formatMessage({ id: 'dashboard.load.none' })}
      table={{
        head: COLUMNS.map((id) => intl.formatMessage({ id })),
        rows: guides.map((guide) => ({
          key: guide.id,
          cells: [
            nameOf(guide.name),
            intl.formatNumber(guide.departures),
            intl.formatNumber(guide.guests),
            formatHours(guide.minutes),
            formatHours(guide.minutesBefore),
          ],
          to: links.toured(period, { guide: guide.id }),
        })),
      }}
    >
      {(width) => (
        <BarChart
          width={width}
          bars={guides.slice(0, MAX_BARS).map((guide) => ({
            key: guide.id,
            name: nameOf(guide.name),
            value: joinWithDots(
              formatHours(guide.minutes),
              intl.formatMessage({ id: 'dashboard.load.tours' }, { count: guide.departures }),
            ),
            segments: [{ size: guide.minutes, colour: SINGLE_SERIES_COLOUR }],
            before: guide.minutesBefore,
            to: links.toured(period, { guide: guide.id }),
          }))}
        />
      )}
    </ChartCard>
  );
}
