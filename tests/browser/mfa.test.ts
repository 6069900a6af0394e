/** Two-factor authentication, from the account menu to the code after the password and back. */
import { describe } from 'vitest';
import { totpCode } from '../../supabase/local/totp.ts';
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

describe('two-factor authentication', () => {
  test('is set up, asked for in each tab until entered in one, accepts a code after a wrong one, and is removed', async ({
    device,
    query,
    expect,
  }) => {
    const crew = await makeCrew(query);
    const { email } = crew.people.office;
    const tab = await device();
    const page = await tab.open('/login');
    const signIn = async () => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const openFactors = async () => {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Your account' }).click();
      await page.getByRole('button', { name: 'Change two-factor authentication' }).click();
    };
    const code = page.getByLabel('Authenticator code');

    await signIn();
    await openFactors();
    await page.getByRole('button', { name: 'Add authenticator' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    const address = await page.getByRole('link', { name: 'Open on this device' }).getAttribute('href');
    const secret = new URL(address!).searchParams.get('secret')!;
    await code.fill(totpCode(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication is on' }).waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove “My phone”' }).waitFor();

    await tab.open('/check-in');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await signIn();
    await code.waitFor();
    // Started in this tab, the question survives a reload, and nothing else opens until it is answered.
    await page.reload();
    await code.waitFor();
    await code.fill('000000');
    await page.getByText('Wrong code. Enter the one shown now').waitFor();
    await tab.open('/bookings');
    await code.waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/login$/);
    // Another tab knows that a code is required, and that it was entered.
    const other = await page.context().newPage();
    await other.goto(tab.url('/bookings'));
    await other.getByLabel('Authenticator code').waitFor();
    // A code cannot be used twice, so this is the next one, as from a clock that is ahead.
    await code.fill(totpCode(secret, new Date(Date.now() + 30_000)));
    await page.waitForURL((url) => url.pathname.endsWith('/bookings'));
    await other.waitForURL((url) => url.pathname.endsWith('/bookings'));
    await other.close();

    await openFactors();
    await page.getByRole('button', { name: 'Remove “My phone”' }).click();
    // Forgets the used code, as a new one comes only in half a minute.
    await query('delete from muster_local.factor_steps');
    await code.fill(totpCode(secret));
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await page.getByRole('button', { name: 'Add authenticator' }).waitFor();
    expect(
      await query('select 1 from auth.mfa_factors f join auth.users u on u.id = f.user_id where u.email = $1', [email]),
    ).toEqual([]);
  });
});
