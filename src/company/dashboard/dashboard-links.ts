/** Links from the dashboard's figures to filtered lists. Null if the user may not see the list. */
import type { BookingFilter } from '../../domain/booking-filter.ts';
import type { BookingStatus, DeparturePhase, AttendanceFilterValue } from '../../domain/closed-lists.ts';
import type { AttendanceRule } from '../../domain/company-settings.ts';
import { LEAD_TIME_DAYS, type LeadTime, type Period } from '../../domain/figures.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { paths } from '../../lib/paths.ts';
import type { Acting } from '../../session/use-session.ts';

export type PermissionCheck = Acting['can'];

const at = (path: string, query: Record<string, string | readonly string[]>) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) params.append(name, one);
  return `${path}?${params.toString()}`;
};
const STANDING: BookingStatus[] = ['CONFIRMED', 'PENDING'];
/** Statuses that take seats. */
const SEATED: BookingStatus[] = [...STANDING, 'ON_HOLD'];
const seesBookings = (may: PermissionCheck) => may('VIEW_BOOKINGS_ACCESS') || may('MANAGE_BOOKINGS_ACCESS');
const SEES_CALENDAR = ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'] as const;

export function dashboardLinks(may: PermissionCheck) {
  const bookings = (query: Record<string, string | readonly string[]>) =>
    seesBookings(may) ? at(paths.bookings, query) : null;
  const advanced = (filter: BookingFilter) =>
    may('MANAGE_BOOKINGS_ACCESS') ? at(paths.bookingsAdvanced, { filter: JSON.stringify(filter) }) : null;
  const calendar = (query: Record<string, string>) =>
    seesBookings(may) || SEES_CALENDAR.some((one) => may(one)) ? at(paths.toursCalendar, query) : null;
  return {
    calendar,
    departure: (id: Uuid, day: LocalDate) =>
      may('CHECK_IN_ACCESS') ? at(paths.checkIn, { departure: id }) : calendar({ on: day, day }),
    checkIn: () => (may('CHECK_IN_ACCESS') ? paths.checkIn : null),
    due: (day: LocalDate) => bookings({ from: day, to: day, due: 'due' }),
    requests: (day: LocalDate) => bookings({ status: 'PENDING', from: day }),
    refunds: () => advanced({ field: 'owed', from: 1 }),
    differences: (day: LocalDate) => bookings({ closing: day }),
    mails: () => bookings({ outbox: 'failed' }),
    reports: (show: 'overdue' | 'incidents') =>
      may('TOUR_ATTENDANCE_ACCESS') ? at(paths.reportTourNumbers, { show }) : calendar({}),
    proposed: () => (may('MANAGE_BOOKINGS_ACCESS') ? paths.toursCalendar2 : calendar({})),
    attention: () => (seesBookings(may) ? at(paths.tours, { show: 'attention' }) : null),
    team: () => (may('COMPANY_ALL_ACCESS') ? paths.companyTeam : null),
    /** Bookings made in a period in one currency; `of` selects standing or cancelled ones, `lead` the lead time. */
    booked: (
      { from, to }: Period,
      { currency, lead, of = 'standing' }: { currency: string; lead?: LeadTime; of?: 'standing' | 'cancelled' },
    ) => {
      const status = of === 'standing' ? STANDING : (['CANCELLED'] as const);
      return (
        advanced({
          all: [
            { field: 'status', in: [...status] },
            { field: 'created', from, to },
            { field: 'currency', in: [currency] },
            ...(lead ? [{ field: 'lead' as const, ...LEAD_TIME_DAYS[lead] }] : []),
            // A merged booking was not really cancelled.
            ...(of === 'cancelled' ? [{ field: 'reason' as const, in: ['merged' as const], not: true }] : []),
          ],
        }) ?? bookings({ status, bookedFrom: from, bookedTo: to })
      );
    },
    /** Bookings of tours in a period. */
    toured: ({ from, to }: Period, of: { guide?: Uuid } = {}) =>
      advanced({
        all: [...seated({ from, to }), ...(of.guide ? [{ field: 'guide' as const, in: [of.guide] }] : [])],
      }) ??
      bookings({ status: STANDING, from, to, ...of }) ??
      calendar({ on: from, ...of }),
    /** Bookings of past tours; `missing` selects those with no-shows. */
    attended: ({ from, to }: Period, { tour, missing }: { tour?: Uuid; missing?: { rule: AttendanceRule } } = {}) =>
      advanced({
        all: [
          ...seated({ from, to }, ['over']),
          ...(tour ? [{ field: 'tour' as const, in: [tour] }] : []),
          ...(missing ? [{ field: 'attendance' as const, in: missingOf(missing.rule) }] : []),
        ],
      }) ??
      bookings({ status: STANDING, from, to, ...(tour ? { tour } : {}) }) ??
      calendar({ on: from, ...(tour ? { tour } : {}) }),
    /** Bookings of tours that start on a weekday within an hour. */
    hour: (period: Period, { weekday, hour }: { weekday: number; hour: number }) =>
      advanced({
        all: [
          { field: 'status', in: SEATED },
          { field: 'run', in: ['ahead', 'over'] },
          onWeekday(period, weekday),
          { field: 'time', from: `${two(hour)}:00`, to: `${two(hour)}:59` },
        ],
      }) ?? bookings({ status: STANDING, from: period.from, to: period.to }),
  };
}
export type Links = ReturnType<typeof dashboardLinks>;

const seated = ({ from, to }: Period, runs: DeparturePhase[] = ['ahead', 'over']): BookingFilter[] => [
  { field: 'status', in: SEATED },
  { field: 'run', in: runs },
  { field: 'date', from, to },
];
/** Guests without a mark count as attended, unless only check-ins count. */
const missingOf = (rule: AttendanceRule): AttendanceFilterValue[] =>
  rule === 'check_ins_count' ? ['no_show', 'partly', 'unknown'] : ['missing'];

const two = (hour: number) => String(hour).padStart(2, '0');
/** Maximum number of conditions in a group. */
const A_GROUP = 30;

function onWeekday({ from, to }: Period, weekday: number): BookingFilter {
  const days: BookingFilter[] = [];
  const first = addDays(from, (weekday - (new Date(`${from}T00:00:00Z`).getUTCDay() || 7) + 7) % 7);
  for (let day = first; day <= to; day = addDays(day, 7)) days.push({ field: 'date', from: day, to: day });
  if (days.length <= A_GROUP) return { any: days };
  return { any: [{ any: days.slice(0, A_GROUP) }, { any: days.slice(A_GROUP) }] };
}
