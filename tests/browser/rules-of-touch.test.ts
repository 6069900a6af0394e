/**
 * The roll-call on touch screens: how much of the list is visible, and that nothing moves under a finger or acts on
 * another guest.
 */
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import {
  checkInScreen,
  departAnyway,
  placeOf,
  refuseAllPushes,
  tapTwice,
  type CheckInScreen,
} from '../support/browser-check-in.ts';
import { makeCrew, type Crew, type PartyRequest } from '../support/browser-crew.ts';
import {
  startWaiting,
  eventually,
  EVENTUALLY_TIMEOUT_MS,
  waitForIdleNetwork,
  waitForStableList,
  waitForStablePosition,
  stays,
} from '../support/browser-wait.ts';
import { test } from '../support/browser-test.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWX';
const WALK: PartyRequest[] = [...letters].map((letter) => ({ names: [`${letter}da Lund`] }));
const HAGG: PartyRequest[] = [
  { names: ['Dora Dahl', 'Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm'] },
  { names: ['Zoe Zorn'] },
];

/** Returns the fully visible names: between the bars, and under no toast. */
function names(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-row]')].map((row) => ({
      row,
      box: row.getBoundingClientRect(),
    }));
    return boxes
      .filter(({ row, box }) => {
        const at = (y: number) => document.elementsFromPoint(box.left + 40, y)[0];
        return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 3].every((y) => row.contains(at(y) ?? null));
      })
      .map(({ row }) => row.querySelector('[data-name]')!.textContent);
  });
}

const toast = (page: Page, name: string) => page.locator('[data-sonner-toast]', { hasText: name });
const heights = (page: Page) =>
  page.locator('[data-row]').evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);

/** Returns each row's name, whether it is about to leave, and its position. */
const rowsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-row]')].map((row) => [
      row.querySelector('[data-name]')!.textContent,
      row.querySelector('[data-leaving]') !== null,
      row.getBoundingClientRect().top,
    ]),
  );

/** Resolves in the page once the rows match, because the state may last only two seconds. */
const rowsSeen = (page: Page, expectedRows: string) =>
  page.evaluate(
    async ([looked, limit]) => {
      const rows = () =>
        JSON.stringify(
          [...document.querySelectorAll('[data-row]')].map((row) => [
            row.querySelector('[data-name]')!.textContent,
            row.querySelector('[data-leaving]') !== null,
            row.getBoundingClientRect().top,
          ]),
        );
      for (const end = performance.now() + limit; rows() !== looked;) {
        if (performance.now() > end) throw new Error(`The rows were never these: ${looked}\n${rows()}`);
        await new Promise((again) => setTimeout(again, 20));
      }
    },
    [expectedRows, EVENTUALLY_TIMEOUT_MS] as const,
  );

/** Waits until an ignored tap has left the guest unchecked. */
const staysUnchecked = (screen: CheckInScreen, name: string) =>
  stays(
    () => screen.checkInButton(name).count(),
    (count) => count === 1,
    300,
  );

/**
 * Taps at a point once its rows have changed or moved. The event's timestamp says 100 ms or two seconds after the
 * shift, so that the machine's speed does not matter. Returns the name of the button that it hit.
 */
const tapAfterShift = (page: Page, at: { x: number; y: number; of: 'rows' | 'places'; when: 'soon' | 'later' }) =>
  page.evaluate(async ({ x, y, of, when }) => {
    const rows = () =>
      [...document.querySelectorAll('[data-row]')]
        .map((row) => (of === 'rows' ? row.getAttribute('data-row') : row.getBoundingClientRect().top))
        .join();
    const before = rows();
    let unmoved = performance.now();
    while (rows() === before) {
      unmoved = performance.now();
      await new Promise((frame) => requestAnimationFrame(frame));
    }
    const timeStamp = when === 'soon' ? unmoved + 100 : performance.now() + 2000;
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
    const target = document.elementFromPoint(x, y)!;
    const options = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
    for (const event of [new PointerEvent('pointerdown', options), new MouseEvent('click', options)])
      target.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
    return target.closest('button')?.getAttribute('aria-label');
  }, at);

