/** A guide's morning and a guest's booking. Runs in a second Chromium build if one is installed (docs/testing.md). */
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf, queuedActionCount } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { countPageLoads, eventually } from '../support/browser-wait.ts';
import { journeyHost } from '../support/journey-host.ts';

describe('a guide', () => {
  test('signs in, scans, checks in offline, restarts, and takes the new version', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure([{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }]);
    const tablet = await device({ serviceWorkers: 'allow' });
    const guide = checkInScreen(await tablet.loginByForm(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.checkInButton('Ada Lund').waitFor();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(guests[0]!.ticketCode);
    await page.keyboard.press('Enter');
    await page.locator('[data-scan-result=ok]').waitFor();
    await page.keyboard.press('Escape');
    await guide.undoButton('Ada Lund').waitFor();
    await guide.saved();

    await tablet.installed();
    await tablet.goOffline();
    await guide.tap('Björn Müller');
    expect(await queuedActionCount(page)).toBe(1);
    await page.reload();
    await guide.undoButton('Björn Müller').waitFor();
    expect(await crew.statuses(id)).toEqual({ 'Ada Lund': 'checked_in', 'Björn Müller': 'expected' });
    await tablet.goOnline();
    await guide.saved();
    expect(await crew.statuses(id)).toEqual({ 'Ada Lund': 'checked_in', 'Björn Müller': 'checked_in' });

    tablet.network.files = new URL((await journeyHost()).nextVersionUrl);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const notice = page.locator('[data-notification]', { hasText: 'New version available' });
    const loads = countPageLoads(page);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await eventually(
      async () => loads(),
      (count) => count === 1,
    );
    await guide.undoButton('Ada Lund').waitFor();
  });
});

describe('a guest', () => {
  test('books and sees the code', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([], { inMinutes: 60 * 26 });
    const [{ day }] = (await query(`select local_date::text as day from public.departures where id = $1`, [id])) as [
      { day: string },
    ];
    const { page } = await device();
    await page.goto(`/booking/isolated/company-${crew.companyId}?date=${day}`);
    await page.locator('.bk-time').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await page.getByLabel('Email').fill('anna@holm.test');
    await page.getByRole('button', { name: 'Book for 1 person' }).click();
    await page.getByText('You’re booked').waitFor();
    await page.getByRole('img', { name: /Show this code/ }).waitFor();
    expect(
      await query(`select status::text, contact_name as name from public.bookings where departure_id = $1`, [id]),
    ).toEqual([{ status: 'CONFIRMED', name: 'Anna Holm' }]);
  });
});
