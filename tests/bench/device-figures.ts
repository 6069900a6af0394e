/**
 * Responsiveness for guides: taps, scans, search and opening a departure, offline, with the CPU throttled four times.
 */
import type { Page } from 'playwright';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import type { CrewGuest } from '../support/browser-crew.ts';
import type { Device } from '../support/browser-device.ts';
import { median, percentile, type Figure } from './figures.ts';
import { installProbe, throttle } from './probe.ts';
import { countGuests, multiplyGuests, multiplyQueue } from './stock.ts';

const SLOWER = 4;
/** Unsent actions of a device that has been offline for days. */
const QUEUE = 1000;

export interface Ground {
  tablet: Device;
  /** Ordinary departure whose guests are tapped and scanned. */
  tapped: { id: string; guests: CrewGuest[] };
  big: { id: string };
}

export async function tap(page: Page, name: string): Promise<number> {
  return page.evaluate(async (label) => {
    const { probe } = window;
    const button = document.querySelector<HTMLElement>(`button[aria-label="Check in ${label}"]`);
    if (!button) throw new Error(`No button for ${label}`);
    const before = probe.commits.length;
    const start = performance.now();
    button.click();
    const painted = await probe.appears(`button[aria-label="Undo check-in for ${label}"]`);
    while (probe.commits.length === before) await new Promise((again) => setTimeout(again, 1));
    const commit = probe.commits[before]!;
    if (commit.durability !== 'strict') throw new Error(`Stored with durability “${commit.durability}”`);
    return Math.max(painted, commit.at) - start;
  }, name);
}

interface Taps {
  taps: number[];
  /** Baseline in the same page after each tap: one durable write into an empty database and one changed word. */
  floors: number[];
}

async function tapAll(page: Page, guests: readonly CrewGuest[]): Promise<Taps> {
  const screen = checkInScreen(page);
  const [taps, floors]: [number[], number[]] = [[], []];
  for (const { name } of guests) {
    await screen.search.fill(name);
    await screen.checkInButton(name).waitFor();
    await page.waitForTimeout(150);
    taps.push(await tap(page, name));
    await page.waitForTimeout(150);
    floors.push(await bareWrite(page));
  }
  await screen.search.fill('');
  return { taps, floors };
}

/** The lower bound for this device at this minute. */
const bareWrite = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('floor', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('outbox', { keyPath: 'id' });
      opening.onsuccess = () => resolve(opening.result);
    });
    const word = document.body.appendChild(document.createElement('p'));
    await window.probe.painted();
    const start = performance.now();
    const transaction = db.transaction('outbox', 'readwrite', { durability: 'strict' });
    transaction.objectStore('outbox').put({ id: crypto.randomUUID() });
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    word.textContent = 'here';
    const end = await window.probe.painted();
    word.remove();
    db.close();
    return end - start;
  });

export async function openScanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.locator('[data-scan-result], form input').first().waitFor();
  await page.waitForTimeout(1500);
}

/** Types a code like a hand scanner. Returns milliseconds until the result is painted. */
export const scan = (page: Page, ticketCode: string): Promise<number> =>
  page.evaluate(async (code) => {
    const target = document.querySelector('[role=dialog]') ?? document.body;
    for (const key of code)
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const holder = document.querySelector('[data-sequence]');
    const before = holder?.getAttribute('data-sequence') ?? '';
    const start = performance.now();
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    return (await window.probe.appears(`[data-sequence]:not([data-sequence="${before}"])`)) - start;
  }, ticketCode);

async function scanAll(page: Page, guests: readonly CrewGuest[]): Promise<number[]> {
  await openScanner(page);
  const times: number[] = [];
  for (const { ticketCode } of guests) {
    times.push(await scan(page, ticketCode));
    await page.waitForTimeout(150);
  }
  await page.keyboard.press('Escape');
  return times;
}

