/**
 * Random sequences of OCTO calls by resellers, with time passing and an office that cancels, against a model of OCTO's
 * booking states: status, party, seats, references and possible cancellations agree after each step. MUSTER_SEED
 * repeats one, MUSTER_CASES plays more.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { createApiKey } from '../support/api-keys.ts';
import { CATEGORIES, makeStage, type Category, type Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

const STEPS = 14;
const CAPACITY = 8;
const UNITS = ['ADULT', 'CHILD', 'FAMILY'] as const satisfies Category[];

let db: Database;
let stage: Stage;
let key: string;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  ({ key } = await createApiKey(db, stage.company));
});
afterAll(() => db?.close());

/** The expected state of a booking in OCTO's terms. */
interface Modelled {
  uuid: string;
  reserved: string;
  confirmed: string | null;
  status: 'ON_HOLD' | 'EXPIRED' | 'CONFIRMED' | 'CANCELLED';
  departure: string;
  units: Category[];
  notes: string | null;
  reason: string | null;
}
type Step = { error: string } | { is: Modelled };

/** The mulberry32 generator: small and reproducible. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (max: number) => Math.floor(next() * max),
    one: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)]!,
  };
}

const seatsOf = (units: readonly Category[]) => units.reduce((sum, unit) => sum + CATEGORIES[unit].seats, 0);
const isAccompanied = (units: readonly Category[]) =>
  !units.includes('CHILD') || units.includes('ADULT') || units.includes('FAMILY');
const isActive = ({ status }: Modelled) => status === 'ON_HOLD' || status === 'CONFIRMED';

async function call(method: string, path: string, body?: object) {
  const response = await api(
    new Request(`http://127.0.0.1/api/octo${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    fakePorts({ database: serviceDatabase(db) }),
  );
  return (await response.json()) as Record<string, unknown> & { unitItems?: { unitId: string }[] };
}

async function play(seed: number, seen: Set<string>): Promise<void> {
  const { below, one } = dice(seed);
  const departures = [
    await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: CAPACITY }),
    await makeDeparture(db, stage.company, { localDate: '2035-07-02', capacity: CAPACITY }),
  ];
  const booked: Modelled[] = [];
  const log: string[] = [];
  const free = (departure: string, without?: Modelled) =>
    CAPACITY -
    booked
      .filter((one_) => isActive(one_) && one_.departure === departure && one_ !== without)
      .reduce((sum, { units }) => sum + seatsOf(units), 0);
  const party = () => Array.from({ length: 1 + below(3) }, () => one(UNITS));
  const itemsOf = (units: readonly Category[]) => units.map((unit) => ({ unitId: stage.categories[unit] }));
  const fits = (units: readonly Category[], departure: string, without?: Modelled) =>
    isAccompanied(units) && seatsOf(units) <= free(departure, without);
  const nobody: Modelled = {
    uuid: randomUUID(),
    reserved: '',
    confirmed: null,
    status: 'EXPIRED',
    departure: departures[0]!,
    units: [],
    notes: null,
    reason: null,
  };
  const UNKNOWN = { error: 'INVALID_BOOKING_UUID' };
  const NOT_NOW = { error: 'UNPROCESSABLE_ENTITY' };

  const acts: Record<string, (subject: Modelled) => Promise<{ result: Record<string, unknown>; expected: Step }>> = {
    async reserve(subject) {
      // Sometimes under an existing id: with the same request or another one.
      const isRepeated = subject !== nobody && below(4) === 0;
      const made: Modelled = {
        ...nobody,
        uuid: isRepeated ? subject.uuid : randomUUID(),
        status: 'ON_HOLD',
        departure: one(departures),
        units: party(),
      };
      const body =
        isRepeated && below(2) === 0
          ? (JSON.parse(subject.reserved) as object)
          : {
              uuid: made.uuid,
              productId: stage.company.tourId,
              optionId: 'DEFAULT',
              availabilityId: made.departure,
              unitItems: itemsOf(made.units),
            };
      made.reserved = JSON.stringify(body);
      const result = await call('POST', '/bookings', body);
      if (isRepeated) return { result, expected: made.reserved === subject.reserved ? { is: subject } : UNKNOWN };
      if (!fits(made.units, made.departure)) return { result, expected: NOT_NOW };
      booked.push(made);
      return { result, expected: { is: made } };
    },
    async extend(subject) {
      const result = await call('POST', `/bookings/${subject.uuid}/extend`, { expirationMinutes: 1 + below(90) });
      if (subject === nobody) return { result, expected: UNKNOWN };
      return { result, expected: subject.status === 'ON_HOLD' ? { is: subject } : NOT_NOW };
    },
    async confirm(subject) {
      const changed = below(3) === 0 ? party() : null;
      const body = {
        contact: { fullName: one(['Anna Holm', 'Bo Lund']) },
        ...(changed ? { unitItems: itemsOf(changed) } : {}),
      };
      const result = await call('POST', `/bookings/${subject.uuid}/confirm`, body);
      if (subject === nobody || subject.status === 'EXPIRED') return { result, expected: UNKNOWN };
      if (subject.status === 'CONFIRMED' && subject.confirmed === JSON.stringify(body))
        return { result, expected: { is: subject } };
      if (subject.status !== 'ON_HOLD') return { result, expected: NOT_NOW };
      if (changed && !changes(subject, changed, subject.departure)) return { result, expected: NOT_NOW };
      Object.assign(subject, { status: 'CONFIRMED', confirmed: JSON.stringify(body), units: changed ?? subject.units });
      return { result, expected: { is: subject } };
    },
    async cancel(subject) {
      const reason = one([null, 'Rain', 'Ill']);
      const result = await call('POST', `/bookings/${subject.uuid}/cancel`, { reason });
      if (subject === nobody) return { result, expected: UNKNOWN };
      if (subject.status === 'EXPIRED' || subject.reason === 'the office') return { result, expected: NOT_NOW };
      if (subject.status !== 'CANCELLED') Object.assign(subject, { status: 'CANCELLED', reason });
      return { result, expected: { is: subject } };
    },
    async change(subject) {
      const departure = below(2) === 0 ? one(departures) : null;
      const units = below(2) === 0 ? party() : null;
      const notes = one(['By the sea', 'Late']);
      const body = {
        notes,
        ...(departure ? { availabilityId: departure } : {}),
        ...(units ? { unitItems: itemsOf(units) } : {}),
      };
      const result = await call('PATCH', `/bookings/${subject.uuid}`, body);
      if (subject === nobody) return { result, expected: UNKNOWN };
      if (!isActive(subject)) return { result, expected: NOT_NOW };
      const to = departure ?? subject.departure;
      // A change moves the booking first and changes its party afterwards.
      if (to !== subject.departure && !fits(subject.units, to)) return { result, expected: NOT_NOW };
      if (units && !changes(subject, units, to)) return { result, expected: NOT_NOW };
      Object.assign(subject, { departure: to, units: units ?? subject.units, notes });
      return { result, expected: { is: subject } };
    },
    async get(subject) {
      const result = await call('GET', `/bookings/${subject.uuid}`);
      return { result, expected: subject === nobody ? UNKNOWN : { is: subject } };
    },
    async expire(subject) {
      if (subject.status === 'ON_HOLD') {
        await db.query(
          `update public.bookings set expires_at = clock_timestamp() - interval '1 second'
           where id = (select booking_id from private.octo_bookings where uuid = $1)`,
          [subject.uuid],
        );
        subject.status = 'EXPIRED';
      }
      return acts['get']!(subject);
    },
    async officeCancels(subject) {
      const [row] = await db.query<{ id: string }>(
        'select booking_id as id from private.octo_bookings where uuid = $1',
        [subject.uuid],
      );
      if (subject.status === 'CONFIRMED') {
        await db.rpc(stage.company.people.office, 'cancel_booking', {
          request: randomUUID(),
          booking: row!.id,
          change: {},
        });
        Object.assign(subject, { status: 'CANCELLED', reason: 'the office' });
      }
      return acts['get']!(subject);
    },
  };
  /** Returns whether the party can be changed on that departure; guests who stay need no new seat. */
  function changes(subject: Modelled, units: readonly Category[], departure: string): boolean {
    const isSame = units.toSorted().join() === subject.units.toSorted().join();
    if (isSame) return true;
    const more = seatsOf(units) - seatsOf(subject.units);
    return isAccompanied(units) && (more <= 0 || more <= free(departure, subject) - seatsOf(subject.units));
  }

  for (let step = 0; step < STEPS; step += 1) {
    const name = booked.length === 0 ? 'reserve' : one(['reserve', ...Object.keys(acts)]);
    const subject = booked.length > 0 && below(12) > 0 ? one(booked) : nobody;
    const { result, expected } = await acts[name]!(subject);
    log.push(`${step}. ${name} ${subject.uuid} -> ${String(result['status'] ?? result['error'])}`);
    const where = `MUSTER_SEED=${seed}\n${log.join('\n')}\n`;
    if ('error' in expected) {
      seen.add(`${name} ${expected.error}`);
      expect(result['error'], where).toBe(expected.error);
      continue;
    }
    const { is } = expected;
    seen.add(`${name} ${is.status}`);
    expect(
      { ...result, units: result['unitItems'] && unitsOf(result['unitItems'] as { unitId: string }[]) },
      where,
    ).toMatchObject({
      uuid: is.uuid,
      status: is.status,
      availabilityId: is.departure,
      notes: is.notes,
      cancellable: isActive(is),
      units: itemsOf(is.units)
        .map(({ unitId }) => unitId)
        .toSorted(),
      cancellation: is.status === 'CANCELLED' ? { reason: is.reason === 'the office' ? null : is.reason } : null,
    });
    const body = { productId: stage.company.tourId, optionId: 'DEFAULT', availabilityIds: departures };
    const slots = (await call('POST', '/availability', body)) as unknown as { id: string; vacancies: number }[];
    expect(Object.fromEntries(slots.map(({ id, vacancies }) => [id, vacancies])), where).toEqual(
      Object.fromEntries(departures.map((departure) => [departure, free(departure)])),
    );
  }
  await db.exec('delete from private.rate_limit_buckets');
}
const unitsOf = (items: { unitId: string }[]) => items.map(({ unitId }) => unitId).toSorted();

const MUST_BE_SEEN = [
  ...['reserve', 'extend', 'confirm', 'cancel', 'change', 'get'].map((name) => `${name} INVALID_BOOKING_UUID`),
  'reserve ON_HOLD',
  'reserve UNPROCESSABLE_ENTITY',
  'extend ON_HOLD',
  'extend UNPROCESSABLE_ENTITY',
  'confirm CONFIRMED',
  'confirm UNPROCESSABLE_ENTITY',
  'cancel CANCELLED',
  'cancel UNPROCESSABLE_ENTITY',
  'change ON_HOLD',
  'change CONFIRMED',
  'change UNPROCESSABLE_ENTITY',
  'expire EXPIRED',
  'officeCancels CANCELLED',
];

test('random sequences match OCTO’s states', async () => {
  const seen = new Set<string>();
  // A generator that stops trying something would prove nothing about it.
  const missing = () => MUST_BE_SEEN.filter((outcome) => ![...seen].some((name) => name.startsWith(outcome)));
  await runUntilCovered(
    () => missing().length === 0,
    (seed) => play(seed, seen),
    caseCount(60),
  );
  expect(missing()).toEqual([]);
});
