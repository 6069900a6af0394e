/**
 * Cost of the roll-call in PostgreSQL: a push, a pull by the company's size, and 200 tablets of one company beside
 * twenty others.
 */
import { readFileSync } from 'node:fs';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeBooking, makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { fillCompany } from '../support/fill-company.ts';
import { median, percentile, type Figure } from './figures.ts';
import { makeFleet, Pool, relay, type Fleet } from './fleet.ts';

type Server = Database & { url: string };

const CONNECTIONS = 10;
const LOAD_SECONDS = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

interface Pull {
  status: string;
  done: boolean;
  cursor: unknown;
}
const pullOnce = (db: Database, company: Company, person: Uuid, cursor: unknown) =>
  db.rpc<Pull>(person, 'check_in_pull', {
    company: company.id,
    from_date: day(-1),
    to_date: day(2),
    cursor,
    page_size: 5000,
  });

/** Returns the CPU seconds of the server's connections, or null where the system does not report them. */
async function cpuSeconds(db: Database): Promise<number | null> {
  const rows = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  try {
    const ticks = rows.map(({ pid }) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13).map(Number),
    );
    return ticks.flat().reduce((sum, tick) => sum + tick, 0) / 100;
  } catch {
    return null;
  }
}

/** Returns average milliseconds and CPU milliseconds of a call. */
async function costOf(
  db: Database,
  times: number,
  call: (n: number) => Promise<unknown>,
): Promise<{ ms: number; cpu: number }> {
  for (let n = 0; n < 10; n += 1) await call(n);
  const before = await cpuSeconds(db);
  const all: number[] = [];
  for (let n = 10; n < 10 + times; n += 1) {
    const start = performance.now();
    await call(n);
    all.push(performance.now() - start);
  }
  const after = await cpuSeconds(db);
  return { ms: median(all), cpu: before === null || after === null ? median(all) : ((after - before) * 1000) / times };
}

/** Measures the pull after one check-in, in a company with `guests` guests in the window. */
async function pullAfterOneChange(db: Server, guests: number) {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company, { capacity: 500 });
  const party = await makeBooking(db, company, { departureId, guests: 410 });
  await fillCompany(db, company, guests);
  let [cursor, done]: [unknown, boolean] = [null, false];
  while (!done) ({ cursor, done } = await pullOnce(db, company, company.people.office, cursor));
  const device = makeDevice();
  const push = (n: number) => {
    const action = device.action('check_in', {
      company,
      departureId,
      bookingId: party.bookingId,
      guestId: party.guests[n]!.id,
      payload: { method: 'tap' },
    });
    return db.rpc(company.people.guide, 'check_in_push', { device: device.header(), actions: [action] });
  };
  const pushed = await costOf(db, 200, push);
  await push(400);
  const result = await pullOnce(db, company, company.people.office, cursor);
  cursor = result.cursor;
  // Nothing is written in between: each pull returns the same change.
  await push(401);
  const pulled = await costOf(db, 200, () => pullOnce(db, company, company.people.office, cursor));
  const bytes = JSON.stringify(await pullOnce(db, company, company.people.office, cursor)).length;
  return { pushed, pulled, bytes };
}

/** Returns the maximum number of moments within one second. */
function busiestSecond(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((from, at) => sorted.slice(at).filter((time) => time < from + 1000).length));
}

/** Returns the delays in milliseconds from a check-in's commit until the concerned tablets had it. */
function delays(fleet: Fleet, checkIns: readonly { id: Uuid; at: number; group: number }[]): number[] {
  return checkIns.flatMap(({ id, at, group }) => {
    const recipients = fleet.tablets.filter((tablet) => tablet.seesAll || fleet.groups[group]!.guides.includes(tablet));
    return recipients.map((tablet) => Math.max(0, (tablet.shown.get(id) ?? Infinity) - at));
  });
}

