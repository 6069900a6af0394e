/** Company settings: concurrent edits by two owners, drafts that survive, and leaving with unsaved changes. */
import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { COMPANIES } from '../../supabase/seed/people.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { test } from '../support/browser-test.ts';

const SETTINGS = '/company-settings';
/** Wide enough for the list of sections beside the section. */
const WIDE = { viewport: { width: 1440, height: 900 } };

describe('company settings', () => {
  test('the second to save chooses field by field, and loses nothing of the first', async ({
    device,
    query,
    expect,
  }) => {
    const crew = await makeCrew(query);
    const first = await device(WIDE);
    const second = await device(WIDE);
    const [mine, theirs] = await Promise.all([
      first.login(crew.people.owner, SETTINGS),
      second.login(crew.people.owner, SETTINGS),
    ]);
    for (const page of [mine, theirs]) await page.getByLabel('Company name').waitFor();

    await mine.getByLabel('Company name').fill('Mine Walks');
    await theirs.getByLabel('Company name').fill('Their Walks');
    // Input in one section stays while another one is open.
    for (const page of [mine, theirs])
      await page.getByRole('main').getByRole('link', { name: 'Bookings', exact: true }).click();
    await mine.getByLabel('Hold seats for').fill('20');
    await theirs.getByLabel('Free cancellation').fill('48');
    await theirs.getByRole('button', { name: 'Save', exact: true }).click();
    await theirs.getByText('Saved', { exact: true }).waitFor();

    await mine.getByRole('button', { name: 'Save', exact: true }).click();
    await mine.getByText('Someone else has changed this').waitFor();
    await mine.getByLabel('Theirs: Their Walks').check();
    await mine.getByRole('button', { name: 'Use these' }).click();
    expect(await mine.getByLabel('Hold seats for').inputValue()).toBe('20');
    await mine.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect.poll(() => mine.getByLabel('Company name').inputValue()).toBe('Their Walks');
    await mine.getByRole('button', { name: 'Save', exact: true }).click();
    await mine.getByText('Saved', { exact: true }).waitFor();

    const [storedCompany] = await query<Record<string, unknown>>(
      'select name, hold_minutes, cancellation_cut_off_hours, version from public.companies where id = $1',
      [crew.companyId],
    );
    expect(storedCompany).toEqual({
      name: 'Their Walks',
      hold_minutes: 20,
      cancellation_cut_off_hours: 48,
      version: 3,
    });
  });

  test('input typed offline survives a reload, and is saved on request', async ({ device, query, expect }) => {
    const crew = await makeCrew(query);
    const owner = await device({ ...WIDE, serviceWorkers: 'allow' });
    const page = await owner.login(crew.people.owner, SETTINGS);
    await page.getByLabel('Company name').waitFor();
    await owner.installed();
    await owner.goOffline();
    await page.getByLabel('Company name').fill('Written in a tunnel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved', { exact: true }).waitFor();
    // Accepts the browser's question, and leaves anyway.
    page.on('dialog', (dialog) => void dialog.accept());
    await owner.goOnline();
    await page.reload();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    expect(await page.getByLabel('Company name').inputValue()).toBe('Written in a tunnel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Company name').waitFor();
    expect(await page.getByRole('button', { name: 'Continue editing' }).count()).toBe(0);
    expect(await page.getByLabel('Company name').inputValue()).toBe('Written in a tunnel');
  });

  test('a form with unsaved changes is left only after confirmation', async ({ device, query, expect }) => {
    const crew = await makeCrew(query);
    const page = await (await device(WIDE)).login(crew.people.owner, '/tours');
    const menu = page.getByRole('navigation');
    const settings = menu.getByRole('link', { name: 'Settings' });
    await settings.click();
    const name = page.getByLabel('Company name');
    await name.fill('Half a na');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const stayOnPage = async () => {
      await question.waitFor();
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe(SETTINGS);
      expect(await name.inputValue()).toBe('Half a na');
    };
    await menu.getByRole('link', { name: 'Tours', exact: true }).click();
    await stayOnPage();
    await page.goBack();
    await stayOnPage();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stayOnPage();
    await page.goBack();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tours');
    // The draft was kept for the next visit.
    await settings.click();
    await page.getByRole('button', { name: 'Continue editing' }).waitFor();
    // After saving, nothing is asked.
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await menu.getByRole('link', { name: 'Tours', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tours');
    expect(await question.count()).toBe(0);
  });
});

describe('the company’s data', () => {
  test('is exported to an archive and downloaded', async ({ device, query, expect }) => {
    const crew = await makeCrew(query);
    await crew.departure([{ names: ['Ada Jensen'] }], { inMinutes: 300 });
    const page = await (await device()).login(crew.people.owner, `${SETTINGS}?section=company`);
    await page.getByRole('button', { name: 'Create archive' }).click();
    const button = page.getByRole('button', { name: 'Download' });
    await button.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const zip = readFileSync(await download.path());
    expect(zip.toString('utf8')).toContain('Ada Jensen');
    // The zip ends with its central directory's end record, so it is complete.
    expect(zip.readUInt32LE(zip.length - 22)).toBe(0x06054b50);
  });
});

describe('overseen companies', () => {
  test('opens full-screen on a phone, and the list keeps its state', async ({ device, expect }) => {
    const page = await (
      await device({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    ).login('partner', '/organisation/companies');
    await page.getByRole('searchbox').fill('a');
    const { name } = COMPANIES.copenhagen;
    const card = page.getByRole('list', { name: 'Companies' }).getByRole('button', { name });
    await card.tap();
    await page.getByRole('heading', { level: 2, name }).waitFor();
    await page.getByRole('button', { name: 'Back' }).tap();
    await card.waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('a');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name);
  });
});
