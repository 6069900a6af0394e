/** /tours/manage: a tour from nothing to bookable in four languages, and a schedule changed under a booking. */
import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

/** As somebody without a mouse: to the field, and typed. */
async function type(page: Page, label: string, text: string, within = ''): Promise<void> {
  const scope = within ? page.getByRole('group', { name: within, exact: true }) : page;
  const field = scope.getByRole('textbox', { name: label, exact: true });
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const enter = async (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).press('Enter');

describe('the owner', () => {
  test('makes a tour from nothing to bookable by keyboard alone, in four languages', async ({ device, query }) => {
    const crew = await makeCrew(query);
    const page = await (await device({ viewport: { width: 1440, height: 900 } })).login(crew.people.owner, '/tours');
    await enter(page, 'New tour');
    await page.getByRole('heading', { name: 'New tour' }).waitFor();
    for (const [label, text] of [
      ['Title', 'Lighthouse at dusk'],
      ['In one sentence', 'Up the hill while the light comes on.'],
      ['Description', 'We walk up slowly and look at the sea.'],
      ['Meeting point', 'The red gate'],
    ] as const)
      await type(page, label, text, 'English');
    for (const [language, title] of [
      ['Spanish', 'El faro al anochecer'],
      ['Danish', 'Fyret i skumringen'],
      ['Italian', 'Il faro al tramonto'],
    ] as const) {
      await enter(page, `Start from English: ${language}`);
      await type(page, 'Title', title, language);
    }
    await type(page, 'Place on the map', 'https://www.openstreetmap.org/?mlat=55.6797&mlon=12.5907#map=17/55.1/12.1');
    await enter(page, 'Add a price');
    await type(page, 'Price', '1.250,50');
    await enter(page, 'Save');
    await page.getByText('One thing is missing before guests can book').waitFor();

    await enter(page, 'Dates on which it runs');
    await enter(page, 'New schedule');
    await enter(page, 'Saturday');
    await type(page, 'Time', '19.30');
    await page.getByText('Every Saturday at 19:30').first().waitFor();
    await enter(page, 'Save');
    await page.getByText('Nothing is missing: this tour can be published.').waitFor();
    await enter(page, 'All dates');
    await enter(page, 'Public holidays…');
    // Of this year none may be left.
    const year = page.getByRole('combobox', { name: 'Year' });
    await year.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('checkbox', { name: /^All \d+ below$/ }).press('Space');
    await enter(page, /^Add \d+ days off$/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await enter(page, 'Publish');
    await page.getByText(/^Published, with \d+ new departures$/).waitFor();

    const [made] = await query<Record<string, unknown>>(
      `select t.slug, t.status::text, t.latitude, (select amount::int from public.price_categories where tour_id = t.id) as amount,
         (select array_agg(title order by locale) from public.tour_translations where tour_id = t.id) as titles,
         (select count(*)::int from public.departures where tour_id = t.id and extract(isodow from local_date) = 6) as departures,
         (select count(*)::int from public.blackouts where company_id = t.company_id) as days_off,
         (select count(*)::int from public.departures d join public.blackouts b using (company_id)
          where d.tour_id = t.id and d.local_date between b.from_date and b.to_date) as departures_on_them
       from public.tours t where t.company_id = $1 and t.slug = 'lighthouse-at-dusk'`,
      [crew.companyId],
    );
    expect(made).toMatchObject({ status: 'live', latitude: 55.6797, amount: 125_050 });
    expect([...(made!['titles'] as string[])].sort()).toEqual([
      'El faro al anochecer',
      'Fyret i skumringen',
      'Il faro al tramonto',
      'Lighthouse at dusk',
    ]);
    expect(made!['departures']).toBeGreaterThan(70);
    expect(made!['days_off']).toBeGreaterThan(5);
    expect(made!['departures_on_them']).toBe(0);
  });
});
