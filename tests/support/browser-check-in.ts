/** The check-in screen as a guide uses it, by the names that it gives to a screen reader. */
import type { Locator, Page } from 'playwright-core';
import { eventually, waitForStableList, stays } from './browser-wait.ts';

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
  const still = () => waitForStableList(page);
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
      await hereButton(name).waitFor();
      // A second tap in the same place is taken for a trembling finger for 700 ms.
      await stays(
        () => hereButton(name).count(),
        (count) => count === 1,
        800,
      );
      await still();
      await hereButton(name).click();
      await checkInButton(name).waitFor();
    },
    async saved() {
      // What was just tapped may not be counted yet: the outbox itself says so first.
      await eventually(
        () => queuedActionCount(page),
        (count) => count === 0,
      );
      await sync.filter({ hasText: 'All saved' }).waitFor();
    },
  };
}

export const placeOf = (departureId: string) => `/check-in?departure=${departureId}`;

/** How many actions lie in the device's outbox, read past the app. */
export function queuedActionCount(page: Page): Promise<number> {
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

/** The server takes in nothing of what is sent from now on, as when a role was taken away meanwhile. */
export const refuseAllPushes = (page: Page) =>
  page.route(/check_in_push/, (route) => {
    const { actions } = route.request().postDataJSON() as { actions: { id: string }[] };
    const outcomes = actions.map(({ id }) => ({ id, status: 'refused', code: 'not_permitted' }));
    return route.fulfill({ json: { status: 'ok', server_time: new Date().toISOString(), outcomes } });
  });

/** A finger that trembles: it hits the button's place twice, the second time as soon as something else stands there, however slow the driver is. */
export const tapTwice = (button: Locator) =>
  button.evaluate(async (first) => {
    const box = first.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = () => document.elementFromPoint(x, y)!.closest('button')!;
    const tap = () => {
      const options = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
      hit().dispatchEvent(new PointerEvent('pointerdown', options));
      hit().dispatchEvent(new MouseEvent('click', options));
    };
    const before = hit().ariaLabel;
    // For the app both taps come in one moment, however long this machine takes to draw the first.
    const moment = Date.now();
    const { now } = Date;
    Date.now = () => moment;
    tap();
    while (hit().ariaLabel === before) await new Promise((frame) => requestAnimationFrame(frame));
    tap();
    Date.now = now;
  });

/** Holds the button of a departing that is early, or leaves most guests behind. */
export const departAnyway = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Hold to depart with/ })
    .click({ delay: 1200 });
