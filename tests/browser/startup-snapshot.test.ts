/** The startup snapshot: today's list as painted while the app starts. It is true, private, and responds to taps. */
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import type { Device } from '../support/browser-device.ts';
import { test } from '../support/browser-test.ts';
import { eventually, stays } from '../support/browser-wait.ts';

const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];
const PICTURE = '#startup-snapshot';
const storedSnapshot = (page: Page) => page.evaluate(() => localStorage.getItem('muster-picture'));
/** Waits for a snapshot that shows the tour; one taken before the first pull had ended is empty or expires at once. */
const isKept = (page: Page, tourTitle: string) =>
  page.waitForFunction((title) => {
    const snapshot = JSON.parse(localStorage.getItem('muster-picture') ?? 'null') as {
      html: string;
      until: number;
    } | null;
    return snapshot !== null && snapshot.html.includes(title) && snapshot.until > Date.now();
  }, tourTitle);

/** Opens a tab in which the app's code is held back until `letThrough()`. */
async function slowTab(tablet: Device, late = '**/assets/muster-*.js'): Promise<{ page: Page; letThrough(): void }> {
  const page = await tablet.context.newPage();
  let letThrough = () => {};
  const codeReleased = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(late, async (route) => {
    await codeReleased;
    await route.continue();
  });
  await page.goto(tablet.url('/check-in'), { waitUntil: 'commit' });
  await page.locator('body').waitFor();
  return { page, letThrough };
}

/** A device whose list has been seen; without a worker, so that its code can be held back. */
async function listSeen({
  device,
  crew,
}: {
  device: (options: object) => Promise<Device>;
  crew: Awaited<ReturnType<typeof makeCrew>>;
}) {
  const tablet = await device({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  const page = await tablet.login(crew.people.guide);
  await checkInScreen(page).saved();
  await page
    .getByRole('link', { name: new RegExp(crew.tourTitle) })
    .first()
    .waitFor();
  // Snapshots are taken at a start, and the first one was taken before the first pull had ended.
  await page.reload();
  await isKept(page, crew.tourTitle);
  return { tablet, page };
}

describe('the startup snapshot', () => {
  test('shows the list with its time, nothing relative to now, and is replaced without a layout shift', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    await crew.departure(THREE);
    const { tablet } = await listSeen({ device, crew });
    const { page, letThrough } = await slowTab(tablet);
    const picture = page.locator(PICTURE);
    await picture.getByText(crew.tourTitle).waitFor();
    expect(await picture.getByText(/^List updated: \d\d:\d\d\.$/).isVisible()).toBe(true);
    expect(
      await picture
        .getByText(/ago\b|^in \d/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    expect(await picture.locator('[role=status]').isVisible()).toBe(false);
    expect(await picture.getAttribute('aria-hidden')).toBe('true');
    const boxes = () =>
      page.evaluate((title) => {
        const found = [...document.querySelectorAll('span')].find((element) => element.textContent === title);
        const { x, y, width, height } = found!.getBoundingClientRect();
        const { color, fontSize } = getComputedStyle(found!);
        return { x, y, width, height, color, fontSize };
      }, crew.tourTitle);
    const before = await boxes();
    letThrough();
    await picture.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: new RegExp(crew.tourTitle) }).waitFor();
    expect(await boxes()).toEqual(before);
  });

  test('replays a tap on a departure, and one on a button', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const { tablet } = await listSeen({ device, crew });
    const first = await slowTab(tablet);
    await first.page.locator(PICTURE).getByText(crew.tourTitle).click();
    first.letThrough();
    await checkInScreen(first.page).checkInButton('Ada Lund').waitFor();
    expect(first.page.url()).toContain(id);
    await first.page.goBack();
    await first.page.getByRole('link', { name: new RegExp(crew.tourTitle) }).waitFor();

    const second = await slowTab(tablet);
    await second.page.locator(`${PICTURE} button[aria-label*="${crew.people.guide.name}"]`).click();
    second.letThrough();
    await second.page.getByRole('menu').waitFor();
  });

  test('is dropped on an action and on sign-out; no other person ever sees it', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const { tablet, page } = await listSeen({ device, crew });
    const picture = (await storedSnapshot(page))!;
    // Only the list of departures is stored, without guests.
    expect(picture).not.toMatch(/Ada Lund|Müller/);
    await page.goto(tablet.url(placeOf(id)));
    await checkInScreen(page).tap('Ada Lund');
    expect(await storedSnapshot(page)).toBeNull();

    await page.goto(tablet.url('/check-in'));
    await isKept(page, crew.tourTitle);
    await checkInScreen(page).saved();
    await page.getByRole('button', { name: new RegExp(crew.people.guide.name) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await storedSnapshot(page)).toBeNull();

    // As left behind by a device that died during a sign-out.
    await page.evaluate((text) => localStorage.setItem('muster-picture', text), picture);
    const nobody = await slowTab(tablet);
    expect(await nobody.page.locator(PICTURE).count()).toBe(0);
    nobody.letThrough();
    await nobody.page.waitForURL(/\/login/);
    expect(await storedSnapshot(nobody.page)).toBeNull();
    await page.evaluate((text) => localStorage.setItem('muster-picture', text), picture);
    tablet.page = page;
    await tablet.login(crew.people.colleague);
    await checkInScreen(page).saved();
    const snapshot = await storedSnapshot(page);
    expect(snapshot === null || JSON.parse(snapshot).userId === crew.people.colleague.id).toBe(true);
  });

  test('of another company is dropped, with its tap, once the user is known; one’s own stays', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    await crew.departure(THREE);
    const { tablet, page } = await listSeen({ device, crew });
    const snapshot = (await storedSnapshot(page))!;
    // The app knows who is signed in, but has no texts yet to render.
    const isDrawn = async (change: object, expectedCount: number) => {
      await page.evaluate(
        (text) => localStorage.setItem('muster-picture', text),
        JSON.stringify({ ...JSON.parse(snapshot), ...change }),
      );
      const tab = await slowTab(tablet, '**/assets/*start-en-*.js');
      const snapshotCount = () => tab.page.locator(PICTURE).count();
      const isExpected = (count: number) => count === expectedCount;
      await eventually(snapshotCount, isExpected);
      await stays(snapshotCount, isExpected, 2000);
      await tab.page.close();
    };
    await isDrawn({}, 1);
    await isDrawn({ companyId: crypto.randomUUID() }, 0);
  });

  test('is not painted once it may be untrue, nor where the layout would differ', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const { tablet, page } = await listSeen({ device, crew });
    const drawnWith = async (change: object) => {
      await page.evaluate(
        (more) =>
          localStorage.setItem(
            'muster-picture',
            JSON.stringify({ ...JSON.parse(localStorage.getItem('muster-picture')!), ...more }),
          ),
        change,
      );
      const tab = await slowTab(tablet);
      const count = await tab.page.locator(PICTURE).count();
      await tab.page.close();
      return count;
    };
    const until = (JSON.parse((await storedSnapshot(page))!) as { until: number }).until;
    // By then the departure has begun, and its row would say something else.
    const [departure] = await query<{ starts: number }>(
      `select (extract(epoch from starts_at) * 1000)::float8 as starts from public.departures where id = $1`,
      [id],
    );
    expect(until).toBeLessThanOrEqual(departure!.starts);
    expect(await drawnWith({})).toBe(1);
    expect(await drawnWith({ until: Date.now() - 1 })).toBe(0);
    expect(await drawnWith({ until, from: Date.now() + 3_600_000 })).toBe(0);
    expect(await drawnWith({ from: 0, place: '/check-in en-GB 361 740 light' })).toBe(0);
  });
});
