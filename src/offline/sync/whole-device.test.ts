/** Data of people who have used the device but are not signed in now. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Dexie } from 'dexie';
import { UserDatabase } from '../device/database.ts';
import { databaseName } from '../device/stored-rows.ts';
import { deleteOldDataOfAllUsers, RETENTION_MS } from '../device/retention.ts';
import { signOutOfDevice } from '../device/sign-out.ts';
import { departureRows } from '../testing/office.ts';

const ANNA = '20000000-0000-4000-8000-000000000001';
const BERT = '20000000-0000-4000-8000-000000000002';

async function withData(userId: string): Promise<UserDatabase> {
  const db = new UserDatabase(userId);
  const { departures, bookings, guests } = departureRows(3);
  await Promise.all([db.departures.bulkAdd(departures), db.bookings.bulkAdd(bookings), db.guests.bulkAdd(guests)]);
  db.close({ disableAutoOpen: false });
  return db;
}
const databases = () => Dexie.getDatabaseNames();
let [anna, bert]: UserDatabase[] = [];
beforeEach(async () => {
  [anna, bert] = [await withData(ANNA), await withData(BERT)];
});
afterEach(async () => {
  await anna!.delete();
  await bert!.delete();
});

test('deletes everyone’s data two days after the departure, whoever is signed in', async () => {
  const { endsAt } = departureRows(1).departures[0]!;
  await deleteOldDataOfAllUsers(Date.parse(endsAt) + RETENTION_MS - 1000);
  expect(await anna!.guests.count()).toBe(3);
  await deleteOldDataOfAllUsers(Date.parse(endsAt) + RETENTION_MS + 1000);
  for (const db of [anna!, bert!])
    expect([await db.departures.count(), await db.bookings.count(), await db.guests.count()]).toEqual([0, 0, 0]);
});

test('deletes nothing before a server has confirmed the day', async () => {
  await deleteOldDataOfAllUsers(null);
  for (const db of [anna!, bert!]) expect(await db.guests.count()).toBe(3);
});

test('signing out wipes a person’s data without an engine, and keeps other people’s', async () => {
  await signOutOfDevice({ userId: ANNA });
  expect(await databases()).not.toContain(databaseName(ANNA));
  expect(await databases()).toContain(databaseName(BERT));
});

test('refuses to sign out with unsent actions until they are discarded, without an engine too', async () => {
  const action = {
    id: ANNA,
    kind: 'note',
    payload: { text: 'Waits' },
    bookingId: BERT,
    deviceId: ANNA,
    deviceTime: '2026-05-01T07:00:00.000Z',
  };
  await anna!.outbox.add({
    id: ANNA,
    state: 'waiting',
    deviceSequence: 1,
    companyId: BERT,
    departureId: BERT,
    action,
  } as never);
  expect(await signOutOfDevice({ userId: ANNA })).toEqual({ ok: false, unsent: { waiting: 1, parked: 0 } });
  expect(await anna!.outbox.count()).toBe(1);
  anna!.close({ disableAutoOpen: false });
  await signOutOfDevice({ userId: ANNA, discard: true });
  expect(await databases()).not.toContain(databaseName(ANNA));
});
