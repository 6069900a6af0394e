/**
 * Links from the dashboard's figures to filtered lists. Where the user may not see the best list, the link leads to a
 * coarser one; null if they may see none.
 */
import { MAX_GROUP_CONDITIONS, type BookingFilter } from '../../domain/booking-filter.ts';
import type { BookingStatus, DeparturePhase, AttendanceFilterValue } from '../../domain/enums.ts';
import type { AttendanceRule } from '../../domain/company-settings.ts';
import { LEAD_TIME_DAYS, type LeadTime, type Period } from '../../domain/figures.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { paths } from '../../lib/paths.ts';
import type { CurrentUser } from '../../session/use-session.ts';

export type PermissionCheck = CurrentUser['can'];

const urlWith = (path: string, query: Record<string, string | readonly string[]>) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const item of [value].flat()) params.append(name, item);
  return `${path}?${params.toString()}`;
};
const BOOKED_STATUSES: BookingStatus[] = ['CONFIRMED', 'PENDING'];
/** Statuses that take seats. */
const SEATED_STATUSES: BookingStatus[] = [...BOOKED_STATUSES, 'ON_HOLD'];
const seesBookings = (can: PermissionCheck) => can('VIEW_BOOKINGS_ACCESS') || can('MANAGE_BOOKINGS_ACCESS');
const SEES_CALENDAR = ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'] as const;

/** Returns builders of links to the lists that the user may see. */
function listLinks(can: PermissionCheck) {
  return {
    bookings: (query: Record<string, string | readonly string[]>) =>
      seesBookings(can) ? urlWith(paths.bookings, query) : null,
    advanced: (filter: BookingFilter) =>
      can('MANAGE_BOOKINGS_ACCESS') ? urlWith(paths.bookingsAdvanced, { filter: JSON.stringify(filter) }) : null,
    calendar: (query: Record<string, string>) =>
      seesBookings(can) || SEES_CALENDAR.some((access) => can(access)) ? urlWith(paths.toursCalendar, query) : null,
  };
}

export function dashboardLinks(can: PermissionCheck) {
  const lists = listLinks(can);
  const { bookings, advanced, calendar } = lists;
  return {
    calendar,
    departure: (id: Uuid, day: LocalDate) =>
      can('CHECK_IN_ACCESS') ? urlWith(paths.checkIn, { departure: id }) : calendar({ on: day, day }),
    checkIn: () => (can('CHECK_IN_ACCESS') ? paths.checkIn : null),
    due: (day: LocalDate) => bookings({ from: day, to: day, due: 'due' }),
    requests: (day: LocalDate) => bookings({ status: 'PENDING', from: day }),
    refunds: () => advanced({ field: 'owed', from: 1 }),
    differences: (day: LocalDate) => bookings({ closing: day }),
    mails: () => bookings({ outbox: 'failed' }),
    reports: (show: 'overdue' | 'incidents') =>
      can('TOUR_ATTENDANCE_ACCESS') ? urlWith(paths.reportTourNumbers, { show }) : calendar({}),
    proposed: () => (can('MANAGE_BOOKINGS_ACCESS') ? paths.planner : calendar({})),
    attention: () => (seesBookings(can) ? urlWith(paths.tours, { show: 'attention' }) : null),
    team: () => (can('COMPANY_ALL_ACCESS') ? paths.companyTeam : null),
    ...periodLinks(lists),
  };
}
export type Links = ReturnType<typeof dashboardLinks>;

/** Links from the statistics of a period. */
function periodLinks({ bookings, advanced, calendar }: ReturnType<typeof listLinks>) {
  return {
    /** Bookings made in a period in one currency; `of` selects active or cancelled ones. */
    booked: (
      { from, to }: Period,
      { currency, leadTime, of = 'booked' }: { currency: string; leadTime?: LeadTime; of?: 'booked' | 'cancelled' },
    ) => {
      const status = of === 'booked' ? BOOKED_STATUSES : (['CANCELLED'] as const);
      return (
        advanced({
          all: [
            { field: 'status', in: [...status] },
            { field: 'created', from, to },
            { field: 'currency', in: [currency] },
            ...(leadTime ? [{ field: 'lead' as const, ...LEAD_TIME_DAYS[leadTime] }] : []),
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
      bookings({ status: SEATED_STATUSES, from, to, ...of }) ??
      calendar({ on: from, ...of }),
    /** Bookings of past tours; `missing` selects those with no-shows. */
    attended: ({ from, to }: Period, { tour, missing }: { tour?: Uuid; missing?: { rule: AttendanceRule } } = {}) =>
      advanced({
        all: [
          ...seated({ from, to }, ['past']),
          ...(tour ? [{ field: 'tour' as const, in: [tour] }] : []),
          ...(missing ? [{ field: 'attendance' as const, in: noShowValues(missing.rule) }] : []),
        ],
      }) ??
      bookings({ status: SEATED_STATUSES, from, to, ...(tour ? { tour } : {}) }) ??
      calendar({ on: from, ...(tour ? { tour } : {}) }),
    /** Bookings of tours that start on a weekday within an hour. */
    hour: (period: Period, { weekday, hour }: { weekday: number; hour: number }) =>
      advanced({
        all: [
          { field: 'status', in: SEATED_STATUSES },
          { field: 'phase', in: ['upcoming', 'past'] },
          onWeekday(period, weekday),
          { field: 'time', from: `${twoDigits(hour)}:00`, to: `${twoDigits(hour)}:59` },
        ],
      }) ?? bookings({ status: SEATED_STATUSES, from: period.from, to: period.to }),
  };
}

const seated = ({ from, to }: Period, phases: DeparturePhase[] = ['upcoming', 'past']): BookingFilter[] => [
  { field: 'status', in: SEATED_STATUSES },
  { field: 'phase', in: phases },
  { field: 'date', from, to },
];
/** Returns what counts as a no-show. Guests without a mark count as attended, unless only check-ins count. */
const noShowValues = (rule: AttendanceRule): AttendanceFilterValue[] =>
  rule === 'check_ins_count' ? ['no_show', 'partial', 'unknown'] : ['missing'];

const twoDigits = (hour: number) => String(hour).padStart(2, '0');

/** Builds the condition of a weekday from its dates, as the filter has no weekdays; a year needs two groups. */
function onWeekday({ from, to }: Period, weekday: number): BookingFilter {
  const days: BookingFilter[] = [];
  const first = addDays(from, (weekday - (new Date(`${from}T00:00:00Z`).getUTCDay() || 7) + 7) % 7);
  for (let day = first; day <= to; day = addDays(day, 7)) days.push({ field: 'date', from: day, to: day });
  if (days.length <= MAX_GROUP_CONDITIONS) return { any: days };
  return { any: [{ any: days.slice(0, MAX_GROUP_CONDITIONS) }, { any: days.slice(MAX_GROUP_CONDITIONS) }] };
}
