/**
 * Accessibility and layout of every screen and dialog: axe finds nothing, light and dark, and nothing is cut off or
 * broken inside a word. CI examines each state once, in the language with the longest texts in total, on the device of
 * its users: phones for guides and guests, desktops for everybody else. axe applies all rules in light mode, only
 * colour rules in dark mode, where the markup is the same. Cut-off texts are searched in the two tightest sizes.
 * `npm run test:screens` covers both devices, all sizes and all languages, and the sheets of `/local/patterns`. A state
 * is opened once, then resized and switched between languages. Screens are reached by navigation inside the app, which
 * loads once per person.
 */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { CDPSession, Page } from 'playwright';
import { isAppPath } from '../../src/app/routing/outside-paths.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';
import { waitForAnimations, navigateInApp, eventually, switchLanguage } from '../support/browser-wait.ts';
import { textsOf } from '../support/texts.ts';
import { PATTERN_SCREENS } from './pattern-sheets.ts';
import { addressOf, broken, cutOff, screens } from './screens.ts';
import { say, type ShownScreen } from './shown-screen.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Touch devices have larger type. */
const SIZES = {
  phone: { width: 360, height: 740, touch: true },
  'narrow phone': { width: 320, height: 640, touch: true },
  // Two panes and large type.
  'tablet lying down': { width: 1024, height: 768, touch: true },
  desktop: { width: 1440, height: 900, touch: false },
};
type Size = keyof typeof SIZES;

/** One pass over a state: it is opened in the first size. */
interface Look {
  axe: Size[];
  cut: Size[];
}
const IN_THE_HAND: Look = { axe: ['phone'], cut: ['narrow phone', 'tablet lying down'] };
const AT_A_DESK: Look = { axe: ['desktop'], cut: ['desktop', 'narrow phone'] };
const ALL_LOOKS: Look[] = [
  { axe: ['phone'], cut: ['phone', 'narrow phone', 'tablet lying down'] },
  { axe: ['desktop'], cut: ['desktop'] },
];

/** `all`, or comma-separated prefixes of screen names to examine in all sizes and languages. */
const SELECTION = process.env['SCREENS'] ?? '';
const isSelected = ({ name }: ShownScreen) =>
  SELECTION === 'all' || SELECTION.split(',').some((word) => name.startsWith(word));

export const isForGuidesOrGuests = ({ person }: ShownScreen): boolean => person === null || person === 'guide';
export const isForOwners = ({ person }: ShownScreen): boolean => person === 'owner';

const looksAt = (screen: ShownScreen): Look[] => {
  if (SELECTION !== '') return ALL_LOOKS.filter(({ axe }) => !screen.isOfDesks || axe[0] === 'desktop');
  if (isForGuidesOrGuests(screen)) return [IN_THE_HAND];
  return [screen.isOfDesks ? { ...AT_A_DESK, cut: ['desktop'] } : AT_A_DESK];
};

/** In milliseconds. Only a problem takes as long as this. */
const SETTLES = 20_000;

const lengthIn = (locale: Locale) => Object.values(textsOf(locale)).join('').length;
/** CI examines every state in this language. */
const LONGEST: Locale = LOCALES.reduce((a, b) => (lengthIn(b) > lengthIn(a) ? b : a));

/** Rules that depend only on colours; all others depend on the markup, which is the same in dark mode. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What opens over or beside a screen; the screen itself is a separate state. */
const MODAL = 'dialog:modal';
const MODAL_OR_PANE = 'dialog:modal, [data-pane]';

interface Examined {
  /** Selects the part to examine; the whole page by default. */
  part: string;
  rules?: string[];
}

async function violations(page: Page, { part, rules }: Examined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(
    ([selector, options]: [string, RunOptions]) => {
      const { axe } = window as unknown as {
        axe: { run(root: Document | Element, options: RunOptions): Promise<AxeResults> };
      };
      const parts = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      return axe.run(parts.at(-1) ?? document, options);
    },
    [part, { resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: rules } : {}) }] satisfies [
      string,
      RunOptions,
    ],
  );
  return (
    found
      // An open menu is rendered over the page, outside its landmarks (ARIA Authoring Practices).
      .map((problem) =>
        problem.id === 'region'
          ? { ...problem, nodes: problem.nodes.filter(({ html }) => !/fui-MenuPopover/.test(html)) }
          : problem,
      )
      .filter(({ nodes }) => nodes.length > 0)
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes
            .slice(0, 3)
            .map(
              (node) => `    ${node.html.slice(0, 200)}\n    ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
            )
            .join('\n')}`,
      )
  );
}

const IN_THE_DARK: Examined = { part: MODAL_OR_PANE, rules: OF_COLOURS };

const MODES = ['light', 'dark'] as const;
type ColourMode = (typeof MODES)[number];
const modes = new WeakMap<Page, ColourMode>();
const modeOf = (page: Page): ColourMode => modes.get(page) ?? 'light';

/** Switches the colour scheme and waits: the page does not follow in the same frame, and axe must not measure a mix. */
async function paintedIn(page: Page, colorScheme: ColourMode): Promise<void> {
  if (modeOf(page) !== colorScheme) await page.emulateMedia({ colorScheme });
  modes.set(page, colorScheme);
  await page.waitForFunction((mode) => document.documentElement.dataset['colourMode'] === mode, colorScheme);
  await waitForAnimations(page);
}

/** Identifies what is open over or beside the screen by its structure, which is the same in every language. */
const openOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog], [data-pane], [data-scan-result]')]
      .filter((element) => element.checkVisibility())
      .map((element) =>
        ['button', 'input', 'h1, h2, h3', '[role=img]'].map((part) => element.querySelectorAll(part).length),
      )
      .join('; '),
  );

