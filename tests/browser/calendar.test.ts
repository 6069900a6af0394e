/** /tours/calendar: a day opens, and what is done to its departures is done after a look at whom it concerns. */
import { describe, expect } from 'vitest';
import { addDays, localDateIn } from '../../src/lib/local-date.ts';
import { addMonths, lastDayOf, monthOf, weekdayOf } from '../../src/lib/month-grid.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { begun, standsStill } from '../support/browser-wait.ts';
import type { Query } from '../support/database.ts';

const IN = 60 * 26;
const tomorrow = () => localDateIn('Europe/Copenhagen', Date.now() + IN * 60_000);
/** The day beside it in the same week. */
const later = () => addDays(tomorrow(), weekdayOf(tomorrow()) === 6 ? -1 : 1);

/** Gives the parties of a departure an address each: who has none is called, and not told. */
const addressed = (query: Query, ids: readonly string[]) =>
  query(`update public.bookings set contact_email = reference || '@guest.test' where departure_id = any ($1)`, [ids]);

describe('the office', () => {
  test('closes a departure of a day for bookings, and sees it closed', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund', 'Bo Lund'] }], { inMinutes: IN });
    const page = await (await device()).login(crew.people.office, `/tours/calendar?day=${tomorrow()}`);
    await page.getByText('Ada Lund').waitFor();
    await page.getByRole('button', { name: /^More for .* Harbour walk/ }).click();
    await page.getByRole('menuitem', { name: 'Close for bookings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close for bookings' });
    await dialog.getByText('Nobody has to be told').waitFor();
    await dialog.getByRole('button', { name: 'Close departure' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Closed for bookings' }).first().waitFor();
    expect(await query('select is_closed from public.departures where id = $1', [id])).toEqual([{ is_closed: true }]);
  });

  test('calls a departure off by keyboard, guests with it', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    await addressed(query, [id]);
    const page = await (await device()).login(crew.people.office, `/tours/calendar?on=${tomorrow()}&view=month`);
    await page.locator(`[data-date="${tomorrow()}"]`).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Ada Lund').waitFor();
    await page.getByRole('button', { name: /^More for .* Harbour walk/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel this departure?' });
    await dialog.getByText('This concerns 1 booking with 1 guest').waitFor();
    await dialog.getByRole('radio', { name: 'Too few guests' }).press('Space');
    await dialog.getByRole('button', { name: 'Cancel departure and tell 1 guest' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Cancelled' }).first().waitFor();
    expect(
      await query(
        `select d.status::text as departure, b.status::text as booking from public.departures d
         join public.bookings b on b.departure_id = d.id where d.id = $1`,
        [id],
      ),
    ).toEqual([{ departure: 'cancelled', booking: 'CANCELLED' }]);
  });

  test('calls off a whole day by keyboard with one message, which waits in the outbox for each guest', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const first = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const second = await crew.departure([{ names: ['Bo Holm', 'Cy Holm'] }], { inMinutes: IN + 1 });
    const ids = [first.id, second.id];
    await addressed(query, ids);
    const page = await (await device()).login(crew.people.office, `/tours/calendar?on=${tomorrow()}&view=month`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator(`[data-date="${tomorrow()}"]`).focus();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Cancel…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 departures?' });
    await dialog.getByRole('textbox', { name: 'Message to the guests' }).focus();
    await page.keyboard.insertText('A storm is coming.');
    await dialog.getByRole('button', { name: 'Cancel 2 departures and tell 3 guests' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(
      await query(
        `select distinct mail.data ->> 'message' as message, count(*)::integer as waiting from private.outbox_messages as mail
         where mail.template = 'departure-cancelled' and mail.company_id = $1 and mail.recipient like '%@guest.test' group by 1`,
        [crew.companyId],
      ),
    ).toEqual([{ message: 'A storm is coming.', waiting: 2 }]);
  });

  test('works on a phone: the list, a day, and a departure closed', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const phone = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const page = await phone.login(crew.people.office, `/tours/calendar?on=${tomorrow()}`);
    await page.getByRole('button', { name: /Harbour walk.* of \d+ booked/ }).tap();
    await page.getByText('Ada Lund').waitFor();
    await page.getByRole('button', { name: /^More for .* Harbour walk/ }).tap();
    await page.getByRole('menuitem', { name: 'Close for bookings…' }).tap();
    await page.getByRole('button', { name: 'Close departure' }).tap();
    await page.getByRole('dialog', { name: 'Close for bookings' }).waitFor({ state: 'detached' });
    expect(await query('select is_closed from public.departures where id = $1', [id])).toEqual([{ is_closed: true }]);
  });
});

describe('several at once', () => {
  test('are selected by mouse and closed with one yes; one is dragged to another day after a look at whom it concerns', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const first = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const second = await crew.departure([{ names: ['Bo Holm'] }], { inMinutes: IN + 1 });
    const page = await (await device()).login(crew.people.office, `/tours/calendar?view=week&on=${tomorrow()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const entry = (id: string) => page.locator(`[data-departure="${id}"]`);
    await entry(first.id).click({ modifiers: ['Control'] });
    await entry(second.id).click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Close for bookings…' }).click();
    await page.getByRole('button', { name: 'Close 2 departures' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await entry(second.id).getByRole('img', { name: 'Closed for bookings' }).waitFor();
    expect(await query('select is_closed from public.departures where id = any ($1)', [[first.id, second.id]])).toEqual(
      [{ is_closed: true }, { is_closed: true }],
    );

    // To another time first: the hour of the cell that it is let go upon.
    await addressed(query, [first.id, second.id]);
    const hour = await page
      .locator(`[data-drop="${tomorrow()}"]:has([data-departure="${first.id}"])`)
      .getAttribute('data-hour');
    const other = hour === '9' ? 11 : 9;
    await entry(first.id).dragTo(page.locator(`[data-drop="${tomorrow()}"][data-hour="${other}"]`));
    await page.getByRole('button', { name: 'Move and tell 1 guest' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(`[data-hour="${other}"] [data-departure="${first.id}"]`).waitFor();

    await page.getByRole('radio', { name: 'Month' }).click();
    const to = later();
    await entry(first.id).dragTo(page.locator(`[data-drop="${to}"]`));
    const dialog = page.getByRole('dialog', { name: 'Move departure' });
    await dialog.getByText('This concerns 1 booking with 1 guest').waitFor();
    await dialog.getByRole('button', { name: 'Move and tell 1 guest' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator(`[data-drop="${to}"] [data-departure="${first.id}"]`).waitFor();
    expect(await query('select local_date::text from public.departures where id = $1', [first.id])).toEqual([
      { local_date: to },
    ]);
  });

  test('and carried by keys alone', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    await addressed(query, [id]);
    const page = await (await device()).login(crew.people.office, `/tours/calendar?view=month&on=${tomorrow()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator(`[data-date="${tomorrow()}"]`).focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Enter moves it, Escape leaves it.').waitFor();
    await page.keyboard.press('Enter');
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Move and tell 1 guest' });
    await yes.and(page.locator(':enabled')).waitFor();
    await yes.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const [moved] = await query<{ days: number }>(
      'select local_date - $2::date as days from public.departures where id = $1',
      [id, tomorrow()],
    );
    expect(moved?.days).toBe(7);
  });
});

describe('the views', () => {
  test('a box drawn around several selects them, and they are closed and reopened with one yes each', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const first = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const second = await crew.departure([{ names: ['Bo Holm'] }], { inMinutes: IN + 1 });
    const ids = [first.id, second.id];
    const page = await (await device()).login(crew.people.office, `/tours/calendar?view=month&on=${tomorrow()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const day = page.locator(`[data-drop="${tomorrow()}"]`);
    const surround = async () => {
      await day.locator(`[data-departure="${second.id}"]`).waitFor();
      // The last week of six is below the fold.
      await day.scrollIntoViewIfNeeded();
      // The month has another height until the window has its size, and while the bar of what is selected goes.
      await standsStill(day);
      const [cell, top] = await Promise.all([day.boundingBox(), day.locator('[data-departure]').first().boundingBox()]);
      await page.mouse.move(cell!.x + cell!.width - 8, cell!.y + cell!.height - 8);
      await page.mouse.down();
      await page.mouse.move(top!.x + 8, top!.y + 8, { steps: 8 });
      await page.mouse.up();
      await page.getByText('2 selected').waitFor();
    };
    const closed = () => query('select is_closed from public.departures where id = any ($1)', [ids]);
    for (const [act, yes, isClosed] of [
      ['Close for bookings…', 'Close 2 departures', true],
      ['Reopen for bookings…', 'Reopen 2 departures', false],
    ] as const) {
      await surround();
      await page.getByRole('button', { name: act }).click();
      await page.getByRole('button', { name: yes }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await closed()).toEqual([{ is_closed: isClosed }, { is_closed: isClosed }]);
      if (await page.getByRole('button', { name: 'Clear selection' }).isVisible())
        await page.getByRole('button', { name: 'Clear selection' }).click();
    }
  });

  test('arrows lead by day and Page keys by month, and where one is is said', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund', 'Bo Lund'] }], { inMinutes: IN });
    const page = await (await device()).login(crew.people.office, `/tours/calendar?view=month&on=${tomorrow()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const spoken = (date: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(date));
    const said = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const on = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['date']);
    await page.locator('[data-departure]').first().waitFor();
    await page.locator(`[data-date="${tomorrow()}"]`).focus();
    expect(await said()).toBe(`${spoken(tomorrow())}, 1 departure, 2 seats booked`);
    const day = addDays(tomorrow(), -1);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(on).toBe(day);
    expect(await said()).toBe(`${spoken(day)}, no departures, 0 seats booked`);
    await page.keyboard.press('PageDown');
    // The same day of the month, or its last.
    const inMonth = (month: string) => [`${month}-${day.slice(8)}`, lastDayOf(month)].toSorted()[0];
    await expect.poll(on).toBe(inMonth(addMonths(monthOf(day), 1)));
    const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(`${addMonths(monthOf(day), 1)}-01`),
    );
    await page.getByRole('grid', { name: month }).waitFor();
    await page.locator('[aria-live=polite]').getByText(month, { exact: true }).waitFor();
    await page.keyboard.press('PageUp');
    await expect.poll(async () => (await on())?.slice(0, 7)).toBe(monthOf(day));
    expect(await page.evaluate(() => document.activeElement?.matches('[data-date]'))).toBe(true);
  });

  test('the list has the day, which opens, and the week goes on paper with all of it', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const page = await (await device()).login(crew.people.office, `/tours/calendar?view=month&on=${tomorrow()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('radio', { name: 'List' }).click();
    const line = page.getByRole('button', { name: /Harbour walk.*1 of 600 booked/ });
    await line.click();
    await page.getByRole('region', { name: 'The day' }).getByText('Ada Lund').waitFor();

    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const sheet = page.locator('[data-print]');
    await sheet.getByRole('heading', { name: /^Harbour Walks/ }).waitFor();
    expect(await sheet.locator('tbody').count()).toBe(7);
    await sheet.getByRole('row', { name: /Harbour walk .* English .*guide of .*1 of 600/ }).waitFor();
    expect(await line.isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await sheet.waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'screen' });
    await line.waitFor();
  });

  test('what one departure has of its own is said by keyboard, and the calendar says in what it differs', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const page = await (await device()).login(crew.people.office, `/tours/calendar?day=${tomorrow()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('Ada Lund').waitFor();
    await page.getByRole('button', { name: /^More for .* Harbour walk/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Change this departure…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change this departure' });
    const seats = dialog.getByRole('textbox', { name: 'Seats' });
    await seats.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('30');
    await dialog.getByRole('textbox', { name: 'At the meeting point, this once' }).focus();
    await page.keyboard.type('By the green door.');
    // What it costs is the owner's to say.
    expect(await dialog.getByRole('textbox', { name: 'Adult' }).count()).toBe(0);
    await dialog.getByText(/Adult: .*50/).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.locator(`[data-departure="${id}"]`).first().getAttribute('aria-label'))
      .toMatch(/Harbour walk.*1 of 30 booked.*capacity.*meeting point/);
    expect(
      await query('select capacity, own_capacity, meeting_note from public.departures where id = $1', [id]),
    ).toEqual([{ capacity: 30, own_capacity: true, meeting_note: 'By the green door.' }]);
  });
});

describe('a guide', () => {
  test('reads their month on a phone without a network, and its age', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const phone = await device();
    const page = await phone.login(crew.people.guide, `/tours/calendar?view=month&on=${tomorrow()}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('[data-departure]').first().waitFor();
    await phone.installed();
    // What is kept is kept after it is shown.
    await page.reload();
    await page.locator('[data-departure]').first().waitFor();
    phone.network.weather = 'cut';
    await page.reload();
    await page.locator('[data-departure]').first().waitFor();
    await page.getByText('No network').first().waitFor();
    await page.locator(`[data-date="${tomorrow()}"]`).click();
    const pane = page.getByRole('region', { name: 'The day' });
    await pane.getByText('Harbour walk').waitFor();
    await pane.getByRole('link', { name: 'Open check-in' }).waitFor();
  });

  test('who never opened their schedule has it without a network', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: 60 });
    const phone = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const page = await phone.login(crew.people.guide, '/check-in');
    await phone.installed();
    const asked = begun(page.waitForResponse(/rpc\/read_my_month/));
    await page.reload();
    await asked;
    // The next start has it from the device, code and all.
    const again = begun(page.waitForResponse(/rpc\/read_my_month/));
    await page.reload();
    await again;
    phone.network.weather = 'cut';
    await page.reload();
    await page.getByRole('button', { name: /^Account/ }).tap();
    await page.getByRole('menuitem', { name: 'My schedule' }).tap();
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Harbour walk' }).first().waitFor();
  });

  test('sees their own departures and changes none', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const page = await (await device()).login(crew.people.guide, `/tours/calendar?day=${tomorrow()}`);
    await page.getByRole('link', { name: 'Open check-in' }).waitFor();
    expect(await page.getByRole('button', { name: /^More for/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});
