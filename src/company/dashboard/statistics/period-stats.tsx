import { useIntl, type IntlShape } from 'react-intl';
import { shareOf } from '../../../domain/figures.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { Stats, type Stat } from '../../../ui/display/stats.tsx';
import { previousValueText, changeText, shareText } from './change-text.ts';
import type { ChartsProps } from './charts-props.ts';

type PeriodStat = Omit<Stat, 'label' | 'to'> & {
  id: 'bookings' | 'revenue' | 'cancelled' | 'fill' | 'attended';
  to: string | null;
};

export function PeriodStats(props: ChartsProps) {
  const { isPrint = false } = props;
  const intl = useIntl();
  return (
    <Stats
      label={intl.formatMessage({ id: 'dashboard.figures' })}
      figures={[...bookingStats(props, intl), ...departureStats(props, intl)].map(({ id, to, ...stat }) => ({
        label: intl.formatMessage({ id: `dashboard.figure.${id}` }),
        ...stat,
        ...(to === null || isPrint ? {} : { to }),
      }))}
    />
  );
}

const cancelledShare = (period: { bookings: number; cancelled: number }) =>
  shareOf(period.cancelled, period.bookings + period.cancelled);

/** Figures of the bookings made in the period; none if the user may not see bookings. */
function bookingStats({ figures, formats, links }: ChartsProps, intl: IntlShape): PeriodStat[] {
  const { booked, bookedBefore, currency } = figures;
  if (!booked || !bookedBefore) return [];
  const period = { from: figures.from, to: figures.to };
  return [
    {
      id: 'bookings',
      value: intl.formatNumber(booked.bookings),
      trend: changeText(intl, booked.bookings, bookedBefore.bookings),
      to: links.booked(period, { currency }),
    },
    {
      id: 'revenue',
      value: formats.money(booked.revenue, currency),
      trend: changeText(intl, booked.revenue, bookedBefore.revenue),
      to: links.booked(period, { currency }),
    },
    {
      id: 'cancelled',
      value: shareText(intl, cancelledShare(booked)),
      trend: previousValueText(intl, cancelledShare(bookedBefore)),
      to: links.booked(period, { currency, of: 'cancelled' }),
    },
  ];
}

/** Occupancy and attendance of the departures in the period. */
function departureStats({ figures, links }: ChartsProps, intl: IntlShape): PeriodStat[] {
  const { attendance, attendanceBefore, fill, fillBefore } = figures;
  const period = { from: figures.from, to: figures.to };
  const sum = (field: 'booked' | 'attended' | 'noShows') => attendance.reduce((total, tour) => total + tour[field], 0);
  const seats = fill.reduce((total, cell) => total + cell.seats, 0);
  const capacity = fill.reduce((total, cell) => total + cell.capacity, 0);
  return [
    {
      id: 'fill',
      value: shareText(intl, shareOf(seats, capacity)),
      trend: previousValueText(intl, shareOf(fillBefore.seats, fillBefore.capacity)),
      to: links.toured(period),
    },
    {
      id: 'attended',
      value: shareText(intl, shareOf(sum('attended'), sum('booked'))),
      trend: joinWithDots(
        // Without guests, not "everyone came".
        sum('booked') > 0 && intl.formatMessage({ id: 'dashboard.missing' }, { count: sum('noShows') }),
        previousValueText(intl, shareOf(attendanceBefore.attended, attendanceBefore.booked)),
      ),
      to: links.attended(period),
    },
  ];
}
