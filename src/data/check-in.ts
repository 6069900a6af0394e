/** Push and pull over Supabase's remote procedures (docs/protocol.md). Only an answer of the expected shape counts. */
import * as v from 'valibot';
import { REFUSALS, type Outcome, type Refusal } from '../domain/actions.ts';
import type { Uuid } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { CheckInPort, Cursor, Listeners } from './check-in-port.ts';
import type { Json } from './database-types.ts';
import { instant } from './departure-schemas.ts';
import { flags, mirroredRows } from './mirrored-rows.ts';
import { fetchResponse, createRpc, type FetchResponse } from './rpc.ts';
import { isRecord } from './is-record.ts';
import { toWire } from './wire.ts';

const KNOWN_REFUSALS: ReadonlySet<string> = new Set(REFUSALS);

const outcome: v.GenericSchema<unknown, Outcome> = v.variant('status', [
  v.object({ id: v.string(), status: v.picklist(['applied', 'duplicate']) }),
  v.object({ id: v.string(), status: v.literal('flagged'), flags }),
  v.object({
    id: v.string(),
    status: v.literal('refused'),
    // A code of a newer server is a refusal all the same.
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

/** The port over any way to fetch the answers; it alone knows the wire's shapes. */
export function createCheckInPort(ask: FetchResponse): CheckInPort {
  const rpc = createRpc(async (...call) => {
    const answer = await ask(...call);
    // Only the procedure itself takes a permission away, and its list off the device; a bare 403 is of something in between.
    return !answer.ok && answer.code === 'not_permitted' ? notOurs() : answer;
  });
  return {
    async push({ device, actions }, signal) {
      const sent = actions.map((action) => {
        const { userId: _, ...told } = action;
        return toWire(told);
      });
      const args = { device: toWire(device) as Json, actions: sent as Json };
      const answer = await rpc('check_in_push', args, { signal, answer: pushed });
      if (!answer.ok) return answer;
      // They must speak of the very actions that were sent, one each and in order.
      const { outcomes } = answer.data;
      const fits = outcomes.length === actions.length && outcomes.every(({ id }, at) => id === actions[at]!.id);
      return fits ? answer : notOurs();
    },
    async pull({ companyId, from, to, cursor, pageSize }, signal) {
      const args = { company: companyId, from_date: from, to_date: to, cursor: cursor as Json, page_size: pageSize };
      const answer = await rpc('check_in_pull', args, { signal, answer: pulled, unread: 'cursor' });
      if (!answer.ok || answer.data.done) return answer;
      return ok({ ...answer.data, visibleDepartures: null });
    },
  };
}

const notOurs = (): Result<never> => fail('bad_answer', { retry: true });

/** The port of the app, for one person: with somebody else's session nothing is sent and nothing comes. */
export const checkInPortOf = (userId: Uuid): CheckInPort =>
  createCheckInPort((name, args, options) =>
    fetchResponse(name, args, { ...options, as: userId, endedBySignal: true }),
  );