async function guideAt(
  crew: Crew,
  id: string,
  open: () => Promise<{ login(person: { email: string }, to: string): Promise<Page> }>,
): Promise<CheckInScreen> {
  const screen = checkInScreen(await (await open()).login(crew.people.guide, placeOf(id)));
  await screen.page.locator('[data-row]').first().waitFor();
  return screen;
}

describe('the list shows', () => {
  test('nine names on a phone, eight with a toast', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK);
    const guide = await guideAt(crew, id, () => device(PHONE));
    expect((await names(guide.page)).length).toBeGreaterThanOrEqual(9);
    await guide.tap('Bda Lund');
    await waitForStablePosition(toast(guide.page, 'Bda Lund'));
    expect((await names(guide.page)).length).toBeGreaterThanOrEqual(8);
    // Actions are on one bar, and the app's menu is hidden.
    expect(await guide.page.getByRole('navigation').count()).toBe(0);
    const bar = await guide.page.locator('[data-bottom-bar]').boundingBox();
    expect(Math.round(bar!.y + bar!.height)).toBe(740);
  });

  test.for([
    [844, 390],
    [667, 375],
  ] as const)('five names on a phone in landscape, %i × %i', async ([width, height], { device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK);
    const guide = await guideAt(crew, id, () => device({ ...PHONE, viewport: { width, height } }));
    expect((await names(guide.page)).length).toBeGreaterThanOrEqual(5);
    expect(await guide.page.getByRole('navigation').count()).toBe(0);
  });

  test('as many names while acting for the company', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK);
    const phone = await device(PHONE);
    const page = await phone.login('admin', '/organisation/companies');
    await phone.open(`/impersonate/${crew.companyId}`);
    const confirm = page.getByRole('button', { name: 'Act for this company' });
    await Promise.race([
      confirm.click().catch(() => undefined),
      page.waitForURL((url) => !url.pathname.includes('impersonate')),
    ]);
    await page.waitForURL((url) => !url.pathname.includes('impersonate'));
    await phone.open(placeOf(id));
    const guide = checkInScreen(page);
    await guide.checkInButton('Ada Lund').waitFor();
    await page.getByRole('region', { name: /Acting/ }).waitFor();
    expect((await names(page)).length).toBeGreaterThanOrEqual(9);
    await guide.tap('Bda Lund');
    await waitForStablePosition(toast(page, 'Bda Lund'));
    expect((await names(page)).length).toBeGreaterThanOrEqual(8);
  });

  test('sixteen names on a desktop, in columns', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK);
    const office = await guideAt(crew, id, () => device(DESK));
    expect((await names(office.page)).length).toBeGreaterThanOrEqual(16);
    expect(await heights(office.page)).toEqual([40]);
  });
});

test('a row has the same height in every state', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id, guests } = await crew.departure([
    { names: ['Ada Lund'] },
    { names: ['Björn Müller'], due: 2500, note: 'Comes by bicycle and needs a place for it' },
    { names: ['Chiara Conti'], status: 'ON_HOLD' },
    { names: ['Dora Dahl', 'Ella Ek', 'Finn Friis'], due: 10_000 },
    { names: ['Maximiliane Schwarzenberger-Hohenlohe von und zu Waldeck'], due: 5000, note: 'Allergic' },
    { names: ['Pia Poulsen'], status: 'CANCELLED' },
  ]);
  const [first, second] = [await device(PHONE), await device()];
  const guide = await guideAt(crew, id, () => Promise.resolve(first));
  const expectSameHeights = async () => expect(await heights(guide.page)).toEqual([56]);
  await expectSameHeights();
  // Checked in twice, once on each of two devices, and unsent. This device has no worker: the toast code must load
  // before going offline.
  await guide.tap('Björn Müller');
  await toast(guide.page, 'Björn Müller').waitFor();
  await guide.page.waitForLoadState('networkidle');
  await first.goOffline();
  await guide.tap('Ada Lund');
  await expectSameHeights();
  const colleague = checkInScreen(await second.login(crew.people.colleague, placeOf(id)));
  await colleague.tap('Ada Lund');
  await colleague.saved();
  await first.goOnline();
  await guide.saved();
  await guide.page.getByText('Checked in twice').first().waitFor();
  await guide.page.getByRole('button', { name: 'Names in Dora Dahl’s party' }).click();
  await guide.checkInButton('Ella Ek').waitFor();
  await expectSameHeights();
  // No-shows after departing. (Rows that leave a filter: below, by the position of all rows.)
  await guide.page.getByRole('button', { name: 'Depart', exact: true }).click();
  await departAnyway(guide.page);
  await guide.page.getByText('No-show').first().waitFor();
  await expectSameHeights();
  // And one that the server refuses.
  await waitForStableList(guide.page);
  await refuseAllPushes(guide.page);
  await guide.checkInButton('Ella Ek').click();
  await guide.page.getByRole('button', { name: /^Not saved: .*Ella Ek/ }).waitFor();
  await expectSameHeights();
  expect(guests).toHaveLength(8);
});

