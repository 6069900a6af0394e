/**
 * axe finds nothing on any screen or dialog, light and dark; and nothing is cut off or torn.
 *
 * The gate looks at each state once, on the device of whoever uses it: guides and guests hold a phone, all others sit at a desk. axe runs in
 * English: all rules in light, the rules of colours in dark, where the markup is the same. Cut-off texts are looked for in the language whose
 * texts of that state are longest, in the two tightest sizes. `npm run test:screens` goes through every state on both devices in all sizes and
 * languages, and through the sheets of `/local/patterns`.
 *
 * A state is opened once and then put into the other sizes and languages. From one screen to the next one goes within the app, which is loaded once
 * for each person.
 */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { isAppPath } from '../../src/app/routing/outside-paths.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../src/lib/locales.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';
import { waitForAnimations, navigateInApp, eventually, switchLanguage } from '../support/browser-wait.ts';
import { textsOf } from '../support/texts.ts';
import { PATTERN_SCREENS } from './pattern-sheets.ts';
import { addressOf, broken, cutOff, screens } from './screens.ts';
import { say, type ShownScreen } from './shown-screen.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** What is touched has larger type. */
const SIZES = {
  phone: { width: 360, height: 740, touch: true },
  'narrow phone': { width: 320, height: 640, touch: true },
  // Two panes and large type.
  'tablet lying down': { width: 1024, height: 768, touch: true },
  desktop: { width: 1440, height: 900, touch: false },
};
type Size = keyof typeof SIZES;

/** One way through a state: it is opened in the first size. */
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

/** `all`, or the beginnings of the names of the screens that one wants, separated by commas: these in all sizes and languages. */
const ASKED = process.env['SCREENS'] ?? '';
const isAsked = ({ name }: ShownScreen) => ASKED === 'all' || ASKED.split(',').some((word) => name.startsWith(word));

export const isOfGuests = ({ person }: ShownScreen): boolean => person === null || person === 'guide';
export const isOfOwners = ({ person }: ShownScreen): boolean => person === 'owner';

const looksAt = (screen: ShownScreen): Look[] => {
  if (ASKED !== '') return ALL_LOOKS.filter(({ axe }) => !screen.isOfDesks || axe[0] === 'desktop');
  if (isOfGuests(screen)) return [IN_THE_HAND];
  return [screen.isOfDesks ? { ...AT_A_DESK, cut: ['desktop'] } : AT_A_DESK];
};

/** In milliseconds. Only what is found costs as much. */
const SETTLES = 20_000;

/** Returns the language in which the texts that the page shows in English are longest in all. */
async function longestLanguage(page: Page): Promise<Locale> {
  const shown = new Set(
    await page.evaluate(() => {
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) found.push(texts.currentNode.textContent!.trim());
      return found;
    }),
  );
  const ids = Object.entries(textsOf(DEFAULT_LOCALE)).flatMap(([id, text]) => (shown.has(text) ? [id] : []));
  const lengthIn = (locale: Locale) => {
    const texts: Record<string, string> = textsOf(locale);
    return ids.reduce((sum, id) => sum + (texts[id]?.length ?? 0), 0);
  };
  return LOCALES.reduce((one, other) => (lengthIn(other) > lengthIn(one) ? other : one));
}

/** What only colours decide; the rest of axe's rules hang on the markup, which is the same in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What lies over or beside a screen; the screen itself is a state of its own. */
const MODAL = 'dialog:modal';
const MODAL_OR_PANE = 'dialog:modal, [data-pane]';

interface Examined {
  /** Selects the part to examine; the whole page where there is none. */
  part: string;
  /** All by default. */
  rules?: string[];
}

async function violations(page: Page, { part, rules }: Examined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(
    ([selector, options]: [string, RunOptions]) => {
      const { axe } = window as unknown as {
        axe: { run(root: Document | Element, options: RunOptions): Promise<AxeResults> };
      };
      const parts = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      return axe.run(parts.at(-1) ?? document, options);
    },
    [part, { resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: rules } : {}) }] satisfies [
      string,
      RunOptions,
    ],
  );
  return (
    found
      // A menu lies over the page and in none of its parts, for as long as it is open (ARIA Authoring Practices).
      .map((one) =>
        one.id === 'region' ? { ...one, nodes: one.nodes.filter(({ html }) => !/fui-MenuPopover/.test(html)) } : one,
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

/** The page follows the device, but not within the same frame: colours of both halves must not be measured together. */
async function paintedIn(page: Page, colorScheme: ColourMode): Promise<void> {
  if (modeOf(page) !== colorScheme) await page.emulateMedia({ colorScheme });
  modes.set(page, colorScheme);
  await page.waitForFunction((mode) => document.documentElement.dataset['colourMode'] === mode, colorScheme);
  await waitForAnimations(page);
}

/** What stands over the screen or beside it, told by what it is made of, which is the same in every language. */
const openOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog], [data-pane], [data-verdict]')]
      .filter((one) => one.checkVisibility())
      .map((one) => ['button', 'input', 'h1, h2, h3', '[role=img]'].map((part) => one.querySelectorAll(part).length))
      .join('; '),
  );

/**
 * Goes from one screen of the app to another as by a link, which costs a fraction of loading all of it; by way of an address where there is
 * nothing, so that nothing of the one is taken for the other. Returns false where something stays open over that: only a load takes it away.
 */
