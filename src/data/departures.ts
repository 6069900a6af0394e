/** Changes to departures: add, override, change, cancel and move. */
import * as v from 'valibot';
import { CONFLICT_KINDS } from '../domain/assignment.ts';
import type { CancelReason, DepartureChanges } from '../domain/calendar.ts';
import { DEPARTURE_STATUSES, PRICE_CATEGORY_TYPES } from '../domain/enums.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { type DepartureOverrides, departureOverridesSchema, type NewDeparture } from '../domain/schedules.ts';
import type { Json } from './database-types.ts';
import { changeRefusals, impactSchema } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';
import { invalid } from './tours.ts';
import { toWire } from './wire.ts';

export const addDepartureRpc = defineRpc('add_departure', {
  response: v.object({ version: v.number() }),
  refusals: { ...invalid, archived: v.object({}) },
});

/** Adds a single departure. Refusals: `invalid`, `archived`. */
export const addDeparture = (
  { departure, tour, input }: { departure: Uuid; tour: Uuid; input: NewDeparture },
  options: RpcOptions = {},
) => rpc(addDepartureRpc, { departure, tour, input: toWire(input) as Json }, options);

export const overrideDepartureRpc = defineRpc('override_departure', {
  response: v.object({ version: v.number() }),
  refusals: {
    ...invalid,
    stale: v.object({ version: v.number(), current: departureOverridesSchema }),
    over: v.object({}),
  },
});

/** Sets a departure's own values, or removes them (null). Refusals: `invalid`, `over`, `stale`. */
export const saveDepartureOverrides = (
  { departure, version, input }: { departure: Uuid; version: number; input: DepartureOverrides },
  options: RpcOptions = {},
) => rpc(overrideDepartureRpc, { departure, version, input: toWire(input) as Json }, options);

export const readDepartureRpc = defineRpc('read_departure', {
  response: v.object({
    id: v.string(),
    companyId: v.string(),
    tourId: v.string(),
    scheduleId: v.nullable(v.string()),
    scheduledDate: v.nullable(v.string()),
    followsSchedule: v.boolean(),
    startsAt: v.string(),
    endsAt: v.string(),
    localDate: v.string(),
    departureStatus: v.picklist(DEPARTURE_STATUSES),
    isClosed: v.boolean(),
    version: v.number(),
    overrides: departureOverridesSchema,
    capacity: v.number(),
    language: v.string(),
    guideLanguages: v.array(v.string()),
    tourCapacity: v.number(),
    /** Values that apply without an override. */
    inheritedCapacity: v.number(),
    inheritedLanguage: v.string(),
    seatsTaken: v.number(),
    prices: v.array(
      v.object({
        priceCategoryId: v.string(),
        type: v.picklist(PRICE_CATEGORY_TYPES),
        /** Minor units, of the tour and of this departure. */
        tourAmount: v.number(),
        amount: v.number(),
      }),
    ),
  }),
});

/** Reads a departure with its own values and those of its tour. */
export const readDeparture = (departure: Uuid, options: RpcOptions = {}) =>
  rpc(readDepartureRpc, { departure }, options);
export type OneDeparture = Extract<Awaited<ReturnType<typeof readDeparture>>, { ok: true }>['data'];

/** Departures with the version that the person saw, which the change is based on. */
export type SelectedDepartures = readonly { id: Uuid; version: number }[];
const idsAndVersions = (departures: SelectedDepartures) => departures.map(({ id, version }) => ({ id, version }));

const changed = v.object({
  /** False for a preview. */
  done: v.boolean(),
  impact: impactSchema,
  departures: v.array(v.object({ id: v.string(), version: v.number() })),
});

interface Change {
  departures: SelectedDepartures;
  /** True: dry run that changes nothing. */
  preview?: boolean;
}

export const changeDeparturesRpc = defineRpc('change_departures', {
  response: changed,
  refusals: {
    ...changeRefusals,
    /** The new capacity is below the seats booked, and no reason was given. */
    under_booked: v.object({ departures: v.array(v.object({ id: v.string(), booked: v.number() })) }),
  },
});

/** Closes, reopens or edits departures, all of them or none. Values that are already set are ignored. */
export function changeDepartures(
  companyId: Uuid,
  { departures, changes, preview = false }: Change & { changes: DepartureChanges },
) {
  return rpc(changeDeparturesRpc, {
    company: companyId,
    departures: idsAndVersions(departures),
    changes: toWire(changes) as Json,
    preview,
  });
}

export const cancelDeparturesRpc = defineRpc('cancel_departures', { response: changed, refusals: changeRefusals });

/** Cancels departures with their bookings and mails guests and guides, including `message` if it is not empty. */
export function cancelDepartures(
  companyId: Uuid,
  { departures, reason, message, preview = false }: Change & { reason: CancelReason; message: string },
) {
  return rpc(cancelDeparturesRpc, {
    company: companyId,
    departures: idsAndVersions(departures),
    reason,
    message,
    preview,
  });
}

export const conflict = v.object({
  departureId: v.string(),
  userId: v.string(),
  kind: v.picklist(CONFLICT_KINDS),
  otherId: v.nullable(v.string()),
});
/** A reason against assigning a guide to a departure. */
export type CalendarConflict = v.InferOutput<typeof conflict>;

export const moveDepartureRpc = defineRpc('move_departure', {
  response: v.object({ ...changed.entries, conflicts: v.array(conflict) }),
  refusals: { ...changeRefusals, past: v.object({}) },
});

/**
 * Moves a departure to another day and time (`HH:MM` in the company's time zone). Bookings stay; guides are asked
 * again.
 */
export function moveDeparture(
  companyId: Uuid,
  move: { id: Uuid; version: number; date: LocalDate; time: string; message: string; preview?: boolean },
) {
  const { id, version, date, time, message, preview = false } = move;
  return rpc(moveDepartureRpc, {
    company: companyId,
    departure: id,
    version,
    to_date: date,
    to_time: time,
    message,
    preview,
  });
}
