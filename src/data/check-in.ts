/** Push and pull over Supabase RPCs (docs/protocol.md). Responses of another shape fail with `bad_response`. */
import * as v from 'valibot';
import { REFUSALS, type Outcome, type Refusal } from '../domain/actions.ts';
import type { Uuid } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { CheckInPort, Cursor, Listeners } from './check-in-port.ts';
import type { Json } from './database-types.ts';
import { instant } from './departure-schemas.ts';
import { flags, mirroredRows } from './mirrored-rows.ts';
import { defineRpc } from './define-rpc.ts';
import { fetchResponse, createRpc, type FetchResponse } from './rpc.ts';
import { isRecord } from './is-record.ts';
import { toWire } from './wire.ts';

const KNOWN_REFUSALS: ReadonlySet<string> = new Set(REFUSALS);

const outcome: v.GenericSchema<unknown, Outcome> = v.variant('status', [
  v.object({ id: v.string(), status: v.picklist(['applied', 'duplicate']) }),
  v.object({ id: v.string(), status: v.literal('flagged'), flags }),
  v.object({
    // Null for an action without an id, which this app never sends.
    id: v.nullable(v.string(), ''),
    status: v.literal('refused'),
    // An unknown code of a newer server is still a refusal.
    code: v.pipe(
      v.unknown(),
      v.transform((code) => (KNOWN_REFUSALS.has(String(code)) ? (code as Refusal) : 'malformed')),
    ),
  }),
]);
const pushed = v.object({ serverTime: instant, outcomes: v.array(outcome) });

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const listeners: v.GenericSchema<unknown, Listeners> = v.object({
  seesAll: v.boolean(),
  office: count,
  all: count,
  turn: count,
  turns: count,
});
const pulled = v.pipe(
  v.object({
    serverTime: instant,
    epoch: v.string(),
    full: v.boolean(),
    done: v.boolean(),
    cursor: v.custom<Cursor>(isRecord),
    asOf: v.string(),
    listeners: v.fallback(v.nullable(listeners), null),
    visibleDepartures: v.nullish(v.array(v.string()), null),
    rows: mirroredRows,
  }),
  v.check(({ done, full, visibleDepartures }) => !done || !full || visibleDepartures !== null),
);

export const checkInPushRpc = defineRpc('check_in_push', { response: pushed });

export const checkInPullRpc = defineRpc('check_in_pull', { response: pulled, unread: 'cursor' });

/** Creates the port over any way to fetch responses. Only this function knows the wire format. */
export function createCheckInPort(ask: FetchResponse): CheckInPort {
  const rpc = createRpc(async (...call) => {
    const response = await ask(...call);
    // Losing permission deletes the list from the device, so only the RPC's own status counts; a bare 403 may come
    // from a proxy.
    return !response.ok && response.code === 'not_permitted' ? notOurs() : response;
  });
  return {
    async push({ device, actions }, signal) {
      const sent = actions.map((action) => {
        const { userId: _, ...withoutUserId } = action;
        return toWire(withoutUserId);
      });
      const args = { device: toWire(device) as Json, actions: sent as Json };
      const result = await rpc(checkInPushRpc, args, { signal });
      if (!result.ok) return result;
      // Outcomes must match the sent actions, one each and in order.
      const { outcomes } = result.data;
      const fits = outcomes.length === actions.length && outcomes.every(({ id }, at) => id === actions[at]!.id);
      return fits ? result : notOurs();
    },
    async pull({ companyId, from, to, cursor, pageSize }, signal) {
      const args = { company: companyId, from_date: from, to_date: to, cursor: cursor as Json, page_size: pageSize };
      const result = await rpc(checkInPullRpc, args, { signal });
      if (!result.ok || result.data.done) return result;
      return ok({ ...result.data, visibleDepartures: null });
    },
  };
}

const notOurs = (): Result<never> => fail('bad_response', { retry: true });

/** Returns the app's port for one person; with someone else's session nothing is sent or received. */
export const checkInPortOf = (userId: Uuid): CheckInPort =>
  createCheckInPort((name, args, options) =>
    fetchResponse(name, args, { ...options, as: userId, endedBySignal: true }),
  );
