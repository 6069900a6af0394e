/** A guide's morning in WebKit and Firefox: what Chromium alone would not show. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { noteLeftOut } from '../run/report.ts';
import { placeOf } from '../support/browser-check-in.ts';
import { makeCrew, type Crew } from '../support/browser-crew.ts';
import { openQuery } from '../support/browser-database.ts';
import { eventually } from '../support/browser-wait.ts';
import { openNetwork, type DeviceNetwork } from '../support/browser-network.ts';
import { pictureOf } from '../support/browser-picture.ts';
import type { EngineBrowser } from '../support/engine.ts';
import { firefox } from '../support/engine-firefox.ts';
import { EngineDriver } from '../support/engine-driver.ts';
import { webkit } from '../support/engine-webkit.ts';

const NAMES = ['Ada Lund', 'Björn Müller', 'Chiara Conti', 'Dora Dahl', 'Emil Ek'];

/** Returns the states of the app's service workers, and whether one controls this page. */
async function workers() {
  const registration = await navigator.serviceWorker.getRegistration();
  return {
    installing: registration?.installing?.state ?? null,
    waiting: registration?.waiting?.state ?? null,
    active: registration?.active?.state ?? null,
    isControlled: navigator.serviceWorker.controller !== null,
    stores: await caches.keys(),
  };
}

/** Returns the number of unsent actions in IndexedDB, without going through the app. */
async function countWaiting(): Promise<number> {
  let count = 0;
  for (const { name } of await indexedDB.databases()) {
    if (!/^muster-[0-9a-f]{8}-/.test(name ?? '')) continue;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name!);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error!);
    });
    count += await new Promise<number>((resolve, reject) => {
      const counting = db.transaction('outbox').objectStore('outbox').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(counting.error!);
    });
    db.close();
  }
  return count;
}

/** Makes every later write of a check-in hang, as on a very busy device. */
function makeWritesHang(): void {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function slowly(this: IDBObjectStore, ...args: Parameters<IDBObjectStore['add']>) {
    const keepBusy = () => {
      document.documentElement.dataset['writing'] = 'true';
      this.get('nobody').addEventListener('success', keepBusy);
    };
    if (this.name === 'outbox') keepBusy();
    return add.apply(this, args);
  };
}

