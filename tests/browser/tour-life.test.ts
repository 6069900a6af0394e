/** One tour's life: created, scheduled for a season, changed, booked, and checked in offline. */
import { describe, expect } from 'vitest';
import type { Page } from 'playwright';
import { localDateIn } from '../../src/lib/local-date.ts';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew, type Crew } from '../support/browser-crew.ts';
import { chooseTime } from '../support/browser-guest.ts';
import { test } from '../support/browser-test.ts';
import type { Query } from '../support/database.ts';
import { LIGHTHOUSE } from '../support/lighthouse.ts';

const ZONE = 'Europe/Copenhagen';
const SLUG = 'lighthouse-at-dusk';
const SEASON = ['Mar', 'Apr', 'May'];
const NOTE = 'By the green door, the square is closed.';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Soon enough for a guide to be at the roll-call, late enough for a guest to book first. */
function soonLocally(): { date: string; time: string } {
  const at = Date.now() + 100 * 60_000;
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return { date: localDateIn(ZONE, at), time };
}

async function writeTour(page: Page): Promise<void> {
  await button(page, 'New tour').click();
  const english = page.getByRole('group', { name: 'English', exact: true });
  for (const [label, text] of LIGHTHOUSE) await english.getByRole('textbox', { name: label, exact: true }).fill(text);
  for (const language of ['Spanish', 'Danish', 'Italian']) await button(page, `Copy from English: ${language}`).click();
  await button(page, 'Add a price').click();
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('125');
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.getByText('One thing is missing before guests can book').waitFor();
}

/** Schedules every day of next spring except its public holidays. */
async function runForSpring(page: Page): Promise<void> {
  await button(page, 'Dates').click();
  await button(page, 'New schedule').click();
  await page.getByLabel('Repeats').selectOption('daily');
  for (const month of SEASON) await button(page, month).click();
  await page.getByRole('textbox', { name: 'Time', exact: true }).fill('10.00');
  await page.getByText('Every day at 10:00').first().waitFor();
  await button(page, 'Save').click();
  // The tour may already be ready while the form has not yet received its response, and would ask before it is left.
  await page.waitForURL(/[?&]schedule=(?!new)/);
  await page.getByText('Ready to publish').waitFor();
  await button(page, 'All dates').click();
  await button(page, 'Public holidays…').click();
  const holidays = dialogOf(page, 'Public holidays');
  await holidays.getByLabel('Year').selectOption(String(Number(soonLocally().date.slice(0, 4)) + 1));
  await holidays.getByRole('checkbox', { name: /^Select all \d+ days$/ }).check();
  await holidays.getByRole('button', { name: /^Add \d+ days off$/ }).click();
  await holidays.waitFor({ state: 'detached' });
  await button(page, 'Publish').click();
  await page.getByText(/^Published, with \d+ new departures$/).waitFor();
}

async function moveDate(page: Page, from: string, to: { date: string; time: string }): Promise<void> {
  await button(page, /^Every day at 10:00/).click();
  const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  await button(page, new RegExp(`^More for .*\\b${dayFormat.format(new Date(from))}$`)).click();
  await page.getByRole('menuitem', { name: 'Change this date…' }).click();
  const dialog = dialogOf(page, /^Change /);
  await dialog.getByRole('textbox', { name: 'Date', exact: true }).fill(to.date);
  await dialog.getByRole('textbox', { name: 'Time', exact: true }).fill(to.time);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const plan = dialogOf(page, 'Review changes');
  await plan.getByText('1 departure without bookings moves').waitFor();
  await plan.getByRole('button', { name: 'Apply changes', exact: true }).click();
  await plan.waitFor({ state: 'detached' });
  await button(page, 'All dates').click();
}

/** Overrides seats, meeting-point note and guide of a departure. */
async function giveItsOwn(page: Page, { time, guide }: { time: string; guide: string }): Promise<void> {
  await button(page, new RegExp(`^Change the departure on .* at ${time}$`)).click();
  const overridesDialog = dialogOf(page, 'Change this departure');
  await overridesDialog.getByRole('textbox', { name: 'Capacity', exact: true }).fill('12');
  await overridesDialog.getByRole('textbox', { name: 'Meeting point note' }).fill(NOTE);
  await overridesDialog.getByLabel('Guide', { exact: true }).selectOption({ label: guide });
  await overridesDialog.getByText(`${guide} will get a request.`).waitFor();
  await overridesDialog.getByRole('button', { name: 'Save', exact: true }).click();
  await overridesDialog.waitFor({ state: 'detached' });
  await page.getByText('0 of 12 booked').first().waitFor();
}

