/** Schedules, their exceptions and days off (blackouts). */
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import {
  type BlackoutForm,
  blackoutSchema,
  SCHEDULE_EXCEPTION_KINDS,
  type ExceptionForm,
  exceptionSchema,
  type ScheduleForm,
  scheduleSchema,
} from '../domain/schedules.ts';
import { planSchema, type Decisions } from './change-plan.ts';
import type { Json } from './database-types.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';
import { invalid } from './tours.ts';
import { toWire } from './wire.ts';

const changed = v.object({ ...planSchema.entries, version: v.number() });
/** Current state after a conflict; the version covers the schedule and its exceptions. */
const staleSchedule = v.object({ version: v.number(), current: scheduleSchema, exceptions: v.array(exceptionSchema) });
const refusals = { ...invalid, stale: staleSchedule, undecided: planSchema };
const asJson = (value: unknown) => toWire(value) as Json;

interface OfSchedule {
  schedule: Uuid;
  /** Version of the schedule as read; 0 creates a new one. */
  version: number;
}
export interface ScheduleToSave extends OfSchedule {
  tour: Uuid;
  input: ScheduleForm;
}
export interface ScheduleToSplit extends OfSchedule {
  fromDate: LocalDate;
  newSchedule: Uuid;
  input: ScheduleForm;
}
export interface ScheduleToEnd extends OfSchedule {
  fromDate: LocalDate;
}
export interface ExceptionToSave extends OfSchedule {
  input: ExceptionForm;
}
export interface ExceptionToDelete extends OfSchedule {
  localDate: LocalDate;
}
export interface BlackoutToDelete {
  company: Uuid;
  blackout: Uuid;
  version: number;
}
export interface BlackoutToSave extends BlackoutToDelete {
  input: BlackoutForm;
}

const withDecisions = <T extends object>(args: T, decisions: Decisions) => ({ ...args, decisions: { ...decisions } });

export const saveScheduleRpc = defineRpc('save_schedule', { response: changed, refusals });

/** Creates or replaces a schedule. Refusals: `undecided` with the departures to decide about, `invalid`, `stale`. */
export const saveSchedule = (
  { schedule, tour, version, input, decisions }: ScheduleToSave & { decisions: Decisions },
  options: RpcOptions = {},
) => rpc(saveScheduleRpc, withDecisions({ schedule, tour, version, input: asJson(input) }, decisions), options);

export const splitScheduleRpc = defineRpc('split_schedule', { response: changed, refusals });

/**
 * Changes "this and following": a new schedule from `fromDate` on. `version` in the response is the old schedule's.
 * Refusals as `saveSchedule`.
 */
export const splitSchedule = (
  { schedule, version, fromDate, newSchedule, input, decisions }: ScheduleToSplit & { decisions: Decisions },
  options: RpcOptions = {},
) =>
  rpc(
    splitScheduleRpc,
    withDecisions(
      { schedule, version, from_date: fromDate, new_schedule: newSchedule, input: asJson(input) },
      decisions,
    ),
    options,
  );

export const endScheduleRpc = defineRpc('end_schedule', { response: changed, refusals });

/** Removes "this and following", including dates that were added by hand. Refusals as `saveSchedule`. */
export const endSchedule = (
  { schedule, version, fromDate, decisions }: ScheduleToEnd & { decisions: Decisions },
  options: RpcOptions = {},
) => rpc(endScheduleRpc, withDecisions({ schedule, version, from_date: fromDate }, decisions), options);

export const saveExceptionRpc = defineRpc('save_exception', { response: changed, refusals });

/** Changes "this one" with an exception. Refusals as `saveSchedule`. */
export const saveException = (
  { schedule, version, input, decisions }: ExceptionToSave & { decisions: Decisions },
  options: RpcOptions = {},
) => rpc(saveExceptionRpc, withDecisions({ schedule, version, input: asJson(input) }, decisions), options);

export const deleteExceptionRpc = defineRpc('delete_exception', { response: changed, refusals });

/** Deletes an exception, so that the date follows the rule again. Refusals as `saveSchedule`. */
export const deleteException = (
  { schedule, version, localDate, decisions }: ExceptionToDelete & { decisions: Decisions },
  options: RpcOptions = {},
) => rpc(deleteExceptionRpc, withDecisions({ schedule, version, local_date: localDate }, decisions), options);

