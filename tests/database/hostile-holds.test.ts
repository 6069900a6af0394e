/**
 * Attackers who hold seats and never book, fast or patient, from one address or many: how many seats they keep from
 * others, and that nobody else is hindered (ADR 034).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

const HOLD_MINUTES = 15;
const SEATS = 20;

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(() => db.exec(`delete from private.rate_limit_buckets; delete from private.guest_holds`));

let day = 20;
const departureOf = (capacity = SEATS) =>
  makeDeparture(db, stage.company, {
    localDate: new Date(Date.now() + (day += 1) * 86_400_000).toISOString().slice(0, 10),
    capacity,
  });
const adults = (count: number) => Array.from({ length: count }, () => ({ price_category_id: stage.categories.ADULT }));
const holdFrom = (departure: string, count: number, from: string, token = makeToken()) =>
  holdAsGuest(db, { departure, guests: adults(count), from, token });
const hold = async (...wish: Parameters<typeof holdFrom>) => (await holdFrom(...wish)).status;
const extend = async (token: string, from: string) =>
  (await callAsGuest(db, 'extend', { request: randomUUID(), token, from })).status;
const confirm = async (token: string, from: string) =>
  (
    await callAsGuest(db, 'confirm', {
      request: randomUUID(),
      token,
      details: { contact: { name: 'Anna Holm', email: 'anna@holm.test' } },
      from,
    })
  ).status;
const free = async (departure: string) =>
  (
    await db.query<{ free: number }>(
      `select private.free_seats_of_departure(d)::int as free from public.departures as d where id = $1`,
      [departure],
    )
  )[0]!.free;
/** Lets time pass. */
const pass = (minutes: number) =>
  db.exec(`
    update private.rate_limit_buckets set counted_at = counted_at - interval '${minutes} minutes';
    update private.guest_holds set held_at = held_at - interval '${minutes} minutes';
    update public.bookings set expires_at = expires_at - interval '${minutes} minutes' where status = 'ON_HOLD';
    select private.expire_holds(10000)`);
/** When each address may try again, in minutes. */
const waitUntil = new Map<string, number>();
let clock = 0;
/**
 * Holds as many seats as an address gets at once, all that are left or fewer. Returns their number; 0 if it must wait.
 */
async function holdMostFree(departure: string, from: string): Promise<number> {
  for (let size = await free(departure); size >= 1;) {
    const result = await holdFrom(departure, size, from);
    if (result.status === 'ok') return size;
    if (size === 1) waitUntil.set(from, clock + Number(result['retry_after']) / 60);
    size = size > 5 ? 5 : Math.floor(size / 2);
  }
  return 0;
}
/** Returns the share of seats held in each quarter of an hour, with attackers who try whenever seats are free. */
async function simulateAttack(
  departures: readonly string[],
  addresses: readonly string[],
  hours: number,
): Promise<number[]> {
  const parts: number[] = [];
  waitUntil.clear();
  for (const end = clock + hours * 60; clock < end; clock += HOLD_MINUTES) {
    let got = 0;
    for (const departure of departures) {
      let left = SEATS;
      for (const from of addresses) {
        if (left === 0) break;
        // With several departures each has its own wait.
        if (departures.length === 1 && (waitUntil.get(from) ?? 0) > clock) continue;
        left -= await holdMostFree(departure, from);
      }
      got += SEATS - left;
    }
    parts.push(got / SEATS);
    await pass(HOLD_MINUTES);
  }
  return parts;
}
const mean = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0) / parts.length;
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `203.0.113.${n + 1}`);

