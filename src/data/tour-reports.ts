/** Tour reports as the server has them; changes to them are actions in the outbox. */
import * as v from 'valibot';
import type { Action } from '../domain/actions.ts';
import { GUIDE_ROLES, PRICE_CATEGORY_TYPES } from '../domain/enums.ts';
import type { AttendanceRule } from '../domain/company-settings.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';
import { isRecord } from './is-record.ts';

/** Payloads were validated when the actions were pushed. */
const action = v.custom<Action>((value) => isRecord(value) && isRecord(value['payload']));

/** The list as the device stores it. */
export const REPORTS_CACHE_SCHEMA = v.object({
  rule: v.custom<AttendanceRule>((rule) => typeof rule === 'string'),
  currency: v.string(),
  timeZone: v.string(),
  // The app decides by the person's permissions.
  may: v.optional(v.object({ review: v.boolean(), unlock: v.boolean() })),
  reports: v.array(
    v.object({
      departureId: v.string(),
      title: localised,
      startsAt: instant,
      endsAt: instant,
      localDate,
      guides: v.array(v.object({ userId: v.string(), role: v.picklist(GUIDE_ROLES) })),
      prefilled: v.object({
        lines: v.array(v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), booked: v.number(), attended: v.number() })),
        walkIns: v.number(),
        /** Minor units. */
        cash: v.number(),
      }),
      actions: v.array(action),
    }),
  ),
  people: v.array(v.object({ id: v.string(), displayName: v.string() })),
});
export type TourReportsResponse = v.InferOutput<typeof REPORTS_CACHE_SCHEMA>;

const maskFreeText = (action: Action): Action => {
  switch (action.kind) {
    case 'report_submit': {
      const { payload } = action;
      if (payload.incidents === null && payload.note === null) return action;
      return { ...action, payload: { ...payload, incidents: null, note: null, isMasked: true } };
    }
    case 'report_return':
      return { ...action, payload: { ...action.payload, question: '' } };
    case 'report_unlock':
      return { ...action, payload: { ...action.payload, reason: '' } };
    default:
      return action;
  }
};
/** Removes free text about people before the device stores reports. Same rule as `private.masked_payload`. */
export const withoutFreeText = (response: TourReportsResponse): TourReportsResponse => ({
  ...response,
  reports: response.reports.map((report) => ({ ...report, actions: report.actions.map(maskFreeText) })),
});

export const readTourReportsRpc = defineRpc('read_tour_reports', { response: REPORTS_CACHE_SCHEMA });

/**
 * Lists reports of started departures: the whole company's or the person's own. At most 32 days. Fails with
 * `not_permitted`.
 */
export const readTourReports = (
  company: Uuid,
  { from, to, ...options }: { from: LocalDate; to: LocalDate } & RpcOptions,
) => rpc(readTourReportsRpc, { company, from_date: from, to_date: to }, options);
