/** Attendance and no-shows by tour, for past departures. */
import { useIntl } from 'react-intl';
import { shareOf } from '../../../domain/figures.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { ATTENDED_COLOUR, NO_SHOW_COLOUR } from '../charts/colours.ts';
import type { ChartProps } from './charts-props.ts';

const MAX_BARS = 12;
/** Index of the no-show column in the table. */
const NO_SHOWS_COLUMN = 4;

export function AttendanceChart({ figures, formats, links, isPaper = false }: ChartProps) {
  const intl = useIntl();
  const range = { from: figures.from, to: figures.to };
  const percent = (share: number | null) => (share === null ? '–' : intl.formatNumber(share, { style: 'percent' }));
  const legendSquare = (colour: string) => (
    <svg width="12" height="12">
      <rect width="12" height="12" rx="3" fill={colour} />
    </svg>
  );
  const attendedLabel = intl.formatMessage({ id: 'dashboard.attended' });
  const noShowsLabel = intl.formatMessage({ id: 'dashboard.figure.noShows' });
  const missingLink = (tour: Uuid) => links.attended(range, { tour, missing: { rule: figures.attendanceRule } });
  const walkIns = figures.attendance.reduce((sum, tour) => sum + tour.walkIns, 0);
  return (
    <ChartCard
      isPaper={isPaper}
      title={intl.formatMessage({ id: 'dashboard.attendance' })}
      note={joinWithDots(
        intl.formatMessage({ id: 'dashboard.attendance.note' }),
        walkIns > 0 && intl.formatMessage({ id: 'dashboard.walkIns' }, { count: walkIns }),
      )}
      legend={[
        { label: attendedLabel, symbol: legendSquare(ATTENDED_COLOUR) },
        { label: noShowsLabel, symbol: legendSquare(NO_SHOW_COLOUR) },
      ]}
      empty={figures.attendance.length === 0 && intl.formatMessage({ id: 'dashboard.attendance.none' })}
      table={{
        head: [
          intl.formatMessage({ id: 'dashboard.tour' }),
          intl.formatMessage({ id: 'dashboard.departures' }),
          intl.formatMessage({ id: 'dashboard.guests' }),
          attendedLabel,
          noShowsLabel,
          intl.formatMessage({ id: 'dashboard.walkIns.column' }),
        ],
        rows: figures.attendance.map((tour) => ({
          key: tour.tourId,
          cells: [
            formats.text(tour.title),
            ...[tour.departures, tour.booked, tour.attended, tour.noShows, tour.walkIns].map((value) =>
              intl.formatNumber(value),
            ),
          ],
          to: links.attended(range, { tour: tour.tourId }),
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
              { share: percent(shareOf(tour.attended, tour.booked)) },
            ),
            aside: {
              text: intl.formatMessage({ id: 'dashboard.missing' }, { count: tour.noShows }),
              to: tour.noShows > 0 ? missingLink(tour.tourId) : null,
            },
            segments: [
              { size: tour.attended, colour: ATTENDED_COLOUR },
              { size: tour.noShows, colour: NO_SHOW_COLOUR },
            ],
            to: links.attended(range, { tour: tour.tourId }),
          }))}
        />
      )}
    </ChartCard>
  );
}
