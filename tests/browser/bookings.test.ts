/** /bookings: bulk actions, and how the office's changes reach the guide's tablet. */
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { countChangeEvents } from '../support/browser-wait.ts';

const DESK = { viewport: { width: 1440, height: 900 } };

describe('a bulk action', () => {
  test('cancels ten of twelve bookings, and explains the two that failed', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(
      Array.from({ length: 12 }, (_, n) => ({ names: [`Guest ${String(n).padStart(3, '0')}`] })),
      { inMinutes: 60 * 26 },
    );
    const page = await (await device(DESK)).login(crew.people.office, '/bookings-advanced');
    await page.getByRole('row', { name: 'Guest 000' }).waitFor();
    // In the meantime a colleague changes two of them.
    const quick = guests.filter(({ name }) => name === 'Guest 007' || name === 'Guest 010');
    await query(`update public.bookings set status = 'CANCELLED' where id = any ($1)`, [
      quick.map(({ bookingId }) => bookingId),
    ]);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Comment for the history' }).fill('Storm');
    await dialog.getByRole('button', { name: 'Cancel 12 bookings' }).click();
    await dialog.getByText('10 changed. 2 not changed:').waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(
      ['Guest 007', 'Guest 010'].map(
        (name) => expect.stringMatching(`^${name}.*The booking’s status is now “Cancelled”`) as string,
      ),
    );
    expect(
      await query(
        `select b.status::text, count(*)::integer as bookings, count(e.id)::integer as logged from public.bookings b
         left join public.audit_events e on e.subject_id = b.id and e.action = 'cancel_booking' and e.after ->> 'reason_note' = 'Storm'
         where b.departure_id = $1 group by 1`,
        [id],
      ),
    ).toEqual([{ status: 'CANCELLED', bookings: 12, logged: 10 }]);
  });
});

describe('the guide’s tablet', () => {
  test('receives a booking by the office, and drops one that was moved away, with a notice', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const today = await crew.departure([{ names: ['Ada Lund'] }]);
    await crew.departure([{ names: ['Bo Holm'] }], { inMinutes: 60 * 26 });
    const tablet = await device();
    const events = countChangeEvents(tablet.page);
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(today.id)));
    await guide.checkInButton('Ada Lund').waitFor();
    await guide.saved();
    const page = await (await device(DESK)).login(crew.people.office, '/bookings?new=1');
    const dialog = page.getByRole('dialog', { name: 'New booking' });
    await dialog.getByRole('radio', { checked: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    let before = events();
    await dialog.getByRole('button', { name: /^Book 1 guest/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(events).toBeGreaterThan(before);
    await guide.checkInButton('Eva Holm').waitFor();

    const pane = page.getByRole('region', { name: 'Booking' });
    await pane.getByText('1 guest').waitFor();
    await pane.getByRole('button', { name: 'Move…' }).click();
    const move = page.getByRole('dialog', { name: 'Move Eva Holm’s booking' });
    await move.getByRole('combobox', { name: 'Reason' }).selectOption('guest_ill');
    await move.getByRole('group', { name: 'Next departures with enough seats' }).getByRole('button').click();
    before = events();
    await move.getByRole('button', { name: /^Move to/ }).click();
    await move.waitFor({ state: 'detached' });
    await expect.poll(events).toBeGreaterThan(before);
    await guide.page.getByText(/Eva Holm was moved to .* · ill/).waitFor();
    await guide.checkInButton('Eva Holm').waitFor({ state: 'detached' });
    await guide.checkInButton('Ada Lund').waitFor();
  });
});
