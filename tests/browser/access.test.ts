/** axe finds nothing on any screen or dialog, light and dark, on a phone and a desktop; and nothing is cut off or torn in four languages. */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from '../../src/lib/locales.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';
import { animationsDone } from '../support/browser-wait.ts';
import { addressOf, broken, cutOff, screens } from './screens.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** A tablet lying down is the tightest of all: two panes and large type. */
const SIZES = {
  phone: { width: 360, height: 740, axe: true },
  'phone of the narrowest': { width: 320, height: 640, axe: false },
  'tablet lying down': { width: 1024, height: 768, axe: false },
  desktop: { width: 1440, height: 900, axe: true },
};
type Size = keyof typeof SIZES;
/**
 * The office's many states: in English alone, as all four languages take longer than everything else together. `npm run test:screens` goes
 * through them in all four.
 */
const ALL = process.env['SCREENS'] === 'all';
const IN_ONE = new Set([
  'bookings',
  'booking',
  'booking-read',
  'booking-new',
  'booking-move',
  'bookings-advanced',
  'patterns-table',
  'patterns-table-selected',
  'patterns-table-coming',
  'import-file',
  'import-columns',
  'import-questions',
  'import-preview',
  'bookings-outbox',
  'bookings-none',
  'bookings-filtered',
  'booking-cancel',
  'booking-party',
  'booking-merge',
  'booking-split',
  'booking-edit',
  'booking-refund',
  'booking-tag',
  'booking-payment',
  'bookings-advanced-filter',
  'bookings-advanced-export',
  'bookings-advanced-totals',
  'bookings-advanced-cancel',
  'bookings-advanced-move',
  'bookings-advanced-paid',
  'bookings-advanced-partner',
  'lanes-week',
  'calendar',
  'guide-hours',
  'calendar-week',
  'calendar-day',
  'tours-manage',
  'tour',
  'tour-new',
  'tour-dates',
  'tour-schedule',
  'calendar-list',
  'calendar-cancel',
  'calendar-move',
  'calendar-guide',
  'lanes-day',
  'lanes-tour',
  'lanes-assign',
  'lanes-add',
  'lanes-suggest',
  'settings-page',
  'settings-bookings',
  'settings-tickets',
  'settings-guests',
  'settings-company',
  'settings-log',
]);
/** What is held in the hand has larger type. A screen is opened once and then turned and pulled, which costs less than to open it at each size. */
const HOLDS: { held: string; touch: boolean; sizes: Size[] }[] = [
  { held: 'phones and a tablet', touch: true, sizes: ['phone', 'phone of the narrowest', 'tablet lying down'] },
  { held: 'a desktop', touch: false, sizes: ['desktop'] },
];

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
  await animationsDone(page);
}

describe('nothing is hard to perceive or cut off', () => {
  for (const { held, touch, sizes } of HOLDS) {
    // At once, as each mostly waits.
    test.concurrent(
      `on ${held}, on every screen in four languages, with axe, light and dark`,
      { timeout: 1_800_000 },
      async ({ device, query, expect }) => {
        const problems: string[] = [];
        const devices = new Map<string | null, Device>();
        for (const screen of await screens(query)) {
          let mine = devices.get(screen.person);
          if (!mine) {
            // The page's own policy rightly refuses a script that a test brings along.
            mine = await device({ viewport: SIZES[sizes[0]!], bypassCSP: true, hasTouch: touch, isMobile: touch });
            mine.tolerate(/Page Not Found/);
            mine.page.setDefaultNavigationTimeout(60_000);
            if (screen.person) await mine.login(screen.person, '/check-in');
            devices.set(screen.person, mine);
          }
          for (const locale of screen.locales ?? (IN_ONE.has(screen.name) && !ALL ? [DEFAULT_LOCALE] : LOCALES)) {
            await mine.page.setViewportSize(SIZES[sizes[0]!]);
            const page = await mine.open(addressOf(screen, locale));
            try {
              await page.locator(screen.ready).first().waitFor({ timeout: 15_000 });
              await screen.open?.(page, locale);
            } catch (error) {
              // What cannot be opened hides nothing of the others.
              problems.push(`${screen.name} ${locale} ${held}: ${String(error).split('\n')[0]}`);
              continue;
            }
            const note = (list: string[], mode: string) =>
              problems.push(...list.map((one) => `${screen.name} ${locale} ${mode}: ${one}`));
            for (const size of sizes) {
              await page.setViewportSize(SIZES[size]);
              await animationsDone(page);
              note([...(await cutOff(page)), ...(await broken(page))], size);
              // What axe finds hangs on markup and colours, not on the words.
              for (const colorScheme of SIZES[size].axe && locale === DEFAULT_LOCALE
                ? (['light', 'dark'] as const)
                : []) {
                await paintedIn(page, colorScheme);
                note(await violations(page), `${size} ${colorScheme}`);
              }
              await page.emulateMedia({ colorScheme: 'light' });
            }
          }
        }
        expect([...new Set(problems)].join('\n')).toBe('');
      },
    );
  }
});
