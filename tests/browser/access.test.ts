/** axe finds nothing on any screen or dialog, light and dark, on a phone and a desktop; and nothing is cut off or torn in four languages. */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../src/lib/locales.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';
import { broken, cutOff, screens } from './screens.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** What is held in the hand has larger type; a tablet lying down is the tightest of all: two panes and large type. */
const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, touch: true, axe: true },
  'phone of the narrowest': { viewport: { width: 320, height: 640 }, touch: true, axe: false },
  'tablet lying down': { viewport: { width: 1024, height: 768 }, touch: true, axe: false },
  desktop: { viewport: { width: 1440, height: 900 }, touch: false, axe: true },
};

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(
    (options: RunOptions) =>
      (window as unknown as { axe: { run(root: Document, options: RunOptions): Promise<AxeResults> } }).axe.run(
        document,
        options,
      ),
    { resultTypes: ['violations'] } satisfies RunOptions,
  );
  return found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 3)
        .map((node) => `    ${node.html.slice(0, 200)}\n    ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`)
        .join('\n')}`,
  );
}

/** The page follows the device, but not within the same frame: colours of both halves must not be measured together. */
async function paintedIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((mode) => document.documentElement.dataset['colourMode'] === mode, colorScheme);
  await page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
  await page.waitForTimeout(150);
}

const address = (locale: Locale, path: string) => `/${locale}${path}`;

describe('nothing is hard to perceive or cut off', () => {
  for (const [size, { viewport, touch, axe }] of Object.entries(SIZES)) {
    // At once, as each mostly waits.
    test.concurrent(
      `on a ${size}, on every screen in four languages${axe ? ', with axe, light and dark' : ''}`,
      { timeout: 400_000 },
      async ({ device, query, expect }) => {
        const problems: string[] = [];
        const devices = new Map<string | null, Device>();
        for (const screen of await screens(query)) {
          let mine = devices.get(screen.person);
          if (!mine) {
            // The page's own policy rightly refuses a script that a test brings along.
            mine = await device({ viewport, bypassCSP: true, hasTouch: touch, isMobile: touch });
            mine.tolerate(/Page Not Found/);
            if (screen.person) await mine.login(screen.person, '/check-in');
            devices.set(screen.person, mine);
          }
          for (const locale of LOCALES) {
            const page = await mine.open(address(locale, screen.path));
            await page.locator(screen.ready).first().waitFor();
            await screen.open?.(page, locale);
            await page.waitForTimeout(250);
            const note = (list: string[], mode: string) =>
              problems.push(...list.map((one) => `${screen.name} ${locale} ${mode}: ${one}`));
            note([...(await cutOff(page)), ...(await broken(page))], size);
            // What axe finds hangs on markup and colours, not on the words.
            for (const colorScheme of axe && locale === DEFAULT_LOCALE ? (['light', 'dark'] as const) : []) {
              await paintedIn(page, colorScheme);
              note(await violations(page), colorScheme);
            }
            await page.emulateMedia({ colorScheme: 'light' });
          }
        }
        expect([...new Set(problems)].join('\n')).toBe('');
      },
    );
  }
});
