/** /tours/calendar2 (the planner): assigning by mouse. */
import { describe, expect } from 'vitest';
import { localDateIn } from '../../src/lib/local-date.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';
import type { Query } from '../support/database.ts';

const IN = 60 * 26;
const on = () => localDateIn('Europe/Copenhagen', Date.now() + IN * 60_000);

/** Creates two departures without a guide on one day. */
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
  test('drags a departure to a guide, undoes it, and assigns it again', async ({ device, query }) => {
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
});
