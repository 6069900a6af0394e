/** Guides: availability, assignments, conflicts, and a guide's own schedule. */
import * as v from 'valibot';
import type { Duty, GuideAvailability } from '../domain/assignment.ts';
import { ASSIGNMENT_STATUSES } from '../domain/calendar.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { DEPARTURE_STATUSES, GUIDE_ROLES, type GuideRole } from '../domain/enums.ts';
import type { Result } from '../domain/result.ts';
import { conflict } from './departures.ts';
import type { CalendarRange } from './calendar.ts';
import { calendarTour, changeRefusals, departureCard, instant, localDate, localised } from './departure-schemas.ts';
import type { Json } from './database-types.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';

/** Minutes of the week from Monday 0:00, end excluded. */
const spans = v.array(v.pipe(v.tuple([v.number(), v.number()]), v.readonly()));
const availability = v.object({
  languages: v.nullable(v.array(v.string())),
  hours: v.nullable(spans),
  /** 0: never saved. */
  version: v.number(),
  timeOff: v.array(v.object({ id: v.string(), startsAt: instant, endsAt: instant, note: v.nullable(v.string()) })),
});
export type AvailabilityResponse = v.InferOutput<typeof availability>;

const zoned = v.object({ ...availability.entries, timeZone: v.string() });

export const readAvailabilityRpc = defineRpc('read_availability', { response: zoned });

/** Reads availability: the person's own, or any guide's for the office. Fails with `not_permitted` or `not_found`. */
export function readAvailability(
  companyId: Uuid,
  { userId, signal }: { userId: Uuid } & RpcOptions,
): Promise<Result<v.InferOutput<typeof zoned>>> {
  return rpc(readAvailabilityRpc, { company: companyId, person: userId }, { signal });
}

export const saveAvailabilityRpc = defineRpc('save_availability', {
  response: v.object({ version: v.number() }),
  refusals: {
    stale: v.object({
      version: v.number(),
      hours: v.nullable(spans),
      languages: v.nullable(v.array(v.string())),
    }),
  },
});

/** Saves working hours and, for the office, languages. Null: any time, or languages not set. */
export function saveAvailability(
  companyId: Uuid,
  save: {
    userId: Uuid;
    version: number;
    changes: Partial<Pick<GuideAvailability, 'hours' | 'languages'>>;
  },
) {
  const { userId, version, changes } = save;
  return rpc(saveAvailabilityRpc, { company: companyId, person: userId, version, changes: changes as Json });
}

export interface TimeOff {
  /** Made by the client; makes the request idempotent. */
  id: Uuid;
  userId: Uuid;
  from: LocalDate;
  /** `HH:MM` in the company's time zone; `24:00` is the end of a day. */
  fromTime: string;
  to: LocalDate;
  toTime: string;
  note: string;
}

export const addTimeOffRpc = defineRpc('add_time_off', {
  response: v.object({ departures: v.array(v.object({ id: v.string(), tourId: v.string(), startsAt: instant })) }),
});

/**
 * Adds time off and returns the departures that the guide is assigned to then. Fails with `invalid` if it ends before
 * it starts.
 */
export function addTimeOff(companyId: Uuid, { id, userId, from, fromTime, to, toTime, note }: TimeOff) {
  return rpc(addTimeOffRpc, {
    id,
    company: companyId,
    person: userId,
    from_date: from,
    from_time: fromTime,
    to_date: to,
    to_time: toTime,
    note,
  });
}

export const deleteTimeOffRpc = defineRpc('delete_time_off', { response: v.object({}) });

export const deleteTimeOff = (id: Uuid) => rpc(deleteTimeOffRpc, { id });

export const saveGuideRulesRpc = defineRpc('save_guide_rules', { response: v.object({}) });

/** Saves the minutes (0 to 240) between two tours of a guide, in addition to the walk; owners only. */
export const saveGuideRules = (companyId: Uuid, minimumBreakMinutes: number) =>
  rpc(saveGuideRulesRpc, { company: companyId, minimum_break_minutes: minimumBreakMinutes });

const place = { latitude: v.nullable(v.number()), longitude: v.nullable(v.number()) };
const planner = v.object({
  timeZone: v.string(),
  minimumBreakMinutes: v.number(),
  tours: v.array(v.object({ ...calendarTour.entries, ...place })),
  guides: v.array(
    v.object({
      ...availability.entries,
      id: v.string(),
      name: v.string(),
      /** Minutes on tours in the requested days. */
      minutes: v.number(),
    }),
  ),
  departures: v.array(v.object({ ...departureCard.entries, weekMinute: v.number(), wallMinutes: v.number() })),
  conflicts: v.array(conflict),
});
export type PlannerData = v.InferOutput<typeof planner>;

export const readPlannerRpc = defineRpc('read_planner', { response: planner });

/** Reads up to two weeks of departures by guide. Fails with `not_permitted`. */
export function readPlanner(
  companyId: Uuid,
  { from, to, signal }: CalendarRange & RpcOptions,
): Promise<Result<PlannerData>> {
  return rpc(readPlannerRpc, { company: companyId, from_date: from, to_date: to }, { signal });
}

