/** "Running late", from the guest's press to the guide's row on the tablet, and back. */
import { randomUUID } from 'node:crypto';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

test('a late guest appears in the guide’s list with the latest minutes until it is withdrawn', async ({
  device,
  query,
  expect,
}) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure([{ names: ['Ada Lund'] }, { names: ['Cia Falk'] }], { inMinutes: 45 });
  const token = (randomUUID() + randomUUID()).replaceAll('-', '');
  await query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex') where departure_id = $1 and contact_name = 'Ada Lund'`,
    [id, token],
  );
  const tablet = await device({ serviceWorkers: 'allow' });
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.checkInButton('Ada Lund').waitFor();
  await guide.saved();
  const late = guide.page.getByText(/^\d+ min late$/);
  expect(await late.count()).toBe(0);

  const guest = await device();
  await guest.open(`/booking/view/${token}`);
  const press = (name: string) => guest.page.getByRole('button', { name, exact: true }).click();
  await press('20 minutes');
  await guest.page.getByText('Your guide knows you’ll be 20 minutes late.').waitFor();
  await guide.page.getByText('20 min late').first().waitFor();
  await press('30 minutes');
  await guide.page.getByText('30 min late').first().waitFor();
  // Only that party is marked, and offline it stays.
  await tablet.installed();
  await tablet.goOffline();
  await guide.page.reload();
  await guide.page.getByText('30 min late').first().waitFor();
  expect(new Set(await late.allTextContents())).toEqual(new Set(['30 min late']));
  await guide.checkInButton('Cia Falk').waitFor();

  await press('I’ll be on time after all');
  await guest.page.getByText(/^Your guide knows/).waitFor({ state: 'detached' });
  await tablet.goOnline();
  await expect.poll(() => late.count()).toBe(0);
  await guide.checkInButton('Ada Lund').waitFor();
});