describe('the list does not move under a finger', () => {
  test('a row that leaves the filter stays marked, and a double tap never checks in another guest', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK.slice(0, 6));
    const guide = await guideAt(crew, id, () => device(PHONE));
    const { page } = guide;
    await page.getByRole('button', { name: /^Missing/ }).click();
    // The same guests are shown: only the button tells that it is another list.
    await page.getByRole('button', { name: /^Missing/, pressed: true }).waitFor();
    await guide.saved();
    await waitForStableList(page);
    const before = await rowsOf(page);
    const box = (await guide.checkInButton('Bda Lund').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Observed from before the taps: on a busy machine two seconds may pass before the first look.
    const marked = startWaiting(
      rowsSeen(page, JSON.stringify(before.map(([name, , top]) => [name, name === 'Bda Lund', top]))),
    );
    const shifted = startWaiting(tapAfterShift(page, { x, y, of: 'rows', when: 'soon' }));
    await tapTwice(guide.checkInButton('Bda Lund'));
    await marked;
    // Then it disappears after two seconds; a tap on what took its place is ignored at first.
    expect(await shifted).toBe('Check in Cda Lund');
    expect(await guide.undoButton('Bda Lund').count()).toBe(0);
    await staysUnchecked(guide, 'Cda Lund');
    await guide.saved();
    expect((await crew.actions(id)).map(({ kind }) => kind)).toEqual(['check_in']);
    // And accepted once it has been visible long enough.
    await waitForStableList(page);
    await page.touchscreen.tap(x, y);
    await guide.undoButton('Cda Lund').waitFor();
  });

  test('ignores a tap within 400 ms of a pull that moved the list, or of typing a letter', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK.slice(1, 6));
    const guide = await guideAt(crew, id, () => device(PHONE));
    const { page } = guide;
    await guide.saved();
    const box = (await guide.checkInButton('Bda Lund').boundingBox())!;
    const tapAt = (when: 'soon' | 'later') => tapAfterShift(page, { x: box.x + 20, y: box.y + 20, of: 'rows', when });
    const early = startWaiting(tapAt('soon'));
    await query(
      `insert into public.bookings (id, company_id, departure_id, reference, status, source, contact_name, total_amount, paid_amount, currency)
      select gen_random_uuid(), company_id, id, 'NEW234', 'CONFIRMED', 'office', 'Aaron Aal', 0, 0, 'DKK' from public.departures where id = $1`,
      [id],
    );
    await query(
      `insert into public.guests (company_id, departure_id, booking_id, category_type, name, ticket_code)
      select company_id, departure_id, id, 'ADULT', 'Aaron Aal', 'NEW234NEW234' from public.bookings where departure_id = $1 and reference = 'NEW234'`,
      [id],
    );
    expect(await early).toBe('Check in Aaron Aal');
    await staysUnchecked(guide, 'Aaron Aal');
    const typed = startWaiting(tapAt('soon'));
    await guide.search.fill('cda');
    expect(await typed).toBe('Check in Cda Lund');
    await staysUnchecked(guide, 'Cda Lund');
    const late = startWaiting(tapAt('later'));
    await guide.search.fill('dda');
    await late;
    await guide.undoButton('Dda Lund').waitFor();
    await guide.saved();
    expect(await crew.actions(id)).toHaveLength(1);
  });

  test('ignores a tap within 400 ms of a line that appeared above the list', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK.slice(0, 6));
    const guide = await guideAt(crew, id, () => device(PHONE));
    const { page } = guide;
    const colleague = checkInScreen(await (await device(DESK)).login(crew.people.colleague, placeOf(id)));
    await colleague.tap('Fda Lund');
    await colleague.saved();
    await guide.undoButton('Fda Lund').waitFor();
    await guide.saved();
    await waitForStableList(page);
    const box = (await guide.checkInButton('Bda Lund').boundingBox())!;
    // Another device's recount arrives; its line appears above the list.
    const tapped = startWaiting(tapAfterShift(page, { x: box.x + 20, y: box.y + 3, of: 'places', when: 'soon' }));
    await colleague.page.getByRole('button', { name: 'Recount', exact: true }).click();
    await colleague.page.getByRole('button', { name: 'Save 1 of 1' }).click();
    expect(await tapped).toBe('Check in Ada Lund');
    await staysUnchecked(guide, 'Ada Lund');
    // A tap after the list has stood still long enough is accepted.
    await waitForStableList(page);
    await guide.checkInButton('Ada Lund').click();
    await guide.undoButton('Ada Lund').waitFor();
  });

  test('no toast covers the row just touched, a menu or a sheet', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(WALK);
    const guide = await guideAt(crew, id, () => device(PHONE));
    const { page } = guide;
    const lowest = (await names(page)).at(-1)!;
    await guide.tap(lowest);
    await waitForStablePosition(toast(page, lowest));
    expect(await names(page)).toContain(lowest);
    const covers = (selector: string) =>
      page.evaluate((what) => {
        const [over] = [...document.querySelectorAll('[data-sonner-toast]')].map((element) =>
          element.getBoundingClientRect(),
        );
        const box = document.querySelector(what)!.getBoundingClientRect();
        return (
          over !== undefined &&
          over.height > 0 &&
          over.left < box.right &&
          box.left < over.right &&
          over.top < box.bottom &&
          box.top < over.bottom
        );
      }, selector);
    await page.getByRole('button', { name: /^Sort/ }).click();
    await waitForStablePosition(page.getByRole('menu'));
    expect(await covers('[role=menu]')).toBe(false);
    await page.keyboard.press('Escape');
    await waitForStableList(page);
    await page.locator('[data-part=open]').filter({ hasText: 'Ada Lund' }).click();
    await waitForStablePosition(page.getByRole('dialog'));
    expect(await covers('[role=dialog]')).toBe(false);
  });
});

