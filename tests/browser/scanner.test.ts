/** Scanning without a camera, and what is shown without one. */
import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import type { Query } from '../support/database.ts';
import { pictureOf } from '../support/browser-picture.ts';
import { scanKeys, scanText } from '../support/browser-scanner.ts';
import { pressKeys } from '../../src/domain/testing/scanner-keys.ts';
import { encodeScanCode } from '../../src/domain/scan-code.ts';
import { makeCode } from '../support/database-fixtures.ts';
import { test, type OpenDevice } from '../support/browser-test.ts';
import { waitForIdleNetwork, waitForStablePosition, stays } from '../support/browser-wait.ts';

async function atTheGate(device: OpenDevice, query: Query) {
  const crew = await makeCrew(query);
  const { id, guests } = await crew.departure([
    { names: ['Ada Lund'] },
    { names: ['Björn Müller'], voucherNumber: 'VIATOR/1234-5678' },
  ]);
  const tablet = await device();
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.checkInButton('Ada Lund').waitFor();
  return { crew, id, guests, tablet, guide };
}

describe('without a camera', () => {
  test('a hand scanner checks in over the list, and types into the search field when focused', async ({
    device,
    query,
  }) => {
    const { crew, id, guests, guide } = await atTheGate(device, query);
    const { page } = guide;
    const code = guests[0]!.ticketCode;
    await waitForIdleNetwork(page);
    await guide.search.click();
    await page.keyboard.type(code, { delay: 2 });
    await page.keyboard.press('Enter');
    expect(await guide.search.inputValue()).toBe(code);
    expect((await crew.statuses(id))['Ada Lund']).toBe('expected');
    await guide.search.fill('');
    await guide.search.blur();
    await scanText(page, code);
    await page.locator('[data-scan-result=ok]').waitFor();
    await guide.undoButton('Ada Lund').waitFor();
    await guide.saved();
    expect((await crew.actions(id)).map(({ kind }) => kind)).toEqual(['check_in']);
  });

  test('a hand scanner works with any keyboard layout, and a broken scan is reported', async ({ device, query }) => {
    const token = '4DebLg9kxkFlU8SO-94IRgDbEl95VIpRShEiahI1_ks';
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure([{ names: ['Ada Lund'] }]);
    await query(`update public.bookings set access_token_hash = $2 where id = $1`, [
      guests[0]!.bookingId,
      createHash('sha256').update(token).digest('hex'),
    ]);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    const { page } = guide;
    await guide.checkInButton('Ada Lund').waitFor();
    await waitForIdleNetwork(page);
    await scanKeys(page, pressKeys(`https://muster.example.com/booking/view/${token}`, { on: 'da' }));
    await page.locator('[data-scan-result=ok]').waitFor();
    const mine = encodeScanCode({ kind: 'link', value: token })!;
    await scanKeys(page, pressKeys(mine, { on: 'fr', capsLock: true }));
    await page.locator('[data-scan-result=already_checked_in]').waitFor();
    await scanKeys(page, pressKeys(mine, { on: 'fr' }).slice(0, 20));
    const card = page.locator('[data-scan-result=interrupted]');
    await card.getByText('Scan interrupted').waitFor();
    await scanKeys(
      page,
      pressKeys(mine, { on: 'it' }).filter((_, at) => at !== 21),
    );
    await page.locator('[data-scan-result=unreadable]').waitFor();
    await guide.saved();
    expect(await crew.actions(id)).toHaveLength(1);
  });

  test('another company’s code does not re-render the frame: the URL stays', async ({ device, query }) => {
    const { guests, guide } = await atTheGate(device, query);
    const { page } = guide;
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/No camera found|Camera access is blocked/).waitFor();
    await page.evaluate(() => {
      const { replaceState } = history;
      history.replaceState = (...result) => {
        document.body.dataset['addresses'] = `${Number(document.body.dataset['addresses'] ?? 0) + 1}`;
        replaceState.apply(history, result);
      };
    });
    for (const [at, { ticketCode }] of guests.entries()) {
      await panel.getByRole('textbox').fill(ticketCode);
      await page.keyboard.press('Enter');
      await page.locator(`[data-scan-result=ok][data-sequence="${at + 1}"]`).waitFor();
    }
    expect(await page.evaluate(() => document.body.dataset['addresses'] ?? 'none')).toBe('none');
  });

  test('the panel says so, and accepts a typed reference, a voucher and a picture', async ({ device, query }) => {
    const { crew, id, guests, guide } = await atTheGate(device, query);
    const { page } = guide;
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/No camera found|Camera access is blocked/).waitFor();
    const type = async (text: string) => {
      await panel.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
    };
    await type('nonsense that is no code ?');
    await page.locator('[data-scan-result]').waitFor();
    expect(await page.locator('[data-scan-result]').getAttribute('data-scan-result')).toMatch(
      /unreadable|unknown_ticket/,
    );
    // As read aloud, in lower case with a space.
    const { reference } = guests[0]!;
    await type(`${reference.slice(0, 3).toLowerCase()} ${reference.slice(3).toLowerCase()}`);
    await page.locator('[data-scan-result=ok]').waitFor();
    await type('viator/1234-5678');
    await page.locator('[data-scan-result=ok][data-sequence="3"]').waitFor();
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'ticket.bmp', mimeType: 'image/bmp', buffer: pictureOf(guests[1]!.ticketCode) });
    await page.locator('[data-scan-result=already_checked_in]').waitFor();
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'holiday.bmp', mimeType: 'image/bmp', buffer: Buffer.from('no picture') });
    await panel.getByText('No code found in this image.').waitFor();
    await page.keyboard.press('Escape');
    await guide.saved();
    expect(await crew.statuses(id)).toEqual({ 'Ada Lund': 'checked_in', 'Björn Müller': 'checked_in' });
    expect(await crew.actions(id)).toHaveLength(2);
  });

  test('the next code closes the open party, so that its result is visible; a draft note stays', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure([{ names: ['Ada Lund'] }, { names: ['Bo Party', 'Bea Party'] }]);
    const { page, checkInButton } = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    await checkInButton('Ada Lund').waitFor();
    const card = page.getByRole('dialog', { name: /Bo Party/ });
    await waitForIdleNetwork(page);
    await scanText(page, guests[1]!.reference);
    await waitForStablePosition(card);
    await scanText(page, guests[0]!.ticketCode);
    await page.locator('[data-scan-result=ok]').waitFor();
    await card.waitFor({ state: 'hidden' });
    await scanText(page, guests[1]!.reference);
    await card.waitFor();
    await card.getByRole('textbox').fill('Waits at the fountain');
    await card.getByRole('heading', { name: 'Bo Party' }).click();
    await scanText(page, guests[0]!.ticketCode);
    await page.locator('[data-scan-result=already_checked_in]').waitFor();
    await stays(
      () => card.getByRole('textbox').inputValue(),
      (text) => text === 'Waits at the fountain',
      500,
    );
  });

  test('a check-in by code while a form is open shows on that form, and settles when it closes', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id, guests } = await crew.departure([{ names: ['Ada Lund'] }, { names: ['Bo Party'], due: 2500 }]);
    for (const viewport of [
      { width: 800, height: 1000 },
      { width: 360, height: 740 },
    ]) {
      const { page, undoButton, checkInButton, undo, saved } = checkInScreen(
        await (await device({ viewport, hasTouch: true, isMobile: true })).login(crew.people.guide, placeOf(id)),
      );
      await checkInButton('Ada Lund').waitFor();
      await waitForIdleNetwork(page);
      await page.getByRole('button', { name: 'Add walk-in' }).click();
      const form = page.getByRole('dialog', { name: 'Add walk-in' });
      await form.getByLabel('Name').fill('Wanda');
      await form.getByRole('heading', { name: 'Add walk-in' }).click();
      await scanText(page, guests[0]!.ticketCode);
      const card = page.locator('[data-scan-result=ok]');
      await waitForStablePosition(card);
      expect(
        await card.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return [top + 20, bottom - 20].every(
            (y) => y > 0 && y < innerHeight && element.contains(document.elementFromPoint((left + right) / 2, y)),
          );
        }),
      ).toBe(true);
      // Links of the result would open over the unsaved form.
      expect(await card.getByRole('button').allTextContents()).toEqual(['Close']);
      expect(await form.getByLabel('Name').inputValue()).toBe('Wanda');
      // Unsaved input is asked about first.
      await page.keyboard.press('Escape');
      await form.getByText('Not saved yet.').waitFor();
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      await card.getByRole('button', { name: 'Undo' }).waitFor();
      await card.getByRole('button', { name: 'Close' }).click();
      await card.waitFor({ state: 'detached' });
      await undoButton('Ada Lund').waitFor();
      await undo('Ada Lund');
      await saved();
    }
  });

  test('a code that only the server can resolve does not block the next one', async ({ device, query }) => {
    const { guests, tablet, guide } = await atTheGate(device, query);
    const { page } = guide;
    await guide.saved();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.waitFor();
    tablet.network.where = /rpc\/check_in_look_up/;
    tablet.network.condition = 'hanging';
    let responseCount = 0;
    page.on('requestfinished', (request) => (responseCount += /check_in_look_up/.test(request.url()) ? 1 : 0));
    await field.fill(makeCode(12));
    await page.keyboard.press('Enter');
    await page.locator('[data-scan-result=unknown_ticket]').waitFor();
    await field.fill(guests[0]!.ticketCode);
    await page.keyboard.press('Enter');
    await page.locator('[data-scan-result=ok]').waitFor();
    // The first look-up still hangs: the next one has not waited for it.
    expect(responseCount).toBe(0);
  });
});
