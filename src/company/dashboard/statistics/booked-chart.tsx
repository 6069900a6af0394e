/** Bookings by day and source: number, value, or cancellations. */
import { useIntl, type IntlShape } from 'react-intl';
import type { Figures } from '../../../data/dashboard.ts';
import { BOOKING_SOURCES, type BookingSource } from '../../../domain/enums.ts';
import { sumByPeriod, MEASURES, periodsOf, type Period } from '../../../domain/figures.ts';
import { toMajorUnits } from '../../../domain/money.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { Segmented } from '../../../ui/choices/segmented.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { INK, SOURCE_COLOURS } from '../charts/colours.ts';
import { ColumnChart } from '../charts/column-chart.tsx';
import { LegendSquare } from '../charts/legend-square.tsx';
import type { ChartsProps } from './charts-props.ts';
import { changeText } from './change-text.ts';
import { formatMonth } from '../../../ui/dates/format-month.ts';
import { monthOf } from '../../../lib/month-grid.ts';

type BookedChartProps = ChartsProps & { booked: NonNullable<Figures['booked']> };

export function BookedChart(props: BookedChartProps) {
  const { figures, booked, measure, onMeasure, isPrint = false } = props;
  const intl = useIntl();
  const { by, sources, rows } = useBookedRows(props);
  const sourceName = (source: BookingSource) => intl.formatMessage({ id: `dashboard.source.${source}` });
  return (
    <ChartCard
      isWide
      isPrint={isPrint}
      title={intl.formatMessage({ id: `dashboard.booked.${measure}` })}
      note={joinWithDots(
        changeText(intl, booked[measure], figures.bookedBefore?.[measure] ?? 0),
        booked.ofOtherCurrencies > 0 &&
          intl.formatMessage({ id: 'dashboard.otherCurrencies' }, { count: booked.ofOtherCurrencies }),
      )}
      tools={<MeasureChoice measure={measure} onMeasure={onMeasure} />}
      legend={[
        ...sources.map((source) => ({
          label: sourceName(source),
          symbol: <LegendSquare colour={SOURCE_COLOURS[source]} />,
        })),
        ...(rows.some(({ before }) => before > 0)
          ? [{ label: intl.formatMessage({ id: 'dashboard.before' }), symbol: LEGEND_LINE }]
          : []),
      ]}
      empty={sources.length === 0 && intl.formatMessage({ id: 'dashboard.booked.none' })}
      table={{
        head: [
          intl.formatMessage({ id: `dashboard.by.${by}` }),
          ...sources.map(sourceName),
          intl.formatMessage({ id: 'dashboard.total' }),
          intl.formatMessage({ id: 'dashboard.before' }),
        ],
        rows,
      }}
    >
      {(width) => (
        <ColumnChart
          width={width}
          height={240}
          series={sources.map((name) => ({ name, colour: SOURCE_COLOURS[name] }))}
          tick={(value) =>
            intl.formatNumber(measure === 'revenue' ? toMajorUnits(value, figures.currency) : value, {
              notation: 'compact',
              maximumFractionDigits: 1,
            })
          }
          columns={rows}
        />
      )}
    </ChartCard>
  );
}

/** Returns the sources with bookings, and for each period its row of the table, which is also its column. */
function useBookedRows({ figures, booked, formats, links, measure }: BookedChartProps) {
  const intl = useIntl();
  const { from, to, currency } = figures;
  const { by, periods } = periodsOf({ from, to });
  const days = { now: booked.days, before: figures.bookedBefore?.days ?? [], measure };
  const sums = sumByPeriod({ from, periods }, days);
  const sources = usedSources(sums);
  const valueText = (value: number) =>
    measure === 'revenue' ? formats.money(value, currency) : intl.formatNumber(value);
  const rows = sums.map(({ period, bySource, total, before }) => {
    const name = periodName(period, by, { intl, formats });
    const beforeText = intl.formatMessage({ id: 'dashboard.before.value' }, { value: valueText(before) });
    return {
      key: period.from,
      cells: [name, ...sources.map((source) => valueText(bySource[source] ?? 0)), valueText(total), valueText(before)],
      label: periodLabel(period, by, intl),
      title: joinWithDots(name, valueText(total), beforeText),
      values: bySource,
      before,
      to: links.booked(period, { currency, of: measure === 'cancelled' ? 'cancelled' : 'booked' }),
    };
  });
  return { by, sources, rows };
}

const LEGEND_LINE = (
  <svg width="20" height="12">
    <path d="M0 6h20" stroke={INK} strokeWidth="1.5" strokeDasharray="4 3" />
  </svg>
);

/** Returns the sources with bookings, in the order of their colours. */
const usedSources = (sums: ReturnType<typeof sumByPeriod>) =>
  Object.keys(SOURCE_COLOURS).flatMap((name) => {
    const source = BOOKING_SOURCES.find((item) => item === name);
    return source && sums.some(({ bySource }) => (bySource[source] ?? 0) > 0) ? [source] : [];
  });

type PeriodLength = ReturnType<typeof periodsOf>['by'];

function periodName({ from, to }: Period, by: PeriodLength, { intl, formats }: { intl: IntlShape; formats: Formats }) {
  if (by === 'month') return formatMonth(intl, monthOf(from));
  // Beside the figures of a table on a phone, a day has no room on one line.
  const wrappingDay = (date: Period['from']) => formats.day(date).replaceAll('\u00a0', ' ');
  if (from === to) return wrappingDay(from);
  return intl.formatMessage({ id: 'dashboard.days' }, { from: wrappingDay(from), to: wrappingDay(to) });
}

const periodLabel = ({ from }: Period, by: PeriodLength, intl: IntlShape) =>
  intl.formatDate(`${from}T12:00:00Z`, {
    timeZone: 'UTC',
    month: 'short',
    ...(by === 'month' ? {} : { day: 'numeric' }),
  });

function MeasureChoice({ measure, onMeasure }: Pick<ChartsProps, 'measure' | 'onMeasure'>) {
  const intl = useIntl();
  return (
    <Segmented
      kind="choice"
      label={intl.formatMessage({ id: 'dashboard.measure' })}
      segments={MEASURES.map((value) => ({
        value,
        label: intl.formatMessage({ id: `dashboard.measure.${value}` }),
      }))}
      value={measure}
      onChange={onMeasure}
    />
  );
}
