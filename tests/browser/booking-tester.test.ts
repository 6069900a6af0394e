/** /booking/tester: its preview and its embed code match what another site gets. */
import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { chooseTime, timeOf } from '../support/browser-guest.ts';
import { test } from '../support/browser-test.ts';
import { makeCompanyOf, makeDeparture } from '../support/database-fixtures.ts';
import type { Query } from '../support/database.ts';

const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const STARTS_AT = new Date(`${DAY}T10:00:00Z`);

async function makeOperator(query: Query) {
  const company = await makeCompanyOf({ query }, async () => ({ guide: null }), { tag: randomUUID().slice(0, 8) });
  const departure = await makeDeparture({ query }, company, {
    startsAt: STARTS_AT,
    capacity: 10,
    guides: [],
  });
  return { departure, slug: `company-${company.id}` };
}

describe('the booking tester', () => {
  test('shows the page cross-origin inside a sample site, with its messages, without signing in', async ({
    device,
    query,
    expect,
  }) => {
    const operator = await makeOperator(query);
    const { page, network } = await device();
    await page.goto(`/booking/tester?operator=${operator.slug}&referral=lobby`);
    const messageOf = (kind: string) => page.locator(`[role=log] [data-message=${kind}]`);
    await messageOf('step').first().waitFor();
    const site = page.frameLocator('iframe');
    const place = site.locator('iframe');
    const origin = new URL((await place.getAttribute('src'))!).origin;
    expect([new URL(network.url).origin, origin]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
      expect.stringMatching(/^http:\/\/localhost:/),
    ]);
    await messageOf('resized').first().waitFor();

    const preview = site.frameLocator('iframe');
    await preview.locator(`[data-date="${DAY}"][aria-disabled=false]`).click();
    await chooseTime(preview, timeOf(STARTS_AT));
    await preview.getByRole('button', { name: 'Continue' }).click();
    await preview.getByLabel('Name', { exact: true }).fill('Anna Holm');
    await preview.getByLabel('Email').fill('anna@holm.test');
    // The frame has the reported height, not the initial one.
    const bodyHeight = await preview.locator('body').evaluate((body: HTMLElement) => body.offsetHeight);
    expect(bodyHeight).toBeGreaterThan(720);
    await expect
      .poll(() => place.evaluate((element) => parseInt(element.style.height, 10)))
      .toBeGreaterThanOrEqual(bodyHeight);
    await preview.getByRole('button', { name: 'Book for 1 person' }).click();
    await messageOf('booked').waitFor();
    const [booked] = await query<{ reference: string; referral: string }>(
      `select reference, referral from public.bookings where departure_id = $1`,
      [operator.departure],
    );
    expect(booked!.referral).toBe('lobby');
    const message = (await messageOf('booked').textContent())!;
    expect(message).toContain(`"reference": "${booked!.reference}"`);
    expect(message).not.toMatch(/Anna|holm/);
  });

  test('applies options to the preview, the URL and the copied code', async ({ device, query, expect }) => {
    const operator = await makeOperator(query);
    const { page, network, context } = await device();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: network.url });
    await page.goto(`/booking/tester?operator=${operator.slug}`);
    await page.getByLabel('Language', { exact: true }).selectOption('da');
    await page.getByLabel('Theme', { exact: true }).selectOption('dark');
    await page.getByLabel('Partner link').fill('desk "1"');
    await page.getByLabel('Partner link').press('Enter');
    await page.getByLabel('Display').selectOption('dialog');
    const site = page.frameLocator('iframe');
    await site.getByRole('button', { name: 'Book a tour' }).click();
    const preview = site.frameLocator('dialog iframe');
    await preview.getByRole('heading', { level: 1 }).waitFor();
    expect(
      await preview
        .locator('html')
        .evaluate((root: HTMLElement) => [root.lang.slice(0, 2), root.dataset['colourMode']]),
    ).toEqual(['da', 'dark']);

    const copyCode = async () => {
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copyCode()).toBe(
      `<button data-muster="${operator.slug}" data-muster-language="da" data-muster-theme="dark" data-muster-referral="desk &quot;1&quot;" data-muster-dialog>Book a tour</button>\n` +
        `<script async src="${network.url}/embed.js"></script>`,
    );
    await page.getByRole('radio', { name: 'Link' }).click();
    const link = await copyCode();
    expect(link).toBe(`${network.url}/da/booking/isolated/${operator.slug}?theme=dark&ref=desk+%221%22`);
    await page.getByRole('radio', { name: 'QR code' }).click();
    await page.getByRole('img', { name: link }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: link }).waitFor();

    await page.getByLabel('Operator').fill('nobody-at-all');
    await page.getByLabel('Operator').press('Enter');
    await page.getByText('No operator has this name.').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('the sample site can be framed only by the tester, and loads from nowhere else', async ({ device, expect }) => {
    const { network } = await device();
    const response = await fetch(`${network.url}/other-site.html`);
    const policy = response.headers.get('content-security-policy')!;
    const other = network.url.replace('127.0.0.1', 'localhost');
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        `script-src ${other}`,
        `frame-src ${other}`,
        `frame-ancestors 'self'`,
        `default-src 'none'`,
      ]),
    );
  });
});
