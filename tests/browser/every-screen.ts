/**
 * axe finds nothing on any screen or dialog, light and dark, on a phone and a desktop; and nothing is cut off or torn in four languages.
 *
 * What is held where: all of axe in English and light, on a phone and a desktop; in the dark the rules of colours alone, as the markup is the
 * same; words that are cut off in every language and size. A screen is opened once, in English, and then put into the other languages, as the
 * language menu does: each was compared with an opening of its own, and showed the same. From one screen to the next one goes within the app,
 * which is loaded once for each person. In one browser alone (vitest.config.ts): both are Chromiums with the same typeface of ours.
 */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { isAppPath } from '../../src/app/routing/outside-paths.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../src/lib/locales.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';
import { animationsDone, comesTo, eventually, inLanguage } from '../support/browser-wait.ts';
import { addressOf, broken, cutOff, screens } from './screens.ts';
import { say, type ShownScreen } from './shown-screen.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** A tablet lying down is the tightest of all: two panes and large type. */
const SIZES = {
  phone: { width: 360, height: 740, axe: true },
  'phone of the narrowest': { width: 320, height: 640, axe: false },
  'tablet lying down': { width: 1024, height: 768, axe: false },
  desktop: { width: 1440, height: 900, axe: true },
};
type Size = keyof typeof SIZES;
/** `all`, or how the names of those begin that one wants, parted by commas. */
const ASKED = process.env['SCREENS'] ?? '';
const isAsked = ({ name }: ShownScreen) => ASKED === 'all' || ASKED.split(',').some((word) => name.startsWith(word));
/** Who sees a screen at the meeting point or before they book: in all four languages, whoever asks. */
const OF_GUIDES_AND_GUESTS: ReadonlySet<ShownScreen['person']> = new Set(['guide', null]);
/**
 * The office's many states: in English and one other language, in turn, and in that on the narrowest phone and the desktop alone.
 * `npm run test:screens` goes through all of them in each language and size.
 */
const isShort = ({ person }: ShownScreen) => !OF_GUIDES_AND_GUESTS.has(person) && ASKED === '';
const OTHERS = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
const localesOf = (screen: ShownScreen, at: number): readonly Locale[] =>
  screen.locales ?? (isShort(screen) ? [DEFAULT_LOCALE, OTHERS[at % OTHERS.length]!] : LOCALES);
/** Where what is longer in another language is torn first. */
const TIGHTEST: ReadonlySet<Size> = new Set(['phone of the narrowest', 'desktop']);
/** What only colours decide; the rest of axe's rules hang on the markup, which is the same in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(
    (options: RunOptions) =>
      (window as unknown as { axe: { run(root: Document, options: RunOptions): Promise<AxeResults> } }).axe.run(
        document,
        options,
      ),
    { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) } satisfies RunOptions,
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

/** The page follows the device, but not within the same frame: colours of both halves must not be measured together. */
async function paintedIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((mode) => document.documentElement.dataset['colourMode'] === mode, colorScheme);
  await animationsDone(page);
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
 * nothing, so that nothing of the one is taken for the other. False where something stays open over that: only a load takes it away.
 */
async function wentOn(page: Page, to: string, locale: Locale): Promise<boolean> {
  const { pathname, search } = new URL(page.url());
  if (!isAppPath(pathname + search) || !isAppPath(to)) return false;
  const nowhere = page.getByRole('heading', { name: say(locale, 'errors.notFound.title'), level: 1 });
  await comesTo(page, `/${locale}/nowhere`);
  const isThere = await nowhere.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
  if (!isThere || (await openOn(page)) !== '') return false;
  await comesTo(page, to);
  await nowhere.waitFor({ state: 'detached' });
  return true;
}

const headOf = (error: unknown) => String(error).split('\n')[0]!;

/**
 * A test of every screen in one way of holding a device. What is held in the hand has larger type. A screen is opened once and then turned and
 * pulled, which costs less than to open it at each size.
 */
export function nothingIsHardToPerceive(held: string, { touch, sizes }: { touch: boolean; sizes: Size[] }): void {
  test(
    `on ${held}, on every screen in four languages, nothing is hard to perceive or cut off, light and dark`,
    { timeout: 3_600_000, retry: 0 },
    async ({ device, query, expect }) => {
      const problems: string[] = [];
      const devices = new Map<ShownScreen['person'], Device>();
      /** Signed in by its first screen: to open another before would be for nothing. */
      const opened = async (screen: ShownScreen, locale: Locale, isLoaded: boolean): Promise<Page> => {
        const at = addressOf(screen, locale);
        const known = devices.get(screen.person);
        if (known) return !isLoaded && (await wentOn(known.page, at, locale)) ? known.page : known.open(at);
        // The page's own policy rightly refuses a script that a test brings along.
        const mine = await device({ viewport: SIZES[sizes[0]!], bypassCSP: true, hasTouch: touch, isMobile: touch });
        mine.tolerate(/Page Not Found/);
        mine.page.setDefaultNavigationTimeout(60_000);
        devices.set(screen.person, mine);
        return screen.person ? mine.login(screen.person, at) : mine.open(at);
      };
      const wanted = (await screens(query)).filter(isAsked);
      expect(wanted).not.toEqual([]);
      for (const [turn, screen] of wanted.filter(({ isOfDesks }) => !(touch && isOfDesks)).entries()) {
        let open = '';
        for (const [at, locale] of localesOf(screen, turn).entries()) {
          const note = (list: string[], mode: string) =>
            problems.push(...list.map((one) => `${screen.name} ${locale} ${mode}: ${one}`));
          let page = devices.get(screen.person)?.page;
          try {
            await page?.setViewportSize(SIZES[sizes[0]!]);
            // Twice, as what is opened below: a wait that ended too soon is no finding.
            if (at > 0 && !screen.opensAnew) await inLanguage(page!, locale).catch(() => inLanguage(page!, locale));
            // What a wide screen shows elsewhere may have closed on the way back to the narrow one.
            if (at === 0 || screen.opensAnew || (await openOn(page!)) !== open) {
              const show = async (isLoaded = screen.opensAnew ?? false) => {
                page = await opened(screen, locale, isLoaded);
                await page.locator(screen.ready).first().waitFor({ timeout: 15_000 });
                await screen.open?.(page, locale);
                open = await openOn(page);
              };
              // Two browsers and two backends on two cores: a wait that ended too soon is no finding.
              await show().catch((first: unknown) =>
                show(true).catch((second: unknown) => {
                  throw new Error(`${headOf(first)}; then ${headOf(second)}`, { cause: second });
                }),
              );
            }
          } catch (error) {
            // What cannot be opened hides nothing of the others.
            note([headOf(error)], held);
            break;
          }
          for (const size of sizes) {
            if (isShort(screen) && locale !== DEFAULT_LOCALE && !TIGHTEST.has(size)) continue;
            await page!.setViewportSize(SIZES[size]);
            await animationsDone(page!);
            // What measures its own width is right a moment after the window is.
            let found: string[] = [];
            const look = async () => (found = [...(await cutOff(page!)), ...(await broken(page!))]);
            await eventually(look, (seen) => seen.length === 0, 2000).catch(() => undefined);
            note(found, size);
            // What axe finds hangs on markup and colours, not on the words.
            if (!SIZES[size].axe || locale !== DEFAULT_LOCALE) continue;
            note(await violations(page!), `${size} light`);
            await paintedIn(page!, 'dark');
            note(await violations(page!, OF_COLOURS), `${size} dark`);
            await paintedIn(page!, 'light');
          }
        }
      }
      expect([...new Set(problems)].join('\n')).toBe('');
    },
  );
}