describe('a button acts on exactly what it shows', () => {
  test('a search that finds two of a party of five checks in these two', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(HAGG);
    const guide = await guideAt(crew, id, () => device(DESK));
    const { page } = guide;
    await guide.search.fill('hagg');
    const both = page.getByRole('button', { name: 'Check in 2 from Dora Dahl’s party' });
    await both.waitFor();
    await waitForStableList(page);
    await both.click();
    await guide.undoButton('Finn Hagg').waitFor();
    await guide.saved();
    expect(await crew.statuses(id)).toMatchObject({
      'Dora Dahl': 'expected',
      'Ella Hagg': 'checked_in',
      'Finn Hagg': 'checked_in',
      'Gro Holm': 'expected',
    });
  });

  test('ArrowDown moves to the match, and Space checks in that one', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(HAGG);
    const guide = await guideAt(crew, id, () => device(DESK));
    await guide.search.fill('finn');
    await guide.checkInButton('Finn Hagg').waitFor();
    await guide.search.press('ArrowDown');
    await guide.page.waitForFunction(() => document.activeElement?.closest('[data-row]'));
    await guide.page.keyboard.press('Space');
    await guide.undoButton('Finn Hagg').waitFor();
    await guide.saved();
    expect(Object.entries(await crew.statuses(id)).filter(([, status]) => status === 'checked_in')).toEqual([
      ['Finn Hagg', 'checked_in'],
    ]);
  });

  test('a party is one row: plus checks in one more, also in quick succession, minus undoes the last', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(HAGG);
    const guide = await guideAt(crew, id, () => device(PHONE));
    const { page } = guide;
    expect(await names(page)).toEqual(['Dora Dahl', 'Zoe Zorn']);
    const plus = page.getByRole('button', { name: 'One more: Dora Dahl' });
    await plus.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
      button.click();
    });
    await page.getByText('3 of 5', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'One fewer: Dora Dahl' }).click();
    await page.getByText('2 of 5', { exact: true }).waitFor();
    await guide.saved();
    expect(await crew.statuses(id)).toMatchObject({
      'Dora Dahl': 'checked_in',
      'Ella Hagg': 'checked_in',
      'Finn Hagg': 'expected',
    });
    await page.getByRole('button', { name: 'Names in Dora Dahl’s party' }).click();
    await guide.undoButton('Dora Dahl').waitFor();
    // The contact's name appears once.
    expect((await names(page)).filter((name) => name === 'Dora Dahl')).toHaveLength(1);
  });
});

