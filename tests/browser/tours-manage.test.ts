/** /tours/manage: from an empty tour to a bookable one by touch. */
import { describe, expect } from 'vitest';
import type { Locator } from 'playwright';
import { makeCrew } from '../support/browser-crew.ts';
import { timeButton } from '../support/browser-guest.ts';
import { test } from '../support/browser-test.ts';
import { waitForStablePosition } from '../support/browser-wait.ts';
import { LIGHTHOUSE } from '../support/lighthouse.ts';

describe('the owner', () => {
  test('creates a tour on a phone by touch, and guests find it in their language', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await (await device(phoneOptions)).login(crew.people.owner, '/tours');
    const tap = (name: string | RegExp) =>
      page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).tap();
    const write = async (field: Locator, text: string) => {
      await field.tap();
      // Replaces the existing text.
      await field.selectText();
      await page.keyboard.insertText(text);
    };
    /** Follows a link in the list of missing fields at the top; the header is taller there than further down. */
    const followMissing = async (missing: string) => {
      const link = page.getByRole('button', { name: missing, exact: true });
      await link.scrollIntoViewIfNeeded();
      await waitForStablePosition(link);
      await link.tap();
    };

    await tap('New tour');
    // The form starts on the first screen; missing fields are listed on request.
    const title = page.getByRole('group', { name: 'English', exact: true }).getByRole('textbox', { name: 'Title' });
    await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(844);
    await tap('Show what’s missing');
    await page.getByRole('listitem').filter({ hasText: 'Danish' }).getByRole('button', { name: 'Title' }).waitFor();
    for (const [label, text] of LIGHTHOUSE)
      await write(
        page.getByRole('group', { name: 'English', exact: true }).getByRole('textbox', { name: label, exact: true }),
        text,
      );
    for (const language of ['Spanish', 'Danish', 'Italian']) await tap(`Copy from English: ${language}`);
    const danish = page.getByRole('group', { name: 'Danish', exact: true });
    await write(danish.getByRole('textbox', { name: 'Title' }), 'Fyret ved aften');

    // The list leads from the top of the screen to a field far below.
    await followMissing('Price');
    const add = page.getByRole('button', { name: 'Add a price' });
    await expect.poll(() => add.evaluate((element) => element === document.activeElement)).toBe(true);
    // Not under sticky elements, and nothing overflows sideways.
    await waitForStablePosition(add);
    const isFree = (place: Locator) =>
      place.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(await isFree(add)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await tap('Add a price');
    await write(page.getByRole('textbox', { name: 'Price', exact: true }), '125');
    await tap('Save');
    await page.getByText('One thing is missing before guests can book').waitFor();
    // The toast gives way to the bar that the next change brings up.
    await page.locator('[data-sonner-toast]').waitFor();
    await write(danish.getByRole('textbox', { name: 'Title' }), 'Fyret i skumringen');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.poll(() => isFree(save)).toBe(true);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(1);
    await save.tap();

    await followMissing('Dates');
    await tap('New schedule');
    await tap('Saturday');
    await write(page.getByRole('textbox', { name: 'Time', exact: true }), '19.30');
    await page.getByText('Every Saturday at 19:30').first().waitFor();
    await tap('Save');
    await page.getByText('Ready to publish').waitFor();
    await tap('Publish');
    await page.getByText(/^Published, with \d+ new departures$/).waitFor();

    // The preview is not loaded while it is hidden.
    expect(page.frames().filter((frame) => frame.url().includes('preview'))).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Preview', exact: true }).tap();
    const preview = page.getByRole('dialog', { name: 'Preview' }).frameLocator('iframe');
    await preview.getByRole('heading', { name: 'Lighthouse at dusk' }).waitFor();

    const [next] = await query<{ date: string }>(
      `select min(d.local_date)::text as date from public.departures d join public.tours t on t.id = d.tour_id
       where t.company_id = $1 and t.slug = 'lighthouse-at-dusk' and d.starts_at > now() + interval '1 day'`,
      [crew.companyId],
    );
    const guest = (await device({ ...phoneOptions, locale: 'da-DK' })).page;
    await guest.goto(`/da/booking/isolated/company-${crew.companyId}?tour=lighthouse-at-dusk&date=${next!.date}`);
    await guest.getByRole('heading', { name: 'Fyret i skumringen' }).waitFor();
    await timeButton(guest, '19:30').tap();
    await expect.poll(() => new URL(guest.url()).searchParams.get('time')).toBe('19:30');
  });
});
