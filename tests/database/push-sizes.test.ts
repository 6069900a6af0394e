/** Size limits of a push: measured before it is parsed, and an oversized action is refused alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUSH_LIMITS } from '../../src/domain/actions.ts';
import { makePerson } from '../support/database-fixtures.ts';
import { checkIn, company, db, office, openScene, outcomes, push, setUp, stored, undo } from './push-scene.ts';

beforeAll(openScene);
afterAll(() => db?.close());

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const text = (person: string, device: string, actions: string) =>
  db.as(
    person,
    async (query) =>
      (
        await query<{ result: { status: string } }>(`select public.check_in_push($1, $2) as result`, [device, actions])
      )[0]!.result,
  );

test('the device’s limits equal the server’s', async () => {
  const names = {
    request_bytes: PUSH_LIMITS.requestBytes,
    action_bytes: PUSH_LIMITS.actionBytes,
    actions: PUSH_LIMITS.actions,
    missing: PUSH_LIMITS.missing,
    undone: PUSH_LIMITS.undone,
  };
  for (const [what, limit] of Object.entries(names))
    expect(await db.query(`select private.push_limit($1) as n`, [what])).toEqual([{ n: limit }]);
});

test('refuses only an oversized action, whatever it contains', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const good = [checkIn(device, departureId, party), checkIn(device, departureId, party, { guest: 1 })];
  const large = {
    ...device.action('note', {
      company,
      departureId,
      bookingId: party.bookingId,
      payload: { text: 'x'.repeat(PUSH_LIMITS.actionBytes) },
    }),
  };
  const nameless = ['\ud83d'.repeat(30_000)];
  const result = await push(office(), device, [good[0], large, nameless, good[1]]);
  expect(result.outcomes).toEqual([
    { id: good[0]!.id, status: 'applied' },
    { id: large.id, status: 'refused', code: 'too_large' },
    { id: null, status: 'refused', code: 'too_large' },
    { id: good[1]!.id, status: 'applied' },
  ]);
});

test('accepts lists up to their limits and refuses longer ones', async () => {
  const { departureId, device } = await setUp();
  const count = (missing: number) =>
    device.action('count', { company, departureId, payload: { present: 1, missing: ids(missing), stop: null } });
  const sent = [
    count(PUSH_LIMITS.missing),
    count(PUSH_LIMITS.missing + 1),
    undo(device, departureId, ids(PUSH_LIMITS.undone)),
    undo(device, departureId, ids(PUSH_LIMITS.undone + 1)),
  ];
  expect(outcomes(await push(office(), device, sent))).toEqual(['applied', 'too_large', 'applied', 'too_large']);
});

test('rejects an oversized request without parsing it', async () => {
  const { device } = await setUp();
  const header = JSON.stringify(device.header());
  expect(await text(office(), header, `["${'x'.repeat(PUSH_LIMITS.requestBytes)}"]`)).toEqual({ status: 'invalid' });
  expect(await text(office(), JSON.stringify({ ...device.header(), label: 'x'.repeat(5000) }), '[]')).toEqual({
    status: 'invalid',
  });
});

test('refuses a person without check-in permission unread, except for repeats of their own actions', async () => {
  const { departureId, party, device } = await setUp({ guests: 2 });
  const nobody = await makePerson(db);
  const poison = `[{"id": "${randomUUID()}", "text": "${'\\ud83d'.repeat(20_000)}"}, "\\ud83d", 7]`;
  // Without this function, any attempt to sanitize the text would fail.
  await db.exec(`alter function private.sanitize_json(json) rename to put_away`);
  try {
    expect(await text(nobody, JSON.stringify(device.header()), poison)).toMatchObject({
      status: 'ok',
      outcomes: [{ code: 'not_permitted' }, { id: null, code: 'not_permitted' }, { id: null, code: 'not_permitted' }],
    });
    expect(await text(randomUUID(), JSON.stringify(device.header()), poison)).toEqual({ status: 'signed_out' });
  } finally {
    await db.exec(`alter function private.put_away(json) rename to sanitize_json`);
  }
  const once = await makePerson(db, { company: company.id, role: 'office' });
  const [before, after] = [checkIn(device, departureId, party), checkIn(device, departureId, party, { guest: 1 })];
  await push(once, device, [before]);
  await db.query(`delete from public.roles_users where user_id = $1`, [once]);
  expect(outcomes(await push(once, device, [before, after]))).toEqual(['duplicate', 'not_permitted']);
  expect(await stored(after.id)).toEqual([]);
});