test('a refused action is red, named, first, not counted, and links to its details', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(WALK.slice(0, 4));
  const guide = await guideAt(crew, id, () => device(PHONE));
  const { page } = guide;
  await guide.saved();
  await refuseAllPushes(page);
  await guide.checkInButton('Cda Lund').click();
  const row = page.getByRole('button', { name: 'Not saved: Check-in, Cda Lund' });
  await row.waitFor();
  await eventually(
    () => names(page),
    (visibleNames) => visibleNames[0] === 'Cda Lund',
  );
  await page.getByRole('img', { name: '0 of 4 here' }).waitFor();
  expect(await guide.undoButton('Cda Lund').count()).toBe(0);
  await waitForStableList(page);
  await row.click();
  await page.locator('[data-wanted]').filter({ hasText: 'Check-in' }).waitFor();
});

test('restoring an undone check-in keeps its original time', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(WALK.slice(0, 2));
  const guide = await guideAt(crew, id, () => device(PHONE));
  const { page } = guide;
  await guide.tap('Ada Lund');
  await guide.saved();
  await guide.undo('Ada Lund');
  await page.getByRole('button', { name: 'Restore' }).click();
  await guide.undoButton('Ada Lund').waitFor();
  await guide.saved();
  const times = await query<{ at: string; device_time: string }>(
    `select occurred_at::text as at, device_time::text as device_time from public.check_in_actions where departure_id = $1 and kind = 'check_in' order by device_sequence`,
    [id],
  );
  expect(times).toHaveLength(2);
  expect(times[1]!.at).toBe(times[0]!.at);
  expect(times[1]!.device_time).not.toBe(times[0]!.device_time);
});

describe('by keyboard', () => {
  test('opening a departure focuses its heading although the code of the roll-call arrives late', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure([{ names: ['Ada Lund'] }]);
    const desk = await device(DESK);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await desk.context.route(/\/assets\/roll-call-[\w-]{8}\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const page = await desk.login(crew.people.office, '/check-in');
    await page.locator(`a[href*="${id}"]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.includes(id));
    await waitForIdleNetwork(page);
    release();
    await eventually(
      () => page.evaluate(() => document.activeElement?.id),
      (focused) => focused === 'roll-call-title',
    );
  });

  test('opening a departure focuses its heading; Home and End stay in the list; arrows and Space act', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(
      Array.from({ length: 90 }, (_, at) => ({ names: [`Guest ${String(at).padStart(2, '0')}`] })),
    );
    const desk = await device(DESK);
    const page = await desk.login(crew.people.office, '/check-in');
    const link = page.locator(`a[href*="${id}"]`);
    await link.focus();
    await page.keyboard.press('Enter');
    await eventually(
      () => page.evaluate(() => document.activeElement?.id),
      (focused) => focused === 'roll-call-title',
    );
    await page.keyboard.press('ArrowDown');
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
    await eventually(focused, (label) => label === 'Check in Guest 00');
    await page.keyboard.press('End');
    await eventually(focused, (label) => label === 'Check in Guest 89');
    await page.keyboard.press('Home');
    await eventually(focused, (label) => label === 'Check in Guest 00');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^Check in Guest [12]\d$/);
    const label = (await focused())!;
    await page.keyboard.press('Space');
    await eventually(focused, (now) => now === label.replace('Check in', 'Undo check-in for'));
  });
});
