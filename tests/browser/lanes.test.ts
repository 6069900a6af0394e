/** /tours/calendar2: a week is assigned by mouse, and by keyboard alone. */
import { describe, expect } from 'vitest';
import { addDays, localDateIn } from '../../src/lib/local-date.ts';
import { mondayOf } from '../../src/company/lanes/lane-time.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import type { Query } from '../support/database.ts';

const IN = 60 * 26;
const on = () => localDateIn('Europe/Copenhagen', Date.now() + IN * 60_000);

/** Two departures on one day that nobody guides. */
async function unassigned(query: Query) {
  const crew = await makeCrew(query);
  const first = await crew.departure([{ names: ['Ada Lund'] }], { inMinutes: IN });
  const second = await crew.departure([{ names: ['Bo Holm'] }], { inMinutes: IN + 240 });
  const ids = [first.id, second.id];
  await query('delete from public.departure_guides where departure_id = any ($1)', [ids]);
  const guides = () =>
    query<{ id: string }>(
      `select user_id as id from public.departure_guides where departure_id = any ($1) and status = 'proposed' order by departure_id`,
      [ids],
    );
  return { crew, ids, guides };
}

describe('the office', () => {
  test('drags a departure to a guide, takes it back, and assigns it again', async ({ device, query }) => {
    const { crew, ids, guides } = await unassigned(query);
    const page = await (await device()).login(crew.people.office, `/tours/calendar2?on=${on()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const lane = page.locator(`[data-lane="${crew.people.guide.id}"]`);
    const block = page.locator(`[data-lane="unassigned"] [data-drag^="${ids[0]}"]`);
    await block.dragTo(lane);
    await lane.locator(`[data-drag^="${ids[0]}"]`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await block.waitFor();
    await expect.poll(guides).toEqual([]);
    await block.dragTo(lane);
    await expect.poll(guides).toEqual([{ id: crew.people.guide.id }]);
  });

  test('assigns a week by mouse, each day to who is free', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const monday = mondayOf(addDays(on(), 7));
    const days = [0, 1, 2, 3, 4].map((day) => addDays(monday, day));
    const ids: string[] = [];
    for (const day of days) {
      const inMinutes = (Date.parse(`${day}T09:00:00Z`) - Date.now()) / 60_000;
      ids.push((await crew.departure([{ names: ['Ada Lund'] }], { inMinutes })).id);
    }
    await query('delete from public.departure_guides where departure_id = any ($1)', [ids]);
    const { guide, colleague } = crew.people;
    const page = await (await device()).login(crew.people.office, `/tours/calendar2?on=${addDays(monday, -7)}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Next week' }).click();
    const who = days.map((_, at) => (at % 2 === 0 ? guide.id : colleague.id));
    for (const [at, id] of ids.entries()) {
      const lane = page.locator(`[data-lane="${who[at]}"]`);
      await page.locator(`[data-lane="unassigned"] [data-drag^="${id}"]`).dragTo(lane);
      await lane.locator(`[data-drag^="${id}"]`).waitFor();
    }
    const assigned = () =>
      query<{ id: string }>(
        `select g.user_id as id from public.departure_guides g join public.departures d on d.id = g.departure_id
         where g.departure_id = any ($1) and g.status = 'proposed' order by d.starts_at`,
        [ids],
      );
    await expect.poll(assigned).toEqual(who.map((id) => ({ id })));
  });

  test('assigns what nobody has by keyboard alone', async ({ device, query }) => {
    const { crew, ids, guides } = await unassigned(query);
    const page = await (await device()).login(crew.people.office, `/tours/calendar2?on=${on()}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const id of ids) {
      await page.locator(`[data-lane="unassigned"] [data-drag^="${id}"]`).focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByText('Enter leaves it there').waitFor();
      await page.keyboard.press('Enter');
      await page.locator(`[data-lane="unassigned"] [data-drag^="${id}"]`).waitFor({ state: 'detached' });
    }
    await expect.poll(async () => (await guides()).length).toBe(2);
  });
});
