/** A guide's morning in the engines of iPads and of Firefox: what Chromium alone would not show. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { placeOf } from '../support/browser-check-in.ts';
import { makeCrew, type Crew } from '../support/browser-crew.ts';
import { eventually, openQuery } from '../support/browser-database.ts';
import { openNetwork, type DeviceNetwork } from '../support/browser-network.ts';
import { pictureOf } from '../support/browser-picture.ts';
import type { EngineBrowser } from '../support/engine.ts';
import { firefox } from '../support/engine-firefox.ts';
import { Hand } from '../support/engine-hand.ts';
import { webkit } from '../support/engine-webkit.ts';

const NAMES = ['Ada Lund', 'Björn Müller', 'Chiara Conti', 'Dora Dahl'];

/** Whether the worker holds the app, so that it starts without a network. */
async function workerHolds(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.active && navigator.serviceWorker.controller);
}

/** How many actions wait in the outbox, read past the app. */
async function waiting(): Promise<number> {
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

for (const engine of [webkit, firefox]) {
  if (engine.missing) console.info(`${engine.missing} Its journeys are left out.`);
  describe.skipIf(engine.missing)(`in ${engine.name}, a guide`, () => {
    const query = openQuery(inject('databaseUrl'));
    let crew: Crew;
    let day: Awaited<ReturnType<Crew['departure']>>;
    let network: DeviceNetwork;
    let browser: EngineBrowser;
    let guide: Hand;

    const open = (path: string) => browser.go(`${network.url}${path}`);
    const isSaved = () => guide.see('text', 'All saved', 40_000);
    const arrived = (name: string) => eventually(() => crew.statuses(day.id), (now) => now[name] === 'checked_in', 40_000);

    beforeAll(async () => {
      crew = await makeCrew(query);
      day = await crew.departure(NAMES.map((name) => ({ names: [name] })));
      network = await openNetwork(inject('backendUrl'));
      browser = await engine.start();
      console.info(`The journeys run in ${browser.name}.`);
      guide = new Hand(browser);
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
      await guide.see('text', crew.tourTitle, 30_000);
      await open(placeOf(day.id));
      for (const name of NAMES) await guide.see('button', `Check in ${name}`);
      await isSaved();
    });

    test('checks in, and the office has it', async () => {
      await guide.press('Check in Ada Lund');
      await guide.see('button', 'Undo check-in of Ada Lund');
      await arrived('Ada Lund');
      await isSaved();
    });

    test('scans a picture of a code', async () => {
      await guide.press('Scan');
      await guide.check(() => document.querySelectorAll('input[type=file]').length, (count) => count === 1);
      const ticket = day.guests.find(({ name }) => name === 'Björn Müller')!.ticketCode;
      await guide.hand({ name: 'ticket.bmp', type: 'image/bmp', bytes: pictureOf(ticket) });
      await guide.check(() => document.querySelector('[data-verdict]')?.getAttribute('data-verdict') ?? null, (verdict) => verdict !== null);
      expect(await browser.run(() => document.querySelector('[data-verdict]')?.getAttribute('data-verdict'))).toBe('ok');
      await browser.perform([{ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value: '\uE00C' }, { type: 'keyUp', value: '\uE00C' }] }]);
      await guide.see('button', 'Undo check-in of Björn Müller');
      await arrived('Björn Müller');
    });

    test('goes on without a network, starts again without one, and still has the list and the queue', async () => {
      await isSaved();
      await guide.check(workerHolds, (holds) => holds, 60_000);
      network.weather = 'cut';
      await guide.press('Check in Chiara Conti');
      await guide.see('button', 'Undo check-in of Chiara Conti');
      await guide.check(waiting, (count) => count === 1);
      await browser.startAgain();
      await open(placeOf(day.id));
      await guide.see('button', 'Undo check-in of Chiara Conti', 30_000);
      expect(await browser.run(waiting)).toBe(1);
      await guide.press('Check in Dora Dahl');
      await guide.see('button', 'Undo check-in of Dora Dahl');
      await guide.check(waiting, (count) => count === 2);
      expect(await crew.statuses(day.id)).toMatchObject({ 'Chiara Conti': 'expected', 'Dora Dahl': 'expected' });
    });

    test('comes back, and everything is sent once', async () => {
      network.weather = 'open';
      await browser.run(() => {
        window.dispatchEvent(new Event('online'));
      });
      await Promise.all(['Chiara Conti', 'Dora Dahl'].map(arrived));
      await isSaved();
      await guide.check(waiting, (count) => count === 0);
      expect((await crew.actions(day.id)).map(({ kind }) => kind)).toEqual(['check_in', 'check_in', 'check_in', 'check_in']);
    });
  });
}
