/** What a guide sees of check-ins on one device, from the tap until the server has them. */
import { describe, expect } from 'vitest';
import { eventually, waitForStablePosition, stays } from '../support/browser-wait.ts';
import { checkInScreen, placeOf, tapTwice } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { watchButton } from '../support/browser-contrast.ts';
import { test, testOfRendering } from '../support/browser-test.ts';

const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];

describe('a guide', () => {
  test('never sees a guest missing again while the check-in is sent', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    await guide.saved();
    for (const name of ['Ada Lund', 'Björn Müller']) {
      await guide.tap(name);
      const flickers = guide.page.evaluate(async (label) => {
        let sightings = 0;
        const look = () => {
          if (document.querySelector(`button[aria-label="Check in ${label}"]`)) sightings += 1;
        };
        // Observes every DOM change, also one that the next frame reverts.
        const observer = new MutationObserver(look);
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['aria-label'],
        });
        look();
        await new Promise((later) => setTimeout(later, 2500));
        observer.disconnect();
        return sightings;
      }, name);
      expect(await flickers).toBe(0);
    }
    await guide.saved();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    testOfRendering(
      `can read the button just tapped in every frame of its change (${colorScheme})`,
      async ({ device, query }) => {
        const crew = await makeCrew(query);
        const { id } = await crew.departure(THREE);
        const tablet = await device({ reducedMotion: 'no-preference', colorScheme });
        const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
        await guide.saved();
        const row = guide.page.locator('[data-row]').filter({ hasText: 'Ada Lund' });
        for (const change of [() => guide.tap('Ada Lund'), () => guide.undo('Ada Lund')]) {
          const [contrast] = await Promise.all([watchButton(row, { for: 2500 }), change()]);
          expect(contrast.frames).toBeGreaterThan(2);
          expect(contrast.worst).toBeGreaterThanOrEqual(4.5);
        }
      },
    );
  }

  test('is offered to undo the last few check-ins, not all of a morning', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const names = ['Ada Lund', 'Björn Müller', 'Chiara Conti', 'Dora Dahl', 'Emil Ek', 'Freja Friis'];
    const { id } = await crew.departure(names.map((name) => ({ names: [name] })));
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    for (const name of names) await guide.tap(name);
    const offers = guide.page.locator('[data-sonner-toast]');
    await offers.filter({ hasText: 'Freja Friis' }).waitFor();
    await eventually(
      () => offers.count(),
      (count) => count === 3,
    );
    await waitForStablePosition(offers.filter({ hasText: 'Freja Friis' }));
    await offers.filter({ hasText: 'Freja Friis' }).getByRole('button', { name: 'Undo' }).click();
    await guide.checkInButton('Freja Friis').waitFor();
    await guide.saved();
    expect(Object.values(await crew.statuses(id)).filter((status) => status === 'expected')).toHaveLength(1);
  });

  test('undoes a check-in, and the guest is missing again everywhere', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    await guide.tap('Ada Lund');
    await guide.undo('Ada Lund');
    await guide.saved();
    await eventually(
      () => crew.actions(id),
      (actions) => actions.map((action) => action.kind).join() === 'check_in,undo',
    );
    expect((await crew.statuses(id))['Ada Lund']).toBe('expected');
    await guide.page.reload();
    await guide.checkInButton('Ada Lund').waitFor();
  });

  test('undoes nothing by an accidental double tap', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const { id } = await crew.departure(THREE);
    const guide = checkInScreen(await (await device()).login(crew.people.guide, placeOf(id)));
    await guide.checkInButton('Ada Lund').waitFor();
    await guide.still();
    await tapTwice(guide.checkInButton('Ada Lund'));
    // An undo would bring this button back. The one beside it proves nothing: it disappears with its row two seconds
    // after the tap.
    await guide.checkInButton('Ada Lund').waitFor({ state: 'detached' });
    await stays(
      () => guide.checkInButton('Ada Lund').count(),
      (count) => count === 0,
      300,
    );
    await guide.saved();
    expect((await crew.actions(id)).map((action) => action.kind)).toEqual(['check_in']);
  });
});
