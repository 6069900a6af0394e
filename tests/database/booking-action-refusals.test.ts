/** Tests that the refusals which the client declares for each booking action are exactly those that SQL can return. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACT_NAMES, refusalsOf, type BookingActionName } from '../../src/data/bookings/action-schemas.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
const functions = new Map<string, string>();
const states = new Map<string, boolean>();
beforeAll(async () => {
  db = await openPostgres();
  const rows = await db.query<{ name: string; body: string }>(
    `select proname as name, pg_get_functiondef(oid) as body from pg_proc
     where pronamespace = 'private'::regnamespace and prokind = 'f'`,
  );
  for (const { name, body } of rows) functions.set(name, `${functions.get(name) ?? ''}${body}`);
  for (const act of ACT_NAMES) {
    const [row] = await db.query<{ all: boolean }>(
      `select private.allowed_statuses($1) @> enum_range(null::public.booking_status) as all`,
      [act],
    );
    states.set(act, row!.all);
  }
});
afterAll(() => db?.close());

/** Statuses that any call may return (`FAILURES` in src/data/parse-response.ts). */
const ANY = ['ok', 'invalid', 'not_found', 'not_permitted', 'signed_out', 'rate_limited'];
/** Statuses for guests only, who use the same functions. */
const OF_GUESTS = ['too_late', 'extended_before', 'moving_not_allowed'];
/** Refusals of the trigger on bookings when one becomes active again (`private.adjust_booking_codes`). */
const BY_TRIGGER: Partial<Record<BookingActionName, string[]>> = {
  extend_booking: ['code_used_up'],
  confirm_booking: ['code_used_up'],
  restore_booking: ['code_used_up'],
};
/** Statuses that an action's code path contains but never returns: booked guests have a category and no age. */
const NOT_REFUSED: Partial<Record<BookingActionName, string[]>> = {
  extend_booking: ['wrong_category', 'wrong_age'],
  confirm_booking: ['wrong_category', 'wrong_age'],
  split_booking: ['wrong_category', 'wrong_age'],
  // An action that changes the amount on account takes no more than is due; without an account the guests owe it.
  change_party: ['no_account', 'too_much'],
  move_booking: ['no_account', 'too_much', 'wrong_age'],
  restore_booking: ['no_account', 'too_much', 'wrong_category', 'wrong_age'],
};

/** Returns every status in the body of a function and of all that it calls. */
function statusesOf(act: string): Set<string> {
  const found = new Set<string>();
  const waiting = [act];
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const body = functions.get(name);
    if (body === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const [, fromJson, other] of body.matchAll(/"status": "(\w+)"|'status', '(\w+)'/g))
      found.add((fromJson ?? other)!);
    // This function returns the status itself.
    if (name === 'code_problem') for (const [, status] of body.matchAll(/then '(\w+)'/g)) found.add(status!);
    waiting.push(...[...body.matchAll(/private\.(\w+)\(/g)].map(([, called]) => called!));
  }
  return found;
}

test.each([...ACT_NAMES, 'hold_booking'] as const)(
  'declares every refusal of %s that SQL can return, and no other',
  (act) => {
    expect(functions.has(act)).toBe(true);
    const results = statusesOf(act);
    for (const status of statusesOf('find_idempotent_response')) results.add(status);
    if (act !== 'hold_booking') {
      if (!states.get(act)) results.add('wrong_state');
      for (const status of BY_TRIGGER[act] ?? []) results.add(status);
      for (const status of NOT_REFUSED[act] ?? []) results.delete(status);
    }
    for (const status of [...ANY, ...OF_GUESTS]) results.delete(status);
    expect(refusalsOf(act).sort()).toEqual([...results].sort());
  },
);

test('only adjust_booking_codes raises code_used_up', () => {
  expect(functions.get('adjust_booking_codes')).toContain(`problem := 'code_used_up'`);
});
