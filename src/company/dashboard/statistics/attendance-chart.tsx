/** Attendance and no-shows by tour, for past departures. */
import { useIntl } from 'react-intl';
import type { Figures } from '../../../data/dashboard.ts';
import { shareOf } from '../../../domain/figures.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { ATTENDED_COLOUR, NO_SHOW_COLOUR } from '../charts/colours.ts';
import { LegendSquare } from '../charts/legend-square.tsx';
import { shareText } from './change-text.ts';
import type { ChartProps } from './charts-props.ts';

const MAX_BARS = 12;
const COLUMNS = [
  'dashboard.tour',
  'dashboard.departures',
  'dashboard.guests',
  'dashboard.attended',
  'dashboard.figure.noShows',
  'dashboard.walkIns.column',
] as const;
const NO_SHOWS_COLUMN = COLUMNS.indexOf('dashboard.figure.noShows');

const numbersOf = ({ departures, booked, attended, noShows, walkIns }: Figures['attendance'][number]) => [
  departures,
  booked,
  attended,
  noShows,
  walkIns,
];

export function AttendanceChart({ figures, formats, links, isPrint = false }: ChartProps) {
  const intl = useIntl();
  const period = { from: figures.from, to: figures.to };
  const missingLink = (tour: Uuid) => links.attended(period, { tour, missing: { rule: figures.attendanceRule } });
  const walkIns = figures.attendance.reduce((sum, tour) => sum + tour.walkIns, 0);
  return (
    <ChartCard
      isPrint={isPrint}
      title={intl.formatMessage({ id: 'dashboard.attendance' })}
      note={joinWithDots(
        intl.formatMessage({ id: 'dashboard.attendance.note' }),
        walkIns > 0 && intl.formatMessage({ id: 'dashboard.walkIns' }, { count: walkIns }),
      )}
      legend={[
        { label: intl.formatMessage({ id: 'dashboard.attended' }), symbol: <LegendSquare colour={ATTENDED_COLOUR} /> },
        {
          label: intl.formatMessage({ id: 'dashboard.figure.noShows' }),
          symbol: <LegendSquare colour={NO_SHOW_COLOUR} />,
        },
      ]}
      empty={figures.attendance.length === 0 && intl.formatMessage({ id: 'dashboard.attendance.none' })}
      table={{
        head: COLUMNS.map((id) => intl.formatMessage({ id })),
        rows: figures.attendance.map((tour) => ({
          key: tour.tourId,
          cells: [formats.text(tour.title), ...numbersOf(tour).map((value) => intl.formatNumber(value))],
          to: links.attended(period, { tour: tour.tourId }),
          cellLinks: { [NO_SHOWS_COLUMN]: missingLink(tour.tourId) },
        })),
      }}
    >
      {(width) => (
        <BarChart
          width={width}
          bars={figures.attendance.slice(0, MAX_BARS).map((tour) => ({
            key: tour.tourId,
            name: formats.text(tour.title),
            value: intl.formatMessage(
              { id: 'dashboard.attendance.value' },
              { share: shareText(intl, shareOf(tour.attended, tour.booked)) },
            ),
            ...(tour.booked > 0
              ? {
                  aside: {
                    text: intl.formatMessage({ id: 'dashboard.missing' }, { count: tour.noShows }),
                    to: tour.noShows > 0 ? missingLink(tour.tourId) : null,
                  },
                }
              : {}),
            segments: [
              { size: tour.attended, colour: ATTENDED_COLOUR },
              { size: tour.noShows, colour: NO_SHOW_COLOUR },
            ],
            to: links.attended(period, { tour: tour.tourId }),
          }))}
        />
      )}
    </ChartCard>
  );
}
