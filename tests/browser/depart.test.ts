/** Beyond checking in: walk-ins, money, departing, reopening, and handing the device over. */
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { checkInScreen, departAnyway, placeOf, queuedActionCount } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { eventually } from '../support/browser-wait.ts';
import { test } from '../support/browser-test.ts';

const TWO = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'], due: 2500 }];

describe('at the meeting point', () => {
  test('a walk-in is added, paid and checked in offline, and the office receives all three', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(TWO);
    const tablet = await device({ serviceWorkers: 'allow' });
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    await guide.saved();
    await tablet.installed();
    await tablet.goOffline();
    const { page } = guide;
    await page.getByRole('button', { name: 'Add walk-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Wanda Walkin');
    await dialog.locator('button[type=submit]').click();
    await guide.undoButton('Wanda Walkin').waitFor();
    await tablet.goOnline();
    await guide.saved();
    const actions = await crew.actions(id);
    expect(actions.map((action) => action.kind).sort()).toEqual(['check_in', 'payment', 'walk_in']);
    const [booking] = await query<{ contact_name: string; total_amount: string; source: string }>(
      `select contact_name, total_amount, source from public.bookings where departure_id = $1 and contact_name = 'Wanda Walkin'`,
      [id],
    );
    expect(booking).toMatchObject({ source: 'walk-in' });
    const [paid] = await query<{ payload: unknown }>(
      `select payload from public.check_in_actions where departure_id = $1 and kind = 'payment'`,
      [id],
    );
    expect(paid?.payload).toEqual({ amount: 5000, currency: 'DKK', method: 'cash' });
    expect(Number(booking?.total_amount)).toBe(5000);
  });

  test('money due is collected, and its mark disappears', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(TWO);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await page.getByRole('button', { name: /^Collect .*25.*Björn Müller|Björn Müller.*25/ }).click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await guide.saved();
    const rows = await query<{ payload: { amount: number; currency: string } }>(
      `select payload from public.check_in_actions where departure_id = $1 and kind = 'payment'`,
      [id],
    );
    expect(rows.map(({ payload }) => [payload.amount, payload.currency])).toEqual([[2500, 'DKK']]);
    await eventually(
      () => page.getByRole('button', { name: /^Collect/ }).count(),
      (count) => count === 0,
    );
    // Paying checks the guest in, unless the box is unticked.
    await guide.undoButton('Björn Müller').waitFor();
    expect((await crew.actions(id)).map((action) => action.kind)).toEqual(['payment', 'check_in']);
  });

  test('a colleague’s payment is refunded offline: due again, off the ledger, and reported to both', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(TWO);
    const place = placeOf(id);
    const party = `${place}&party=${guests[1]!.bookingId}`;
    const office = checkInScreen(await (await device()).login(crew.people.office, place));
    const collect = (page: typeof office.page) => page.getByRole('button', { name: /^Collect .*Björn Müller/ });
    await collect(office.page).click();
    await office.page.getByRole('dialog').locator('button[type=submit]').click();
    await office.undoButton('Björn Müller').waitFor();
    await office.saved();

    const tablet = await device({ serviceWorkers: 'allow' });
    const guide = checkInScreen(await tablet.login(crew.people.guide, party));
    await guide.saved();
    await tablet.installed();
    await tablet.goOffline();
    const { page } = guide;
    const line = page.getByRole('listitem').filter({ hasText: 'collected in cash' });
    await line.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await collect(page).waitFor();
    await tablet.goOnline();
    await guide.saved();

    const [row] = await query<{ status: string }>(
      `select status::text as status from public.payments where booking_id = $1 and action_id is not null`,
      [guests[1]!.bookingId],
    );
    expect(row).toMatchObject({ status: 'UNDONE' });
    const undo = (await crew.actions(id)).find(({ kind }) => kind === 'undo');
    expect(undo?.flags).toContain('undid_payment');
    await collect(office.page).waitFor();
    await office.page.goto(new URL(party, office.page.url()).href);
    await office.page.getByText('Originally collected by someone else').waitFor();
  });

  test('oddities of a departure are reported above the list to those who may see them', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(TWO);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    await guide.page.getByRole('button', { name: 'Depart', exact: true }).click();
    await departAnyway(guide.page);
    await guide.saved();
    await query(
      `update public.check_in_actions set flags = '{not_assigned}' where departure_id = $1 and kind = 'depart'`,
      [id],
    );
    const office = checkInScreen(await (await device()).login(crew.people.office, placeOf(id)));
    await office.page
      .getByRole('listitem')
      .filter({ hasText: 'Departure · ' })
      .filter({ hasText: 'Recorded by someone not assigned to this departure' })
      .waitFor();
  });

  test('departing freezes the head count and marks no-shows; reopening undoes both', async ({ device, query }) => {
    const crew = await makeCrew(query);
    // Two here and one missing, so that all figures differ.
    const { id } = await crew.departure([...TWO, { names: ['Chiara Conti'] }]);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.tap('Ada Lund');
    await guide.tap('Chiara Conti');
    await page.getByRole('button', { name: 'Depart', exact: true }).click();
    await departAnyway(page);
    await page.getByRole('button', { name: 'Recount' }).first().waitFor();
    await page.getByText('No-show').first().waitFor();
    await guide.saved();
    const [depart] = await query<{ payload: { head_count: number } }>(
      `select payload from public.check_in_actions where departure_id = $1 and kind = 'depart'`,
      [id],
    );
    expect(depart?.payload.head_count).toBe(2);
    // A guest catches up with the group.
    await guide.tap('Björn Müller');
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await page.getByRole('button', { name: 'Depart', exact: true }).waitFor();
    await guide.saved();
    expect(await crew.statuses(id)).toEqual({
      'Ada Lund': 'checked_in',
      'Björn Müller': 'checked_in',
      'Chiara Conti': 'checked_in',
    });
    expect((await crew.actions(id)).map((action) => action.kind)).toEqual([
      'check_in',
      'check_in',
      'depart',
      'check_in',
      'undo',
    ]);
  });
});