const staleBlackout = v.object({ version: v.number(), current: blackoutSchema });
const blackoutRefusals = { ...invalid, stale: staleBlackout, undecided: planSchema };

export const saveBlackoutRpc = defineRpc('save_blackout', { response: changed, refusals: blackoutRefusals });

/** Creates (version 0) or changes days off. Refusals as `saveSchedule`. */
export const saveBlackout = (
  { company, blackout, version, input, decisions }: BlackoutToSave & { decisions: Decisions },
  options: RpcOptions = {},
) => rpc(saveBlackoutRpc, withDecisions({ company, blackout, version, input: asJson(input) }, decisions), options);

export const deleteBlackoutRpc = defineRpc('delete_blackout', { response: changed, refusals: blackoutRefusals });

/** Deletes days off. Refusals as `saveBlackout`. */
export const deleteBlackout = (
  { company, blackout, version, decisions }: BlackoutToDelete & { decisions: Decisions },
  options: RpcOptions = {},
) => rpc(deleteBlackoutRpc, withDecisions({ company, blackout, version }, decisions), options);

export type ScheduleChange =
  | ({ kind: 'save_schedule' } & ScheduleToSave)
  | ({ kind: 'split_schedule' } & ScheduleToSplit)
  | ({ kind: 'end_schedule' } & ScheduleToEnd)
  | ({ kind: 'save_exception' } & ExceptionToSave)
  | ({ kind: 'delete_exception' } & ExceptionToDelete)
  | ({ kind: 'save_blackout' } & BlackoutToSave)
  | ({ kind: 'delete_blackout' } & BlackoutToDelete);

export const previewScheduleChangeRpc = defineRpc('preview_schedule_change', {
  response: planSchema,
  refusals: { ...invalid, stale: v.union([staleSchedule, staleBlackout]), undecided: planSchema },
});

/**
 * Returns the plan of a change without applying it: as data, or in the refusal `undecided` while departures need a
 * decision. Otherwise refused like the change itself.
 */
export const previewScheduleChange = (change: ScheduleChange, options: RpcOptions = {}) =>
  rpc(previewScheduleChangeRpc, { change: asJson(change) }, options);

export const previewScheduleRpc = defineRpc('preview_schedule', {
  response: v.object({
    dates: v.array(
      v.object({
        scheduledDate: v.string(),
        localDate: v.string(),
        startsAt: v.string(),
        kind: v.nullable(v.picklist(SCHEDULE_EXCEPTION_KINDS)),
      }),
    ),
    skipped: v.array(v.object({ localDate: v.string(), name: v.string() })),
  }),
  refusals: invalid,
});

/**
 * Previews ten dates of an unsaved schedule, from today or `from` on, with its exceptions and the dates that days off
 * skip. Refusal: `invalid`.
 */
export const previewSchedule = (
  { tour, input, schedule, from }: { tour: Uuid; input: ScheduleForm; schedule?: Uuid; from?: LocalDate },
  options: RpcOptions = {},
) =>
  rpc(
    previewScheduleRpc,
    { tour, input: asJson(input), ...(schedule ? { schedule } : {}), ...(from ? { from_date: from } : {}) },
    options,
  );

export const readSchedulesRpc = defineRpc('read_schedules', {
  response: v.object({
    today: v.string(),
    timeZone: v.string(),
    schedules: v.array(
      v.object({
        id: v.string(),
        version: v.number(),
        schedule: scheduleSchema,
        exceptions: v.array(exceptionSchema),
        nextAt: v.nullable(v.string()),
      }),
    ),
    blackouts: v.array(v.object({ id: v.string(), version: v.number(), blackout: blackoutSchema })),
  }),
});

/** Reads a tour's schedules with their exceptions, and current and future days off. */
export const readSchedules = (tour: Uuid, options: RpcOptions = {}) => rpc(readSchedulesRpc, { tour }, options);

export const createDeparturesRpc = defineRpc('create_departures', { response: v.object({ created: v.number() }) });

/** Creates missing departures of all schedules and returns how many. */
export const createDepartures = (company: Uuid, options: RpcOptions = {}) =>
  rpc(createDeparturesRpc, { company }, options);
