/** Outbox actions, which are read from storage once. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { COMPANY, departureId } from '../testing/office.ts';
import { departureRef, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';
import { readPending, readUnsettled } from './pending.ts';

afterEach(stopAll);

const OTHER_COMPANY = '99999999-9999-4999-8999-999999999999';
const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id);

async function worldWithPending() {
  const { engine } = await syncedDevice();
  const { db } = engine;
  await tap(engine, 1);
  await engine.record.addNote({ ...departureRef, departureId: departureId(2), bookingId: departureId(8), text: 'two' });
  await engine.record.addNote({
    companyId: OTHER_COMPANY,
    departureId: departureId(3),
    bookingId: departureId(8),
    text: 'three',
  });
  const [one, two, three] = (await db.outbox.orderBy('deviceSequence').toArray()).map(({ id }) => id);
  return { engine, db, one: one!, two: two!, three: three! };
}

describe('readPending', () => {
  test('reads the actions of a company or of a departure', async () => {
    const { db, one, two, three } = await worldWithPending();
    const of = async (scope: Parameters<typeof readPending>[1]) =>
      ids((await readPending(db, scope)).map(({ action }) => action)).toSorted();
    expect(await of({ companyId: COMPANY })).toEqual([one, two].toSorted());
    expect(await of({ companyId: OTHER_COMPANY })).toEqual([three]);
    expect(await of({ departureId: departureId(2) })).toEqual([two]);
    expect(await of({ departureId: departureId(9) })).toEqual([]);
  });

  test('marks the actions that the server refused', async () => {
    const { db, one } = await worldWithPending();
    await db.outbox.update(one, { state: 'parked' });
    const read = await readPending(db, { companyId: COMPANY });
    expect(read.map(({ action, parked }) => [action.kind, parked]).toSorted()).toEqual([
      ['check_in', true],
      ['note', false],
    ]);
  });

  test('reads no action twice, and drops those that left the company’s outbox', async () => {
    const { db, one, three } = await worldWithPending();
    const bulkGet = vi.spyOn(db.outbox, 'bulkGet');
    await readPending(db, { companyId: COMPANY });
    await readPending(db, { companyId: OTHER_COMPANY });
    expect(bulkGet).not.toHaveBeenCalled();
    const row = (await db.outbox.get(one))!;
    const other = (await db.outbox.get(three))!;
    await db.outbox.bulkDelete([one, three]);
    await readPending(db, { departureId: row.departureId });
    await db.outbox.bulkPut([row, other]);
    // Reading one departure says nothing about others, so all stay cached.
    await readPending(db, { companyId: COMPANY });
    expect(bulkGet).not.toHaveBeenCalled();
    await db.outbox.bulkDelete([one, three]);
    await readPending(db, { companyId: COMPANY });
    await db.outbox.bulkPut([row, other]);
    await readPending(db, { companyId: OTHER_COMPANY });
    expect(bulkGet).not.toHaveBeenCalled();
    await readPending(db, { companyId: COMPANY });
    expect(bulkGet.mock.calls).toEqual([[[one]]]);
  });

  test('skips actions that are deleted during the read', async () => {
    const { db, one } = await worldWithPending();
    const row = (await db.outbox.get(one))!;
    await db.outbox.delete(one);
    await readPending(db, { companyId: COMPANY });
    await db.outbox.put(row);
    vi.spyOn(db.outbox, 'bulkGet').mockResolvedValue([undefined] as never);
    expect((await readPending(db, { companyId: COMPANY })).map(({ action }) => action.kind)).toEqual(['note']);
  });
});

test('readUnsettled reads unconfirmed and refused actions of all companies', async () => {
  const { db, one, two, three } = await worldWithPending();
  await db.outbox.update(one, { state: 'acknowledged' });
  await db.outbox.update(two, { state: 'parked' });
  const { waiting, parked } = await readUnsettled(db);
  expect(ids(waiting).toSorted()).toEqual([one, three].toSorted());
  expect(ids(parked)).toEqual([two]);
});