describe('an attacker', () => {
  test('from one address keeps an eighth of a departure, however patient', async () => {
    const parts = await simulateAttack([await departureOf()], ['203.0.113.7'], 10);
    console.log(`one address: ${mean(parts.slice(8)).toFixed(3)} of the seats after two hours`);
    expect(parts[0]).toBe(1);
    expect(mean(parts.slice(8))).toBeLessThan(0.13);
    expect(parts.slice(8).filter((part) => part > 0.5)).toEqual([]);
  });

  test('gains no seats by extending holds', async () => {
    const departure = await departureOf();
    let minutes = 0;
    for (let n = 0; n < 48; n += 1) {
      const token = makeToken();
      const size = [20, 10, 5, 2, 1].find((count) => count <= SEATS);
      let held = 0;
      for (let count = size!; count >= 1 && held === 0; count = Math.floor(count / 2))
        if ((await hold(departure, count, '203.0.113.7', token)) === 'ok') held = count;
      const longer = held > 0 && (await extend(token, '203.0.113.7')) === 'ok';
      minutes += held * HOLD_MINUTES * (longer ? 2 : 1);
      await pass(2 * HOLD_MINUTES);
    }
    // Over a whole day, including the first burst.
    expect(minutes / (SEATS * 24 * 60)).toBeLessThan(0.16);
  });

  test('in one IPv6 network counts as one on a departure', async () => {
    const departure = await departureOf();
    expect(await hold(departure, SEATS, '2001:db8:7:1::1')).toBe('ok');
    await pass(HOLD_MINUTES);
    expect(await hold(departure, SEATS, '2001:db8:7:2::1')).toBe('rate_limited');
    expect(await hold(departure, 2, '2001:db8:8:1::1')).toBe('ok');
  });

  test('who rotates between tours from one address keeps a few seats of all of them', async () => {
    const all: string[] = [];
    for (let n = 0; n < 12; n += 1) all.push(await departureOf());
    const held = (await simulateAttack(all, ['203.0.113.7'], 3)).map((part) => part * SEATS);
    console.log(
      `one address on 12 departures: ${held[0]} seats at first, then ${mean(held.slice(8)).toFixed(1)} of 240`,
    );
    expect(Math.max(...held)).toBeLessThan(200);
    expect(mean(held.slice(8))).toBeLessThan(9);
  });

  test('from 50 addresses blocks a departure for some hours, and not for long again', async () => {
    const departure = await departureOf();
    const parts = await simulateAttack([departure], addresses(50), 16);
    const closed = parts.filter((part) => part === 1).length / 4;
    console.log(`50 addresses: closed for ${closed} h of 16, then ${mean(parts.slice(40)).toFixed(3)} of the seats`);
    expect(closed).toBeLessThan(6);
    expect(mean(parts.slice(40))).toBeLessThan(0.2);
    // A family that arrives during the attack still finds seats.
    expect(await hold(departure, 4, '198.51.100.1')).toBe('ok');
  });
});

describe('an honest guest', () => {
  test('for a school class holds a whole departure and books in time, but cannot extend', async () => {
    const departure = await departureOf(60);
    const token = makeToken();
    expect(await hold(departure, 60, '203.0.113.7', token)).toBe('ok');
    await pass(HOLD_MINUTES - 2);
    expect(await extend(token, '203.0.113.7')).toBe('holds_too_many');
    expect(await confirm(token, '203.0.113.7')).toBe('ok');
  });

  test('among many behind a hotel’s address books like the others', async () => {
    // 40 parties of four on two departures; each changes its mind once, extends, and books.
    const [first, second] = [await departureOf(200), await departureOf(200)];
    for (let n = 0; n < 40; n += 1) {
      const token = makeToken();
      expect(await hold(first, 3, '203.0.113.7', token)).toBe('ok');
      expect(await hold(first, 4, '203.0.113.7', token)).toBe('ok');
      if (n % 2) expect(await hold(second, 4, '203.0.113.7', token)).toBe('ok');
      expect(await extend(token, '203.0.113.7')).toBe('ok');
      expect(await confirm(token, '203.0.113.7')).toBe('ok');
    }
    expect(
      await db.query(
        `select abandoned from private.rate_limit_buckets where key = 'hold:203.0.113.7' and abandoned > 0`,
      ),
    ).toEqual([]);
    expect(await db.query(`select from private.guest_holds`)).toEqual([]);
  });

  test('leaves seats to others after looking and leaving, also on a small tour', async () => {
    const departure = await departureOf(8);
    for (let n = 0; n < 6; n += 1) {
      const token = makeToken();
      expect(await hold(departure, 2, '203.0.113.7', token)).toBe('ok');
      if (n === 2) expect(await confirm(token, '203.0.113.7')).toBe('ok');
      await pass(30);
    }
  });

  test('on a small tour can extend and book, and is not limited afterwards', async () => {
    const departure = await departureOf(6);
    const token = makeToken();
    expect(await hold(departure, 4, '203.0.113.7', token)).toBe('ok');
    expect(await extend(token, '203.0.113.7')).toBe('ok');
    // They confirm from another address, such as a phone's.
    expect(await confirm(token, '198.51.100.9')).toBe('ok');
    expect(await hold(departure, 2, '203.0.113.7')).toBe('ok');
    expect(
      await db.query(
        `select round(abandoned) as abandoned from private.rate_limit_buckets where key = 'departure:' || $1`,
        [departure],
      ),
    ).toEqual([{ abandoned: 2 }]);
  });

  test('a hold of more seats than are left is refused as sold out, not rate limited', async () => {
    const departure = await departureOf(6);
    expect(await hold(departure, 6, '203.0.113.7')).toBe('ok');
    expect(await hold(departure, 2, '203.0.113.7')).toBe('sold_out');
    const other = await departureOf(6);
    expect(await hold(other, 9, '203.0.113.8')).toBe('sold_out');
  });
});
