import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { proposeAgreement, readAgreements } from '../../src/data/agreements.ts';
import {
  loadOverseenCompanies,
  readOverseenFigures,
  setCompanyStatus,
  type CompanyFigures,
  type OverseenCompany,
} from '../../src/data/companies.ts';
import type { Instant } from '../../src/domain/ids.ts';
import { fail, ok, type FailureCode, type Result } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { CompaniesPage } from '../../src/organisation/companies/companies-page.tsx';
import { session } from '../../src/session/session.ts';
import { identity, deferred, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/data/companies.ts'));
await mockModule(import('../../src/data/agreements.ts'));

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
const loadOverseenCompaniesMock = vi.mocked(loadOverseenCompanies);

beforeEach(async () => {
  await page.viewport(1280, 800);
  loadOverseenCompaniesMock.mockReset();
  vi.mocked(readOverseenFigures).mockReset().mockResolvedValue(ok([]));
  // A new person for each test, because cached results belong to a person.
  await signInAs(identity({ userId: crypto.randomUUID() }));
});
afterEach(() => session.signOut({ discard: true }));

const figuresOf = ({ id }: OverseenCompany, more: Partial<CompanyFigures> = {}): CompanyFigures => ({
  company: id,
  asOf: new Date().toISOString() as Instant,
  isBehind: false,
  next: [
    { id: crypto.randomUUID(), title: { en: 'Old Town' }, startsAt: '2030-05-02T08:00:00.000Z' as Instant, localDate: '2030-05-02', capacity: 20, seats: 7 }, // prettier-ignore
  ],
  bookings: 12,
  guests: 31,
  revenue: 1_234_500,
  booked: 50,
  attended: 46,
  ...more,
});

describe('the figures of a company', () => {
  test('appear in the list and beside it for the chosen days', async () => {
    const walks = overseen('Harbour Walks');
    const off = overseen('Off Walks', { isActive: false });
    loadOverseenCompaniesMock.mockResolvedValue(ok([walks, off]));
    const figures = vi.mocked(readOverseenFigures).mockResolvedValue(ok([figuresOf(walks)]));
    await show();
    await expect.element(row('Harbour Walks')).toHaveTextContent(/Thu 2 May, 10:00.*12.*92%/);
    // Nothing is requested for a company that is switched off.
    expect(figures.mock.calls[0]![0]).toEqual({ companies: [walks.id], days: 30 });
    await page.getByRole('radio', { name: '90 days' }).click();
    await expect.poll(() => figures.mock.lastCall?.[0]).toEqual({ companies: [walks.id], days: 90 });
    await row('Harbour Walks').click();
    await expect
      .element(pane)
      .toHaveTextContent(
        /Bookings12.*31 guests.*DKK\s12,345.*92%46 of 50 came.*Thu 2 May, 10:00.*Old Town.*7 of 20 seats taken/,
      );
  });

  test('are absent when they were never counted', async () => {
    const walks = overseen('Harbour Walks');
    loadOverseenCompaniesMock.mockResolvedValue(ok([walks]));
    vi.mocked(readOverseenFigures).mockResolvedValue(ok([figuresOf(walks, { asOf: null, isBehind: true })]));
    await show();
    await row('Harbour Walks').click();
    await expect.element(pane).toHaveTextContent('Preparing your figures');
    await expect.element(pane).not.toHaveTextContent('31 guests');
    await expect.element(row('Harbour Walks')).not.toHaveTextContent('92%');
  });

  test('say when no departure is planned and no guest was expected', async () => {
    const walks = overseen('Harbour Walks');
    loadOverseenCompaniesMock.mockResolvedValue(ok([walks]));
    vi.mocked(readOverseenFigures).mockResolvedValue(ok([figuresOf(walks, { next: [], booked: 0, attended: 0 })]));
    await show();
    await row('Harbour Walks').click();
    await expect.element(pane).toHaveTextContent(/Attendance–.*No upcoming departures/);
  });
});

describe('the list', () => {
  test('shows that it is loading, then the companies', async () => {
    const { promise, resolve } = deferred<Result<OverseenCompany[]>>();
    loadOverseenCompaniesMock.mockReturnValue(promise);
    await show();
    const grid = page.getByRole('grid', { name: 'Companies' });
    await expect.element(grid).toHaveAttribute('aria-busy', 'true');
    resolve(ok([overseen('Harbour Walks')]));
    await expect.element(row('Harbour Walks')).toBeVisible();
    await expect.element(grid).toHaveAttribute('aria-busy', 'false');
  });

  test('shows the status of a company, and opens none that is invited, ended or switched off', async () => {
    const ended = overseen('Ended Walks', { link: { organisationName: 'City Partners', status: 'ended' } });
    const invited = overseen('Invited Walks', { link: { organisationName: 'City Partners', status: 'invited' } });
    const off = overseen('Off Walks', { isActive: false });
    const unpaid = overseen('Unpaid Walks', { hasActiveSubscription: false });
    loadOverseenCompaniesMock.mockResolvedValue(ok([ended, invited, off, unpaid]));
    await show();
    await expect.element(row('Ended Walks')).toHaveTextContent(/Ended.*City Partners/);
    await expect.element(row('Unpaid Walks')).toHaveTextContent('No subscription');
    for (const [name, why] of [
      ['Invited Walks', 'hasn’t answered the invitation yet'],
      ['Off Walks', 'switched off'],
      ['Ended Walks', 'no longer oversees this company'],
    ] as const) {
      await row(name).click();
      await expect.element(pane).toHaveTextContent(why);
      expect(pane.getByRole('link', { name: /^Open/ }).elements()).toHaveLength(0);
    }
    await row('Unpaid Walks').click();
    await expect.element(pane.getByRole('link', { name: 'Open Unpaid Walks' })).toBeVisible();
  });

  test('has an empty state, and reloads on request', async () => {
    loadOverseenCompaniesMock.mockResolvedValueOnce(ok([]));
    loadOverseenCompaniesMock.mockResolvedValueOnce(ok([overseen('Harbour Walks')]));
    await show();
    await expect.element(page.getByRole('heading', { name: 'No companies yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.element(row('Harbour Walks')).toBeVisible();
  });

  test('searches by name, has an empty result, and resets to all', async () => {
    loadOverseenCompaniesMock.mockResolvedValue(ok([overseen('Harbour Walks'), overseen('Old Town')]));
    await show();
    const search = page.getByRole('searchbox', { name: 'Search companies' });
    await search.fill('old');
    await expect.element(row('Harbour Walks')).not.toBeInTheDocument();
    await expect.element(row('Old Town')).toBeVisible();
    await search.fill('nowhere');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(row('Harbour Walks')).toBeVisible();
  });

  test('moves by arrow keys, opens with Enter, closes with Escape', async () => {
    loadOverseenCompaniesMock.mockResolvedValue(ok([overseen('Harbour Walks'), overseen('Old Town')]));
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

describe('when loading fails', () => {
  test.each<[FailureCode, string]>([
    ['server', 'The server is having problems.'],
    ['not_permitted', 'You don’t have permission to do this.'],
    ['bad_response', 'This network is blocking Muster. Does the Wi-Fi need you to sign in first?'],
  ])('%s: explains why and reloads on request', async (code, text) => {
    loadOverseenCompaniesMock.mockResolvedValueOnce(fail(code));
    loadOverseenCompaniesMock.mockResolvedValueOnce(ok([overseen('Harbour Walks')]));
    await show();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The companies could not be loaded.');
    await expect.element(alert).toHaveTextContent(text);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('Harbour Walks')).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('offline: reloads when the network is back', async () => {
    loadOverseenCompaniesMock.mockResolvedValueOnce(fail('offline', { retry: true }));
    loadOverseenCompaniesMock.mockResolvedValueOnce(ok([overseen('Harbour Walks')]));
    await show();
    await expect.element(page.getByRole('alert')).toHaveTextContent('You’re offline.');
    expect(loadOverseenCompaniesMock).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    await expect.element(row('Harbour Walks')).toBeVisible();
  });
});

describe('the status of a company', () => {
  test('is offered only to the platform', async () => {
    loadOverseenCompaniesMock.mockResolvedValue(ok([overseen('Harbour Walks')]));
    await show();
    await row('Harbour Walks').click();
    await expect.element(pane).toBeVisible();
    expect(pane.getByRole('button', { name: 'More' }).elements()).toHaveLength(0);
  });

  // Must be last: the browser measures no rows in a table that renders after an open menu.
  const asPlatform = () =>
    signInAs(
      identity({
        userId: crypto.randomUUID(),
        assignments: [
          { role: 'platform_admin', permissions: BUILT_IN_ROLES.platform_admin, company: null, organisation: null },
        ],
      }),
    );

  test('is changed by the platform with a reason', async () => {
    await asPlatform();
    const walks = overseen('Harbour Walks');
    loadOverseenCompaniesMock.mockResolvedValue(ok([walks]));
    const set = vi.mocked(setCompanyStatus).mockReset().mockResolvedValue(ok({}));
    await show();
    await row('Harbour Walks').click();
    await pane.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Change status…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'Active' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(set).not.toHaveBeenCalled();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not paid');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(set).toHaveBeenCalledExactlyOnceWith(
      { company: walks.id, isActive: false, hasSubscription: true, reason: 'Not paid' },
      expect.any(String),
    );
  });
});

test('invites a company for the managed organisation, or for the chosen one of several', async () => {
  const [id, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const managing = (...ids: string[]) =>
    signInAs(
      identity({
        userId: crypto.randomUUID(),
        organisations: ids.map((id, at) => ({ id, name: `Stays ${String(at)}`, slug: `stays-${String(at)}` })),
        assignments: ids.map((id) => ({
          role: 'partner_admin',
          permissions: BUILT_IN_ROLES.partner_admin,
          company: null,
          organisation: { id: id, isActive: true },
        })),
      }),
    );
  loadOverseenCompaniesMock.mockResolvedValue(ok([overseen('Harbour Walks')]));
  vi.mocked(readAgreements).mockResolvedValue(ok({ agreements: [], currency: null, defaultCommission: 8 }));
  vi.mocked(proposeAgreement).mockResolvedValue(ok({}));
  const dialog = page.getByRole('dialog');
  const send = async () => {
    await dialog.getByRole('textbox', { name: 'Company booking page' }).fill('old-walks');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    return vi.mocked(proposeAgreement).mock.lastCall?.[0];
  };
  await managing(id);
  await show();
  await page.getByRole('button', { name: 'Invite company…' }).click();
  expect(await send()).toMatchObject({ of: { organisation: id }, partner: 'old-walks', terms: { percent: 8 } });
  await managing(id, second);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Invite a company for Stays 1…' }).click();
  expect(await send()).toMatchObject({ of: { organisation: second } });
});