async function fleetFigures(db: Server, cost: { pull: number; push: number }): Promise<Figure[]> {
  const pool = await Pool.of(CONNECTIONS, () => db.connect());
  const big = await makeFleet(db, { company: await makeCompany(db), pool, office: 40, guides: 160 });
  const small: Fleet[] = [];
  for (let n = 0; n < 20; n += 1)
    small.push(await makeFleet(db, { company: await makeCompany(db), pool, office: 2, guides: 8 }));
  const everybody = [big, ...small].flatMap(({ tablets }) => tablets);
  const unplug = await relay(db.url, everybody);
  // The first pulls report the number of listeners only once everybody has joined.
  await pause(500);

  const guests = new Map<number, number>();
  const checkIn = async (fleet: Fleet, group: number) => {
    const { departureId, party, guides } = fleet.groups[group]!;
    const key = small.indexOf(fleet) * 1000 + group;
    const guest = guests.get(key) ?? 0;
    guests.set(key, guest + 1);
    return { ...(await guides[guest % 4]!.checkIn(departureId, party, guest % 60)), group };
  };

  // A single check-in.
  big.pulls.length = 0;
  const committed = await checkIn(big, 0);
  await pause(6000);
  const alone = {
    pulls: big.pulls.filter(({ cause }) => cause === 'event').map(({ at }) => at),
    delays: delays(big, [committed]),
  };

  // Forty departures check in at once, and every other company continues.
  for (const { pulls } of [big, ...small]) pulls.length = 0;
  pool.busy = 0;
  const stops = everybody.map((tablet) => tablet.tick());
  const before = await cpuSeconds(db);
  const start = performance.now();
  const checkIns: { id: Uuid; at: number; group: number }[] = [];
  const work: Promise<unknown>[] = [];
  for (let tick = 0; performance.now() - start < LOAD_SECONDS * 1000; tick += 1) {
    work.push(checkIn(big, tick % big.groups.length).then((result) => checkIns.push(result)));
    if (tick % 2 === 0) work.push(checkIn(small[(tick / 2) % 20]!, 0));
    await pause(100);
  }
  await Promise.all(work);
  const seconds = (performance.now() - start) / 1000;
  const cpu = ((await cpuSeconds(db)) ?? 0) - (before ?? 0);
  const busy = pool.busy / 1000 / seconds;
  await pause(5500);
  for (const stop of stops) stop();
  await unplug();
  await Promise.all(everybody.map((tablet) => tablet.stop()));
  const late = delays(big, checkIns);
  const pullsByEvent = big.pulls.filter(({ cause }) => cause === 'event').map(({ at }) => at);
  const all = [big, ...small].flatMap(({ pulls }) => pulls).length;

  // At the meeting point every guide's device checks in a guest each ten seconds: it pushes, pulls, and polls.
  const guide = (cost.push + cost.pull) / 10 + cost.pull / 20;
  const screen = (cost.pull * 16) / 40;
  const each = 0.8 * guide + 0.2 * screen;
  const supportedDevices = Math.floor((1000 * 0.6) / each);
  return [
    {
      what: '200 tablets of a company, one check-in: pulls by events, busiest second',
      value: busiestSecond(alone.pulls),
      unit: '/s',
      budget: 20,
      note: `${alone.pulls.length} of 199 tablets pulled; the others are not recipients`,
    },
    {
      what: 'the same: until the last concerned tablet has it',
      value: Math.max(...alone.delays) / 1000,
      unit: 's',
      budget: 5,
      note: `p95 ${(percentile(alone.delays, 0.95) / 1000).toFixed(2)} s`,
    },
    {
      what: '10 check-ins a second in it, 20 companies behind: pulls by events, busiest second',
      value: busiestSecond(pullsByEvent),
      unit: '/s',
      budget: null,
      note: `${(pullsByEvent.length / seconds).toFixed(1)} a second on average; of all 400 tablets ${(all / seconds).toFixed(1)} pulls a second`,
    },
    {
      what: 'the same: until concerned tablets have it, p95',
      value: percentile(late, 0.95) / 1000,
      unit: 's',
      budget: 5,
      note: `worst ${(Math.max(...late) / 1000).toFixed(2)} s of ${late.length}`,
    },
    {
      what: `the same: connections at work, of ${CONNECTIONS}`,
      value: busy,
      unit: 'busy',
      budget: null,
      note: `${(cpu / seconds).toFixed(2)} processors of the server`,
    },
    {
      what: 'devices that one processor of the server holds at the meeting point',
      value: supportedDevices,
      unit: 'devices',
      budget: null,
      note: `at 60 % of it; ${guide.toFixed(2)} ms a second for a guide's tablet, ${screen.toFixed(2)} for an office screen`,
    },
  ];
}

export async function serverFigures(): Promise<Figure[]> {
  const db = (await openPostgresServer()) as Server;
  try {
    const small = await pullAfterOneChange(db, 100);
    const large = await pullAfterOneChange(db, 100_000);
    return [
      {
        what: 'pull after one change, 100,000 guests in the window',
        value: large.pulled.ms,
        unit: 'ms',
        budget: 2 * small.pulled.ms,
        beside: { what: '100 guests', value: small.pulled.ms },
        note: `processor ${large.pulled.cpu.toFixed(2)} against ${small.pulled.cpu.toFixed(2)} ms`,
      },
      {
        what: 'its size',
        value: large.bytes / 1000,
        unit: 'kB',
        budget: 4,
        beside: { what: '100 guests', value: small.bytes / 1000 },
      },
      {
        what: 'push of one check-in, 100,000 guests in the window',
        value: large.pushed.ms,
        unit: 'ms',
        budget: null,
        beside: { what: '100 guests', value: small.pushed.ms },
        note: `processor ${large.pushed.cpu.toFixed(2)} against ${small.pushed.cpu.toFixed(2)} ms`,
      },
      ...(await fleetFigures(db, { pull: large.pulled.cpu, push: large.pushed.cpu })),
    ];
  } finally {
    await db.close();
  }
}
