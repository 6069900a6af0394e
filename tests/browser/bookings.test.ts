/** /bookings: a new booking by keys alone, and what the guide's tablet has of the office's doings. */
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
/** Milliseconds within which the tablet knows of what the office did. */
const WITHIN = 2000;

describe('the office', () => {
  test('makes a booking by keyboard alone within fifteen seconds', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: 60 * 26 });
    const page = await (await device(DESK)).login(crew.people.office, '/bookings');
    await page.getByRole('row', { name: 'Ada Lund' }).waitFor();
    const began = Date.now();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    // The next departure with room is chosen already.
    await dialog.getByRole('radio', { checked: true }).waitFor();
    const adults = dialog.getByRole('spinbutton', { name: 'Adult' });
    await adults.waitFor();
    const isThere = () => adults.evaluate((field) => field === document.activeElement);
    for (let stops = 0; stops < 12 && !(await isThere()); stops += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
    await page.keyboard.type('2');
    const name = dialog.getByRole('combobox', { name: 'Name' });
    const named = () => name.evaluate((field) => field === document.activeElement);
    for (let stops = 0; stops < 8 && !(await named()); stops += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('Eva Holm');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(Date.now() - began).toBeLessThan(15_000);
    // What was made is open, and stands in the list.
    await page.getByRole('region', { name: 'Booking' }).getByText('2 guests').waitFor();
    await page.getByRole('row', { name: 'Eva Holm' }).waitFor();
    expect(
      await query(
        `select b.status::text, count(*)::integer as tickets from public.bookings b join public.guests g on g.booking_id = b.id
         where b.departure_id = $1 and b.contact_name = 'Eva Holm' group by 1`,
        [id],
      ),
    ).toEqual([{ status: 'CONFIRMED', tickets: 2 }]);
  });
});

describe('the list', () => {
  const THREE = [{ names: ['Ada Holm'] }, { names: ['Bea Holm'] }, { names: ['Cy Lund'] }];

  test('is used by keyboard alone: searched, gone through, opened and closed', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure(THREE, { inMinutes: 60 * 26 });
    const desk = await device(DESK);
    const page = await desk.login(crew.people.office, '/bookings');
    const row = (name: string) => page.getByRole('row', { name });
    const pane = page.getByRole('region', { name: 'Booking' });
    await row('Cy Lund').waitFor();
    await page.keyboard.press('/');
    // Faster than a slow computer draws: no letter is lost.
    const session = await desk.cdp();
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await Promise.all(Array.from('holm', (letter) => page.keyboard.press(letter)));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(await page.getByRole('searchbox').inputValue()).toBe('holm');
    await row('Cy Lund').waitFor({ state: 'detached' });
    const inRow = (name: string) => page.locator(`[role=row][aria-label="${name}"]:focus`).waitFor();
    await page.keyboard.press('ArrowDown');
    await inRow('Ada Holm');
    await page.keyboard.press('ArrowDown');
    await inRow('Bea Holm');
    await page.keyboard.press('Enter');
    await pane.getByRole('heading', { name: 'Bea Holm' }).waitFor();
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached' });
    await inRow('Bea Holm');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await pane.getByRole('heading', { name: 'Ada Holm' }).waitFor();
  });

  test('is used on a phone: searched, a booking opened and moved, and back', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { guests } = await crew.departure(THREE, { inMinutes: 60 * 26 });
    const later = await crew.departure([{ names: ['Dora'] }], { inMinutes: 60 * 50 });
    const phone = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const page = await phone.login(crew.people.office, '/bookings');
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const card = (name: string) => page.getByRole('listitem').getByRole('button', { name });
    await card('Ada Holm').waitFor();
    await fits();
    await page.getByRole('searchbox').fill('lund');
    await card('Ada Holm').waitFor({ state: 'detached' });
    await card('Cy Lund').tap();
    await page.getByRole('heading', { name: 'Cy Lund' }).waitFor();
    await fits();
    await page.getByRole('button', { name: 'Move…' }).tap();
    const move = page.getByRole('dialog', { name: 'Move Cy Lund' });
    await move.getByRole('combobox', { name: 'Why?' }).selectOption('guest_asked');
    await move.getByRole('group', { name: 'Next with room for all of them' }).getByRole('button').tap();
    await fits();
    await move.getByRole('button', { name: /^Move to/ }).tap();
    await move.waitFor({ state: 'detached' });
    const cy = guests.find(({ name }) => name === 'Cy Lund')!;
    expect(await query(`select departure_id from public.bookings where id = $1`, [cy.bookingId])).toEqual([
      { departure_id: later.id },
    ]);
    await page.goBack();
    await card('Cy Lund').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('lund');
  });
});

