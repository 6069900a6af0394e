/** Scanning with Chromium's fake camera, which plays a recorded video of codes: one after another without a tap. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { checkInScreen, placeOf } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { eventually } from '../support/browser-wait.ts';
import { makeCode } from '../support/database-fixtures.ts';
import { test, useBrowserArgs } from '../support/browser-test.ts';
import { cameraArgs, recordVideo } from '../support/browser-video.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-film-'));
const file = join(folder, 'codes.y4m');
useBrowserArgs(cameraArgs(file));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the camera checks in three guests, and refuses one of another tour and an unknown code', async ({
  device,
  query,
}) => {
  const crew = await makeCrew(query);
  const names = ['Ada Lund', 'Björn Müller', 'Chiara Conti'];
  const { id, guests } = await crew.departure(names.map((name) => ({ names: [name] })));
  // At the same time, so that it is never on the next day.
  const other = await crew.departure([{ names: ['Dora Elsewhere'] }]);
  const scene = (code: string) => [
    { code, seconds: 1.2 },
    { code: null, seconds: 0.8 },
  ];
  recordVideo(file, [
    { code: null, seconds: 2 },
    ...guests.flatMap((guest) => scene(guest.ticketCode)),
    ...scene(other.guests[0]!.ticketCode),
    ...scene(makeCode(12)),
    { code: null, seconds: 20 },
  ]);

  const tablet = await device();
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.checkInButton('Ada Lund').waitFor();
  await guide.page.getByRole('button', { name: 'Scan', exact: true }).click();

  // Each result as it is announced; the panel shows one at a time.
  const scanResults: string[] = [];
  const panel = guide.page.getByRole('dialog').filter({ has: guide.page.locator('video') });
  await panel.waitFor();
  const shownResults = () =>
    guide.page
      .locator('[data-scan-result]')
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['scanResult']!));
  await eventually(
    async () => {
      const [now] = await shownResults();
      const statuses = await crew.statuses(id);
      if (now && scanResults.at(-1) !== now) scanResults.push(now);
      return { scanResults, statuses };
    },
    ({ scanResults: read }) => read.includes('unknown_ticket'),
  );
  expect(scanResults).toEqual(['ok', 'wrong_departure', 'unknown_ticket']);
  await guide.page.keyboard.press('Escape');
  await Promise.all(names.map((name) => guide.undoButton(name).waitFor()));
  await guide.saved();
  expect(await crew.statuses(id)).toEqual(Object.fromEntries(names.map((name) => [name, 'checked_in'])));
  expect(await crew.statuses(other.id)).toEqual({ 'Dora Elsewhere': 'expected' });
  // Each code was in view for many frames, and was recorded once.
  expect((await crew.actions(id)).map((action) => action.kind)).toEqual(['check_in', 'check_in', 'check_in']);
});
