/** On a tablet with a wrong clock, the app uses the server's day and keeps its session. */
import type { Locator, Page } from 'playwright';
import { describe } from 'vitest';
import { localDateIn } from '../../src/lib/local-date.ts';
import { makeCrew } from '../support/browser-crew.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';

const HOUR_MS = 3_600_000;

/**
 * Shifts the clock of pages that the device opens from now on. Returns a function that counts their session refreshes.
 */
async function shiftClock({ page }: Device, offset: number): Promise<() => number> {
  await page.addInitScript((ahead) => {
    const Real = Date;
    const shifted = () => Real.now() + ahead;
    globalThis.Date = class extends Real {
      constructor(...parts: []) {
        super(...((parts.length === 0 ? [shifted()] : parts) as []));
      }
      static override now = shifted;
    } as DateConstructor;
  }, offset);
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals += 1;
  });
  return () => renewals;
}

const ZONE = 'Europe/Copenhagen';
const IN_MINUTES = 90;

/** Finds the departure under its day: the server's today, or tomorrow when the test runs late in the evening. */
function departureOnItsDay(page: Page): Locator {
  const now = Date.now();
  const isToday = localDateIn(ZONE, now) === localDateIn(ZONE, now + IN_MINUTES * 60_000);
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: isToday ? /^Today/ : /^Tomorrow/ }) })
    .getByText(/Harbour walk/);
}

describe.each([
  ['26 hours fast', 26 * HOUR_MS],
  ['26 hours slow', -26 * HOUR_MS],
  ['4 days fast', 96 * HOUR_MS],
])('on a tablet that is %s', (_, offset) => {
  test('the day is the server’s, online and offline, and the session is not refreshed', async ({
    device,
    query,
    expect,
  }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN_MINUTES });
    const tablet = await device({ serviceWorkers: 'allow' });
    const renewals = await shiftClock(tablet, offset);
    const page = await tablet.loginByForm(crew.people.guide, '/check-in');
    await departureOnItsDay(page).waitFor();
    expect(await page.getByText(/late$/).count()).toBe(0);
    await page.getByText('Clock is wrong').waitFor();
    await tablet.installed();
    await page.reload();
    await departureOnItsDay(page).waitFor();
    await page.getByText('Clock is wrong').waitFor();
    expect(renewals()).toBe(0);
    await tablet.goOffline();
    await page.reload();
    await departureOnItsDay(page).waitFor();
  });
});

describe.each([
  ['26 hours fast', 26 * HOUR_MS, 1],
  ['26 hours slow', -26 * HOUR_MS, 0],
])('on a tablet whose clock became %s after signing in', (_, offset, needed) => {
  test('the session is refreshed only if it seems to have expired, and once', async ({ device, query, expect }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN_MINUTES });
    const tablet = await device();
    const renewals = await shiftClock(tablet, offset);
    const page = await tablet.login(crew.people.guide, '/check-in');
    await departureOnItsDay(page).waitFor();
    await page.getByText('Clock is wrong').waitFor();
    await page.reload();
    await departureOnItsDay(page).waitFor();
    await page.getByText('Clock is wrong').waitFor();
    expect(renewals()).toBe(needed);
  });
});
