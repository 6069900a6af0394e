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
    await move.getByRole('group', { name: 'Next with room for all of them' }).getByRole('button').first().click();
    await move.getByRole('button', { name: /^Move to/ }).click();
    await move.waitFor({ state: 'detached' });
    await guide.page.getByText(/Eva Holm was moved to .* · ill/).waitFor({ timeout: WITHIN });
    await guide.checkInButton('Eva Holm').waitFor({ state: 'detached', timeout: WITHIN });
    await guide.checkInButton('Ada Lund').waitFor();
  });
});
