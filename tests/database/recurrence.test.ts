/** The SQL that expands recurrence rules is compared with rrule-temporal, across clock changes (ADR 023). */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatRrule, parseRrule } from '../../src/domain/recurrence.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { caseCount, seed } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const ZONES = [
  'Europe/Copenhagen',
  'Europe/Rome',
  'Europe/Madrid',
  'Europe/Dublin',
  'Atlantic/Azores',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
  'Asia/Tokyo',
];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The mulberry32 generator, seeded so that a failure can be repeated. */
function dice(start: number) {
  let state = start >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    some: <T>(list: readonly T[], max: number): T[] => {
      const chosen = new Set<T>();
      for (let n = below(max) + 1; n > 0; n -= 1) chosen.add(list[below(list.length)]!);
      return [...chosen];
    },
  };
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, n) => n + 1).flatMap((day) => [day, -day]);
const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);
const NTH = ['', '1', '2', '3', '4', '5', '-1', '-2', '-5'];

interface Case {
  rule: string;
  zone: string;
  start: string;
  time: string;
  from: string;
  to: string;
}

const stamp = (date: string) => date.replaceAll('-', '');
const plus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

function makeCases(count: number): Case[] {
  const { below, pick, some } = dice(seed);
  return Array.from({ length: count }, () => {
    const start = plus('2025-12-01', below(500));
    const frequency = pick(['DAILY', 'WEEKLY', 'MONTHLY']);
    const parts = [`FREQ=${frequency}`];
    if (below(2)) parts.push(`INTERVAL=${1 + below(frequency === 'DAILY' ? 20 : 5)}`);
    if (below(3) === 0) parts.push(`BYMONTH=${some(MONTHS, 6).join(',')}`);
    if (frequency === 'WEEKLY' && below(4)) parts.push(`BYDAY=${some(DAYS, 4).join(',')}`);
    if (frequency === 'MONTHLY') {
      const by = below(3);
      if (by === 0) parts.push(`BYMONTHDAY=${some(MONTH_DAYS, 4).join(',')}`);
      if (by === 1) parts.push(`BYDAY=${[...new Set(some(DAYS, 3).map((day) => pick(NTH) + day))].join(',')}`);
    }
    const end = below(3);
    if (end === 0) parts.push(`UNTIL=${stamp(plus(start, below(300)))}`);
    if (end === 1) parts.push(`COUNT=${1 + below(60)}`);
    const from = plus(start, below(150) - 20);
    // Most tours run by day; the interesting hours are at night.
    const hour = below(3) === 0 ? 6 + below(16) : below(4);
    const time = `${String(hour).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`;
    return { rule: parts.join(';'), zone: pick(ZONES), start, time, from, to: plus(from, below(230)) };
  });
}

/**
 * Walks through all occurrences until `visit` returns false. For a rule without any, such as 31 April, the library
 * gives up with an error.
 */
function walk(oracle: RRuleTemporal, visit: Parameters<RRuleTemporal['all']>[0]): void {
  try {
    oracle.all(visit);
  } catch (error) {
    // This many steps lead far beyond every window of these tests.
    if (!String(error).includes('Maximum iterations (10000)')) throw error;
  }
}