/** Converts a departure of the planner to a duty (src/domain/assignment.ts). */
export function toDuty(
  departure: PlannerData['departures'][number],
  tours: ReadonlyMap<Uuid, PlannerData['tours'][number]>,
): Duty {
  const { id, tourId, startsAt, endsAt, weekMinute, wallMinutes, language } = departure;
  const { latitude = null, longitude = null } = tours.get(tourId) ?? {};
  return {
    departureId: id,
    startsAt: Date.parse(startsAt),
    endsAt: Date.parse(endsAt),
    weekMinute,
    wallMinutes,
    language,
    latitude,
    longitude,
  };
}

/** Converts a guide of the planner to the type of domain/assignment.ts. */
export const toGuideAvailability = ({
  id,
  languages,
  hours,
  timeOff,
}: PlannerData['guides'][number]): GuideAvailability => ({
  userId: id,
  languages,
  hours,
  timeOff: timeOff.map((off) => ({ id: off.id, startsAt: Date.parse(off.startsAt), endsAt: Date.parse(off.endsAt) })),
});

const suggested = v.object({
  suggestions: v.array(
    v.object({
      departureId: v.string(),
      version: v.number(),
      userId: v.string(),
      name: v.string(),
      /** Minutes on tours that week, without this one. */
      minutes: v.number(),
    }),
  ),
  unassigned: v.array(v.object({ departureId: v.string(), reason: v.picklist(['nobody_speaks', 'nobody_free']) })),
});
export type Suggested = v.InferOutput<typeof suggested>;

export const suggestAssignmentsRpc = defineRpc('suggest_assignments', { response: suggested });

/** Suggests guides for a day's unassigned departures. Changes nothing: apply each with `assignGuide`. */
export function suggestAssignments(
  companyId: Uuid,
  { date, signal }: { date: LocalDate } & RpcOptions,
): Promise<Result<Suggested>> {
  return rpc(suggestAssignmentsRpc, { company: companyId, day: date }, { signal });
}

interface Assigning {
  departure: { id: Uuid; version: number };
  userId: Uuid;
}
const assigned = v.object({ departure: departureCard });

export const assignGuideRpc = defineRpc('assign_guide', {
  response: assigned,
  refusals: {
    ...changeRefusals,
    not_a_guide: v.object({}),
    conflicts: v.object({ conflicts: v.array(conflict) }),
  },
});

/** Assigns a guide, replacing `insteadOf` if given. Conflicts refuse it unless `ignoreConflicts`. */
export function assignGuide(
  companyId: Uuid,
  assign: Assigning & { role?: GuideRole; insteadOf?: Uuid; ignoreConflicts?: boolean },
) {
  const { departure, userId, role = 'lead', insteadOf, ignoreConflicts = false } = assign;
  return rpc(assignGuideRpc, {
    company: companyId,
    departure: departure.id,
    version: departure.version,
    guide: userId,
    role,
    ...(insteadOf === undefined ? {} : { instead_of: insteadOf }),
    ignore_conflicts: ignoreConflicts,
  });
}

export const unassignGuideRpc = defineRpc('unassign_guide', { response: assigned, refusals: changeRefusals });

/** Removes a guide from a departure and notifies them. */
export function unassignGuide(companyId: Uuid, { departure, userId }: Assigning) {
  return rpc(unassignGuideRpc, {
    company: companyId,
    departure: departure.id,
    version: departure.version,
    guide: userId,
  });
}

export type AssignmentReply = 'accepted' | 'declined';

export const answerAssignmentRpc = defineRpc('answer_assignment', {
  response: v.object({}),
  refusals: { ended: v.object({}) },
});

/** Accepts or declines the guide's own assignment. `ended`: over, cancelled, or already declined. */
export function answerAssignment(
  companyId: Uuid,
  { departureId, reply }: { departureId: Uuid; reply: AssignmentReply },
) {
  return rpc(answerAssignmentRpc, { company: companyId, departure: departureId, reply });
}

/** A guide's schedule as the device stores it. */
export const myMonth = v.object({
  ...zoned.entries,
  tours: v.array(v.object({ ...calendarTour.entries, ...place, meetingPoint: localised })),
  departures: v.array(
    v.object({
      id: v.string(),
      tourId: v.string(),
      startsAt: instant,
      endsAt: instant,
      localDate,
      language: v.string(),
      status: v.picklist(DEPARTURE_STATUSES),
      meetingNote: v.nullable(v.string()),
      booked: v.number(),
      capacity: v.number(),
      role: v.picklist(GUIDE_ROLES),
      state: v.picklist(ASSIGNMENT_STATUSES),
      /** Names of the other guides. */
      colleagues: v.array(v.string()),
    }),
  ),
});
export type MyMonth = v.InferOutput<typeof myMonth>;

export const readMyMonthRpc = defineRpc('read_my_month', { response: myMonth });

/** Reads the guide's own assignments and availability. Fails with `not_permitted`. */
export function readMyMonth(
  companyId: Uuid,
  { from, to, signal }: CalendarRange & RpcOptions,
): Promise<Result<MyMonth>> {
  return rpc(readMyMonthRpc, { company: companyId, from_date: from, to_date: to }, { signal });
}