const signOutBy = async (page: Page) => {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

describe('signing out', () => {
  test('is refused while actions are unsent, and afterwards leaves no guest data behind', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(TWO);
    const tablet = await device({ serviceWorkers: 'allow' });
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.saved();
    await tablet.installed();
    const signOut = () => signOutBy(page);
    await tablet.goOffline();
    await guide.tap('Ada Lund');
    await signOut();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Unsent actions').waitFor();
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    expect(await queuedActionCount(page)).toBe(1);
    await guide.undoButton('Ada Lund').waitFor();

    await tablet.goOnline();
    await guide.saved();
    await signOut();
    await page.waitForURL(/\/login/);
    const databaseNames = await page.evaluate(async () =>
      (await indexedDB.databases()).map((database) => database.name),
    );
    expect(databaseNames.filter((name) => /^muster-[0-9a-f]{8}-/.test(name ?? ''))).toEqual([]);
    expect((await crew.statuses(id))['Ada Lund']).toBe('checked_in');
    // Nor a trace of a signed-in user: the next one gets no warning about lost data.
    await tablet.open(placeOf(id));
    await page.waitForURL(/\/login/);
    await tablet.submitLogin(crew.people.guide);
    await guide.undoButton('Ada Lund').waitFor();
    await guide.saved();
    expect(await page.getByText('The browser cleared the list on this device').count()).toBe(0);
  });

  test('keeps the outbox for its author while a colleague works on the same tablet', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(TWO);
    const tablet = await device({ serviceWorkers: 'allow' });
    const screen = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const { page } = screen;
    await screen.saved();
    await tablet.installed();
    await tablet.goOffline();
    await screen.tap('Ada Lund');
    await signOutBy(page);
    await page.getByRole('button', { name: 'Keep it here and sign out' }).click();
    await page.waitForURL(/\/login/);
    await tablet.goOnline();

    await tablet.submitLogin(crew.people.colleague);
    await tablet.open(placeOf(id));
    await screen.checkInButton('Ada Lund').waitFor();
    await screen.tap('Björn Müller');
    await screen.sync.filter({ hasText: 'All saved' }).waitFor();
    await eventually(
      () => queuedActionCount(page),
      (count) => count === 1,
    );
    expect(await crew.statuses(id)).toEqual({ 'Ada Lund': 'expected', 'Björn Müller': 'checked_in' });
    await signOutBy(page);
    await page.waitForURL(/\/login/);
    expect(await queuedActionCount(page)).toBe(1);

    await tablet.submitLogin(crew.people.guide);
    await tablet.open(placeOf(id));
    await screen.undoButton('Ada Lund').waitFor();
    await screen.saved();
    const sentActions = await query<{ user_id: string }>(
      `select user_id from public.check_in_actions where departure_id = $1 order by recorded_at`,
      [id],
    );
    expect(sentActions.map((row) => row.user_id)).toEqual([crew.people.colleague.id, crew.people.guide.id]);
  });

  test('keeps the outbox of another person who used the same device', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(TWO);
    const tablet = await device({ serviceWorkers: 'allow' });
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.saved();
    await tablet.installed();
    await tablet.goOffline();
    await guide.tap('Ada Lund');
    // The session ends without a sign-out: cookies were cleared.
    await tablet.context.clearCookies();
    await tablet.goOnline();
    await tablet.open(placeOf(id));
    await tablet.signInAgain(crew.people.colleague);
    await guide.checkInButton('Ada Lund').waitFor();
    await guide.sync.filter({ hasText: 'All saved' }).waitFor();
    expect(await queuedActionCount(page)).toBe(1);
    expect((await crew.statuses(id))['Ada Lund']).toBe('expected');
    await tablet.context.clearCookies();
    await tablet.open(placeOf(id));
    await tablet.signInAgain(crew.people.guide);
    await guide.undoButton('Ada Lund').waitFor();
    await guide.saved();
    expect((await crew.statuses(id))['Ada Lund']).toBe('checked_in');
  });
});
