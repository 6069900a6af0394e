/** The check-in screen as a guide uses it, by the names that it gives to a screen reader. */
import type { Locator, Page } from 'playwright-core';

const exact = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

export interface CheckInScreen {
  page: Page;
  tap(name: string): Promise<void>;
  /** Until the list has stood still for so long that a tap is taken for what it hits. */
  still(): Promise<void>;
  undo(name: string): Promise<void>;
  checkInButton(name: string): Locator;
  /** What stands in place of the button once the guest is here. */
  hereButton(name: string): Locator;
  sync: Locator;
  /** Until the server has confirmed everything. */
  saved(): Promise<void>;
  search: Locator;
}

export function checkInScreen(page: Page): CheckInScreen {
  const checkInButton = (name: string) => page.getByRole('button', { name: exact(`Check in ${name}`) });
  const hereButton = (name: string) => page.getByRole('button', { name: exact(`Undo check-in of ${name}`) });
  const sync = page.getByRole('status', { name: 'Sync status' });
  const still = () =>
    page.evaluate(async () => {
      const rows = () => [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row')).join();
      let before = rows();
      for (let since = performance.now(); performance.now() - since < 450;) {
        await new Promise((again) => setTimeout(again, 30));
        const now = rows();
        if (now !== before) since = performance.now();
        before = now;
      }
    });
  return {
    page,
    checkInButton,
    hereButton,
    sync,
    search: page.getByLabel('Search guests'),
    still,
    async tap(name) {
      await checkInButton(name).waitFor();
      await still();
      await checkInButton(name).click();
      await hereButton(name).waitFor();
    },
    async undo(name) {
      // A second tap in the same place is taken for a trembling finger for 700 ms.
      await page.waitForTimeout(800);
      await still();
      await hereButton(name).click();
      await checkInButton(name).waitFor();
    },
    async saved() {
      // What was just tapped may not be counted yet: the outbox itself says so first.
      for (const end = Date.now() + 40_000; (await queued(page)) > 0 && Date.now() < end;)
        await page.waitForTimeout(50);
      await sync.filter({ hasText: 'All saved' }).waitFor();
    },
  };
}

export const placeOf = (departureId: string) => `/check-in?departure=${departureId}`;

/** How many actions lie in the device's outbox, read past the app. */
export function queued(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map((one) => one.name ?? '')
      .filter((name) => /^muster-[0-9a-f]{8}-/.test(name));
    let count = 0;
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
      });
      count += await new Promise<number>((resolve, reject) => {
        const counting = db.transaction('outbox').objectStore('outbox').count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = () => reject(counting.error ?? new Error('IndexedDB'));
      });
      db.close();
    }
    return count;
  });
}
