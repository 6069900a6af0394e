/** Formats time off and working hours. */
import { useIntl } from 'react-intl';
import type { AvailabilityResponse } from '../../data/guides.ts';
import { daySpansOf } from '../../domain/working-hours.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { addDays, wallClockIn } from '../../lib/local-date.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';

/** Formats the start or end of time off. Midnight is omitted, and as an end it belongs to the day before. */
export const createMomentFormat = (formats: Formats, zone: string) => (instant: string, isEnd: boolean) => {
  const { date, minute } = wallClockIn(zone, Date.parse(instant));
  if (minute === 0) return formats.day(isEnd ? addDays(date, -1) : date);
  return formats.dayAndTime(date, instant);
};

/** Formats time off, and its start and end alone. */
export function useFormatTimeOff(zone: string) {
  const moment = createMomentFormat(useFormats(zone), zone);
  const formatTimeOff = ({ startsAt, endsAt, note }: AvailabilityResponse['timeOff'][number]) => {
    const [from, end] = [moment(startsAt, false), moment(endsAt, true)];
    return joinWithDots(from === end ? from : `${from} – ${end}`, note);
  };
  return { moment, formatTimeOff };
}

/** Any Monday, from which weekday names are formatted. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Returns the name of a weekday; 0 is Monday. */
export function useDayName(): (day: number) => string {
  const intl = useIntl();
  return (day) => intl.formatDate(MONDAY + day * DAY_MS, { timeZone: 'UTC', weekday: 'long' });
}

/** Formats working hours as one text per working day. */
export function useFormatWorkingHours(): (hours: NonNullable<AvailabilityResponse['hours']>) => string[] {
  const intl = useIntl();
  const dayName = useDayName();
  return (hours) => {
    const spans = daySpansOf(hours);
    const times = (day: number) => spans.filter((span) => span.day === day).map(({ from, to }) => `${from}–${to}`);
    return [...new Set(spans.map(({ day }) => day))].map(
      (day) => `${dayName(day)} ${intl.formatList(times(day), { type: 'unit' })}`,
    );
  };
}
