/** The typeface is served from the cache, and its fallback has the same metrics: no layout shift. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';

/** Returns each text's box once the layout is stable. */
async function lines(page: Page): Promise<{ text: string; width: number; height: number }[]> {
  await page.locator('[data-demo] button').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, label, button, p')]
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return { text: element.innerText, width: range.getBoundingClientRect().width, height: element.offsetHeight };
      })
      .filter(({ text }) => text.trim() !== ''),
  );
}

/**
 * Guest devices have one of the faces that page.css derives a fallback from; plain Debian has none until
 * `fonts-liberation` is installed.
 */
const hasStandIn = (page: Page) =>
  page.evaluate(() =>
    new FontFace('probe', "local('Arial'), local('ArialMT'), local('Liberation Sans'), local('Roboto')").load().then(
      () => true,
      () => false,
    ),
  );

test('without its typeface a page has the same lines and heights, and words hardly wider', async ({ device, skip }) => {
  const [with_, without] = [await device(), await device()];
  await with_.open('/login');
  skip(
    !(await hasStandIn(with_.page)),
    'The font that the fallback needs is not installed (on Debian: apt-get install fonts-liberation).',
  );
  await without.context.route(/\.woff2$/, (route) => route.abort());
  without.tolerate(/woff2|Failed to load/);
  const renderedLines = await lines(await with_.open('/login'));
  expect(await with_.page.evaluate(() => document.fonts.check("16px 'Inter Variable'"))).toBe(true);
  const instead = await lines(await without.open('/login'));
  expect(instead.map(({ text }) => text)).toEqual(renderedLines.map(({ text }) => text));
  expect(instead.map(({ text, height }) => [text, height])).toEqual(
    renderedLines.map(({ text, height }) => [text, height]),
  );
  // An engine that places glyphs on whole pixels rounds each width: a single text may differ more than all together do.
  for (const [at, { text, width }] of renderedLines.entries())
    expect(Math.abs(instead[at]!.width - width), text).toBeLessThanOrEqual(Math.max(3, width * 0.08));
  const totalWidth = (all: readonly { width: number }[]) => all.reduce((sum, { width }) => sum + width, 0);
  expect(Math.abs(totalWidth(instead) / totalWidth(renderedLines) - 1)).toBeLessThanOrEqual(0.04);
});

test('the typeface is cached with the app', async ({ device }) => {
  const tablet = await device({ serviceWorkers: 'allow' });
  const page = await tablet.login('guide');
  await tablet.installed();
  const cachedFontCount = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map((request) => request.url)),
    );
    return all.flat().filter((url) => url.includes('.woff2')).length;
  });
  expect(cachedFontCount).toBe(3);
});

/** Letters and punctuation of guests' names and amounts in languages that Inter's subsets cover. */
const WRITTEN = [
  'Đặng Thị Hồng Ngọc Nguyễn Phương Ưng Ấu Ỹ 250.000 ₫',
  'Łukasz Żółć Čapek Őry Ștefan Ğül İzmir Þórður Ñuño Ærø Åse Ÿ',
  '“Hansen” «Rossi» ‘Kim’ O’Brien – … · × − € £ ł',
].join(' ');

test('names of guests are drawn in one typeface', async ({ device }) => {
  const phone = await device();
  // `optional` would keep the fallback for as long as the page is open if a busy machine loads the typeface late.
  await phone.context.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block');
    await route.fulfill({ response, body });
  });
  const page = await phone.open('/login');
  await page.evaluate(async (text) => {
    await document.fonts.load("16px 'Inter Variable'", text);
    const line = Object.assign(document.createElement('p'), { id: 'written', textContent: text });
    document.body.append(line);
  }, WRITTEN);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#written' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ familyName }) => familyName)).toEqual(['Inter']);
  expect(fonts.every(({ isCustomFont }) => isCustomFont)).toBe(true);
});
