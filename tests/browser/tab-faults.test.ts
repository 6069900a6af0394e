/** Tabs that crash, freeze or run twice, and storage that is cleared. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject } from 'vitest';
import { launchInstalled } from '../support/browser.ts';
import { checkInScreen, placeOf, queuedActionCount } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { startWaiting, eventually, EVENTUALLY_TIMEOUT_MS, within } from '../support/browser-wait.ts';
import { Device } from '../support/browser-device.ts';
import { openNetwork } from '../support/browser-network.ts';
import { journeyHost } from '../support/journey-host.ts';
import { test } from '../support/browser-test.ts';

const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];

describe('a check-in survives', () => {
  test('a crash of its tab right after the tap, and is sent at the next start', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const tablet = await device();
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    await guide.saved();
    tablet.network.where = /^\/(?:rest|auth|realtime)\//;
    tablet.network.condition = 'cut';
    await guide.tap('Ada Lund');
    tablet.tolerate(/crashed/);
    const session = await tablet.cdp();
    const dead = startWaiting(guide.page.waitForEvent('crash'));
    session.send('Page.crash').catch(() => undefined);
    await dead;
    expect((await crew.statuses(id))['Ada Lund']).toBe('expected');
    tablet.network.condition = 'open';
    const newTab = checkInScreen(await tablet.newTab('/check-in'));
    await newTab.sync.waitFor();
    await eventually(
      () => crew.statuses(id),
      (now) => now['Ada Lund'] === 'checked_in',
    );
  });

  test('a crash of the whole browser', async ({ query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const folder = mkdtempSync(join(tmpdir(), 'muster-profile-'));
    const network = await openNetwork((await journeyHost()).backendUrl);
    try {
      const first = await Device.adopt(await launchInstalled(folder, { browser: inject('browser') }), network);
      const guide = checkInScreen(await first.login(crew.people.guide, placeOf(id)));
      await guide.saved();
      await first.installed();
      network.where = /^\/(?:rest|realtime|auth)\//;
      network.condition = 'cut';
      await guide.tap('Björn Müller');
      const session = await first.context.browser()?.newBrowserCDPSession();
      await session?.send('Browser.crash').catch(() => undefined);
      await first.context.close().catch(() => undefined);
      network.condition = 'open';
      const second = await Device.adopt(await launchInstalled(folder, { browser: inject('browser') }), network);
      const page = await second.open(placeOf(id));
      await checkInScreen(page).undoButton('Björn Müller').waitFor();
      expect(await queuedActionCount(page)).toBe(1);
      // Chromium writes cookies only every half minute: the session may be lost with the crash, the queue is not.
      const signInLink = page.getByRole('link', { name: /^Sign in/ });
      await eventually(
        async () => [await queuedActionCount(page), await signInLink.count()] as const,
        ([left, asks]) => left === 0 || asks > 0,
      );
      if ((await signInLink.count()) > 0) await second.signInAgain(crew.people.guide);
      await eventually(
        () => crew.statuses(id),
        (now) => now['Björn Müller'] === 'checked_in',
      );
      await second.context.close();
    } finally {
      await network.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('two tabs with the same outbox send each check-in once, and one shows the other’s check-in', async ({
  device,
  query,
}) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(THREE);
  const tablet = await device({ serviceWorkers: 'allow' });
  const firstTab = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await firstTab.saved();
  const two = checkInScreen(await tablet.newTab(placeOf(id)));
  await two.checkInButton('Ada Lund').waitFor();
  await tablet.installed();
  await tablet.goOffline();
  await firstTab.tap('Ada Lund');
  await two.tap('Björn Müller');
  await two.undoButton('Ada Lund').waitFor();
  // In flight long enough for the other tab to send the same.
  let pushes = 0;
  await tablet.context.route(/check_in_push/, async (route) => {
    pushes += 1;
    await new Promise((later) => setTimeout(later, 1500));
    await route.continue();
  });
  await tablet.goOnline();
  await Promise.all([firstTab.saved(), two.saved()]);
  // The server would recognise a repetition; here one tab sends for both.
  expect(pushes).toBe(1);
  const actions = await crew.actions(id);
  expect(actions).toHaveLength(2);
  expect(new Set(actions.map((action) => action.device_id)).size).toBe(1);
});

/** Runs in the page: opens a transaction over everything, and stops in the debugger once it has ended. */
const haltOutsideTransactions = `(async () => {
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    if (db.objectStoreNames.length > 0)
      await new Promise((resolve) => {
        db.transaction([...db.objectStoreNames], 'readwrite').oncomplete = resolve;
      });
    db.close();
  }
  debugger;
})()`;

