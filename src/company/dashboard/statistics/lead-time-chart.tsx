/** How long before the tour people book. */
import { useIntl } from 'react-intl';
import type { Figures } from '../../../data/dashboard.ts';
import { LEAD_TIMES, shareOf } from '../../../domain/figures.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { ChartCard } from '../charts/chart-card.tsx';
import { ONE_COLOUR } from '../charts/colours.ts';
import { ColumnChart } from '../charts/column-chart.tsx';
import type { ChartProps } from './charts-props.ts';

export function LeadTimeChart(props: ChartProps & { booked: NonNullable<Figures['booked']> }) {
  const { figures, booked, links, isPaper = false } = props;
  const intl = useIntl();
  const before = figures.bookedBefore;
  const percent = (share: number | null) => (share === null ? '–' : intl.formatNumber(share, { style: 'percent' }));
  const range = { from: figures.from, to: figures.to };
  const rows = LEAD_TIMES.map((lead, place) => ({
    lead,
    name: intl.formatMessage({ id: `dashboard.lead.${lead}` }),
    count: booked.lead[place] ?? 0,
    // As a percentage, to compare periods of different size.
    share: shareOf(booked.lead[place] ?? 0, booked.bookings),
    earlier: shareOf(before?.lead[place] ?? 0, before?.bookings ?? 0),
    to: links.booked(range, { lead, currency: figures.currency }),
  }));
  const soon = rows.filter(({ lead }) => lead === 'same_day' || lead === 'day_before');
  return (
    <ChartCard
      isPaper={isPaper}
      title={intl.formatMessage({ id: 'dashboard.lead' })}
      note={
        booked.bookings > 0 &&
        intl.formatMessage(
          { id: 'dashboard.lead.note' },
          { share: percent(soon.reduce((sum, { share }) => sum + (share ?? 0), 0)) },
        )
      }
      empty={booked.bookings === 0 && intl.formatMessage({ id: 'dashboard.booked.none' })}
      table={{
        head: [
          intl.formatMessage({ id: 'dashboard.lead.column' }),
          intl.formatMessage({ id: 'dashboard.figure.bookings' }),
          intl.formatMessage({ id: 'dashboard.share' }),
          intl.formatMessage({ id: 'dashboard.before' }),
        ],
        rows: rows.map(({ lead, name, count, share, earlier, to }) => ({
          key: lead,
          cells: [name, intl.formatNumber(count), percent(share), percent(earlier)],
          to,
        })),
      }}
    >
      {(width) => (
        <ColumnChart
          width={width}
          parts={[{ name: 'bookings', colour: ONE_COLOUR }]}
          tick={(value) => intl.formatNumber(value, { notation: 'compact' })}
          columns={rows.map(({ lead, name, count, share, earlier, to }) => ({
            key: lead,
            label: intl.formatMessage({ id: `dashboard.lead.short.${lead}` }),
            title: joinWithDots(name, intl.formatNumber(count), percent(share)),
            parts: { bookings: count },
            before: (earlier ?? 0) * booked.bookings,
            to,
          }))}
        />
      )}
    </ChartCard>
  );
}
