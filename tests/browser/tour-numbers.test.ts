/** Tour numbers, from the guide's phone offline to the office's lock, and actions that come too late. */
import { expect } from 'vitest';
import { checkInScreen, placeOf, queuedActionCount } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { eventually } from '../support/browser-wait.ts';

test('a report submitted offline is locked; a later check-in is refused, then counts once unlocked', async ({
  device,
  query,
}) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure([{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }], { inMinutes: -95 });
  const numbers = `/report-tour-numbers?departure=${id}`;
  const state = async () => {
    const [row] = await query<{ state: string }>(`select state from private.tour_reports where departure_id = $1`, [
      id,
    ]);
    return row?.state;
  };

  const tablet = await device({ serviceWorkers: 'allow' });
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  const { page } = guide;
  await guide.tap('Ada Lund');
  await guide.saved();
  await tablet.installed();
  await tablet.goOffline();
  await tablet.open(numbers);
  const adults = page.getByRole('group', { name: 'Adult' });
  await adults.getByText('2 booked, 2 checked in').waitFor();
  await adults.getByRole('button', { name: 'One fewer: Adult' }).click();
  await page.getByRole('textbox', { name: 'Note to the office' }).fill('Björn never came');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Saved on this device').waitFor();
  expect(await state()).toBeUndefined();
  await tablet.goOnline();
  await eventually(state, (now) => now === 'submitted');

  const desk = await (await device()).login(crew.people.office, numbers);
  await desk.getByRole('row', { name: /^Adult 2 2 1 −1/ }).waitFor();
  await desk.getByText('Björn never came').waitFor();
  await desk.getByRole('button', { name: 'Lock', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click();
  await eventually(state, (now) => now === 'locked');

  // Further actions by the guide are neither lost nor counted.
  await tablet.open(placeOf(id));
  await guide.checkInButton('Björn Müller').click();
  await guide.sync.filter({ hasText: '1 needs your attention' }).waitFor();
  await tablet.open(numbers);
  await page.getByText('The tour report is locked').waitFor();
  expect(await queuedActionCount(page)).toBe(1);
  expect((await crew.actions(id)).filter(({ kind }) => kind === 'check_in')).toHaveLength(1);

  const owner = await (await device()).login(crew.people.owner, numbers);
  await owner.getByRole('button', { name: 'Unlock' }).click();
  await owner.getByRole('dialog').getByRole('textbox').fill('Björn came after all');
  await owner.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await eventually(state, (now) => now === 'submitted');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: /^Send again/ }).click();
  await eventually(
    () => crew.statuses(id),
    (now) => now['Björn Müller'] === 'checked_in',
  );
});
