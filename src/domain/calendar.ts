/**
 * Departures as the calendars show them: their occupancy, differences from the tour, and the changes the office may
 * make.
 */
import * as v from 'valibot';
import { maxTextLength } from './fields.ts';
import type { Instant, LocalDate, Uuid } from './ids.ts';
import type { LocalisedText } from './locales.ts';
import type { Availability, DepartureStatus, GuideRole } from './enums.ts';

/** A guide's answer to an assignment. `public.assignment_status`. */
export const ASSIGNMENT_STATUSES = ['proposed', 'accepted', 'declined'] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

/** How a departure differs from its tour, as bits of `private.departure_differences`; the first is 1. */
export const DIFFERENCES = ['capacity', 'language', 'note', 'price'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** Why a departure is cancelled. `public.departure_cancel_reason`. */
export const DEPARTURE_CANCEL_REASONS = ['weather', 'low_numbers', 'guide_missing', 'other'] as const;
export type CancelReason = (typeof DEPARTURE_CANCEL_REASONS)[number];

export interface AssignedGuide {
  userId: Uuid;
  name: string;
  role: GuideRole;
  state: AssignmentStatus;
}

/** A departure in the month view. */
export interface CalendarDeparture {
  id: Uuid;
  tourId: Uuid;
  /** In the company's time zone. */
  localDate: LocalDate;
  startsAt: Instant;
  /** Elapsed whole minutes, also across a clock change. */
  minutes: number;
  /** Seats of confirmed, pending and held bookings; above the capacity if staff overrode it. */
  booked: number;
  capacity: number;
  /** Free seats that are allotted to partners; visible to the office only. */
  allottedSeats: number;
  language: string;
  status: DepartureStatus;
  closed: boolean;
  /** Within a week, with guests but fewer than the tour's minimum; visible to the office only. */
  belowMinimum: boolean;
  differs: Difference[];
  /** Sent with each change, so that the server can refuse stale ones. */
  version: number;
  /** The lead guide first. Guides who declined are visible to the office only. */
  guides: AssignedGuide[];
}

export interface CalendarTour {
  id: Uuid;
  title: LocalisedText;
  /** `#rrggbb` */
  colour: string;
}

/** Days without departures. */
export interface DayOff {
  /** Null: all tours of the company. */
  tourId: Uuid | null;
  fromDate: LocalDate;
  /** The last day, included. */
  toDate: LocalDate;
  /** May be ''. */
  name: string;
}

export interface Calendar {
  /** The first and last day of the range. */
  from: LocalDate;
  to: LocalDate;
  /** The company's IANA time zone. */
  timeZone: string;
  /** Whether it has all departures of the company, or only the reader's own. */
  isWholeCompany: boolean;
  tours: CalendarTour[];
  /** Sorted by first day. */
  daysOff: DayOff[];
  /** Sorted by start. */
  departures: CalendarDeparture[];
}

/** OCTO's availability, and departures that are over or cancelled. */
export type CalendarAvailability = Availability | 'OVER' | 'CANCELLED';

/** Returns a departure's availability for guests; LIMITED means that less than half of the seats are left. */
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

/** Returns whether a scheduled departure has no guide, or only guides who declined. */
export const needsGuide = ({ status, guides }: Pick<CalendarDeparture, 'status' | 'guides'>): boolean =>
  status === 'scheduled' && guides.every(({ state }) => state === 'declined');

/** Returns the lead guide, unless they declined. */
export const leadOf = ({ guides }: Pick<CalendarDeparture, 'guides'>): AssignedGuide | null =>
  guides.find(({ role, state }) => role === 'lead' && state !== 'declined') ?? null;

/** Decodes the bits of `private.departure_differences`. */
export const differencesOf = (bits: number): Difference[] => DIFFERENCES.filter((_, bit) => bits & (1 << bit));

/** Changes of one or several departures, at least one field. As `private.are_changes`. */
export const departureChangesSchema = v.pipe(
  v.strictObject({
    closed: v.optional(v.boolean()),
    capacity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999))),
    /** ISO 639, two or three letters. */
    language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/))),
    /** Null removes the note. */
    meetingNote: v.optional(v.nullable(v.pipe(v.string(), v.trim(), maxTextLength(1000)))),
    /** The reason for a capacity below the booked seats. */
    overBookedReason: v.optional(v.pipe(v.string(), v.trim(), v.minLength(3), maxTextLength(500))),
  }),
  v.check((changes) => Object.keys(changes).length > 0),
);
export type DepartureChanges = v.InferOutput<typeof departureChangesSchema>;
