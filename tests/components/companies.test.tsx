/** /organisation/companies in each of its states. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadOverseenCompanies, type OverseenCompany } from '../../src/data/companies.ts';
import { fail, ok, type FailureCode, type Result } from '../../src/domain/result.ts';
import { CompaniesPage } from '../../src/organisation/companies/companies-page.tsx';
import { session } from '../../src/session/session.ts';
import { identity, later, signInAs } from './fake-data.ts';
import { renderScreen } from './render-screen.tsx';

vi.mock(import('../../src/data/auth.ts'));
vi.mock(import('../../src/data/identity.ts'));
vi.mock(import('../../src/data/companies.ts'));

const overseen = (name: string, more: Partial<OverseenCompany> = {}): OverseenCompany => ({
  id: crypto.randomUUID(),
  name,
  slug: 'walks',
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  contactEmail: 'hello@walks.test',
  contactPhone: null,
  hasActiveSubscription: true,
  isActive: true,
  link: { organisationName: 'City Partners', status: 'active' },
  ...more,
});
const show = () =>
  renderScreen(
    <div style={{ height: '600px' }}>
      <CompaniesPage />
    </div>,
    { path: '/organisation/companies', texts: ['patterns', 'companies'] },
  );
const row = (name: string) => page.getByRole('row', { name });
const pane = page.getByRole('region', { name: 'Company' });
const answers = vi.mocked(loadOverseenCompanies);

beforeEach(async () => {
  await page.viewport(1280, 800);
  answers.mockReset();
  // Another person each time: what one was told is not another's.
  await signInAs(identity({ userId: crypto.randomUUID() }));
});
afterEach(() => session.signOut({ discard: true }));

describe('while it loads and when it has', () => {
  test('says that it loads, then shows the companies', async () => {
    const { answer, come } = later<Result<OverseenCompany[]>>();
    answers.mockReturnValue(answer);
    await show();
    const grid = page.getByRole('grid', { name: 'Companies' });
    await expect.element(grid).toHaveAttribute('aria-busy', 'true');
    come(ok([overseen('Harbour Walks')]));
    await expect.element(row('Harbour Walks')).toBeVisible();
    await expect.element(grid).toHaveAttribute('aria-busy', 'false');
  });

  test('says how a company stands, and opens none that is invited, ended or switched off', async () => {
    const ended = overseen('Ended Walks', { link: { organisationName: 'City Partners', status: 'ended' } });
    const invited = overseen('Invited Walks', { link: { organisationName: 'City Partners', status: 'invited' } });
    const off = overseen('Off Walks', { isActive: false });
    const unpaid = overseen('Unpaid Walks', { hasActiveSubscription: false });
    answers.mockResolvedValue(ok([ended, invited, off, unpaid]));
    await show();
    await expect.element(row('Ended Walks')).toHaveTextContent(/Ended.*City Partners/);
    await expect.element(row('Unpaid Walks')).toHaveTextContent('No subscription');
    for (const [name, why] of [
      ['Invited Walks', 'has not answered yet'],
      ['Off Walks', 'switched off'],
      ['Ended Walks', 'not overseen any more'],
    ] as const) {
      await row(name).click();
      await expect.element(pane).toHaveTextContent(why);
      expect(pane.getByRole('link', { name: /^Open/ }).elements()).toHaveLength(0);
    }
    await row('Unpaid Walks').click();
    await expect.element(pane.getByRole('link', { name: 'Open Unpaid Walks' })).toBeVisible();
  });

  test('says that there is none yet, and asks again when told to', async () => {
    answers.mockResolvedValueOnce(ok([]));
    answers.mockResolvedValueOnce(ok([overseen('Harbour Walks')]));
    await show();
    await expect.element(page.getByRole('heading', { name: 'No companies yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.element(row('Harbour Walks')).toBeVisible();
  });

  test('finds by name, says when nothing fits, and leads back to all', async () => {
    answers.mockResolvedValue(ok([overseen('Harbour Walks'), overseen('Old Town')]));
    await show();
    const search = page.getByRole('searchbox', { name: 'Search companies' });
    await search.fill('old');
    await expect.element(row('Harbour Walks')).not.toBeInTheDocument();
    await expect.element(row('Old Town')).toBeVisible();
    await search.fill('nowhere');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(row('Harbour Walks')).toBeVisible();
  });

  test('goes from row to row by keys, opens with Enter, closes with Escape', async () => {
    answers.mockResolvedValue(ok([overseen('Harbour Walks'), overseen('Old Town')]));
    await show();
    const first = row('Harbour Walks');
    await expect.element(first).toBeVisible();
    (first.element() as HTMLElement).focus();
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('ArrowDown');
    await expect.element(row('Old Town')).toHaveFocus();
    press('Enter');
    await expect.element(pane).toHaveTextContent('Old Town');
    press('Escape');
    await expect.element(pane).not.toBeInTheDocument();
  });
});

describe('when it cannot load', () => {
  test.each<[FailureCode, string]>([
    ['server', 'The server is having trouble right now.'],
    ['not_permitted', 'You are not permitted to do this.'],
    ['bad_answer', 'Something on this network answered instead of Muster.'],
  ])('%s: says why, and asks again when told to', async (code, text) => {
    answers.mockResolvedValueOnce(fail(code));
    answers.mockResolvedValueOnce(ok([overseen('Harbour Walks')]));
    await show();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The companies could not be loaded');
    await expect.element(alert).toHaveTextContent(text);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('Harbour Walks')).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('offline: asks again by itself when the network is back', async () => {
    answers.mockResolvedValueOnce(fail('offline', { retry: true }));
    answers.mockResolvedValueOnce(ok([overseen('Harbour Walks')]));
    await show();
    await expect.element(page.getByRole('alert')).toHaveTextContent('No network.');
    expect(answers).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    await expect.element(row('Harbour Walks')).toBeVisible();
  });
});
