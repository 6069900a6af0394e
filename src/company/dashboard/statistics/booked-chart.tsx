/** Bookings by day and source: number, value, or cancellations. */
import { useIntl } from 'react-intl';
import type { Figures } from '../../../data/dashboard.ts';
import { BOOKING_SOURCES } from '../../../domain/enums.ts';
import { sumByPeriod, MEASURES, periodsOf, type Period } from '../../../domain/figures.ts';
import { toMajorUnits } from '../../../domain/money.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { Segmented } from '../../../ui/choices/segmented.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { INK, SOURCE_COLOURS } from '../charts/colours.ts';
import { ColumnChart } from '../charts/column-chart.tsx';
import type { ChartsProps } from './charts-props.ts';
import { changeText } from './change-text.ts';
import { formatMonth } from '../../../ui/dates/format-month.ts';
import { monthOf } from '../../../lib/month-grid.ts';

export function BookedChart(props: ChartsProps & { booked: NonNullable<Figures['booked']> }) {
  const { figures, booked, formats, links, measure, onMeasure, isPaper = false } = props;
  const intl = useIntl();
  const { currency } = figures;
  const { by, periods } = periodsOf({ from: figures.from, to: figures.to });
  const before = figures.bookedBefore;
  const sums = sumByPeriod({ from: figures.from, periods }, { now: booked.days, before: before?.days ?? [], measure });
  const sources = Object.keys(SOURCE_COLOURS).flatMap((name) => {
    const source = BOOKING_SOURCES.find((item) => item === name);
    return source && sums.some(({ bySource }) => (bySource[source] ?? 0) > 0) ? [source] : [];
  });
  const sourceName = (source: (typeof sources)[number]) => intl.formatMessage({ id: `dashboard.source.${source}` });
  const valueText = (value: number) =>
    measure === 'revenue' ? formats.money(value, currency) : intl.formatNumber(value);
  const nameOf = ({ from, to }: Period) =>
    by === 'month'
      ? formatMonth(intl, monthOf(from))
      : from === to
        ? formats.day(from)
        : intl.formatMessage({ id: 'dashboard.days' }, { from: formats.day(from), to: formats.day(to) });
  const labelOf = ({ from }: Period) =>
    intl.formatDate(`${from}T12:00:00Z`, {
      timeZone: 'UTC',
      month: 'short',
      ...(by === 'month' ? {} : { day: 'numeric' }),
    });
  const linkOf = (period: Period) =>
    links.booked(period, { currency, of: measure === 'cancelled' ? 'cancelled' : 'booked' });
  return (
    <ChartCard
      isWide
      isPaper={isPaper}
      title={intl.formatMessage({ id: `dashboard.booked.${measure}` })}
      note={joinWithDots(
        changeText(intl, booked[measure], before?.[measure] ?? 0),
        booked.ofOtherCurrencies > 0 &&
          intl.formatMessage({ id: 'dashboard.otherCurrencies' }, { count: booked.ofOtherCurrencies }),
      )}
      tools={
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
      }
      legend={[
        ...sources.map((source) => ({
          label: sourceName(source),
          symbol: (
            <svg width="12" height="12">
              <rect width="12" height="12" rx="3" fill={SOURCE_COLOURS[source]} />
            </svg>
          ),
        })),
        ...(sums.some((sum) => sum.before > 0)
          ? [
              {
                label: intl.formatMessage({ id: 'dashboard.before' }),
                symbol: (
                  <svg width="20" height="12">
                    <path d="M0 6h20" stroke={INK} strokeWidth="1.5" strokeDasharray="4 3" />
                  </svg>
                ),
              },
            ]
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
        rows: sums.map(({ period, bySource, total, before: earlier }) => ({
          key: period.from,
          cells: [
            nameOf(period),
            ...sources.map((source) => valueText(bySource[source] ?? 0)),
            valueText(total),
            valueText(earlier),
          ],
          to: linkOf(period),
        })),
      }}
    >
      {(width) => (
        <ColumnChart
          width={width}
          height={240}
          series={sources.map((name) => ({ name, colour: SOURCE_COLOURS[name] }))}
          tick={(value) =>
            intl.formatNumber(measure === 'revenue' ? toMajorUnits(value, currency) : value, {
              notation: 'compact',
              maximumFractionDigits: 1,
            })
          }
          columns={sums.map(({ period, bySource, total, before: earlier }) => ({
            key: period.from,
            label: labelOf(period),
            title: joinWithDots(
              nameOf(period),
              valueText(total),
              intl.formatMessage({ id: 'dashboard.before.value' }, { value: valueText(earlier) }),
            ),
            values: bySource,
            before: earlier,
            to: linkOf(period),
          }))}
        />
      )}
    </ChartCard>
  );
}
