/** Departures as the calendars show them: how full, how they differ from their tour, and what the office may change. */
import * as v from 'valibot';
import { maxTextLength } from './fields.ts';
import type { Instant, LocalDate, Uuid } from './ids.ts';
import type { LocalisedText } from './locales.ts';
import type { Availability, DepartureStatus, GuideRole } from './closed-lists.ts';

/** public.assignment_status: what a guide says to being put on a departure. */
export const ASSIGNMENT_STATES = ['proposed', 'accepted', 'declined'] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];

/** In what a departure is not like its tour; the bits of private.departure_differences, the first of them 1. */
export const DIFFERENCES = ['capacity', 'language', 'note', 'price'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** Why a departure is called off; public.departure_cancel_reason. */
export const CANCEL_REASONS = ['weather', 'low_numbers', 'guide_missing', 'other'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export interface AssignedGuide {
  userId: Uuid;
  name: string;
  role: GuideRole;
  state: AssignmentState;
}

/** A departure as a month shows it. */
export interface CalendarDeparture {
  id: Uuid;
  tourId: Uuid;
  /** The day where it takes place. */
  localDate: LocalDate;
  startsAt: Instant;
  /** Whole minutes, across a change of the clocks as they pass. */
  minutes: number;
  /** Seats of confirmed, pending and held bookings; above the capacity where somebody said so. */
  booked: number;
  capacity: number;
  /** Seats of those that are left that wait for partners' own bookings; told to the office alone. */
  aside: number;
  language: string;
  status: DepartureStatus;
  closed: boolean;
  /** Within a week, with some guests and fewer than the tour wants; told to the office alone. */
  belowMinimum: boolean;
  differs: Difference[];
  /** Goes with each change, so that an older one is refused as stale. */
  version: number;
  /** The lead first. Who declined is told to the office alone. */
  guides: AssignedGuide[];
}

export interface CalendarTour {
  id: Uuid;
  title: LocalisedText;
  /** `#rrggbb` */
  colour: string;
}

/** Days on which no schedule runs. */
export interface DayOff {
  /** Null: all tours of the company. */
  tourId: Uuid | null;
  fromDate: LocalDate;
  /** The last one. */
  toDate: LocalDate;
  /** May be empty. */
  name: string;
}

export interface Calendar {
  /** The first and last day that it tells of. */
  from: LocalDate;
  to: LocalDate;
  /** IANA name of the company's clock. */
  timeZone: string;
  /** Whether these are all of the company's departures, or the reader's own. */
  isWhole: boolean;
  tours: CalendarTour[];
  /** By their first day. */
  daysOff: DayOff[];
  /** By their start. */
  departures: CalendarDeparture[];
}

/** What is over or called off beside the words of OCTO. */
export type CalendarAvailability = Availability | 'OVER' | 'CANCELLED';

/** How a departure stands for who wants to book: under half of the seats left is LIMITED. */
export function availabilityOf(
  departure: Pick<CalendarDeparture, 'booked' | 'capacity' | 'closed' | 'status'>,
): CalendarAvailability {
  const { booked, capacity, closed, status } = departure;
  if (status === 'cancelled') return 'CANCELLED';
  if (status !== 'scheduled') return 'OVER';
  if (closed) return 'CLOSED';
  if (booked >= capacity) return 'SOLD_OUT';
  return (capacity - booked) * 2 < capacity ? 'LIMITED' : 'AVAILABLE';
}

/** Whether nobody guides a departure that needs somebody. */
export const needsGuide = ({ status, guides }: Pick<CalendarDeparture, 'status' | 'guides'>): boolean =>
  status === 'scheduled' && guides.every(({ state }) => state === 'declined');

/** Who leads it, and has not said no. */
export const leadOf = ({ guides }: Pick<CalendarDeparture, 'guides'>): AssignedGuide | null =>
  guides.find(({ role, state }) => role === 'lead' && state !== 'declined') ?? null;

/** The differences that a number of private.departure_differences says. */
export const differencesOf = (bits: number): Difference[] => DIFFERENCES.filter((_, place) => bits & (1 << place));

/** What one change may say of one or several departures; as private.are_changes has it. At least one of them. */
export const DepartureChanges = v.pipe(
  v.strictObject({
    closed: v.optional(v.boolean()),
    capacity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999))),
    /** ISO 639: two or three small letters. */
    language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/))),
    /** null takes the note away. */
    meetingNote: v.optional(v.nullable(v.pipe(v.string(), v.trim(), maxTextLength(1000)))),
    /** Why the capacity may be less than what is booked. */
    overBookedReason: v.optional(v.pipe(v.string(), v.trim(), v.minLength(3), maxTextLength(500))),
  }),
  v.check((changes) => Object.keys(changes).length > 0),
);
export type DepartureChanges = v.InferOutput<typeof DepartureChanges>;