async function keystrokes(page: Page, words: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const label = 'Search guests';
  // A user focuses the field before typing.
  await checkInScreen(page).search.focus();
  await page.waitForTimeout(500);
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) {
      times.push(
        await page.evaluate(
          async ({ text, label }) => {
            const field =
              document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`) ??
              document.querySelector<HTMLInputElement>('input[type=search]');
            if (!field) throw new Error('The page has no search field');
            const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
            const start = performance.now();
            set.call(field, text);
            field.dispatchEvent(new Event('input', { bubbles: true }));
            return (await window.probe.settles('main', 200)) - start;
          },
          { text: word.slice(0, length), label },
        ),
      );
    }
    await checkInScreen(page).search.fill('');
    await page.waitForTimeout(300);
  }
  return times;
}

export async function toTheList(page: Page, id: string): Promise<void> {
  await page.goto(new URL('/check-in', page.url()).href);
  await page.locator(`a[href*="${id}"]`).first().waitFor();
  await page.waitForTimeout(1000);
}

/** Returns milliseconds from the tap on a departure until its guests are painted. */
export const open = (page: Page, id: string): Promise<number> =>
  page.evaluate(async (departureId) => {
    const link = document.querySelector<HTMLElement>(`a[href*="${departureId}"]`)!;
    const start = performance.now();
    link.click();
    return (await window.probe.appears('button[aria-label^="Check in "]')) - start;
  }, id);

async function opening(page: Page, id: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    await toTheList(page, id);
    times.push(await open(page, id));
  }
  return times;
}

export async function deviceFigures({ tablet, tapped, big }: Ground): Promise<Figure[]> {
  const { page } = tablet;
  await installProbe(page);
  await tablet.goOffline();
  const session = await tablet.cdp();
  const place = tablet.url(placeOf(tapped.id));
  await page.goto(place);
  await checkInScreen(page).search.waitFor();
  const storedGuests = await countGuests(page);

  await throttle(session, SLOWER);
  const taps = await tapAll(page, tapped.guests.slice(0, 20));
  await throttle(session, 1);
  const fast = await tapAll(page, tapped.guests.slice(50, 60));
  await throttle(session, SLOWER);
  const scans = await scanAll(page, tapped.guests.slice(20, 50));
  await page.goto(tablet.url(placeOf(big.id)));
  await page.locator('button[aria-label^="Check in "]').first().waitFor();
  await page.waitForTimeout(500);
  await throttle(session, 1);
  const keys = await keystrokes(page, ['muller', 'guest 41', 'zz']);
  const opens = await opening(page, big.id);

  const late = tapped.guests.slice(60, 90);
  await multiplyQueue(
    page,
    QUEUE,
    late.map(({ id }) => id),
  );
  await page.goto(place);
  await checkInScreen(page).search.waitFor();
  await throttle(session, SLOWER);
  const behind = await tapAll(page, late.slice(0, 15));

  await throttle(session, 1);
  await multiplyGuests(page, 50_000);
  await page.goto(place);
  await checkInScreen(page).search.waitFor();
  await throttle(session, SLOWER);
  const many = await tapAll(page, late.slice(15));

  await throttle(session, 1);

  const ms = { unit: 'ms' as const };
  const few = median(taps.taps);
  const comparison = ({ taps, floors }: Taps, min: number) =>
    `${median(taps).toFixed(0)} ms (floor ${median(floors).toFixed(0)}) comparison ${few.toFixed(0)} ms (floor ${min.toFixed(0)})`;
  const min = median(taps.floors);
  return [
    {
      ...ms,
      what: `tap to stored and repainted, offline, ${storedGuests} guests, 4×, p50`,
      value: few,
      budget: 40,
      beside: { what: 'floor: a bare strict write and a word', value: min, atMost: 2 },
    },
    {
      ...ms,
      what: 'the same, p95',
      value: percentile(taps.taps, 0.95),
      budget: 60,
      beside: { what: 'the floor’s p95', value: percentile(taps.floors, 0.95) },
    },
    {
      ...ms,
      what: 'tap, 1×, p50',
      value: median(fast.taps),
      budget: 12,
      beside: { what: 'the same floor', value: median(fast.floors) },
    },
    { ...ms, what: 'scan result to verdict, 4×, p95', value: percentile(scans, 0.95), budget: 60 },
    { ...ms, what: 'search keystroke to list, worst, 1×', value: Math.max(...keys), budget: 16 },
    { ...ms, what: 'the same, median', value: median(keys), budget: 8 },
    { ...ms, what: 'open a departure of 500 guests, 1×', value: median(opens), budget: 50 },
    {
      unit: '×',
      what: 'a tap with 1,000 actions waiting against one with few',
      value: median(behind.taps) / few,
      budget: 1.1,
      note: comparison(behind, min),
    },
    {
      unit: '×',
      what: 'a tap with 50,000 guests stored against one with few',
      value: median(many.taps) / few,
      budget: 1.15,
      note: comparison(many, min),
    },
  ];
}