/**
 * Navigates within the app as a link does, which is much cheaper than a load. Goes via an empty route, so that nothing
 * of the old screen is mistaken for the new one. Returns false if something stays open that only a reload removes.
 */
async function goToScreen(page: Page, to: string, locale: Locale): Promise<boolean> {
  const { pathname, search } = new URL(page.url());
  if (!isAppPath(pathname + search) || !isAppPath(to)) return false;
  const nowhere = page.getByRole('heading', { name: say(locale, 'errors.notFound.title'), level: 1 });
  // A form with unsaved changes asks before it is left.
  const question = page.getByRole('alertdialog');
  await navigateInApp(page, `/${locale}/nowhere`);
  await nowhere.or(question).first().waitFor({ state: 'attached' });
  if ((await question.count()) > 0 || (await openOn(page)) !== '') return false;
  await navigateInApp(page, to);
  await nowhere.waitFor({ state: 'detached' });
  return true;
}

const sessions = new WeakMap<Page, { session: CDPSession; touch: boolean }>();

async function toSize(page: Page, size: Size): Promise<void> {
  const { touch, ...viewport } = SIZES[size];
  const entry = sessions.get(page) ?? { session: await page.context().newCDPSession(page), touch: false };
  if (entry.touch !== touch) await entry.session.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
  sessions.set(page, { ...entry, touch });
  await page.setViewportSize(viewport);
}

/** The first lines of an error: what went wrong, and what was awaited. */
const headOf = (error: unknown) => String(error).split('\n').slice(0, 3).join(' ');

/** Defines a test over every screen that `isIncluded` selects. */
export function testScreens(part: string, isIncluded: (screen: ShownScreen) => boolean): void {
  test(
    `axe finds nothing and nothing is cut off on the screens of ${part}, light and dark`,
    {
      timeout: 3_600_000,
    },
    async ({ device, query, expect }) => {
      const problems: string[] = [];
      const devices = new Map<string, Device>();

      /** Opens the person's first screen right after signing in, without a start page before. */
      const openScreen = async (screen: ShownScreen, size: Size, locale: Locale): Promise<Page> => {
        const at = addressOf(screen, locale);
        const { touch } = SIZES[size];
        const key = `${JSON.stringify(screen.person)} ${touch}`;
        const existingDevice = devices.get(key);
        if (existingDevice) {
          await toSize(existingDevice.page, size);
          return !screen.needsReload && (await goToScreen(existingDevice.page, at, locale))
            ? existingDevice.page
            : existingDevice.open(at);
        }
        // The page's CSP rightly blocks scripts that a test injects.
        const mine = await device({ bypassCSP: true, hasTouch: touch, isMobile: touch });
        sessions.set(mine.page, { session: await mine.cdp(), touch });
        mine.tolerate(/Page Not Found/);
        devices.set(key, mine);
        await toSize(mine.page, size);
        return screen.person ? mine.login(screen.person, at) : mine.open(at);
      };
      const show = async (screen: ShownScreen, look: Look, locale: Locale): Promise<Page> => {
        const page = await openScreen(screen, look.axe[0]!, locale);
        await page.locator(screen.ready).first().waitFor();
        await screen.open?.(page, locale);
        return page;
      };

      const examine = async (screen: ShownScreen, look: Look): Promise<void> => {
        const note = (locale: Locale, where: string, list: string[]) =>
          problems.push(...list.map((item) => `${screen.name} ${locale} ${where}: ${item}`));
        const locales = screen.locales ?? (SELECTION === '' ? [LONGEST] : LOCALES);
        const first = locales[0]!;
        let page = await show(screen, look, first);
        const open = await openOn(page);
        // axe findings depend on markup and colours, not on the language.
        for (const size of look.axe) {
          await toSize(page, size);
          // Starts in the mode that the last state ended in, because each switch repaints the page.
          for (const mode of modeOf(page) === 'light' ? MODES : MODES.toReversed()) {
            await paintedIn(page, mode);
            note(first, `${size} ${mode}`, await violations(page, mode === 'light' ? { part: MODAL } : IN_THE_DARK));
          }
        }
        for (const locale of locales) {
          await toSize(page, look.axe[0]!);
          if (locale !== first && !screen.needsReload) await switchLanguage(page, locale);
          // Something that a wide screen shows elsewhere may have closed on the way back to the narrow one.
          const isGone = async () => (await openOn(page)) !== open;
          if (locale !== first && (screen.needsReload || (await isGone()))) page = await show(screen, look, locale);
          for (const size of look.cut) {
            await toSize(page, size);
            await waitForAnimations(page);
            // Elements that measure their own width settle a moment after the window is resized.
            let found: string[] = [];
            const look = async () => (found = [...(await cutOff(page)), ...(await broken(page))]);
            await eventually(look, (seen) => seen.length === 0, SETTLES).catch(() => undefined);
            note(locale, size, found);
          }
        }
      };

      // CI leaves out the pattern sheets, which only developers see.
      const all = [...(await screens(query)), ...(SELECTION === '' ? [] : PATTERN_SCREENS)];
      const selectedScreens = all.filter((screen) => isSelected(screen) && isIncluded(screen));
      if (SELECTION === '' || SELECTION === 'all') expect(selectedScreens).not.toEqual([]);
      for (const screen of selectedScreens)
        for (const look of looksAt(screen))
          // A screen that fails to open must not hide problems of the others.
          await examine(screen, look).catch((error: unknown) => problems.push(`${screen.name}: ${headOf(error)}`));
      const distinct = [...new Set(problems)];
      // As the message, because a comparison's own message shortens long texts.
      expect(distinct, distinct.join('\n')).toEqual([]);
    },
  );
}
