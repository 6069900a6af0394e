/** How long before the tour people book. */
import { useIntl } from 'react-intl';
import type { Figures } from '../../../data/dashboard.ts';
import { LEAD_TIMES, shareOf } from '../../../domain/figures.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { ChartCard } from '../charts/chart-card.tsx';
import { SINGLE_SERIES_COLOUR } from '../charts/colours.ts';
import { ColumnChart } from '../charts/column-chart.tsx';
import { shareText } from './change-text.ts';
import type { ChartProps } from './charts-props.ts';

const COLUMNS = ['dashboard.lead.column', 'dashboard.figure.bookings', 'dashboard.share', 'dashboard.before'] as const;

export function LeadTimeChart(props: ChartProps & { booked: NonNullable<Figures['booked']> }) {
  const { figures, booked, links, isPrint = false } = props;
  const intl = useIntl();
  const before = figures.bookedBefore;
  const period = { from: figures.from, to: figures.to };
  const rows = LEAD_TIMES.map((leadTime, index) => ({
    leadTime,
    name: intl.formatMessage({ id: `dashboard.lead.${leadTime}` }),
    count: booked.lead[index] ?? 0,
    // As a percentage, to compare periods of different size.
    share: shareOf(booked.lead[index] ?? 0, booked.bookings),
    earlier: shareOf(before?.lead[index] ?? 0, before?.bookings ?? 0),
    to: links.booked(period, { leadTime, currency: figures.currency }),
  }));
  const lateRows = rows.filter(({ leadTime }) => leadTime === 'same_day' || leadTime === 'day_before');
  return (
    <ChartCard
      isPrint={isPrint}
      title={intl.formatMessage({ id: 'dashboard.lead' })}
      note={
        booked.bookings > 0 &&
        intl.formatMessage(
          { id: 'dashboard.lead.note' },
          {
            share: shareText(
              intl,
              lateRows.reduce((sum, { share }) => sum + (share ?? 0), 0),
            ),
          },
        )
      }
      empty={booked.bookings === 0 && intl.formatMessage({ id: 'dashboard.booked.none' })}
      table={{
        head: COLUMNS.map((id) => intl.formatMessage({ id })),
        rows: rows.map(({ leadTime, name, count, share, earlier, to }) => ({
          key: leadTime,
          cells: [name, intl.formatNumber(count), shareText(intl, share), shareText(intl, earlier)],
          to,
        })),
      }}
    >
      {(width) => (
        <ColumnChart
          width={width}
          series={[{ name: 'bookings', colour: SINGLE_SERIES_COLOUR }]}
          tick={(value) => intl.formatNumber(value, { notation: 'compact' })}
          columns={rows.map(({ leadTime, name, count, share, earlier, to }) => ({
            key: leadTime,
            label: intl.formatMessage({ id: `dashboard.lead.short.${leadTime}` }),
            title: joinWithDots(name, intl.formatNumber(count), shareText(intl, share)),
            values: { bookings: count },
            // The earlier share, drawn on the scale of this period's bookings.
            before: (earlier ?? 0) * booked.bookings,
            to,
          }))}
        />
      )}
    </ChartCard>
  );
}