test('another tab syncs while a frozen one holds the sync lock', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(THREE);
  const tablet = await device();
  const frozen = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await frozen.saved();
  // Frozen in the middle of a sync pass, holding its locks.
  tablet.network.where = /\/rpc\/check_in_push/;
  tablet.network.condition = 'hanging';
  await Promise.all([frozen.page.waitForRequest(/check_in_push/), frozen.tap('Ada Lund')]);
  const session = await tablet.cdp(frozen.page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  // Without a window, Chromium does not stop a frozen page's timers. Paused in the debugger nothing runs, and its locks
  // are held. It must not pause within a transaction, which would block the other tab: browsers freeze no such page.
  await session.send('Debugger.enable');
  const halted = new Promise((resolve) => session.once('Debugger.paused', resolve));
  frozen.page.evaluate(haltOutsideTransactions).catch(() => undefined);
  await within(EVENTUALLY_TIMEOUT_MS, 'The debugger', halted);
  tablet.network.condition = 'open';
  const awake = checkInScreen(await tablet.newTab(placeOf(id)));
  await awake.undoButton('Ada Lund').waitFor();
  await eventually(
    () => crew.statuses(id),
    (now) => now['Ada Lund'] === 'checked_in',
  );
  await eventually(
    () => queuedActionCount(awake.page),
    (count) => count === 0,
  );
  await session.send('Debugger.resume');
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await frozen.undoButton('Ada Lund').waitFor();
  expect(await crew.actions(id)).toHaveLength(1);
});

test('cleared storage is fetched again, and lost unsent actions are reported', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(THREE);
  const tablet = await device();
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.saved();
  tablet.network.where = /check_in_push/;
  tablet.network.condition = 'cut';
  await guide.tap('Ada Lund');
  await eventually(
    () => guide.page.evaluate(() => document.cookie),
    (cookie) => cookie.includes('=check_in.1'),
  );
  await tablet.open('/icons/muster.svg');
  await tablet.page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!/^muster-[0-9a-f]{8}-/.test(name ?? '')) continue;
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name!);
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error ?? new Error('IndexedDB'));
      });
    }
  });
  await tablet.open(placeOf(id));
  await guide.checkInButton('Ada Lund').waitFor();
  await guide.page.getByText('1 check-in may be lost').waitFor();
});

test('a conflict between two tablets shows who and when, and either side settles it', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(THREE);
  const [firstDevice, secondDevice] = [
    await device({ serviceWorkers: 'allow' }),
    await device({ serviceWorkers: 'allow' }),
  ];
  const first = checkInScreen(await firstDevice.login(crew.people.guide, placeOf(id)));
  const second = checkInScreen(await secondDevice.login(crew.people.colleague, placeOf(id)));
  await Promise.all([first.saved(), second.saved()]);
  await Promise.all([firstDevice.installed(), secondDevice.installed()]);
  await Promise.all([firstDevice.goOffline(), secondDevice.goOffline()]);
  await first.tap('Ada Lund');
  await second.tap('Ada Lund');
  await Promise.all([firstDevice.goOnline(), secondDevice.goOnline()]);
  await Promise.all([first.saved(), second.saved()]);
  const twice = [first, second].map(({ page }) => page.getByText('Checked in twice'));
  await Promise.all(twice.map((mark) => mark.first().waitFor()));
  // Both are guides of the departure, so their names are on the screen anyway: the card says who did it and when.
  for (const [screen, colleague] of [
    [first, 'colleague'],
    [second, 'guide'],
  ] as const) {
    await screen.page.locator('[data-part=open]').filter({ hasText: 'Ada Lund' }).click();
    const card = screen.page.getByRole('dialog');
    await card.getByText('Ada Lund was checked in twice').waitFor();
    await card
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${crew.people[colleague].name}.*\\d\\d:\\d\\d`) })
      .first()
      .waitFor();
  }
  await second.page.getByRole('dialog').getByRole('button', { name: 'Keep first check-in' }).click();
  await eventually(
    () => Promise.all(twice.map((mark) => mark.count())),
    (counts) => counts.join() === '0,0',
  );
  const kinds = (await crew.actions(id)).map((action) => action.kind);
  expect(kinds.sort()).toEqual(['check_in', 'check_in', 'undo']);
  expect((await crew.statuses(id))['Ada Lund']).toBe('checked_in');
});
