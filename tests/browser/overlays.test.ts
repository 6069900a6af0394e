/** Dialogs, sheets and toasts over the list: focus, stacking and position. */
import type { Locator, Page } from 'playwright';
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { eventually, waitForStablePosition, stays } from '../support/browser-wait.ts';
import { test } from '../support/browser-test.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];
const MANY = Array.from({ length: 14 }, (_, number) => ({ names: [`Guest ${String.fromCharCode(65 + number)}`] }));

const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** Opens a booking's party by its URL, as a tap, a link or a scanned code does. */
const openParty = (page: Page, booking: string) =>
  page.evaluate((party) => {
    const url = new URL(location.href);
    url.searchParams.set('party', party);
    history.pushState({}, '', url);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, booking);

async function covers(locator: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await locator.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('There is nothing to measure');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('the focus', () => {
  test('moves into a party opened after a toast’s “Undo”, and no key reaches the list behind', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device(PHONE)).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.tap('Ada Lund');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await guide.checkInButton('Ada Lund').waitFor();
    await openParty(page, guests[0]!.bookingId);
    const card = page.getByRole('dialog', { name: /Ada Lund/ });
    await card.waitFor();
    await stays(
      () =>
        card.evaluate((dialog) => ({
          focusIn: dialog.contains(document.activeElement),
          hidden: dialog.closest('[aria-hidden=true], [inert]') !== null,
        })),
      ({ focusIn, hidden }) => focusIn && !hidden,
      1000,
    );
    await page.keyboard.press('Space');
    await stays(
      () => crew.actions(id),
      (actions) => actions.filter(({ kind }) => kind === 'check_in').length <= 1,
      300,
    );
    await guide.saved();
    expect((await crew.actions(id)).map((action) => action.kind).filter((kind) => kind === 'check_in')).toHaveLength(1);
  });

  test('moves into a form, is trapped there, and returns to the opener', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    const opener = page.getByRole('button', { name: 'Add walk-in' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Add walk-in' });
    await form.waitFor();
    expect(await form.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press(stop % 2 ? 'Tab' : 'Shift+Tab');
      if (stop % 2) await page.keyboard.press('Tab');
      expect(await form.evaluate((dialog) => dialog.contains(document.activeElement)), `after ${stop} stops`).toBe(
        true,
      );
    }
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('returns to the menu button that opened it', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const tablet = await device({ serviceWorkers: 'allow' });
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.saved();
    await tablet.installed();
    await tablet.goOffline();
    await guide.tap('Ada Lund');
    const account = page.getByRole('button', { name: /^Account/ });
    await account.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('Unsent actions').waitFor();
    await page.keyboard.press('Escape');
    await alert.waitFor({ state: 'detached' });
    expect(await account.evaluate((button) => button === document.activeElement)).toBe(true);
    await tablet.goOnline();
    await guide.saved();
  });

  test('stays in a running sign-out despite Escape, and the dialog then asks about unsent actions', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const tablet = await device();
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.saved();
    tablet.network.where = /\/(?:rest|auth|functions)\//;
    tablet.network.condition = 'hanging';
    await guide.tap('Ada Lund');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByRole('progressbar').waitFor();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('Escape');
    await stays(
      () =>
        alert.evaluate((dialog: HTMLDialogElement) => [
          dialog.open,
          dialog.matches(':modal'),
          dialog.contains(document.activeElement),
        ]),
      (isSo) => !isSo.includes(false),
      300,
    );
    tablet.network.condition = 'cut';
    await alert.getByText('Unsent actions').waitFor();
    await alert.getByRole('button', { name: 'Stay signed in' }).click();
    await alert.waitFor({ state: 'detached' });
    tablet.network.condition = 'open';
    await guide.saved();
  });

  test('is visible on the toasts after Alt+T, and returns on Escape', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.checkInButton('Ada Lund').focus();
    await page.keyboard.press('Space');
    await toastOf(page).waitFor();
    await page.keyboard.press('Alt+t');
    const list = toastOf(page).getByRole('list');
    const ring = await list.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { has: element === document.activeElement, outlineStyle, wide: Number.parseFloat(outlineWidth) >= 2 };
    });
    expect(ring).toEqual({ has: true, outlineStyle: 'solid', wide: true });
    await page.keyboard.press('Escape');
    expect(await guide.undoButton('Ada Lund').evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('a toast', () => {
  test('is one line of 48 px and never covers the row that was touched', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(MANY);
    const guide = checkInScreen(await (await device(PHONE)).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.checkInButton('Guest A').waitFor();
    const visibleRows = await page.getByRole('button', { name: /^Check in Guest/ }).evaluateAll((all) =>
      all
        .map((item) => ({
          name: item.getAttribute('aria-label')!.slice('Check in '.length),
          bottom: item.getBoundingClientRect().bottom,
        }))
        .filter(({ bottom }) => bottom < innerHeight - 72),
    );
    expect(visibleRows.length).toBeGreaterThan(3);
    for (const { name } of [visibleRows[0]!, visibleRows.at(-2)!, visibleRows.at(-1)!]) {
      await guide.tap(name);
      const toast = page.locator('[data-sonner-toast]', { hasText: name });
      await toast.waitFor();
      await waitForStablePosition(toast);
      expect((await toast.boundingBox())!.height).toBe(48);
      expect(await covers(toast, guide.undoButton(name)), name).toBe(false);
    }
    await guide.saved();
  });

  test('covers no sheet, is reachable above it, and stays below every menu', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(THREE);
    for (const options of [PHONE, { viewport: { width: 1440, height: 900 } }]) {
      const guide = checkInScreen(await (await device(options)).login(crew.people.guide, placeOf(id)));
      const { page } = guide;
      await guide.checkInButton('Björn Müller').waitFor();
      await openParty(page, guests[1]!.bookingId);
      const card = page.locator('dialog[open], [data-pane]');
      await card.waitFor();
      await waitForStablePosition(card);
      await card.getByRole('button', { name: 'Check in Björn Müller' }).click();
      const toast = page.locator('[data-sonner-toast]', { hasText: 'Björn Müller' });
      await toast.waitFor();
      await waitForStablePosition(toast);
      expect(await covers(toast, card)).toBe(false);
      await waitForStablePosition(toast);
      await toast.getByRole('button', { name: 'Undo' }).click();
      await card.getByRole('button', { name: 'Check in Björn Müller' }).waitFor();
      await card.getByRole('button', { name: 'Close' }).click();

      await guide.tap('Chiara Conti');
      await page.locator('[data-sonner-toast]', { hasText: 'Chiara Conti' }).waitFor();
      await page.getByRole('button', { name: /^Sort/ }).click();
      const menu = page.getByRole('menu');
      await menu.waitFor();
      await page.locator('[data-sonner-toast]', { hasText: 'Chiara Conti' }).evaluate((element) => {
        // Moves both to the same position.
        Object.assign(element.closest('section')!.parentElement!.style, {
          top: '0',
          left: '0',
          bottom: 'auto',
          width: '100%',
        });
        element.style.height = '100dvh';
      });
      const upon = await menu.evaluate((list) => {
        const box = list.getBoundingClientRect();
        return list.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 12));
      });
      expect(upon).toBe(true);
      await page.reload();
      await guide.undo('Chiara Conti');
      await guide.saved();
    }
  });

  test('disappears after its time, and stays while hovered', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.tap('Ada Lund');
    await guide.undo('Ada Lund');
    const undone = page.locator('[data-sonner-toast]', { hasText: 'undone' });
    await undone.hover();
    await stays(
      () => undone.count(),
      (count) => count === 1,
      5000,
    );
    await page.mouse.move(5, 5);
    await eventually(
      () => undone.count(),
      (count) => count === 0,
    );
  });
});

