/** A company of 200 open tablets: which ones a change event wakes, and how many at a time. */
import { expect, test } from 'vitest';
import type { Listeners } from '../../data/check-in-port.ts';
import type { ChangeEvent } from '../../data/change-events.ts';
import { concernsDevice, isCovered, QUIET_MS, turnDelay, TURNS_PER_SECOND } from './change-event-rules.ts';
import { seededRandom } from '../testing/devices.ts';

const named: ChangeEvent = { departures: ['d'], people: [], at: '7' };
const anything: ChangeEvent = { departures: null, people: [], at: null };
const OFFICE = 40;
const ALL = 200;

interface Tablet {
  listeners: Listeners;
  skew: number;
}
const tablets = (office = OFFICE, all = ALL): Tablet[] =>
  Array.from({ length: all }, (_, turn) => ({
    listeners: { seesAll: turn < office, office, all, turn, turns: 1 },
    skew: 0,
  }));

/** Returns the most pulls within any one second. */
function maxPerSecond(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((from, at) => sorted.slice(at).filter((time) => time < from + 1000).length));
}
/** Returns when the tablets pull after these events, each with at most one pending pull. */
function pulls(
  fleet: readonly Tablet[],
  changeEvents: readonly { at: number; event: ChangeEvent }[],
  random: () => number,
): number[] {
  return fleet.flatMap(({ listeners, skew }) => {
    const times: number[] = [];
    for (const { at, event } of changeEvents) {
      if ((times.at(-1) ?? -1) > at || !concernsDevice(event, { userId: 'u', listeners, holds: false })) continue;
      times.push(at + turnDelay(event, { listeners, now: at + skew, random: random() }));
    }
    return times;
  });
}

test('a check-in wakes only the office and the guides of its departure', () => {
  const [office, guide] = [tablets()[0]!, tablets()[ALL - 1]!];
  const isRelevant = (changeEvent: ChangeEvent, tablet: Tablet | null, holds = false) =>
    concernsDevice(changeEvent, { userId: 'u', listeners: tablet?.listeners ?? null, holds });
  expect(isRelevant(named, office)).toBe(true);
  expect(isRelevant(named, guide)).toBe(false);
  expect(isRelevant(named, guide, true)).toBe(true);
  expect(isRelevant({ ...named, people: ['u'] }, guide)).toBe(true);
  expect(isRelevant(anything, guide)).toBe(true);
  // Departures outside the window are on nobody's list.
  expect(isRelevant({ ...named, departures: [] }, office)).toBe(false);
  // Before the first pull, or with a server that does not count: better one pull too many.
  expect(isRelevant(named, null)).toBe(true);
});

test('200 tablets (40 in the office) make at most 20 pulls a second, current within 5 s', () => {
  const random = seededRandom(7);
  for (let at = 0; at < 20_000; at += 137) {
    const times = pulls(tablets(), [{ at, event: named }], random);
    expect(times).toHaveLength(OFFICE);
    expect(maxPerSecond(times)).toBeLessThanOrEqual(20);
    expect(Math.max(...times) - at).toBeLessThan(4000);
  }
});

test('a stream of events makes no more pulls than that, even with wrong clocks', () => {
  const random = seededRandom(7);
  const changeEvents = Array.from({ length: 300 }, (_, n) => ({ at: n * 100 + random() * 50, event: named }));
  const times = pulls(tablets(), changeEvents, random);
  expect(maxPerSecond(times)).toBeLessThanOrEqual(20);
  // As often as turns come round, but not as often as events.
  expect(times.length).toBeGreaterThan(OFFICE * 8);
  const wrong = tablets().map((tablet) => ({ ...tablet, skew: random() * 10_000 }));
  expect(maxPerSecond(pulls(wrong, changeEvents, random))).toBeLessThanOrEqual(28);
});

test('an event about everything reaches all devices at the same pace', () => {
  const times = pulls(tablets(), [{ at: 5, event: anything }], seededRandom(7));
  expect(times).toHaveLength(ALL);
  expect(maxPerSecond(times)).toBeLessThanOrEqual(20);
  expect(Math.max(...times)).toBeLessThan(13_500);
});

