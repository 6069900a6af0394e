/** Registration by mail link, password reset, address change, and expired links. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { describe } from 'vitest';
import type { Device } from '../support/browser-device.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import { eventually } from '../support/browser-wait.ts';

const PASSWORD = 'four quiet geese walk';
const ANOTHER = 'seven loud ducks swim';

/**
 * Returns the link in the newest mail to an address, opened from the inbox on this device, or null if there is none.
 */
async function newestLink(device: Device, email: string): Promise<string | null> {
  const inbox = await (await fetch(device.url('/local/inbox'))).text();
  if (!inbox.includes(email)) return null;
  // The inbox lists the newest first, with the link after its address.
  const id = /href="\/local\/inbox\/([^"]+)"/.exec(inbox.slice(inbox.indexOf(email)))?.[1];
  const body = await (await fetch(device.url(`/local/inbox/${id}/body?part=text`))).text();
  const link = /https?:\/\/[^\s"<]+#token_hash=[^\s"<]+/.exec(body)?.[0]?.replaceAll('&amp;', '&');
  if (!link) return null;
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

/** Waits for the mail's link, and for another one than `after`: the mail arrives a moment after the response. */
async function linkOf(
  device: Device,
  email: string,
  { after = null }: { after?: string | null } = {},
): Promise<string> {
  const link = await eventually(
    () => newestLink(device, email),
    (found) => found !== null && found !== after,
  );
  return link!;
}

async function register(page: Page, { email, company }: { email: string; company: string }): Promise<void> {
  await page.getByLabel('Business name').fill(company);
  await page.getByLabel('Your name').fill('Ada Guide');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

describe('auth pages', () => {
  test('a new user confirms by mail on another device, gets a company, and later resets the password', async ({
    device,
    query,
    expect,
  }) => {
    const email = `ada-${randomUUID()}@example.com`;
    const company = `Ada Walks ${email.slice(4, 12)}`;
    const first = await device();
    const page = await first.open('/register');
    await register(page, { email, company });

    const second = await device({ viewport: { width: 390, height: 800 } });
    const link = await linkOf(second, email);
    const phone = await second.open(link);
    await phone.getByRole('button', { name: 'Confirm address' }).click();
    await phone.getByRole('heading', { name: `Welcome, ${company}` }).waitFor();
    expect(new URL(phone.url()).pathname).toBe('/en/thanks-for-registering');
    await phone.locator('[data-step="app"]').waitFor();
    expect(await phone.locator('[data-step]').count()).toBe(6);
    expect(await phone.locator('[data-done="true"]').count()).toBe(0);
    const [newCompany] = await query<{ id: string; time_zone: string; currency: string }>(
      'select id, time_zone, currency from public.companies where name = $1',
      [company],
    );
    expect(newCompany).toMatchObject({ time_zone: 'Europe/Copenhagen', currency: 'DKK' });
    // The first-steps list ticks itself off.
    await query(
      `insert into public.tours (company_id, slug, duration_minutes, capacity) values ($1, 'old-town', 90, 20)`,
      [newCompany!.id],
    );
    await phone.reload();
    await phone.locator('[data-step="tour"][data-done="true"]').waitFor();

    // The same link again while signed in: the page asks first, then says that it has expired.
    await second.open('/login');
    await second.open(link);
    await phone.getByRole('heading', { name: 'You’re already signed in' }).waitFor();
    await phone.getByRole('button', { name: 'Use link' }).click();
    await phone.getByRole('heading', { name: 'This link has already been used or has expired' }).waitFor();

    // A password reset that starts on the way to another page.
    await first.open('/bookings?search=ada');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`If ${email} has an account`).waitFor();
    const recovery = await linkOf(first, email, { after: link });
    // A mail filter opens the link first and runs its scripts, which must not use it up.
    const filter = await (await device()).open(recovery);
    await filter.getByRole('button', { name: 'Continue' }).waitFor();
    await first.open(recovery);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel(/^New password/).fill('password1');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('This password is very common.').waitFor();
    await page.getByLabel(/^New password/).fill(ANOTHER);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    // The requested page takes precedence over the role's start page.
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/en/bookings?search=ada');

    // Opened again signed out: the page offers the next step.
    const third = await device();
    const stranger = await third.open(recovery);
    await stranger.getByRole('button', { name: 'Continue' }).click();
    await stranger.getByRole('heading', { name: 'This link has already been used or has expired' }).waitFor();
    await stranger.getByRole('link', { name: 'Send new link' }).click();
    await stranger.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await stranger.getByRole('link', { name: 'Back to sign-in' }).click();
    // Both pages have a field for the address.
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await stranger.getByLabel('Email').fill(email);
    await stranger.getByLabel('Password', { exact: true }).fill(ANOTHER);
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => new URL(stranger.url()).pathname).toBe('/en/tours/manage');
  });

  test('an address changes through the links of both mails, on any device', async ({ device, query, expect }) => {
    const crew = await makeCrew(query);
    const { email: old } = crew.people.office;
    const fresh = `fresh-${randomUUID().slice(0, 8)}@example.com`;
    const first = await device();
    const page = await first.login(crew.people.office, '/bookings');
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change email address' }).click();
    await dialog.getByLabel('New email address').fill(fresh);
    await dialog.getByRole('button', { name: 'Send links' }).click();
    await dialog.getByRole('heading', { name: 'Check both mailboxes' }).waitFor();
    await dialog.getByText('Close', { exact: true }).click();
    await dialog.getByText(`Changes to ${fresh} once both links are opened`).waitFor();

    // The new address's link on a phone without a session: half of the change, and no sign-in.
    const second = await device({ viewport: { width: 390, height: 800 } });
    const phone = await second.open(await linkOf(second, fresh));
    await phone.getByRole('button', { name: 'Confirm address' }).click();
    await phone.getByRole('heading', { name: 'One more address to confirm' }).waitFor();
    // The old address's link on the same phone.
    const last = await linkOf(second, old);
    await second.open(last);
    await phone.getByRole('button', { name: 'Confirm address' }).click();
    await phone.getByRole('heading', { name: 'Email address changed' }).waitFor();
    await phone.getByText(`Sign in with ${fresh} from now on.`).waitFor();
    await phone.getByRole('button', { name: 'Continue' }).click();
    await phone.waitForURL(/\/check-in/);

    // The link again, on the device that is signed in.
    await first.open(last);
    await page.getByRole('button', { name: 'Use link' }).click();
    await page.getByText('Opened both links? Then your email address is already changed.').waitFor();
    expect(await query('select email from auth.users where id = $1', [crew.people.office.id])).toEqual([
      { email: fresh },
    ]);
  });
});
