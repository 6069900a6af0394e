/**
 * Conflicts of assigning a guide to a departure. The rule pair of `private.clash_reason` and its neighbours in SQL, to
 * mark conflicts while dragging.
 */
import type { Uuid } from './ids.ts';

export const CONFLICT_KINDS = ['overlap', 'travel', 'language', 'hours', 'time_off'] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

export const MINUTES_A_WEEK = 7 * 24 * 60;
const METRES_A_MINUTE = 75;
/** Upper limit: guides do not walk longer distances. */
const MAX_WALKING_MINUTES = 180;
const EARTH_RADIUS_METRES = 6_371_000;

/** A departure as the conflict rules need it. */
export interface Duty {
  departureId: Uuid;
  /** Milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
  /** Start in the company's time zone, in minutes from Monday 0:00. */
  weekMinute: number;
  /** Duration by the local clock, which may change to or from summer time. */
  wallMinutes: number;
  language: string;
  /** Of the meeting point in degrees; null if unknown. */
  latitude: number | null;
  longitude: number | null;
}

export interface GuideAvailability {
  userId: Uuid;
  /** Null: not specified. */
  languages: readonly string[] | null;
  /** Spans in minutes of the week from Monday 0:00, end excluded; null: any time. */
  hours: readonly (readonly [from: number, to: number])[] | null;
  /** Milliseconds since 1970. */
  timeOff: readonly { id: Uuid; startsAt: number; endsAt: number }[];
}

export interface Conflict {
  departureId: Uuid;
  userId: Uuid;
  kind: ConflictKind;
  /** The other departure of an overlap or of too little travel time, the time off, or null. */
  otherId: Uuid | null;
}

type MeetingPlace = Pick<Duty, 'latitude' | 'longitude'>;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns whole minutes of walking between two meeting points, at most 180; 0 if a place is unknown. */
export function walkingMinutes(from: MeetingPlace, to: MeetingPlace): number {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return 0;
  const turn = Math.abs(from.longitude - to.longitude);
  const x = radians(Math.min(turn, 360 - turn)) * Math.cos(radians((from.latitude + to.latitude) / 2));
  const y = radians(from.latitude - to.latitude);
  const metres = Math.round(EARTH_RADIUS_METRES * Math.sqrt(x * x + y * y));
  return Math.min(MAX_WALKING_MINUTES, Math.ceil(metres / METRES_A_MINUTE));
}

/**
 * Returns why one person cannot guide both departures, or null. `minimumBreakMinutes`: the company's minimum time
 * between tours.
 */
export function findClash(duty: Duty, other: Duty, minimumBreakMinutes: number): 'overlap' | 'travel' | null {
  if (duty.startsAt < other.endsAt && other.startsAt < duty.endsAt) return 'overlap';
  const gap = Math.max(duty.startsAt, other.startsAt) - Math.min(duty.endsAt, other.endsAt);
  return gap < 60_000 * (minimumBreakMinutes + walkingMinutes(duty, other)) ? 'travel' : null;
}

type Spans = readonly (readonly [from: number, to: number])[];

/** Returns whether the spans cover a range of minutes; they may touch, overlap and be unsorted. */
function covers(spans: Spans, from: number, to: number): boolean {
  let reached = from;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0]))
    if (start <= reached && end > reached) reached = end;
  return reached >= to;
}

/** Returns whether a duty lies within working hours; after Sunday midnight it continues on Monday. */
export function isWithinHours(hours: Spans | null, { weekMinute, wallMinutes }: Duty): boolean {
  if (hours === null) return true;
  const end = weekMinute + wallMinutes;
  if (!covers(hours, weekMinute, Math.min(end, MINUTES_A_WEEK))) return false;
  return end <= MINUTES_A_WEEK || covers(hours, 0, Math.min(end - MINUTES_A_WEEK, MINUTES_A_WEEK));
}

/**
 * Returns all conflicts of a duty for a guide who already has `others` (the duty itself is skipped). Conflicts only
 * warn: the office may assign the guide anyway.
 */
export function findConflicts(
  duty: Duty,
  {
    guide,
    others,
    minimumBreakMinutes,
  }: { guide: GuideAvailability; others: readonly Duty[]; minimumBreakMinutes: number },
): Conflict[] {
  const found: Conflict[] = [];
  const add = (kind: ConflictKind, otherId: Uuid | null) =>
    found.push({ departureId: duty.departureId, userId: guide.userId, kind, otherId });
  for (const other of others) {
    if (other.departureId === duty.departureId) continue;
    const kind = findClash(duty, other, minimumBreakMinutes);
    if (kind) add(kind, other.departureId);
  }
  if (guide.languages !== null && !guide.languages.includes(duty.language)) add('language', null);
  if (!isWithinHours(guide.hours, duty)) add('hours', null);
  for (const { id, startsAt, endsAt } of guide.timeOff)
    if (startsAt < duty.endsAt && duty.startsAt < endsAt) add('time_off', id);
  return found;
}
