/** Rows of the list of departures, built from stored rows. */
import { afterEach, describe, expect, test } from 'vitest';
import type { MirroredDeparture } from '../../domain/mirror.ts';
import { COMPANY, departureId, departureRows, office, PERSON } from '../testing/office.ts';
import { departureRef, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';
import { readPendingLines, readSummaries, summariesOf, type StoredLines } from './departure-list.ts';

afterEach(stopAll);

const { companies, tours } = office();
const [departure] = departureRows(1).departures;
const tally = { expected: 1, checkedIn: 0, noShow: 0, cancelled: 0 };
const stored = (departures: MirroredDeparture[], more: Partial<StoredLines> = {}): StoredLines => ({
  company: companies![0],
  people: new Map(),
  lines: departures.map((departure) => ({
    departure,
    tour: tours![0]!,
    summary: {
      departureId: departure.id,
      companyId: COMPANY,
      localDate: departure.localDate,
      tally,
      due: 100,
      departedAt: null,
      stamp: '',
    },
  })),
  ...more,
});

describe('summariesOf', () => {
  test('lists the guides, lead guide first, without unknown names', () => {
    const guides = ['assistant', 'lead', 'assistant', 'assistant'].map((role, at) => ({ userId: `guide ${at}`, role }));
    const people = new Map([0, 1, 2].map((at) => [`guide ${at}`, `Guide ${at}`]));
    const [line] = summariesOf(stored([{ ...departure!, guides } as MirroredDeparture], { people }), new Map());
    expect(line!.guideNames).toEqual(['Guide 1', 'Guide 0', 'Guide 2']);
  });

  test('uses exact figures for departures with waiting actions', () => {
    const exact = {
      tally: { ...tally, checkedIn: 1 },
      due: 50,
      departedAt: '2026-05-01T09:00:00.000Z',
      waiting: 2,
      refused: 1,
    };
    const [plain, waits] = summariesOf(
      stored([departure!, { ...departure!, id: departureId(2) }]),
      new Map([[departureId(2), exact]]),
    );
    expect(plain).toMatchObject({ tally, due: 100, departedAt: null, waiting: 0, refused: 0, currency: 'DKK' });
    expect(waits).toMatchObject(exact);
  });

  test('falls back to euros when the company is not on the device', () =>
    expect(summariesOf(stored([departure!], { company: undefined }), new Map())[0]!.currency).toBe('EUR'));
});

describe('readSummaries', () => {
  test('lists departures by their start, then by their id', async () => {
    const { server, engine } = await syncedDevice();
    for (const [number, startsAt] of [
      [3, '2026-05-01T09:00:00.000Z'],
      [2, '2026-05-01T09:00:00.000Z'],
      [4, '2026-05-01T08:00:00.000Z'],
    ] as const)
      server.write(departureRows(1, { number, startsAt }));
    await engine.sync.pass();
    const { lines, company, people } = await readSummaries(engine.db, COMPANY);
    expect(lines.map((line) => line.departure.id)).toEqual([4, 1, 2, 3].map(departureId));
    expect(company?.id).toBe(COMPANY);
    expect(people.get(PERSON)).toBe('Guide');
  });

  test('skips departures without a tour or summary, and other companies', async () => {
    const { server, engine } = await syncedDevice();
    server.write(departureRows(1, { number: 2 }));
    await engine.sync.pass();
    await engine.db.summaries.delete(departureId(2));
    expect((await readSummaries(engine.db, COMPANY)).lines.map((line) => line.departure.id)).toEqual([departureId()]);
    expect((await readSummaries(engine.db, PERSON)).lines).toEqual([]);
    await engine.db.tours.clear();
    expect((await readSummaries(engine.db, COMPANY)).lines).toEqual([]);
  });
});

describe('readPendingLines', () => {
  test('folds again only what has changed', async () => {
    const { server, engine } = await syncedDevice();
    const { db } = engine;
    server.write(departureRows(1, { number: 2 }));
    await engine.sync.pass();
    await tap(engine, 1);
    const read = async () => (await readPendingLines(db, COMPANY)).get(departureId());
    const first = await read();
    expect(first).toMatchObject({ waiting: 1, refused: 0, tally: { checkedIn: 1 } });
    expect(await read()).toBe(first);
    await tap(engine, 2);
    const second = await read();
    expect(second).toMatchObject({ waiting: 2, tally: { checkedIn: 2 } });
    const [entry] = await db.outbox.orderBy('deviceSequence').toArray();
    await db.outbox.update(entry!.id, { state: 'parked' });
    expect(await read()).toMatchObject({ waiting: 1, refused: 1, tally: { checkedIn: 1 } });
  });

  test('skips a departure that is not on the device', async () => {
    const { engine } = await syncedDevice();
    await engine.record.addNote({
      ...departureRef,
      departureId: departureId(9),
      bookingId: departureId(8),
      text: 'late',
    });
    expect(await readPendingLines(engine.db, COMPANY)).toEqual(new Map());
  });
});
