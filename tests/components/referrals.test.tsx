/** /organisation/referrals, posters and commission statements, and the company's side of them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerStatement,
  createReferralLink,
  createStatement,
  readReferrals,
  readStatement,
  deleteReferralLink,
  withdrawStatement,
  type ReferralLink,
  type ReferralPartner,
  type Referrals,
  type Statement,
  type StatementDetail,
} from '../../src/data/referrals.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { ReferralsPage } from '../../src/organisation/referrals/referrals-page.tsx';
import { CommissionSection } from '../../src/features/commission/commission-section.tsx';
import { session } from '../../src/session/session.ts';
import { download } from '../../src/ui/output/download.ts';
import { identity, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/referrals.ts'));
await mockModule(import('../../src/ui/output/download.ts'));

const TOUR = { id: crypto.randomUUID(), slug: 'old-town', titles: { en: 'Old Town', da: 'Den gamle by' } };
const SUMS = [{ currency: 'DKK', pending: 30_000, earned: 12_050, settled: 50_000 }];
let organisation = '';
const partner = (more: Partial<ReferralPartner> = {}): ReferralPartner => ({
  organisation,
  company: crypto.randomUUID(),
  name: 'Harbour Walks',
  slug: 'harbour-walks',
  isActive: true,
  timeZone: 'Europe/Copenhagen',
  tours: [TOUR],
  bookings: 3,
  sums: SUMS,
  ...more,
});
const link = (more: Partial<ReferralLink> = {}): ReferralLink => ({
  id: crypto.randomUUID(),
  company: crypto.randomUUID(),
  companyName: 'Harbour Walks',
  companySlug: 'harbour-walks',
  code: 'LOBBY234',
  name: 'Lobby',
  tour: TOUR,
  isActive: true,
  isEnded: false,
  clicks: 12,
  recent: 5,
  bookings: 3,
  sums: SUMS,
  ...more,
});
const statement = (more: Partial<Statement> = {}): Statement => ({
  id: crypto.randomUUID(),
  counterpart: 'Harbour Walks',
  month: '2026-10',
  currency: 'DKK',
  amount: 12_050,
  state: 'issued',
  disputeReason: null,
  ...more,
});
const WHOLE: StatementDetail = {
  organisation: 'City Stays',
  company: 'Harbour Walks',
  month: '2026-10',
  currency: 'DKK',
  amount: 12_050,
  state: 'issued',
  disputeReason: null,
  mayWithdraw: false,
  lines: [
    { id: 'a', reference: 'K7M2PQ', titles: { en: '=Old Town' }, localDate: '2026-10-05', guests: 2, price: 100_000, rate: { percent: 12.05 }, amount: 12_050, link: 'Lobby' }, // prettier-ignore
  ],
};
const readReferralsMock = vi.mocked(readReferrals);
const referralsResponse = (more: Partial<Referrals> = {}) =>
  ok({ mayIssueStatements: true, slug: 'city-stays', partners: [partner()], links: [link()], statements: [], ...more });
const show = () =>
  renderScreen(
    <div style={{ height: '800px' }}>
      <ReferralsPage />
    </div>,
    { path: '/organisation/referrals', texts: ['patterns', 'commission', 'referrals'] },
  );
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const dialog = page.getByRole('dialog');

beforeEach(async () => {
  await page.viewport(1280, 800);
  vi.resetAllMocks();
  organisation = crypto.randomUUID();
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      organisations: [{ id: organisation, name: 'City Stays', slug: 'city-stays' }],
      assignments: [
        {
          role: 'partner_admin',
          permissions: BUILT_IN_ROLES.partner_admin,
          company: null,
          organisation: { id: organisation, isActive: true },
        },
      ],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

/** Formats last month like `October 2026`. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

describe('the partner', () => {
  test('sees commission in total, by link and by company', async () => {
    readReferralsMock.mockResolvedValue(referralsResponse({ partners: [partner(), partner({ name: 'Old Walks', sums: [{ currency: 'DKK', pending: 500, earned: 0, settled: 0 }] })] })); // prettier-ignore
    await show();
    const figures = page.getByRole('list', { name: 'Commission' });
    await expect.element(figures).toHaveTextContent(/Pending.*DKK\s305.*Earned.*DKK\s120\.50.*Settled.*DKK\s500/);
    await expect.element(row('Lobby').first()).toHaveTextContent(/Harbour Walks · Old Town · LOBBY234.*12 clicks \(5 in the last 30 days\) · 3 bookings · DKK\s300 pending/); // prettier-ignore
    await expect.element(row('Old Walks')).toHaveTextContent(/DKK\s5 pending/);
    expect(row('Old Walks').element().textContent).not.toContain('earned');
  });

  test('creates a link to one tour, and reads why one was refused', async () => {
    const referringPartner = partner();
    readReferralsMock.mockResolvedValue(
      referralsResponse({ partners: [referringPartner, partner({ isActive: false, name: 'Gone Walks' })], links: [] }),
    );
    vi.mocked(createReferralLink)
      .mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'invalid' } })
      .mockResolvedValue(ok({ code: 'LOBBY234' }));
    await show();
    await expect.element(page.getByText('No links yet.', { exact: false })).toBeVisible();
    await page.elementLocator(document.querySelector('header')!).getByRole('button', { name: 'New link' }).click();
    expect(dialog.getByRole('option', { name: 'Gone Walks' }).elements()).toHaveLength(0);
    const make = () => dialog.getByRole('button', { name: 'Create link' }).click();
    await make();
    expect(createReferralLink).not.toHaveBeenCalled();
    await dialog.getByRole('textbox', { name: 'Placement' }).fill(' Room 12 ');
    await dialog.getByRole('combobox', { name: 'Links to' }).selectOptions('Old Town');
    await make();
    await expect.element(dialog).toHaveTextContent('the agreement may have ended');
    await make();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(createReferralLink).mock.lastCall?.[0]).toMatchObject({ organisation, company: referringPartner.company, tour: TOUR.id, name: 'Room 12' }); // prettier-ignore
  });

  test('prints a link as a poster in the language of the audience', async () => {
    readReferralsMock.mockResolvedValue(referralsResponse());
    const print = vi.spyOn(window, 'print').mockReturnValue();
    await show();
    await page.getByRole('button', { name: 'Poster for Lobby' }).click();
    await expect.element(page.getByRole('heading', { name: 'Old Town' })).toBeVisible();
    const origin = window.location.origin;
    await expect.element(page.getByRole('img', { name: `${origin}/booking/isolated/city-stays/harbour-walks?tour=old-town&ref=LOBBY234` })).toBeVisible(); // prettier-ignore
    await page.getByRole('radio', { name: 'Dansk' }).click();
    await expect.element(page.getByRole('heading', { name: 'Den gamle by' })).toBeVisible();
    await expect.element(page.getByText('Anbefalet af City Stays')).toBeVisible();
    await expect.element(page.getByRole('img', { name: `${origin}/da/booking/isolated/city-stays/harbour-walks?tour=old-town&ref=LOBBY234` })).toBeVisible(); // prettier-ignore
    await page.getByRole('button', { name: 'Print' }).click();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelector('[data-print] [lang="da"]')?.textContent).toContain('Scan koden');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull());
  });

  test('makes a monthly statement, reads when there is none to make, and exports it without formulas', async () => {
    readReferralsMock
      .mockResolvedValueOnce(referralsResponse())
      .mockResolvedValue(referralsResponse({ statements: [statement()] }));
    vi.mocked(createStatement)
      .mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'nothing' } })
      .mockResolvedValue(ok({ created: 1 }));
    const perGuest = { ...WHOLE.lines[0]!, id: 'b', reference: 'Q4T9XW', rate: { amount: 2550 }, amount: 5100 };
    vi.mocked(readStatement).mockResolvedValue(ok({ ...WHOLE, lines: [...WHOLE.lines, perGuest] }));
    await show();
    const make = async () => {
      await page.getByRole('button', { name: 'More for Harbour Walks' }).click();
      await page.getByRole('menuitem', { name: `Create statement for ${lastMonth()}` }).click();
    };
    await make();
    await expect.element(page.getByText('There’s no new commission')).toBeVisible();
    // It may have been made with the response lost: the list is refetched and shows it.
    await expect.element(row('October 2026')).toBeVisible();
    await make();
    const last = new Date();
    last.setUTCDate(0);
    expect(vi.mocked(createStatement).mock.lastCall?.[0].month).toBe(`${last.toISOString().slice(0, 7)}-01`);
    await page.getByRole('button', { name: 'View October 2026, Harbour Walks' }).click();
    await expect.element(page.getByRole('row', { name: /K7M2PQ/ })).toHaveTextContent(/=Old Town · Lobby.*DKK\s1,000.*DKK\s120\.50/); // prettier-ignore
    expect(page.getByRole('button', { name: 'Approve' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const [file, named] = vi.mocked(download).mock.lastCall!;
    expect(named.name).toBe('muster-commission-2026-10.csv');
    expect(String(file).split('\r\n').slice(1, 3)).toEqual([
      "2026-10-05,K7M2PQ,'=Old Town,Lobby,2,1000,12.05,,120.5,DKK",
      "2026-10-05,Q4T9XW,'=Old Town,Lobby,2,1000,,25.5,51,DKK",
    ]);
  });

  test('removes a link, which keeps its figures', async () => {
    const [activeLink, removedLink] = [link(), link({ name: 'Bar', isActive: false, isEnded: true })];
    readReferralsMock.mockResolvedValue(referralsResponse({ links: [activeLink, removedLink] }));
    vi.mocked(deleteReferralLink)
      .mockResolvedValueOnce(fail('offline', { retry: true }))
      .mockResolvedValue(ok({}));
    await show();
    await expect.element(row('Bar')).toHaveTextContent(/Removed.*12 clicks.*3 bookings/);
    expect(row('Bar').getByRole('button').elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'More for Lobby' }).click();
    await page.getByRole('menuitem', { name: 'Remove link…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the link “Lobby”?' });
    await dialog.getByRole('button', { name: 'Remove link' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove link' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(deleteReferralLink).mock.lastCall?.[0]).toBe(activeLink.id);
  });

  test('withdraws a disputed statement, and reads when it was agreed meanwhile', async () => {
    const disputed = statement({ state: 'disputed', disputeReason: 'They never came' });
    const whole = { ...WHOLE, state: 'disputed' as const, disputeReason: 'They never came', mayWithdraw: true };
    readReferralsMock.mockResolvedValue(
      referralsResponse({ statements: [disputed, statement({ month: '2026-09', state: 'withdrawn' })] }),
    );
    vi.mocked(readStatement).mockResolvedValue(ok(whole));
    vi.mocked(withdrawStatement)
      .mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'agreed' } })
      .mockResolvedValue(ok({}));
    await show();
    await expect.element(row('September 2026')).toHaveTextContent('Withdrawn');
    await page.getByRole('button', { name: 'View October 2026, Harbour Walks' }).click();
    await expect.element(page.getByText('Harbour Walks disputes it: They never came')).toBeVisible();
    const withdraw = async () => {
      await page.getByRole('button', { name: 'Withdraw…' }).click();
      await page.getByRole('dialog', { name: 'Withdraw this statement?' }).getByRole('button', { name: 'Withdraw' }).click(); // prettier-ignore
    };
    // It shows the current state.
    const requestCount = vi.mocked(readStatement).mock.calls.length;
    vi.mocked(readStatement).mockResolvedValueOnce(ok({ ...whole, disputeReason: 'Mended' }));
    await withdraw();
    await expect.element(page.getByText('The other side acted first.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Harbour Walks disputes it: Mended')).toBeVisible();
    expect(vi.mocked(readStatement).mock.calls.length).toBe(requestCount + 1);
    vi.mocked(readStatement).mockResolvedValue(ok({ ...whole, state: 'withdrawn', mayWithdraw: false }));
    await withdraw();
    await expect.element(page.getByText('Withdrawn by City Stays.', { exact: false })).toBeVisible();
    expect(page.getByRole('button', { name: 'Withdraw…' }).elements()).toHaveLength(0);
    expect(vi.mocked(withdrawStatement).mock.lastCall?.[0]).toBe(disputed.id);
  });

  test('has an error state and an empty state', async () => {
    readReferralsMock.mockResolvedValueOnce(fail('server', { retry: true }));
    await show();
    await expect.element(page.getByText('The commission could not be loaded')).toBeVisible();
    readReferralsMock.mockResolvedValueOnce(referralsResponse({ partners: [], links: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('No companies yet')).toBeVisible();
  });
});

test('links from a company’s commission to the bookings behind it', async () => {
  readReferralsMock.mockResolvedValue(referralsResponse());
  await show();
  await page.getByRole('button', { name: 'More for Harbour Walks' }).click();
  await page.getByRole('menuitem', { name: 'View bookings' }).click();
  await expect.element(place()).toHaveTextContent(/^\/organisation\/bookings\?organisation=.*&company=.*&sent=us$/);
});

test('an agent makes no statements; a user without a partner organisation is led on', async () => {
  readReferralsMock.mockResolvedValue(referralsResponse({ mayIssueStatements: false }));
  await show();
  await expect.element(row('Lobby').first()).toBeVisible();
  await page.getByRole('button', { name: 'More for Harbour Walks' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'View bookings' })).toBeVisible();
  expect(page.getByRole('menuitem').elements()).toHaveLength(1);
  await signInAs(identity({ userId: crypto.randomUUID() }));
  await show();
  await expect.element(page.getByText('You’re not part of a partner organisation')).toBeVisible();
});

test('the company agrees to a statement, or disputes it with a reason', async () => {
  const company = crypto.randomUUID();
  const [open, old] = [statement({ counterpart: 'City Stays' }), statement({ counterpart: 'City Stays', month: '2026-09', state: 'agreed' })]; // prettier-ignore
  readReferralsMock.mockResolvedValue(referralsResponse({ slug: null, mayIssueStatements: false, partners: [partner({ name: 'City Stays' })], links: [], statements: [open, old] })); // prettier-ignore
  vi.mocked(readStatement).mockImplementation((id) => Promise.resolve(ok(id === open.id ? WHOLE : { ...WHOLE, state: 'agreed' as const }))); // prettier-ignore
  vi.mocked(answerStatement).mockResolvedValue(ok({}));
  await renderScreen(<CommissionSection company={company} />, { texts: ['patterns', 'commission'] });
  await expect.element(row('October 2026 · City Stays')).toHaveTextContent(/Awaiting approval.*DKK\s120\.50/);
  await page.getByRole('button', { name: 'View October 2026, City Stays' }).click();
  await page.getByRole('button', { name: 'Dispute…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute this statement' });
  await dialog.getByRole('button', { name: 'Dispute' }).click();
  expect(answerStatement).not.toHaveBeenCalled();
  await dialog.getByRole('textbox').fill('They never came');
  // A colleague has withdrawn it: the panel shows the notice, so the dialog closes.
  vi.mocked(answerStatement).mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'withdrawn' } }); // prettier-ignore
  await dialog.getByRole('button', { name: 'Dispute' }).click();
  await expect.element(page.getByText('The other side acted first.', { exact: false })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Dispute…' }).click();
  await dialog.getByRole('textbox').fill('They never came');
  await dialog.getByRole('button', { name: 'Dispute' }).click();
  await waitFor(
    () =>
    expect(vi.mocked(answerStatement).mock.lastCall?.[0]).toEqual({ statement: open.id, agrees: false, reason: 'They never came' }), // prettier-ignore
  );
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await waitFor(() => expect(vi.mocked(answerStatement).mock.lastCall?.[0]).toEqual({ statement: open.id, agrees: true })); // prettier-ignore
});
