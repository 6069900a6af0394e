/** Waiting for what a person sees, and never for a while: a fixed wait is too long on a quick machine and too short on a busy one. */
import type { Locator, Page, Request, WebSocket } from 'playwright-core';
import type { Locale } from '../../src/lib/locales.ts';

export { eventually, EVENTUALLY_TIMEOUT_MS, stays } from './eventually.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is waited for from before a step to after it: when the step fails, its own failure is told, and the wait's is no second one. */
export function startWaiting<T>(waiting: Promise<T>): Promise<T> {
  waiting.catch(() => undefined);
  return waiting;
}

/** Until the list has stood still for so long that a tap is taken for what it hits. */
export const waitForStableList = (page: Page) =>
  page.evaluate(async () => {
    // Where they stand counts, too: what comes above the list pushes it down.
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

/** Counts the hints that the server sends to the page from now on: what comes with one is not the page's own next question. */
export function countChangeEvents(page: Page): () => number {
  let count = 0;
  const listen = (socket: WebSocket) =>
    socket.on('framereceived', ({ payload }) => (count += String(payload).includes('"changed"') ? 1 : 0));
  page.on('websocket', listen);
  return () => count;
}

/** Counts how often the page is loaded from now on. */
export function countPageLoads(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => (count += 1));
  return () => count;
}

/** Until it stands where it stays: what arrives slides for a moment. */
export async function waitForStablePosition(place: Locator): Promise<void> {
  const at = async () => JSON.stringify(await place.boundingBox());
  for (let before = ''; before !== (before = await at());) await pause(120);
}

/** Until no more code has come for a while: what is fetched in idle time after the first paint is here. */
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

/** Until nothing on the page is on its way any more. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const ends = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ends.map((animation) => animation.finished.catch(() => undefined)));
  });

/** Does something that asks the server, and waits until all of it has been answered and nothing more is asked. */
async function andItsAnswers(page: Page, act: () => Promise<unknown>): Promise<void> {
  const asked = new Set<Request>();
  const begins = (request: Request) => void asked.add(request);
  const ends = (request: Request) => void asked.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await act();
    for (let quiet = 0; quiet < 2; quiet = asked.size === 0 ? quiet + 1 : 0) await waitForAnimations(page);
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}

/** The app is told that its address is another one, as when somebody goes back to it. */
export const navigateInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.replaceState(window.history.state, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, path);

/** An address in one of the languages, whichever it is in now; pages of the local host know no prefix. */
export const localizedUrl = (path: string, locale: Locale): string =>
  path.startsWith('/local/')
    ? `${path.replace(/&language=\w+$/, '')}&language=${locale}`
    : `/${locale}${path.replace(/^\/(en|es|da|it)(?=\/|$)/, '')}`;

/** What is open, in another language and otherwise as it is: what the language menu does, which a dialog keeps out of reach. */
export const switchLanguage = (page: Page, locale: Locale): Promise<void> =>
  andItsAnswers(page, async () => {
    // Playwright learns of an address a moment later than the page.
    const now = await page.evaluate(() => window.location.pathname + window.location.search + window.location.hash);
    await navigateInApp(page, localizedUrl(now, locale));
    await page.waitForFunction((to) => document.documentElement.lang === to, locale);
  });
