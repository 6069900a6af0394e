/**
 * Acting for a company starts only after confirmation unless the link is the app's own; and every error page has a way
 * on.
 */
import { describe, expect } from 'vitest';
import type { Page } from 'playwright';
import { COMPANIES } from '../../supabase/seed/people.ts';
import type { Person } from '../support/browser-device.ts';
import type { Query } from '../support/database.ts';
import { test } from '../support/browser-test.ts';
import { stays } from '../support/browser-wait.ts';

const { id, name } = COMPANIES.copenhagen;
const bar = (page: Page) => page.getByRole('region', { name: 'Acting for a company' });
const question = (page: Page) => page.getByRole('heading', { name: `Act for ${name}?` });

async function actsFor(query: Query): Promise<string | null> {
  const [row] = await query<{ company: string | null }>(
    `select impersonated_company_id as company from public.users where id = (select id from auth.users where email = 'partner@muster.test')`,
  );
  return row?.company ?? null;
}

describe('/impersonate', () => {
  test('an internal link acts at once', async ({ device }) => {
    const desk = await device();
    const page = await desk.login('partner', '/organisation/companies');
    await page.getByRole('row', { name: new RegExp(name) }).click();
    await page.getByRole('link', { name: `Open ${name}` }).click();
    await bar(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tours');
    await bar(page).getByRole('button').click();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('an external link, a typed URL and a redirect through sign-in ask first', async ({ device, query }) => {
    const desk = await device();
    const page = await desk.login('partner', `/impersonate/${id}`);
    await question(page).waitFor();
    expect(await actsFor(query)).toBeNull();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(/\/organisation\/companies/);
    for (const path of [
      `/impersonate/${id}`,
      `/da/impersonate/${id}?actFor=${id}&confirm=1#state`,
      `/en/impersonate/${id}/`,
    ]) {
      await page.goto('about:blank');
      await page.setContent(`<a href="${desk.url(path)}">See this</a>`);
      await page.getByRole('link').click();
      await page.getByRole('heading', { name: new RegExp(name) }).waitFor();
      await stays(
        () => actsFor(query),
        (company) => company === null,
        300,
      );
    }
    await page.getByRole('button', { name: 'Act for this company' }).click();
    await bar(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/en/tours');
    expect(await actsFor(query)).toBe(id);
    await bar(page).getByRole('button').click();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('an unknown company, or one that is not the user’s, has a way back', async ({ device }) => {
    const desk = await device();
    const page = await desk.login('partner', `/impersonate/7f1c2b9e-0000-4000-8000-0000000000ff`);
    await page.getByRole('heading', { name: 'You don’t have access to this company' }).waitFor();
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.waitForURL(/\/organisation\/companies/);
  });
});

describe('an error page', () => {
  const WHERE: Record<string, RegExp> = {
    'Go to Check-in': /\/check-in$/,
    'Go to Tour reports': /\/report-tour-numbers$/,
    'Sign in': /\/login/,
  };
  const ends: [string, Person | null, string, string, string][] = [
    ['no access', 'guide', '/organisation/companies', 'No access', 'Go to Check-in'],
    ['no access, and other work', 'accountant', '/check-in', 'No access', 'Go to Tour reports'],
    ['an unknown page', 'guide', '/nowhere', 'Page Not Found', 'Go to Check-in'],
    ['an unknown page, signed out', null, '/booking/tester/nowhere', 'Page Not Found', 'Sign in'],
  ];
  test.for(ends)('%s: has a picture, a sentence and one link', async ([, person, path, title, way], { device }) => {
    const phone = await device({ viewport: { width: 360, height: 740 } });
    phone.tolerate(/Page Not Found/);
    const page = person ? await phone.login(person, '/check-in') : await phone.open(path);
    if (person) await phone.open(path);
    const heading = page.getByRole('heading', { level: 1, name: title });
    await heading.waitFor();
    const view = heading.locator('xpath=..');
    const ways = view.locator('a, button');
    expect(await ways.allTextContents()).toEqual([way]);
    const art = await view.locator('svg').first().boundingBox();
    expect([art?.width, art?.height]).toEqual([96, 96]);
    await ways.click();
    await page.waitForURL(WHERE[way]!);
  });
});