for (const engine of [webkit, firefox]) {
  if (engine.missing) noteLeftOut(`In ${engine.name}, a guide’s morning: ${engine.missing}`);
  describe.skipIf(engine.missing)(`in ${engine.name}, a guide`, () => {
    const query = openQuery(inject('databaseUrl'));
    let crew: Crew;
    let day: Awaited<ReturnType<Crew['departure']>>;
    let network: DeviceNetwork;
    let browser: EngineBrowser;
    let guide: EngineDriver;

    const open = (path: string) => browser.go(`${network.url}${path}`);
    const isSaved = () => guide.see('text', 'All saved');
    const arrived = (name: string) =>
      eventually(
        () => crew.statuses(day.id),
        (now) => now[name] === 'checked_in',
      );

    beforeAll(async () => {
      crew = await makeCrew(query);
      day = await crew.departure(NAMES.map((name) => ({ names: [name] })));
      network = await openNetwork(inject('backendUrl'));
      browser = await engine.start();
      console.info(`The journeys run in ${browser.name}.`);
      guide = new EngineDriver(browser);
    });
    afterAll(async () => {
      await browser?.quit();
      await network?.close();
    });

    test('signs in and sees the day and the list', async () => {
      await open(`/login?to=/check-in`);
      await guide.write('Email', crew.people.guide.email);
      await guide.write('Password', 'muster-demo');
      await guide.press('Sign in');
      await guide.see('text', crew.tourTitle);
      // Opening another URL while the sign-in still redirects may end at the list.
      await isSaved();
      await open(placeOf(day.id));
      for (const name of NAMES) await guide.see('button', `Check in ${name}`);
      await isSaved();
      expect(new URL(await browser.run(() => location.href)).pathname).toBe('/check-in');
    });

    test('checks in a guest, and the server stores it once', async () => {
      await guide.press('Check in Ada Lund');
      await guide.see('button', 'Undo check-in for Ada Lund');
      await arrived('Ada Lund');
      await isSaved();
      expect(await crew.actions(day.id)).toHaveLength(1);
    });

    test('scans a picture of a code', async () => {
      await guide.press('Scan');
      await guide.check(
        () => document.querySelectorAll('input[type=file]').length,
        (count) => count === 1,
      );
      const ticket = day.guests.find(({ name }) => name === 'Björn Müller')!.ticketCode;
      await guide.hand({ name: 'ticket.bmp', type: 'image/bmp', bytes: pictureOf(ticket) });
      await guide.check(
        () => document.querySelector('[data-scan-result]')?.getAttribute('data-scan-result') ?? null,
        (scanResult) => scanResult !== null,
      );
      expect(
        await browser.run(() => document.querySelector('[data-scan-result]')?.getAttribute('data-scan-result')),
      ).toBe('ok');
      await browser.perform([
        {
          type: 'key',
          id: 'keys',
          actions: [
            { type: 'keyDown', value: '\uE00C' },
            { type: 'keyUp', value: '\uE00C' },
          ],
        },
      ]);
      await guide.see('button', 'Undo check-in for Björn Müller');
      await arrived('Björn Müller');
    });

    test('leaves a page with a hanging write, and the next page is not blocked', async () => {
      await isSaved();
      await browser.run(makeWritesHang);
      await guide.press('Check in Emil Ek');
      await guide.check(
        () => document.documentElement.dataset['writing'] ?? null,
        (writing) => writing === 'true',
      );
      // To another URL: on the same one, WebKit would keep the page in its back-forward cache.
      await open(`${placeOf(day.id)}&filter=all`);
      // The app never confirmed it as stored.
      await guide.press('Check in Emil Ek');
      await guide.see('button', 'Undo check-in for Emil Ek');
      await arrived('Emil Ek');
      const kinds = (await crew.actions(day.id)).filter(
        ({ guest_id }) => guest_id === day.guests.find(({ name }) => name === 'Emil Ek')!.id,
      );
      expect(kinds).toHaveLength(1);
    });

    test('works offline, restarts offline, and keeps the list and the outbox', async () => {
      await isSaved();
      const isReady = ({ active, isControlled }: Awaited<ReturnType<typeof workers>>) =>
        active === 'activated' && isControlled;
      // WebKit sometimes reports a worker as `activating` for as long as a page lives, so each check opens a new page.
      await eventually(async () => {
        await open(placeOf(day.id));
        await guide.see('button', 'Check in Chiara Conti');
        return browser.run(workers);
      }, isReady);
      network.condition = 'cut';
      await guide.press('Check in Chiara Conti');
      await guide.see('button', 'Undo check-in for Chiara Conti');
      await guide.check(countWaiting, (count) => count === 1);
      await browser.startAgain();
      await open(placeOf(day.id));
      await guide.see('button', 'Undo check-in for Chiara Conti');
      expect(await browser.run(countWaiting)).toBe(1);
      await guide.press('Check in Dora Dahl');
      await guide.see('button', 'Undo check-in for Dora Dahl');
      await guide.check(countWaiting, (count) => count === 2);
      expect(await crew.statuses(day.id)).toMatchObject({ 'Chiara Conti': 'expected', 'Dora Dahl': 'expected' });
    });

    test('sends everything once when the network is back', async () => {
      network.condition = 'open';
      await browser.run(() => {
        window.dispatchEvent(new Event('online'));
      });
      await Promise.all(['Chiara Conti', 'Dora Dahl'].map(arrived));
      await isSaved();
      await guide.check(countWaiting, (count) => count === 0);
      expect((await crew.actions(day.id)).map(({ kind }) => kind)).toEqual(NAMES.map(() => 'check_in'));
    });
  });
}
