/** Another site that embeds the guest pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';

export interface OtherSite {
  port: number;
  /** The HTML that it serves. */
  html: string;
}

/**
 * Starts another origin for the tests of a file. By its name `localhost` it may embed the pages
 * (tests/browser/serve.ts).
 */
export function useOtherSite(): OtherSite {
  const site: OtherSite = { port: 0, html: '' };
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(site.html));
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    site.port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return site;
}

/** Blocks third-party storage as some browsers do: any access throws. */
export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (window === window.top) return;
    const refuse = {
      configurable: true,
      get(): never {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, refuse);
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set() {} });
    Object.defineProperty(navigator, 'serviceWorker', refuse);
  });

/** Presses Tab until the element has the focus, in a frame or the page. */
export async function tabTo(page: Page, selector: string, frame: Frame = page.mainFrame()): Promise<void> {
  const isThere = () =>
    frame.evaluate((css) => document.hasFocus() && (document.activeElement?.matches(css) ?? false), selector);
  await frame.locator(selector).first().waitFor();
  for (let n = 0; n < 40; n += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${selector}`);
}