test('one or three office screens and a guide pull within half a second', () => {
  const random = seededRandom(7);
  for (const office of [1, 3])
    for (const time of pulls(tablets(office, office + 1), [{ at: 12, event: named }], random))
      expect(time - 12).toBeLessThanOrEqual(300 + office * 63);
  const guide = tablets()[ALL - 1]!.listeners;
  for (let n = 0; n < 20; n += 1)
    expect(turnDelay(named, { listeners: guide, now: n * 1234, random: random() })).toBeLessThan(400);
  expect(turnDelay(anything, { listeners: null, now: 0, random: 0.5 })).toBeLessThan(400);
});

test('a pull covers an event with a smaller change number, but not one without a number', () => {
  expect(isCovered({ at: '9' }, '10')).toBe(true);
  expect(isCovered({ at: '10' }, '10')).toBe(false);
  expect(isCovered({ at: '10' }, undefined)).toBe(false);
  expect(isCovered({ at: null }, '10')).toBe(false);
});

const SLOT = 1000 / TURNS_PER_SECOND;
const wait = (listeners: Partial<Listeners> | null, changeEvent: ChangeEvent, { now = 0, random = 0 } = {}) =>
  turnDelay(changeEvent, {
    listeners: listeners && { seesAll: true, office: 64, all: 640, turn: 0, turns: 1, ...listeners },
    now,
    random,
  });

test('turns follow each other in slots of a sixteenth of a second, and come round again', () => {
  const waits = Array.from({ length: 64 }, (_, turn) => wait({ turn }, named));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(QUIET_MS);
  expect(Math.max(...waits)).toBeLessThan(QUIET_MS + 64 * SLOT);
  const slots = waits.map((delay) => Math.round(delay / SLOT)).toSorted((a, b) => a - b);
  expect(new Set(slots).size).toBe(64);
  // A turn comes at the same moment whenever the event arrives.
  for (const now of [1000, 1500, 3900]) {
    const at = (now + wait({ turn: 40 }, named, { now })) % (64 * SLOT);
    expect(at).toBeCloseTo(wait({ turn: 40 }, named) % (64 * SLOT), 6);
  }
});

test('a device with several turns takes a random one of them', () => {
  const first = wait({ turn: 20, turns: 4 }, named);
  expect(wait({ turn: 20, turns: 4 }, named, { random: 0.5 })).toBeCloseTo(first + 2 * SLOT, 6);
  expect(wait({ turn: 20, turns: 4 }, named, { random: 0.999 })).toBeLessThan(first + 4 * SLOT);
});

test('a device without a turn takes a random one of the office or of all devices', () => {
  const of = (changeEvent: ChangeEvent, random: number) => wait({ turns: 0 }, changeEvent, { random, now: 700 });
  // A quarter of a round later, or the same place in the previous round.
  const later = (changeEvent: ChangeEvent, round: number) =>
    (of(changeEvent, 0.25) - of(changeEvent, 0) + round) % round;
  expect(later(named, 64 * SLOT)).toBeCloseTo(16 * SLOT, 6);
  expect(later(anything, 640 * SLOT)).toBeCloseTo(160 * SLOT, 6);
});

test('a lone device pulls at a random time within one slot, whatever its turn', () => {
  for (const turn of [0, 5])
    for (const random of [0, 0.5, 0.99]) {
      const delay = wait({ office: 1, turn }, named, { random, now: -QUIET_MS });
      expect(delay).toBeCloseTo(QUIET_MS + random * SLOT, 6);
    }
  expect(wait({ seesAll: false, turn: 5 }, named, { random: 0.5, now: -QUIET_MS })).toBeCloseTo(QUIET_MS + SLOT / 2, 6);
  expect(wait({ office: 0 }, named, { random: 0.5, now: -QUIET_MS })).toBeGreaterThanOrEqual(QUIET_MS);
});
