/**
 * Check-ins reach other devices, online and offline. Also run on the real parts (vitest.config.ts), because it crosses
 * every one of them.
 */
import { describe, expect } from 'vitest';
import { countChangeEvents, eventually } from '../support/browser-wait.ts';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];

describe('a guide', () => {
  test('checks guests in online and offline; back online, the office’s open list has them', async ({
    device,
    query,
  }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const tablet = await device({ serviceWorkers: 'allow' });
    const desk = await device({ viewport: { width: 1440, height: 900 } });
    const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
    const office = checkInScreen(await desk.login(crew.people.office, placeOf(id)));
    await office.checkInButton('Chiara Conti').waitFor();

    await guide.tap('Ada Lund');
    await guide.saved();
    await office.undoButton('Ada Lund').waitFor();

    await tablet.installed();
    let lastAttempt = Date.now();
    guide.page.on('request', (request) => {
      if (/check_in_push/.test(request.url())) lastAttempt = Date.now();
    });
    await tablet.goOffline();
    await guide.tap('Björn Müller');
    await guide.tap('Chiara Conti');
    await guide.sync.filter({ hasText: '2 check-ins waiting' }).waitFor();
    expect(await crew.statuses(id)).toEqual({
      'Ada Lund': 'checked_in',
      'Björn Müller': 'expected',
      'Chiara Conti': 'expected',
    });

    // By now the backoff is long: an immediate push happens because the network came back.
    await eventually(
      async () => Date.now() - lastAttempt,
      (ago) => ago > 4000,
    );
    await Promise.all([guide.page.waitForRequest(/check_in_push/), tablet.goOnline()]);
    await guide.saved();
    await Promise.all(['Björn Müller', 'Chiara Conti'].map((name) => office.undoButton(name).waitFor()));
    expect(new Set(Object.values(await crew.statuses(id)))).toEqual(new Set(['checked_in']));
  });

  test('sees a check-in on another device by a change event', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const [firstDevice, secondDevice] = [await device(), await device()];
    const events = countChangeEvents(secondDevice.page);
    const first = checkInScreen(await firstDevice.login(crew.people.guide, placeOf(id)));
    const second = checkInScreen(await secondDevice.login(crew.people.colleague, placeOf(id)));
    await Promise.all([first.saved(), second.saved()]);
    // The first change event after joining a channel may coincide with a fetch; the second must not.
    for (const name of ['Ada Lund', 'Björn Müller']) {
      await first.still();
      const before = events();
      await first.checkInButton(name).click();
      await second.undoButton(name).waitFor();
      expect(events()).toBeGreaterThan(before);
    }
  });
});
