/** What a guide feels: taps, scans, search, opening a departure; on a processor four times slower, offline. */
import type { Page } from 'playwright-core';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import type { CrewGuest } from '../support/browser-crew.ts';
import type { Device } from '../support/browser-device.ts';
import { median, percentile, type Figure } from './figures.ts';
import { installProbe, throttle } from './probe.ts';
import { countGuests, multiplyGuests, multiplyQueue } from './stock.ts';

const SLOWER = 4;
/** Actions that wait on a device that has been without a network for days. */
const QUEUE = 1000;

export interface Ground {
  tablet: Device;
  /** Ordinary departure whose guests are tapped and scanned. */
  tapped: { id: string; guests: CrewGuest[] };
  /** Departure of 500 guests. */
  big: { id: string };
}

async function tap(page: Page, name: string): Promise<number> {
  return page.evaluate(async (label) => {
    const { probe } = window;
    const button = document.querySelector<HTMLElement>(`button[aria-label="Check in ${label}"]`);
    if (!button) throw new Error(`No button for ${label}`);
    const before = probe.commits.length;
    const start = performance.now();
    button.click();
    const painted = await probe.appears(`button[aria-label="Undo check-in of ${label}"]`);
    while (probe.commits.length === before) await new Promise((again) => setTimeout(again, 1));
    const commit = probe.commits[before]!;
    if (commit.durability !== 'strict') throw new Error(`Stored with durability “${commit.durability}”`);
    return Math.max(painted, commit.at) - start;
  }, name);
}

async function tapAll(page: Page, guests: readonly CrewGuest[]): Promise<number[]> {
  const screen = checkInScreen(page);
  const times: number[] = [];
  for (const { name } of guests) {
    await screen.search.fill(name);
    await screen.checkInButton(name).waitFor();
    await page.waitForTimeout(150);
    times.push(await tap(page, name));
  }
  await screen.search.fill('');
  return times;
}

/** Nothing can be faster than one strict write into an empty database and one changed word. */
async function floorOfTap(page: Page): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    times.push(
      await page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open('floor', 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore('outbox', { keyPath: 'id' });
          opening.onsuccess = () => resolve(opening.result);
        });
        document.body.textContent = 'waiting';
        await window.probe.painted();
        const start = performance.now();
        const transaction = db.transaction('outbox', 'readwrite', { durability: 'strict' });
        transaction.objectStore('outbox').put({ id: crypto.randomUUID() });
        await new Promise((resolve) => transaction.addEventListener('complete', resolve));
        document.body.textContent = 'here';
        const end = await window.probe.painted();
        db.close();
        return end - start;
      }),
    );
  }
  return median(times);
}

async function scanAll(page: Page, guests: readonly CrewGuest[]): Promise<number[]> {
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.locator('[data-verdict], form input').first().waitFor();
  await page.waitForTimeout(1500);
  const times: number[] = [];
  for (const { ticketCode } of guests) {
    times.push(
      await page.evaluate(async (code) => {
        const target = document.querySelector('[role=dialog]') ?? document.body;
        for (const key of code) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const holder = document.querySelector('[data-sequence]');
        const before = holder?.getAttribute('data-sequence') ?? '';
        const start = performance.now();
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        return (await window.probe.appears(`[data-sequence]:not([data-sequence="${before}"])`)) - start;
      }, ticketCode),
    );
    await page.waitForTimeout(150);
  }
  await page.keyboard.press('Escape');
  return times;
}

async function keystrokes(page: Page, words: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const label = 'Search guests';
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) {
      times.push(
        await page.evaluate(
          async ({ text, label }) => {
            const field = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`) ?? document.querySelector<HTMLInputElement>('input[type=search]');
            if (!field) throw new Error('No search field');
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

async function opening(page: Page, id: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    await page.goto(new URL('/check-in', page.url()).href);
    await page.locator(`a[href*="${id}"]`).first().waitFor();
    await page.waitForTimeout(1000);
    times.push(
      await page.evaluate(async (departureId) => {
        const link = document.querySelector<HTMLElement>(`a[href*="${departureId}"]`)!;
        const start = performance.now();
        link.click();
        return (await window.probe.appears('button[aria-label^="Check in "]')) - start;
      }, id),
    );
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
  const stored = await countGuests(page);

  await throttle(session, SLOWER);
  const taps = await tapAll(page, tapped.guests.slice(0, 30));
  const scans = await scanAll(page, tapped.guests.slice(30, 60));
  await page.goto(tablet.url(placeOf(big.id)));
  await page.locator('button[aria-label^="Check in "]').first().waitFor();
  await page.waitForTimeout(500);
  const keys = await keystrokes(page, ['muller', 'guest 41', 'zz']);
  const opens = await opening(page, big.id);

  await throttle(session, 1);
  const late = tapped.guests.slice(60, 90);
  await multiplyQueue(page, QUEUE, late.map(({ id }) => id));
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

  await page.route('**/floor', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
  await page.goto(tablet.url('/floor'));
  const floor = await floorOfTap(page);
  await throttle(session, 1);

  const ms = { unit: 'ms' as const };
  return [
    { ...ms, what: `tap to stored and repainted, offline, ${stored} guests, 4×, p50`, value: median(taps), budget: 60, beside: { what: 'floor: a bare strict write and a word', value: floor }, note: 'the nearest peer needs 174–200 ms online' },
    { ...ms, what: 'the same, p95', value: percentile(taps, 0.95), budget: 120 },
    { ...ms, what: 'scan result to verdict, 4×, p95', value: percentile(scans, 0.95), budget: 120 },
    { ...ms, what: 'search keystroke to list, worst, 4×', value: Math.max(...keys), budget: 60, beside: { what: 'peer: 2,000 guests, 121–136 ms', value: 121 } },
    { ...ms, what: 'open a departure of 500 guests, 4×', value: median(opens), budget: 300, beside: { what: 'peer: 2,000 rows windowed, 482–500 ms', value: 482 } },
    { unit: '×', what: 'a tap with 1,000 actions waiting against one with few', value: median(behind) / median(taps), budget: 1.5, note: `${median(behind).toFixed(0)} ms against ${median(taps).toFixed(0)} ms` },
    { unit: '×', what: 'a tap with 50,000 guests stored against one with few', value: median(many) / median(taps), budget: 1.5, note: `${median(many).toFixed(0)} ms against ${median(taps).toFixed(0)} ms` },
  ];
}