async function book(page: Page, { crew, date, time, name }: { crew: Crew; date: string; time: string; name: string }) {
  await page.goto(`/booking/isolated/company-${crew.companyId}?tour=${SLUG}&date=${date}`);
  await chooseTime(page, time);
  await button(page, 'Continue').click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase().replace(' ', '.')}@guest.test`);
  await button(page, 'Book for 1 person').click();
  await page.getByText('You’re booked').waitFor();
}

const departuresOf = (query: Query, { companyId }: Crew) =>
  query<{ id: string; date: string; time: string; capacity: number; status: string }>(
    `select d.id, d.local_date::text as date, to_char(d.starts_at at time zone $2, 'HH24:MI') as time, d.capacity, d.status::text
     from public.departures d join public.tours t on t.id = d.tour_id
     where t.company_id = $1 and t.slug = $3 order by d.starts_at`,
    [companyId, ZONE, SLUG],
  );

describe('a tour', () => {
  test('is created, runs a season without holidays, is moved, called off, booked and checked in', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { owner, guide, office } = crew.people;
    const page = await (await device({ viewport: { width: 1440, height: 900 } })).login(owner, '/tours');
    await writeTour(page);
    await runForSpring(page);

    const departures = await departuresOf(query, crew);
    const holidays = await query<{ date: string }>(
      `select distinct day::date::text as date from public.blackouts b, generate_series(b.from_date, b.to_date, interval '1 day') as day
       where b.company_id = $1 and extract(month from day) between 3 and 5`,
      [crew.companyId],
    );
    // Easter alone has four of them.
    expect(holidays.length).toBeGreaterThanOrEqual(4);
    const dates = new Set(departures.map(({ date }) => date));
    expect(holidays.filter(({ date }) => dates.has(date))).toEqual([]);
    const ofYear = departures.filter(({ date }) => date.startsWith(holidays[0]!.date.slice(0, 4)));
    expect(ofYear).toHaveLength(92 - holidays.length);
    expect(new Set(departures.map(({ date }) => date.slice(5, 7)))).toEqual(new Set(['03', '04', '05']));

    const near = soonLocally();
    await moveDate(page, departures[0]!.date, near);
    await giveItsOwn(page, { time: near.time, guide: guide.name });
    const first = (await departuresOf(query, crew)).find(({ id }) => id === departures[0]!.id);
    expect(first).toMatchObject({ ...near, capacity: 12 });

    const visitor = (await device()).page;
    const later = departures[20]!;
    await book(visitor, { crew, ...later, name: 'Anna Holm' });

    const desk = await device({ viewport: { width: 1440, height: 900 } });
    const calendar = await desk.login(office, `/tours/calendar?on=${later.date}&view=month`);
    await calendar.locator(`[data-date="${later.date}"]`).focus();
    await calendar.keyboard.press('Space');
    await calendar.getByText('1 selected').waitFor();
    await button(calendar, 'Cancel…').click();
    const dialog = dialogOf(calendar, 'Cancel this departure?');
    await dialog.getByRole('textbox', { name: 'Message to guests' }).fill('The hill is closed that day.');
    await dialog.getByRole('button', { name: 'Cancel departure and notify 1 guest' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(
      await query(
        `select recipient, data ->> 'message' as message from private.outbox_messages
         where template = 'departure-cancelled' and company_id = $1 and recipient like '%@guest.test'`,
        [crew.companyId],
      ),
    ).toEqual([{ recipient: 'anna.holm@guest.test', message: 'The hill is closed that day.' }]);

    await book(visitor, { crew, ...near, name: 'Cora Dahl' });
    await visitor.getByText(NOTE).waitFor();

    const place = placeOf(departures[0]!.id);
    const tablet = await device({ serviceWorkers: 'allow' });
    const table = checkInScreen(await tablet.login(guide, place));
    await table.checkInButton('Cora Dahl').waitFor();
    await table.saved();
    await tablet.installed();
    await tablet.goOffline();
    await table.tap('Cora Dahl');
    await table.sync.filter({ hasText: '1 check-in waiting' }).waitFor();
    expect(Object.values(await crew.statuses(departures[0]!.id))).toEqual(['expected']);
    await tablet.goOnline();
    await table.saved();
    await checkInScreen(await desk.open(place))
      .undoButton('Cora Dahl')
      .waitFor();
    expect(Object.values(await crew.statuses(departures[0]!.id))).toEqual(['checked_in']);
  });
});
