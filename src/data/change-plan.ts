/** What a change of dates, of a schedule or of a tour would come to; ADR 023. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { DEPARTURE_DECISIONS, DEPARTURE_IMPACTS, type DepartureDecision } from '../domain/schedules.ts';

/** Departures that are booked and that a change concerns, with what becomes of each, and how many others follow silently. */
export const Plan = v.object({
  made: v.number(),
  moved: v.number(),
  removed: v.number(),
  changed: v.number(),
  /** Of those moved or removed: how many have a guide. */
  guided: v.number(),
  departures: v.array(
    v.object({
      id: v.string(),
      tourId: v.string(),
      scheduleId: v.nullable(v.string()),
      scheduledDate: v.nullable(v.string()),
      localDate: v.string(),
      startsAt: v.string(),
      endsAt: v.string(),
      capacity: v.number(),
      language: v.string(),
      bookings: v.number(),
      guests: v.number(),
      seats: v.number(),
      fate: v.picklist(DEPARTURE_IMPACTS),
      toDate: v.nullable(v.string()),
      toStartsAt: v.nullable(v.string()),
      /** What else is new; null: stays. */
      toEndsAt: v.nullable(v.string()),
      toCapacity: v.nullable(v.number()),
      toLanguage: v.nullable(v.string()),
      decision: v.nullable(v.picklist(DEPARTURE_DECISIONS)),
    }),
  ),
});
export type ChangePlan = v.InferOutput<typeof Plan>;
export type ChangedDeparture = ChangePlan['departures'][number];
/** By departure; one for each that the plan lists. */
export type Decisions = Readonly<Record<Uuid, DepartureDecision>>;