/** Returns the library's dates, in UTC. */
function datesOf({ rule, start, from, to }: Case): string[] {
  const until = /;UNTIL=(\d{8})/.exec(rule);
  const text = until ? rule.replace(until[0], `${until[0]}T235959Z`) : rule;
  const dates: string[] = [];
  const oracle = new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:${stamp(start)}T120000\nRRULE:${text}` });
  // Rules without an end never stop on their own; others return one date too many.
  walk(oracle, (found) => {
    const date = found.toPlainDate().toString();
    if (date > to) return false;
    if (date >= from) dates.push(date);
    return true;
  });
  return dates;
}

const instantOf = (date: string, { time, zone }: Case) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: 'compatible' });
const iso = (moment: Temporal.ZonedDateTime) => moment.toInstant().toString({ smallestUnit: 'millisecond' });

/** Expands many rules by SQL in one call. */
async function expandInSql(rules: readonly Case[]): Promise<{ dates: string[]; instants: string[] }[]> {
  const rows = await db.query<{ dates: string[]; instants: string[] }>(
    `select array(select day::text from private.occurrences(rule, start, "from", "to") as day) as dates,
       array(select private.iso(private.instant_in(zone, day + "time")) from private.occurrences(rule, start, "from", "to") as day) as instants
     from rows from (jsonb_to_recordset($1::jsonb) as (rule text, zone text, start date, "time" time, "from" date, "to" date))
       with ordinality as input (rule, zone, start, "time", "from", "to", place)
     order by place`,
    [JSON.stringify(rules)],
  );
  return rows;
}

test('equals rrule-temporal on random rules in twelve zones', async () => {
  const rules = makeCases(caseCount(10_000));
  let many = 0;
  let changed = 0;
  for (let from = 0; from < rules.length; from += 500) {
    const some = rules.slice(from, from + 500);
    const results = await expandInSql(some);
    for (const [place, rule] of some.entries()) {
      // The form must parse every rule that SQL expands.
      expect(formatRrule(parseRrule(rule.rule)!)).toBe(
        rule.rule.replace(';INTERVAL=1;', ';').replace(/;INTERVAL=1$/, ''),
      );
      const dates = datesOf(rule);
      const moments = dates.map((date) => instantOf(date, rule));
      many += dates.length;
      if (new Set(moments.map(({ offset }) => offset)).size > 1) changed += 1;
      expect(results[place], `${JSON.stringify(rule)}, MUSTER_SEED=${seed}`).toEqual({
        dates,
        instants: moments.map(iso),
      });
    }
  }
  // Rules without occurrences, or without clock changes, would prove nothing.
  expect(many).toBeGreaterThan(rules.length * 5);
  expect(changed).toBeGreaterThan(rules.length / 20);
});

test('equals rrule-temporal in the local zone, except for the skipped hour', async () => {
  // The random rules may all miss that hour.
  const night = { zone: 'Europe/Copenhagen', start: '2026-03-20', time: '02:30', from: '2026-03-20', to: '2026-04-10' };
  const rules = [...makeCases(caseCount(400)), { rule: 'FREQ=DAILY', ...night }];
  const results = await expandInSql(rules);
  let missing = 0;
  for (const [place, sample] of rules.entries()) {
    const { rule, zone, start, time } = sample;
    const datesWithOtherTime = ({ dates, instants }: { dates: string[]; instants: string[] }) =>
      dates.filter((date, n) => {
        const clock = Temporal.Instant.from(instants[n]!).toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5);
        return clock !== time && date;
      });
    const result = results[place]!;
    missing += datesWithOtherTime(result).length;
    // The library skips a date without that hour and does not count it; if the first date lacks it, it moves all of
    // them.
    const first = Temporal.PlainDateTime.from(`${start}T${time}`).toZonedDateTime(zone).toPlainTime().toString();
    if (rule.includes('COUNT=') || datesWithOtherTime(result).length > 0 || !first.startsWith(time)) continue;
    const until = /;UNTIL=(\d{8})/.exec(rule);
    const end = until
      ? Temporal.PlainDateTime.from(`${until[1]!.replace(/(....)(..)(..)/, '$1-$2-$3')}T23:59:59`)
          .toZonedDateTime(zone)
          .toInstant()
          .toString()
          .replaceAll(/[-:]/g, '')
      : null;
    const text = until ? rule.replace(until[0], `;UNTIL=${end!}`) : rule;
    const oracle = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${zone}:${stamp(start)}T${time.replace(':', '')}00\nRRULE:${text}`,
    });
    const instants: string[] = [];
    walk(oracle, (found) => {
      const date = found.toPlainDate().toString();
      if (date > sample.to) return false;
      if (date >= sample.from) instants.push(iso(found as unknown as Temporal.ZonedDateTime));
      return true;
    });
    expect(result.instants, `${JSON.stringify(sample)}, MUSTER_SEED=${seed}`).toEqual(instants);
  }
  expect(missing).toBeGreaterThan(0);
});

describe('a tour at 02:30', () => {
  const nights = (start: string) =>
    expandInSql([
      { rule: 'FREQ=DAILY', zone: 'Europe/Copenhagen', start, time: '02:30', from: start, to: plus(start, 2) },
    ]);

  test('runs once in the night that repeats the hour, at the first occurrence', async () => {
    const [result] = await nights('2026-10-24');
    expect(result!.instants).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('runs once in the night that skips the hour, at half past three', async () => {
    const [result] = await nights('2026-03-28');
    expect(result!.instants).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  test('follows a clock change of half an hour', async () => {
    const [result] = await expandInSql([
      {
        rule: 'FREQ=DAILY',
        zone: 'Australia/Lord_Howe',
        start: '2026-04-05',
        time: '01:45',
        from: '2026-04-05',
        to: '2026-04-05',
      },
    ]);
    expect(result!.instants).toEqual(['2026-04-04T14:45:00.000Z']);
  });
});

test.each([
  'FREQ=YEARLY',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=DAILY;BYHOUR=9,15',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=WEEKLY;WKST=SU;INTERVAL=2',
  'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1',
  'FREQ=WEEKLY;BYDAY=MO,MO',
  'FREQ=WEEKLY;BYDAY=',
  'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=1',
  'FREQ=DAILY;BYMONTH=',
  'FREQ=DAILY;BYMONTH=0',
  'FREQ=DAILY;BYMONTH=13',
  'FREQ=DAILY;BYMONTH=04',
  'FREQ=DAILY;BYMONTH=4,4',
  'FREQ=WEEKLY;BYDAY=MO;BYMONTH=4',
  'FREQ=YEARLY;BYMONTH=4',
  'FREQ=MONTHLY;BYDAY=6SA',
  'FREQ=MONTHLY;BYDAY=0SA',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYMONTHDAY=0',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=100',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;UNTIL=20260101;COUNT=3',
  'FREQ=DAILY;UNTIL=20260231',
  'FREQ=DAILY;UNTIL=20260101T000000Z',
  'INTERVAL=2;FREQ=DAILY',
  'freq=daily',
  'RRULE:FREQ=DAILY',
  'FREQ=DAILY\n',
  'FREQ=DAILY;X-OURS=1',
  '',
])('refuses a rule that it does not fully support: %j', async (rule) => {
  await expect(
    db.query(`select * from private.occurrences($1, '2026-01-01', '2026-01-01', '2027-01-01')`, [rule]),
  ).rejects.toThrow(/cannot be expanded/);
  expect(await db.query(`select private.is_rrule($1) as taken`, [rule])).toEqual([{ taken: false }]);
  expect(parseRrule(rule)).toBeNull();
});
