import { useIntl } from 'react-intl';
import { shareOf } from '../../../domain/figures.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { Stats as FigureList, type Stat } from '../../../ui/display/stats.tsx';
import { previousValueText, changeText } from './change-text.ts';
import type { ChartsProps } from './charts-props.ts';

export function RangeStats({ figures, formats, links, isPaper = false }: ChartsProps) {
  const intl = useIntl();
  const percent = (share: number | null) => (share === null ? '–' : intl.formatNumber(share, { style: 'percent' }));
  const { booked, bookedBefore, attendance, attendanceBefore, fill, fillBefore } = figures;
  const range = { from: figures.from, to: figures.to };
  const sum = (field: 'booked' | 'attended' | 'noShows') => attendance.reduce((total, tour) => total + tour[field], 0);
  const seats = fill.reduce((total, cell) => total + cell.seats, 0);
  const capacity = fill.reduce((total, cell) => total + cell.capacity, 0);
  const figure = (
    id: 'bookings' | 'revenue' | 'cancelled' | 'fill' | 'attended',
    stat: Omit<Stat, 'label' | 'to'>,
    to: string | null,
  ): Stat => ({
    label: intl.formatMessage({ id: `dashboard.figure.${id}` }),
    ...stat,
    ...(to === null || isPaper ? {} : { to }),
  });
  const cancelledShare = (period: { bookings: number; cancelled: number }) =>
    shareOf(period.cancelled, period.bookings + period.cancelled);
  return (
    <FigureList
      label={intl.formatMessage({ id: 'dashboard.figures' })}
      figures={[
        ...(booked && bookedBefore
          ? [
              figure(
                'bookings',
                {
                  value: intl.formatNumber(booked.bookings),
                  trend: changeText(intl, booked.bookings, bookedBefore.bookings),
                },
                links.booked(range, { currency: figures.currency }),
              ),
              figure(
                'revenue',
                {
                  value: formats.money(booked.revenue, figures.currency),
                  trend: changeText(intl, booked.revenue, bookedBefore.revenue),
                },
                links.booked(range, { currency: figures.currency }),
              ),
              figure(
                'cancelled',
                {
                  value: percent(cancelledShare(booked)),
                  trend: previousValueText(intl, cancelledShare(bookedBefore)),
                },
                links.booked(range, { currency: figures.currency, of: 'cancelled' }),
              ),
            ]
          : []),
        figure(
          'fill',
          {
            value: percent(shareOf(seats, capacity)),
            trend: previousValueText(intl, shareOf(fillBefore.seats, fillBefore.capacity)),
          },
          links.toured(range),
        ),
        figure(
          'attended',
          {
            value: percent(shareOf(sum('attended'), sum('booked'))),
            trend: joinWithDots(
              intl.formatMessage({ id: 'dashboard.missing' }, { count: sum('noShows') }),
              previousValueText(intl, shareOf(attendanceBefore.attended, attendanceBefore.booked)),
            ),
          },
          links.attended(range),
        ),
      ]}
    />
  );
}
