/** Impact of changing days off, a schedule or a tour (ADR 023). */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { DEPARTURE_DECISIONS, DEPARTURE_IMPACTS, type DepartureDecision } from '../domain/schedules.ts';

/**
 * Booked departures that a change affects, each with its outcome, and counts of those that change without a decision.
 */
export const planSchema = v.object({
  created: v.number(),
  moved: v.number(),
  removed: v.number(),
  changed: v.number(),
  /** How many of the moved or removed departures have a guide. */
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
      impact: v.picklist(DEPARTURE_IMPACTS),
      toDate: v.nullable(v.string()),
      toStartsAt: v.nullable(v.string()),
      /** New values; null: unchanged. */
      toEndsAt: v.nullable(v.string()),
      toCapacity: v.nullable(v.number()),
      toLanguage: v.nullable(v.string()),
      decision: v.nullable(v.picklist(DEPARTURE_DECISIONS)),
    }),
  ),
});
export type ChangePlan = v.InferOutput<typeof planSchema>;
export type ChangedDeparture = ChangePlan['departures'][number];
/** Decision by departure id; the plan needs one for each listed departure. */
export type Decisions = Readonly<Record<Uuid, DepartureDecision>>;
