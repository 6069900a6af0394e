/** The numbers after the tours of some days, as the server knows them; what is done to them travels by the outbox. */
import * as v from 'valibot';
import type { Action } from '../domain/actions.ts';
import { GUIDE_ROLES, PRICE_CATEGORY_TYPES } from '../domain/closed-lists.ts';
import type { AttendanceRule } from '../domain/company-settings.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { rpc, type RpcOptions } from './rpc.ts';
import { isRecord } from './is-record.ts';

/** As the push took it: what each kind carries was looked at then. */
const action = v.custom<Action>((given) => isRecord(given) && isRecord(given['payload']));

/** The list as a device keeps it. */
export const KEPT_REPORTS = v.object({
  rule: v.custom<AttendanceRule>((rule) => typeof rule === 'string'),
  currency: v.string(),
  timeZone: v.string(),
  reports: v.array(
    v.object({
      departureId: v.string(),
      title: localised,
      startsAt: instant,
      endsAt: instant,
      localDate,
      guides: v.array(v.object({ userId: v.string(), role: v.picklist(GUIDE_ROLES) })),
      known: v.object({
        lines: v.array(v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), booked: v.number(), came: v.number() })),
        walkIns: v.number(),
        cash: v.number(),
      }),
      actions: v.array(action),
    }),
  ),
  people: v.array(v.object({ id: v.string(), displayName: v.string() })),
});
export type KnownReports = v.InferOutput<typeof KEPT_REPORTS>;

const withoutWordsOf = (action: Action): Action => {
  switch (action.kind) {
    case 'report_submit': {
      const { payload } = action;
      if (payload.incidents === null && payload.note === null) return action;
      return { ...action, payload: { ...payload, incidents: null, note: null, isMasked: true } };
    }
    case 'report_ask_back':
      return { ...action, payload: { ...action.payload, word: '' } };
    case 'report_unlock':
      return { ...action, payload: { ...action.payload, reason: '' } };
    default:
      return action;
  }
};
/** What a device keeps of an answer: figures, and no words about people. As `private.masked_payload`. */
export const withoutFreeText = (known: KnownReports): KnownReports => ({
  ...known,
  reports: known.reports.map((one) => ({ ...one, actions: one.actions.map(withoutWordsOf) })),
});

/** Departures that have begun: all of the company, or one's own. At most 32 days. Failures: `not_permitted` and those of the network. */
export const listReports = (company: Uuid, { from, to, ...options }: { from: LocalDate; to: LocalDate } & RpcOptions) =>
  rpc('tour_reports', { company, from_date: from, to_date: to }, { answer: KEPT_REPORTS, ...options });
