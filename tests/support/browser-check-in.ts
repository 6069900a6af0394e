/** Page object of the check-in screen, by accessible names. */
import type { Locator, Page } from 'playwright';
import { eventually, waitForStableList, stays } from './browser-wait.ts';

const exact = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

export interface CheckInScreen {
  page: Page;
  tap(name: string): Promise<void>;
  /** Waits until the list has stood still long enough for a tap to be accepted. */
  still(): Promise<void>;
  undo(name: string): Promise<void>;
  checkInButton(name: string): Locator;
  /** The button of a guest who is checked in. */
  undoButton(name: string): Locator;
  sync: Locator;
  /** Waits until the server has confirmed everything. */
  saved(): Promise<void>;
  search: Locator;
}

export function checkInScreen(page: Page): CheckInScreen {
  const checkInButton = (name: string) => page.getByRole('button', { name: exact(`Check in ${name}`) });
  const undoButton = (name: string) => page.getByRole('button', { name: exact(`Undo check-in for ${name}`) });
  const sync = page.getByRole('status', { name: 'Sync status' });
  const still = () => waitForStableList(page);
  return {
    page,
    checkInButton,
    undoButton,
    sync,
    search: page.getByLabel('Search guests'),
    still,
    async tap(name) {
      await checkInButton(name).waitFor();
      await still();
      await checkInButton(name).click();
      await undoButton(name).waitFor();
    },
    async undo(name) {
      await undoButton(name).waitFor();
      // For 700 ms a second tap in the same place counts as accidental.
      await stays(
        () => undoButton(name).count(),
        (count) => count === 1,
        800,
      );
      await still();
      await undoButton(name).click();
      await checkInButton(name).waitFor();
    },
    async saved() {
      // The status may not count the latest tap yet: the outbox does so first.
      await eventually(
        () => queuedActionCount(page),
        (count) => count === 0,
      );
      await sync.filter({ hasText: 'All saved' }).waitFor();
    },
  };
}

export const placeOf = (departureId: string) => `/check-in?departure=${departureId}`;

/** Returns the number of actions in the device's outbox, read from IndexedDB without the app. */
export function queuedActionCount(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map((database) => database.name ?? '')
      .filter((name) => /^muster-[0-9a-f]{8}-/.test(name));
    let count = 0;
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB did not open'));
      });
      count += await new Promise<number>((resolve, reject) => {
        const counting = db.transaction('outbox').objectStore('outbox').count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = () => reject(counting.error ?? new Error('IndexedDB did not count'));
      });
      db.close();
    }
    return count;
  });
}

/** Makes the server refuse every push from now on, as after a role was revoked. */
export const refuseAllPushes = (page: Page) =>
  page.route(/check_in_push/, (route) => {
    const { actions } = route.request().postDataJSON() as { actions: { id: string }[] };
    const outcomes = actions.map(({ id }) => ({ id, status: 'refused', code: 'not_permitted' }));
    return route.fulfill({ json: { status: 'ok', server_time: new Date().toISOString(), outcomes } });
  });

/**
 * An accidental double tap: hits the button's position again as soon as another element is there, independent of the
 * driver's speed.
 */
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
    // The app sees both taps at the same instant, however long this machine takes to render.
    const moment = Date.now();
    const { now } = Date;
    Date.now = () => moment;
    tap();
    while (hit().ariaLabel === before) await new Promise((frame) => requestAnimationFrame(frame));
    tap();
    Date.now = now;
  });

/** Holds the depart button, which an early departure or one with few guests requires. */
export const departAnyway = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Hold to depart with/ })
    .click({ delay: 1200 });
