/** What opens over the list, and the words that pass by: where the focus is, and what lies upon what. */
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];

describe('after a toast’s “Undo”', () => {
  test('a party that is opened has the focus, and no key reaches the list behind it', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(THREE);
    const tablet = await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.tap('Ada Lund');
    const undo = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' });
    await undo.click();
    await guide.checkInButton('Ada Lund').waitFor();
    // The party is opened by its address, as a tap, a link and a scanned code open it.
    await page.evaluate((party) => {
      const url = new URL(location.href);
      url.searchParams.set('party', party);
      history.pushState({}, '', url);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, guests[0]!.bookingId);
    const card = page.getByRole('dialog', { name: /Ada Lund/ });
    await card.waitFor();
    for (const after of [0, 300, 700]) {
      await page.waitForTimeout(after);
      expect(await card.evaluate((dialog) => ({ focusIn: dialog.contains(document.activeElement), hidden: dialog.closest('[aria-hidden=true], [inert]') !== null }))).toEqual({ focusIn: true, hidden: false });
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')).not.toMatch(/^Check in/);
  });
});
