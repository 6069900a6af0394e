/** How soon a guest can start, on a slow phone and network, and the layout shift up to a booking. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { chooseTime, timeOf } from '../support/browser-guest.ts';
import type { Device } from '../support/browser-device.ts';
import { makeCompanyOf, makeDeparture } from '../support/database-fixtures.ts';
import type { Query } from '../support/database.ts';
import { median, percentile, type Figure } from './figures.ts';
import { shifts, watchShifts } from './guest-shift-figures.ts';
import { SLOWER, slowPage } from './slow-page.ts';

const ROUNDS = 7;
/** A selectable day. */
const FIRST_STEP = '[data-date][aria-disabled=false]';

export interface GuestOperator {
  path: string;
  day: string;
  time: string;
}

/** Creates an operator with one tour on many days. */
export async function guestOperator(query: Query): Promise<GuestOperator> {
  const db = { query };
  const company = await makeCompanyOf(db, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
  const starts = Array.from({ length: 20 }, (_, n) => {
    const day = new Date(Date.now() + (n + 2) * 86_400_000).toISOString().slice(0, 10);
    return new Date(`${day}T10:00:00Z`);
  });
  for (const startsAt of starts) await makeDeparture(db, company, { startsAt, capacity: 200, guides: [] });
  return {
    path: `/booking/isolated/company-${company.id}`,
    day: starts[1]!.toISOString().slice(0, 10),
    time: timeOf(starts[1]!),
  };
}

/** Returns milliseconds from navigation until a selectable day is painted and the main thread is free for a tap. */
async function begins(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(async (selector) => {
    await window.probe.appears(selector);
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  }, FIRST_STEP);
}

/** Returns the layout shift from the calendar to the ticket. */
async function shiftOf(device: Device, { path, day, time }: GuestOperator): Promise<number> {
  const { page } = await slowPage(device);
  await page.addInitScript(watchShifts);
  await page.goto(device.url(path));
  await page.locator(`[data-date="${day}"][aria-disabled=false]`).click();
  await chooseTime(page, time);
  await page.getByRole('button', { name: 'One more: Adult' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Anna Holm');
  await page.getByLabel('Email').fill('anna@holm.test');
  await page.getByRole('button', { name: /^Book for/ }).click();
  await page.getByText('You’re booked').waitFor();
  await page.locator('.bk-codes[data-signed=true]').waitFor();
  const sum = await shifts(page);
  await page.close();
  return sum;
}

export async function guestStartFigures(device: Device, operator: GuestOperator): Promise<Figure[]> {
  const times = { cold: [] as number[], again: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { page, session } = await slowPage(device);
    await session.send('Network.clearBrowserCache');
    times.cold.push(await begins(page, device.url(operator.path)));
    await page.close();
    const second = await slowPage(device);
    times.again.push(await begins(second.page, device.url(operator.path)));
    await second.page.close();
  }
  const shifts: number[] = [];
  for (let round = 0; round < 3; round += 1) shifts.push(await shiftOf(device, operator));
  const figure = (what: string, kind: keyof typeof times, budget: number): Figure => {
    const measured = times[kind].slice(1);
    return {
      what: `a guest’s first step can be taken, ${what}, ${SLOWER}× and slow 4G`,
      value: median(measured),
      unit: 'ms',
      budget,
      note: `slowest of ${ROUNDS}: ${percentile(measured, 1).toFixed(0)} ms`,
    };
  };
  return [
    figure('nothing of it stored', 'cold', 3000),
    figure('once more', 'again', 1000),
    {
      what: 'what jumps from the calendar to the ticket (layout shift)',
      value: Math.max(...shifts),
      unit: 'shift',
      budget: 0.02,
      note: `the worst of ${shifts.length}`,
    },
  ];
}
