/**
 * Waits for visible conditions instead of fixed times, which are too long on a fast machine and too short on a busy
 * one.
 */
import type { Locator, Page, Request, WebSocket } from 'playwright';
import type { Locale } from '../../src/lib/locales.ts';

export { eventually, EVENTUALLY_TIMEOUT_MS, stays, within } from './eventually.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Marks a wait that starts before a step: if the step fails, only the step's error is reported. */
export function startWaiting<T>(waiting: Promise<T>): Promise<T> {
  waiting.catch(() => undefined);
  return waiting;
}

/** Waits until the list has stood still long enough for a tap to be accepted. */
export const waitForStableList = (page: Page) =>
  page.evaluate(async () => {
    // Positions count, too: a line above the list pushes it down.
    const rows = () =>
      [...document.querySelectorAll('[data-row]')]
        .map((row) => `${row.getAttribute('data-row')} ${row.getBoundingClientRect().top}`)
        .join();
    let before = rows();
    for (let since = performance.now(); performance.now() - since < 450;) {
      await new Promise((again) => setTimeout(again, 30));
      const now = rows();
      if (now !== before) since = performance.now();
      before = now;
    }
  });

/** Counts the change events that the server sends to the page from now on, to tell them from polling. */
export function countChangeEvents(page: Page): () => number {
  let count = 0;
  const listen = (socket: WebSocket) =>
    socket.on('framereceived', ({ payload }) => (count += String(payload).includes('"changed"') ? 1 : 0));
  page.on('websocket', listen);
  return () => count;
}

/** Counts the page's loads from now on. */
export function countPageLoads(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => (count += 1));
  return () => count;
}

/** Waits until the element no longer moves. */
export async function waitForStablePosition(place: Locator): Promise<void> {
  const at = async () => JSON.stringify(await place.boundingBox());
  for (let before = ''; before !== (before = await at());) await pause(120);
}

/** Waits until no chunk has loaded for a while: prefetching after the first paint is over. */
export const waitForIdleNetwork = (page: Page) =>
  page.evaluate(async () => {
    const files = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length;
    let before = files();
    for (let since = performance.now(); performance.now() - since < 2500;) {
      await new Promise((again) => setTimeout(again, 50));
      const now = files();
      if (now !== before) since = performance.now();
      before = now;
    }
  });

export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const ends = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ends.map((animation) => animation.finished.catch(() => undefined)));
  });

/** Performs an action, and waits until its requests, and those that follow, have responses. */
async function performAndSettle(page: Page, act: () => Promise<unknown>): Promise<void> {
  const pendingRequests = new Set<Request>();
  const begins = (request: Request) => void pendingRequests.add(request);
  const ends = (request: Request) => void pendingRequests.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await act();
    for (let quiet = 0; quiet < 2; quiet = pendingRequests.size === 0 ? quiet + 1 : 0) await waitForAnimations(page);
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}

/** Navigates inside the app, as the back button does. */
export const navigateInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.replaceState(window.history.state, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, path);

/** Returns a path in a language, whatever its present language; pages of the local host have no prefix. */
export const localizedUrl = (path: string, locale: Locale): string =>
  path.startsWith('/local/')
    ? `${path.replace(/&language=\w+$/, '')}&language=${locale}`
    : `/${locale}${path.replace(/^\/(en|es|da|it)(?=\/|$)/, '')}`;

/** Switches the language of what is open, as the language menu does, which a modal dialog makes inert. */
export const switchLanguage = (page: Page, locale: Locale): Promise<void> =>
  performAndSettle(page, async () => {
    // Playwright learns of a new URL a moment later than the page.
    const now = await page.evaluate(() => window.location.pathname + window.location.search + window.location.hash);
    await navigateInApp(page, localizedUrl(now, locale));
    await page.waitForFunction((to) => document.documentElement.lang === to, locale);
  });