describe('many at once', () => {
  test('two hundred are cancelled but for two, which say why', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(
      Array.from({ length: 200 }, (_, n) => ({ names: [`Guest ${String(n).padStart(3, '0')}`] })),
      { inMinutes: 60 * 26 },
    );
    const page = await (await device(DESK)).login(crew.people.office, '/bookings-advanced');
    await page.getByRole('row', { name: 'Guest 000' }).waitFor();
    // Meanwhile a colleague is quicker with two of them.
    const quick = guests.filter(({ name }) => name === 'Guest 007' || name === 'Guest 123');
    await query(`update public.bookings set status = 'CANCELLED' where id = any ($1)`, [
      quick.map(({ bookingId }) => bookingId),
    ]);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'In words, for the history' }).fill('Storm');
    await dialog.getByRole('button', { name: 'Cancel 200 bookings' }).click();
    await dialog.getByText('198 were changed. 2 were not; here is why:').waitFor({ timeout: 120_000 });
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(
      ['Guest 007', 'Guest 123'].map(
        (name) => expect.stringMatching(`^${name}.*Meanwhile the booking is: Cancelled`) as string,
      ),
    );
    expect(
      await query(
        `select b.status::text, count(*)::integer as bookings, count(e.id)::integer as told from public.bookings b
         left join public.audit_events e on e.subject_id = b.id and e.action = 'cancel_booking' and e.after ->> 'words' = 'Storm'
         where b.departure_id = $1 group by 1`,
        [id],
      ),
    ).toEqual([{ status: 'CANCELLED', bookings: 200, told: 198 }]);
  });
});

describe('the advanced list on a phone', () => {
  test('is filtered, looked into, and acted on in two bookings at once', async ({ device, query }) => {
    const crew = await makeCrew(query);
    await crew.departure(
      [{ names: ['Ada Holm', 'Ben Holm'] }, { names: ['Bea Holm', 'Bo Holm'] }, { names: ['Cy Lund'] }],
      { inMinutes: 60 * 26 },
    );
    const phone = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const page = await phone.login(crew.people.office, '/bookings-advanced');
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const card = (name: string) => page.getByRole('listitem').getByRole('button', { name });
    await card('Cy Lund').waitFor();
    await fits();

    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    const filter = page.getByRole('dialog', { name: 'Filter bookings' });
    await filter.getByRole('button', { name: 'Add condition' }).tap();
    const condition = filter.getByRole('group', { name: /^Condition 1/ });
    await condition.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Guests' });
    await condition.getByRole('textbox', { name: 'Guests, from' }).fill('2');
    await fits();
    await filter.getByRole('button', { name: 'Apply' }).tap();
    await filter.waitFor({ state: 'detached' });
    await card('Cy Lund').waitFor({ state: 'detached' });
    await page.getByRole('status').filter({ hasText: '2 bookings' }).waitFor();

    await card('Ada Holm').tap();
    await page.getByRole('heading', { name: 'Ada Holm' }).waitFor();
    await fits();
    await page.goBack();
    await card('Ada Holm').waitFor();
    await page.getByRole('button', { name: 'Filter (1)' }).waitFor();

    for (const name of ['Ada Holm', 'Bea Holm']) await page.getByRole('checkbox', { name: `Select ${name}` }).tap();
    await fits();
    await page.getByRole('button', { name: 'Tags…' }).tap();
    const tags = page.getByRole('dialog', { name: 'Tags of 2 bookings' });
    await tags.getByRole('textbox', { name: 'Add tags' }).fill('school');
    await tags.getByRole('button', { name: 'Change tags of 2 bookings' }).tap();
    await tags.getByRole('alert').filter({ hasText: '2' }).waitFor();
    await fits();
    // The head has a cross of that name.
    await tags.getByRole('button').filter({ hasText: 'Close' }).tap();
    await tags.waitFor({ state: 'detached' });
    expect(
      await query(`select contact_name as name, tags from public.bookings where company_id = $1 order by 1`, [
        crew.companyId,
      ]),
    ).toEqual([
      { name: 'Ada Holm', tags: ['school'] },
      { name: 'Bea Holm', tags: ['school'] },
      { name: 'Cy Lund', tags: [] },
    ]);
  });
});

describe('the guide’s tablet', () => {
  test('has a booking of the office within two seconds, and loses one that was moved away, told why', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const today = await crew.departure([{ names: ['Ada Lund'] }]);
    await crew.departure([{ names: ['Bo Holm'] }], { inMinutes: 60 * 26 });
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(today.id)));
    await guide.checkInButton('Ada Lund').waitFor();
    await guide.saved();
    const page = await (await device(DESK)).login(crew.people.office, '/bookings?new=1');
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await dialog.getByRole('radio', { checked: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    await dialog.getByRole('button', { name: /^Book 1 guest/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await guide.checkInButton('Eva Holm').waitFor({ timeout: WITHIN });

    const pane = page.getByRole('region', { name: 'Booking' });
    await pane.getByText('1 guest').waitFor();
    await pane.getByRole('button', { name: 'Move…' }).click();
    const move = page.getByRole('dialog', { name: 'Move Eva Holm' });
    await move.getByRole('combobox', { name: 'Why?' }).selectOption('guest_ill');
    await move.getByRole('group', { name: 'Next with room for all of them' }).getByRole('button').click();
    await move.getByRole('button', { name: /^Move to/ }).click();
    await move.waitFor({ state: 'detached' });
    await guide.page.getByText(/Eva Holm was moved to .* · ill/).waitFor({ timeout: WITHIN });
    await guide.checkInButton('Eva Holm').waitFor({ state: 'detached', timeout: WITHIN });
    await guide.checkInButton('Ada Lund').waitFor();
  });
});
