/** /tours/calendar: opening a day, and changing its departures after a preview of the impact. */
import { describe, expect } from 'vitest';
import { addDays, localDateIn } from '../../src/lib/local-date.ts';
import { weekdayOf } from '../../src/lib/month-grid.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { startWaiting } from '../support/browser-wait.ts';
import type { Query } from '../support/database.ts';

const dayIn = (minutes: number) => localDateIn('Europe/Copenhagen', Date.now() + minutes * 60_000);
const DAY = 60 * 24;
/** Minutes until the first day: tomorrow, or Monday on a Saturday, so that the second day is in the same week. */
const IN = weekdayOf(dayIn(DAY + 120)) === 6 ? 2 * DAY + 120 : DAY + 120;
const firstDay = () => dayIn(IN);
const secondDay = () => addDays(firstDay(), 1);

/** Gives the parties of departures an email address: guests without one are called, not mailed. */
const addEmailAddresses = (query: Query, ids: readonly string[]) =>
  query(`update public.bookings set contact_email = reference || '@guest.test' where departure_id = any ($1)`, [ids]);

describe('the office', () => {
  test('cancels a whole day by keyboard with one message, queued for each guest', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const first = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const second = await crew.departure([{ names: ['Bo Holm', 'Cy Holm'] }], { inMinutes: IN + 1 });
    const ids = [first.id, second.id];
    await addEmailAddresses(query, ids);
    const page = await (await device()).login(crew.people.office, `/tours/calendar?on=${firstDay()}&view=month`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator(`[data-date="${firstDay()}"]`).focus();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Cancel…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 departures?' });
    await dialog.getByRole('textbox', { name: 'Message to guests' }).focus();
    await page.keyboard.insertText('A storm is coming.');
    await dialog.getByRole('button', { name: 'Cancel 2 departures and notify 3 guests' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(
      await query(
        `select distinct mail.data ->> 'message' as message, count(*)::integer as waiting from private.outbox_messages as mail
         where mail.template = 'departure-cancelled' and mail.company_id = $1 and mail.recipient like '%@guest.test' group by 1`,
        [crew.companyId],
      ),
    ).toEqual([{ message: 'A storm is coming.', waiting: 2 }]);
  });
});

describe('several departures', () => {
  test('are selected by mouse and closed together; one is dragged to another day after a preview', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const first = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const second = await crew.departure([{ names: ['Bo Holm'] }], { inMinutes: IN + 1 });
    const page = await (await device()).login(crew.people.office, `/tours/calendar?view=week&on=${firstDay()}`);
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

    // First to another time: the hour of the cell where it is dropped.
    await addEmailAddresses(query, [first.id, second.id]);
    const hour = await page
      .locator(`[data-drop="${firstDay()}"]:has([data-departure="${first.id}"])`)
      .getAttribute('data-hour');
    const other = hour === '9' ? 11 : 9;
    await entry(first.id).dragTo(page.locator(`[data-drop="${firstDay()}"][data-hour="${other}"]`));
    await page.getByRole('button', { name: 'Move and notify 1 guest' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(`[data-hour="${other}"] [data-departure="${first.id}"]`).waitFor();

    await page.getByRole('radio', { name: 'Month' }).click();
    const to = secondDay();
    await entry(first.id).dragTo(page.locator(`[data-drop="${to}"]`));
    const dialog = page.getByRole('dialog', { name: 'Move departure' });
    await dialog.getByText('Affects 1 booking (1 guest)').waitFor();
    await dialog.getByRole('button', { name: 'Move and notify 1 guest' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator(`[data-drop="${to}"] [data-departure="${first.id}"]`).waitFor();
    expect(await query('select local_date::text from public.departures where id = $1', [first.id])).toEqual([
      { local_date: to },
    ]);
  });
});

describe('a guide', () => {
  test('reads their month offline on a phone, with its age', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
    const phone = await device({ serviceWorkers: 'allow' });
    const page = await phone.login(crew.people.guide, `/tours/calendar?view=month&on=${firstDay()}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('[data-departure]').first().waitFor();
    await phone.installed();
    // The response is stored after it renders.
    await page.reload();
    await page.locator('[data-departure]').first().waitFor();
    phone.network.condition = 'cut';
    await page.reload();
    await page.locator('[data-departure]').first().waitFor();
    await page.getByText('You’re offline.').first().waitFor();
    await page.locator(`[data-date="${firstDay()}"]`).click();
    const pane = page.getByRole('region', { name: 'Day' });
    await pane.getByText('Harbour walk').waitFor();
    await pane.getByRole('link', { name: 'Open check-in' }).waitFor();
  });

  test('has a schedule offline that they never opened', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: 60 });
    const phone = await device({
      serviceWorkers: 'allow',
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await phone.login(crew.people.guide, '/check-in');
    await phone.installed();
    const scheduleResponse = startWaiting(page.waitForResponse(/rpc\/read_my_month/));
    await page.reload();
    await scheduleResponse;
    // The next start has data and code on the device.
    const nextResponse = startWaiting(page.waitForResponse(/rpc\/read_my_month/));
    await page.reload();
    await nextResponse;
    phone.network.condition = 'cut';
    await page.reload();
    await page.getByRole('button', { name: /^Account/ }).tap();
    await page.getByRole('menuitem', { name: 'My schedule' }).tap();
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Harbour walk' }).first().waitFor();
  });
});
