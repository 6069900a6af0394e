/** The team: invited by pasted address, joined through the mail's link, and removed with unsent actions on a tablet. */
import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { placeOf, queuedActionCount } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { eventually } from '../support/browser-wait.ts';
import { test } from '../support/browser-test.ts';

describe('the team', () => {
  test('an invited person opens the mail, chooses a password, and starts at the roll-call', async ({
    device,
    query,
    expect,
  }) => {
    const crew = await makeCrew(query);
    const email = `nova-${randomUUID().slice(0, 8)}@muster.test`;
    const office = await (await device()).login(crew.people.owner, '/company-team');
    await office.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = office.getByRole('dialog');
    await dialog
      .getByLabel('Email addresses')
      .fill(`"Lund, Nova" <${email.toUpperCase()}>, ${crew.people.guide.email}`);
    await dialog.getByRole('checkbox', { name: /^Guide Checks/ }).check();
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
    await dialog.getByText(`${crew.people.guide.email} is already on the team.`).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    const phone = await device();
    const newcomer = await phone.open('/local/inbox');
    await eventually(
      async () => {
        await newcomer.reload();
        return newcomer.getByText(email).count();
      },
      (count) => count > 0,
    );
    await newcomer.getByRole('row').filter({ hasText: email }).getByRole('link').click();
    const link = newcomer.frameLocator('iframe').getByRole('link', { name: 'Join team' });
    const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '');
    await phone.open(`${pathname}${hash}`);
    await newcomer.getByText('invited you as:').waitFor();
    await newcomer.getByLabel('Your name').fill('Nova Lund');
    await newcomer.getByLabel('Choose a password').fill('a password that is long');
    await newcomer.getByRole('button', { name: 'Create account and join' }).click();
    await newcomer.waitForURL(/\/thanks-for-joining$/);
    await newcomer.getByRole('link', { name: 'Get started' }).click();
    await newcomer.waitForURL(/\/check-in$/);

    await office.reload();
    await office.getByRole('row', { name: /Nova Lund/ }).waitFor();
    await phone.open(`${pathname}${hash}`);
    await newcomer.getByRole('heading', { name: /^Welcome to / }).waitFor();
    expect(await query('select state from private.invitations where email = $1', [email])).toEqual([
      { state: 'accepted' },
    ]);
  });

  test('removing a guide with forty unsent actions on an offline tablet loses none of them', async ({
    device,
    query,
    expect,
  }) => {
    const crew = await makeCrew(query);
    const { guide, owner } = crew.people;
    const names = Array.from({ length: 40 }, (_, at) => `Guest ${at + 1}`);
    // A departure that has begun keeps its guide when the guide is deactivated.
    const { id, guests } = await crew.departure([{ names }], { inMinutes: -10 });
    const tablet = await device({ serviceWorkers: 'allow' });
    const page = await tablet.login(guide, `${placeOf(id)}&party=${guests[0]!.bookingId}`);
    const all = page.getByRole('button', { name: 'Check in 40' });
    await all.waitFor();
    await tablet.installed();
    await tablet.goOffline();
    await all.click();
    await eventually(
      () => queuedActionCount(page),
      (count) => count === 40,
    );
    const asOwner = (call: string) =>
      query(
        `with me as materialized (select set_config('request.jwt.claim.sub', $1, true))
         select public.${call}($2, $3) ->> 'status' as status from me`,
        [owner.id, crew.companyId, guide.id],
      );
    expect(await asOwner('deactivate_member')).toEqual([{ status: 'ok' }]);

    await Promise.all([page.waitForResponse(/check_in_push/), tablet.goOnline()]);
    expect(await crew.actions(id)).toEqual([]);
    await page.reload();
    await page.getByText(/^40 of your actions are only on this device/).waitFor();
    expect(await queuedActionCount(page)).toBe(40);

    expect(await asOwner('reactivate_member')).toEqual([{ status: 'ok' }]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await eventually(
      () => crew.actions(id),
      (actions) => actions.length === 40,
    );
    expect(Object.values(await crew.statuses(id))).toEqual(names.map(() => 'checked_in'));
  });
});
