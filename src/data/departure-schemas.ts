/** Schemas that many responses share (times, texts), and those of departures; keys are in camelCase already. */
import * as v from 'valibot';
import { ASSIGNMENT_STATUSES, differencesOf } from '../domain/calendar.ts';
import type { Instant } from '../domain/ids.ts';
import { LOCALES, type LocalisedText } from '../domain/locales.ts';
import { DEPARTURE_STATUSES, GUIDE_ROLES } from '../domain/enums.ts';
import { readInstant } from './wire.ts';

export const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text): Instant => readInstant(text)),
);
export const localDate = v.pipe(v.string(), v.isoDate());
/** Age of stored figures. */
export const figuresMoment = {
  /** Null: not computed yet. */
  asOf: v.nullable(instant),
  /** Newer changes are not included yet. */
  isBehind: v.boolean(),
};
export const localised = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((texts): LocalisedText => {
    const result: LocalisedText = {};
    for (const locale of LOCALES) if (texts[locale] !== undefined) result[locale] = texts[locale];
    return result;
  }),
);

export const calendarTour = v.object({ id: v.string(), title: localised, colour: v.string() });

/** Seats reserved for a partner's bookings. */
const allotment = v.object({ name: v.string(), seats: v.number(), until: instant });
export const allottedSeats = v.array(allotment);

/** A departure with all fields that the office may change; also part of a `stale` refusal. */
export const departureCard = v.object({
  id: v.string(),
  tourId: v.string(),
  startsAt: instant,
  endsAt: instant,
  localDate,
  capacity: v.number(),
  booked: v.number(),
  language: v.string(),
  meetingNote: v.nullable(v.string()),
  closed: v.boolean(),
  status: v.picklist(DEPARTURE_STATUSES),
  differs: v.pipe(v.number(), v.transform(differencesOf)),
  version: v.number(),
  allottedSeats,
  guides: v.array(
    v.object({
      userId: v.string(),
      name: v.string(),
      role: v.picklist(GUIDE_ROLES),
      state: v.picklist(ASSIGNMENT_STATUSES),
    }),
  ),
});

/** Who a change affects. `withoutEmail`: parties that staff must call. */
export const impactSchema = v.object({
  bookings: v.number(),
  guests: v.number(),
  holds: v.number(),
  withoutEmail: v.array(
    v.object({
      id: v.string(),
      departureId: v.string(),
      reference: v.string(),
      contactName: v.string(),
      contactPhone: v.nullable(v.string()),
      guests: v.number(),
    }),
  ),
  guides: v.array(v.object({ userId: v.string(), name: v.string() })),
});
export type Impact = v.InferOutput<typeof impactSchema>;

/** Refusals of every departure change. */
export const changeRefusals = {
  /** Someone else changed them first; carries their current state. */
  stale: v.object({ departures: v.array(departureCard) }),
  /** Ids of departures that are over, departed or cancelled. */
  ended: v.object({ departures: v.array(v.string()) }),
};
