/** Exports mailed on a schedule (ADR 048). */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import {
  EXPORT_KINDS,
  EXPORT_PAUSES,
  EXPORT_FREQUENCIES,
  EXPORT_SELECTIONS,
  EXPORT_FORMATS,
  type ExportKind,
  type ExportFrequency,
  type ExportSelection,
  type ExportFormat,
} from '../domain/scheduled-exports.ts';
import { LOCALES, type Locale } from '../lib/locales.ts';
import type { Json } from './database-types.ts';
import { instant } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const named = { id: v.string(), name: v.string() };
const scheduled = v.object({
  id: v.string(),
  kind: v.picklist(EXPORT_KINDS),
  /** Null: without a view, or its view was deleted. The name is null for someone who may not read views. */
  view: v.nullable(v.object({ id: v.string(), name: v.nullable(v.string()) })),
  selection: v.picklist(EXPORT_SELECTIONS),
  frequency: v.picklist(EXPORT_FREQUENCIES),
  /** Day of the week (1 is Monday) or of the month. */
  day: v.nullable(v.number()),
  /** `HH:MM` in the company's time zone. */
  time: v.string(),
  format: v.picklist(EXPORT_FORMATS),
  members: v.array(v.string()),
  outside: v.array(v.string()),
  locale: v.picklist(LOCALES),
  /** Name of the creator, whose rights apply; null: no longer known. */
  madeBy: v.nullable(v.string()),
  pauseReason: v.nullable(v.picklist(EXPORT_PAUSES)),
  pausedAt: v.nullable(instant),
  nextAt: v.nullable(instant),
  version: v.number(),
  mayChange: v.boolean(),
  /** The last attempt failed after all retries. */
  hasFailed: v.boolean(),
  last: v.nullable(
    v.object({
      at: instant,
      /** Number of rows; null if they are not counted. */
      found: v.nullable(v.number()),
      /** Too large for external recipients, who got nothing. */
      isTooLarge: v.boolean(),
      // Numbers of mails.
      sent: v.number(),
      failed: v.number(),
      waiting: v.number(),
      /** Downloads by external recipients. */
      fetched: v.number(),
    }),
  ),
});
export type ScheduledExport = v.InferOutput<typeof scheduled>;

const RESPONSE = v.object({
  timeZone: v.string(),
  /** Kinds that the person may create. */
  makes: v.array(v.picklist(EXPORT_KINDS)),
  mayGoOutside: v.boolean(),
  views: v.array(v.object(named)),
  /** Possible recipients. `getsTours`: whether they may also receive the export of tours. */
  people: v.array(v.object({ ...named, getsTours: v.boolean() })),
  exports: v.array(scheduled),
});
export type ScheduledExports = v.InferOutput<typeof RESPONSE>;

export const readScheduledExportsRpc = defineRpc('read_scheduled_exports', { response: RESPONSE });

export const readScheduledExports = (company: Uuid, signal?: AbortSignal) =>
  rpc(readScheduledExportsRpc, { company }, { signal });

export interface ScheduledExportInput {
  company: Uuid;
  /** Made by the client for a new export, with version 0. */
  id: Uuid;
  version: number;
  kind: ExportKind;
  view: Uuid | null;
  selection: ExportSelection;
  frequency: ExportFrequency;
  day: number | null;
  time: string;
  format: ExportFormat;
  members: Uuid[];
  outside: string[];
  locale: Locale;
}
const NOTHING = v.object({});
/** Why an export cannot run: also the reasons for which the server pauses it. */
const EXPORT_REFUSALS = { no_right: NOTHING, no_view: NOTHING, view_changed: NOTHING, no_receiver: NOTHING };
const SAVE_REFUSALS = { stale: RESPONSE, gone: NOTHING, no_view: NOTHING, no_receiver: NOTHING, too_many: NOTHING };
export type SaveExportRefusal = keyof typeof SAVE_REFUSALS;
const SWITCH_REFUSALS = { ...EXPORT_REFUSALS, gone: NOTHING };
const SEND_REFUSALS = { ...SWITCH_REFUSALS, too_many: NOTHING };
export type ExportActionRefusal = keyof typeof SEND_REFUSALS;

export const saveScheduledExportRpc = defineRpc('save_scheduled_export', {
  response: RESPONSE,
  refusals: SAVE_REFUSALS,
});

export const saveScheduledExport = ({ company, id, version, ...settings }: ScheduledExportInput) =>
  rpc(saveScheduledExportRpc, { company, export: id, version, input: settings as unknown as Json });

export const switchScheduledExportRpc = defineRpc('switch_scheduled_export', {
  response: RESPONSE,
  refusals: SWITCH_REFUSALS,
});

export const switchScheduledExport = ({ id, isOn }: { id: Uuid; isOn: boolean }) =>
  rpc(switchScheduledExportRpc, { export: id, is_on: isOn });

export const deleteScheduledExportRpc = defineRpc('delete_scheduled_export', { response: RESPONSE });

export const deleteScheduledExport = ({ company, id }: { company: Uuid; id: Uuid }) =>
  rpc(deleteScheduledExportRpc, { company, export: id });

export const sendExportNowRpc = defineRpc('send_export_now', { response: RESPONSE, refusals: SEND_REFUSALS });

/** Sends an export now. Idempotent by `request`. */
export const sendExportNow = ({ id, request }: { id: Uuid; request: Uuid }) =>
  rpc(sendExportNowRpc, { export: id, request });