describe('on a phone', () => {
  test('a roll-call fills the screen without the app’s bars', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const tablet = await device(PHONE);
    const page = await tablet.login(crew.people.office);
    const account = page.getByRole('button', { name: /^Account/ });
    await account.waitFor();
    await tablet.open(placeOf(id));
    await checkInScreen(page).checkInButton('Ada Lund').waitFor();
    expect(await account.count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('a sheet opens from below, keeps its button in view, and closes by its handle', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const { page } = checkInScreen(await (await device(PHONE)).login(crew.people.guide, placeOf(id)));
    await page.getByRole('button', { name: 'Add walk-in' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add walk-in' });
    await waitForStablePosition(sheet);
    const box = (await sheet.boundingBox())!;
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 360, 740]);
    const act = (await sheet.locator('button[type=submit]').boundingBox())!;
    expect(act.y + act.height).toBeLessThanOrEqual(740);
    expect(act.height).toBeGreaterThanOrEqual(48);
    await page.mouse.move(180, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(180, box.y + 80, { steps: 4 });
    await page.mouse.move(180, box.y + 200, { steps: 4 });
    await page.mouse.up();
    await sheet.waitFor({ state: 'detached' });
  });
});

describe('before departing', () => {
  test('lists the missing, each party once with its call link', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure([...THREE, { names: ['Dora Dahl', 'Emil Dahl'] }, ...MANY.slice(0, 4)]);
    await query(`update public.bookings set contact_phone = '+45 20 30 40 55' where id = $1`, [guests[1]!.bookingId]);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.tap('Ada Lund');
    await page.getByRole('button', { name: 'Depart', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^\d\d:\d\d departure$/ });
    await dialog.getByText('8 guests will be no-shows').waitFor();
    const listedNames = await dialog.getByRole('listitem').allInnerTexts();
    expect(listedNames.map((line) => line.split('\n')[0]!.trim())).toEqual([
      'Björn Müller',
      'Chiara Conti',
      expect.stringMatching(/^Dora Dahl\s*2 guests|^Dora Dahl/),
      'Guest A',
      'Guest B',
    ]);
    expect(await dialog.getByRole('link', { name: 'Call Björn Müller' }).getAttribute('href')).toBe('tel:+4520304055');
    await dialog.getByText('and 2 more').waitFor();
  });

  test('a recount asks for the number first, and for who is missing only on request', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    for (const name of ['Ada Lund', 'Björn Müller', 'Chiara Conti']) await guide.tap(name);
    const recount = async () => {
      await page.getByRole('button', { name: 'Recount', exact: true }).click();
      return page.getByRole('dialog', { name: 'Recount the group' });
    };
    const dialog = await recount();
    await dialog.getByRole('textbox', { name: 'Guests counted' }).fill('2');
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByText('1 guest missing, not named').waitFor();
    await dialog.getByRole('button', { name: 'Save 2 of 3' }).click();
    await page.getByText(/Counted 2 of 3 at/).waitFor();

    await recount();
    await dialog.getByRole('button', { name: 'Select who is missing' }).click();
    await dialog.getByRole('checkbox', { name: 'Chiara Conti' }).click();
    await dialog.getByText('Chiara Conti missing').waitFor();
    await dialog.getByRole('button', { name: 'Save 2 of 3' }).click();
    await page.getByText(/Counted 2 of 3 at .*Chiara Conti missing/).waitFor();
    await guide.saved();
    const counts = await query<{ payload: unknown }>(
      `select payload from public.check_in_actions where departure_id = $1 and kind = 'count' order by occurred_at`,
      [id],
    );
    expect(counts.map(({ payload }) => payload)).toEqual([
      { present: 2, missing: [], stop: null },
      { present: 2, missing: [guests[2]!.id], stop: null },
    ]);
  });
});

describe('with a keyboard', () => {
  test('sign-in focuses the first field, shows the password on request, and raises no touch keyboard', async ({
    device,
  }) => {
    const desk = await device({ viewport: { width: 1440, height: 900 } });
    const page = await desk.open('/login');
    await page.getByLabel('Email').waitFor();
    await eventually(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement), Boolean);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('seen');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await password.getAttribute('type')).toBe('password');
    const phone = await (await device(PHONE)).open('/login');
    await phone.getByLabel('Email').waitFor();
    await stays(
      () => phone.evaluate(() => document.activeElement instanceof HTMLInputElement),
      (inField) => !inField,
      300,
    );
  });

  test('“?” lists the shortcuts of the screen, and types a letter in a field', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.checkInButton('Ada Lund').focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Search guests').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await guide.search.focus();
    await page.keyboard.type('a?');
    expect(await guide.search.inputValue()).toBe('a?');
    expect(await help.count()).toBe(0);
  });
});