async function wentOn(page: Page, to: string, locale: Locale): Promise<boolean> {
  const { pathname, search } = new URL(page.url());
  if (!isAppPath(pathname + search) || !isAppPath(to)) return false;
  const nowhere = page.getByRole('heading', { name: say(locale, 'errors.notFound.title'), level: 1 });
  // A form with something typed asks before it is left.
  const question = page.getByRole('alertdialog');
  await navigateInApp(page, `/${locale}/nowhere`);
  await nowhere.or(question).first().waitFor({ state: 'attached' });
  if ((await question.count()) > 0 || (await openOn(page)) !== '') return false;
  await navigateInApp(page, to);
  await nowhere.waitFor({ state: 'detached' });
  return true;
}

const held = new WeakMap<Page, { session: CDPSession; touch: boolean }>();

async function toSize(page: Page, size: Size): Promise<void> {
  const { touch, ...viewport } = SIZES[size];
  const known = held.get(page) ?? { session: await page.context().newCDPSession(page), touch: false };
  if (known.touch !== touch) await known.session.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
  held.set(page, { ...known, touch });
  await page.setViewportSize(viewport);
}

/** What went wrong, and what was waited for. */
const headOf = (error: unknown) => String(error).split('\n').slice(0, 3).join(' ');

/** A test of every screen that is one of `part`. */
export function nothingIsHardToPerceive(part: string, isOfPart: (screen: ShownScreen) => boolean): void {
  test(
    `on the screens of ${part} nothing is hard to perceive or cut off, light and dark`,
    {
      timeout: 3_600_000,
    },
    async ({ device, query, expect }) => {
      const problems: string[] = [];
      const devices = new Map<string, Device>();

      /** Signed in by its first screen: to open another before would be for nothing. */
      const opened = async (screen: ShownScreen, size: Size, locale: Locale): Promise<Page> => {
        const at = addressOf(screen, locale);
        const { touch } = SIZES[size];
        const key = `${JSON.stringify(screen.person)} ${touch}`;
        const known = devices.get(key);
        if (known) {
          await toSize(known.page, size);
          return !screen.opensAnew && (await wentOn(known.page, at, locale)) ? known.page : known.open(at);
        }
        // The page's own policy rightly refuses a script that a test brings along.
        const mine = await device({ bypassCSP: true, hasTouch: touch, isMobile: touch });
        held.set(mine.page, { session: await mine.cdp(), touch });
        mine.tolerate(/Page Not Found/);
        devices.set(key, mine);
        await toSize(mine.page, size);
        return screen.person ? mine.login(screen.person, at) : mine.open(at);
      };
      const show = async (screen: ShownScreen, look: Look, locale: Locale): Promise<Page> => {
        const page = await opened(screen, look.axe[0]!, locale);
        await page.locator(screen.ready).first().waitFor();
        await screen.open?.(page, locale);
        return page;
      };

      const examine = async (screen: ShownScreen, look: Look): Promise<void> => {
        const note = (locale: Locale, where: string, list: string[]) =>
          problems.push(...list.map((one) => `${screen.name} ${locale} ${where}: ${one}`));
        const [first = DEFAULT_LOCALE] = screen.locales ?? [];
        let page = await show(screen, look, first);
        const open = await openOn(page);
        // What axe finds hangs on markup and colours, not on the words.
        for (const size of look.axe) {
          await toSize(page, size);
          // It begins in the mode that the state before ended in: each change draws the whole page once more.
          for (const mode of modeOf(page) === 'light' ? MODES : MODES.toReversed()) {
            await paintedIn(page, mode);
            note(first, `${size} ${mode}`, await violations(page, mode === 'light' ? { part: MODAL } : IN_THE_DARK));
          }
        }
        const all = screen.locales ?? LOCALES;
        for (const locale of ASKED === '' && !screen.locales ? [await longestLanguage(page)] : all) {
          await toSize(page, look.axe[0]!);
          if (locale !== first && !screen.opensAnew) await switchLanguage(page, locale);
          // What a wide screen shows elsewhere may have closed on the way back to the narrow one.
          const isGone = async () => (await openOn(page)) !== open;
          if (locale !== first && (screen.opensAnew || (await isGone()))) page = await show(screen, look, locale);
          for (const size of look.cut) {
            await toSize(page, size);
            await waitForAnimations(page);
            // What measures its own width is right a moment after the window is.
            let found: string[] = [];
            const look = async () => (found = [...(await cutOff(page)), ...(await broken(page))]);
            await eventually(look, (seen) => seen.length === 0, SETTLES).catch(() => undefined);
            note(locale, size, found);
          }
        }
      };

      // The gate leaves out the sheets of patterns: they show developers what the screens are made of.
      const all = [...(await screens(query)), ...(ASKED === '' ? [] : PATTERN_SCREENS)];
      const wanted = all.filter((screen) => isAsked(screen) && isOfPart(screen));
      if (ASKED === '' || ASKED === 'all') expect(wanted).not.toEqual([]);
      for (const screen of wanted)
        for (const look of looksAt(screen))
          // What cannot be opened hides nothing of the others.
          await examine(screen, look).catch((error: unknown) => problems.push(`${screen.name}: ${headOf(error)}`));
      expect([...new Set(problems)].join('\n')).toBe('');
    },
  );
}
