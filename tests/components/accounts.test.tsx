/**
 * A partner's account as both sides see it: what is open, one month on the screen, on paper and as a file; recording
 * and reversing payments.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  correctAccountPayment,
  readPartnerAccount,
  recordAccountPayment,
  setAccountLimit,
  type PartnerAccount,
  type AccountLine,
} from '../../src/data/accounts.ts';
import type { Agreement } from '../../src/data/agreements.ts';
import type { Instant } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { addMonths } from '../../src/lib/month-grid.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import { AccountPanel } from '../../src/features/partner-accounts/account-panel.tsx';
import { LimitDialog } from '../../src/features/partner-accounts/limit-dialog.tsx';
import { download } from '../../src/ui/output/download.ts';
import { showToast } from '../../src/ui/toasts/toasts.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/ui/output/download.ts'));
await mockModule(import('../../src/ui/toasts/toasts.ts'));
await mockModule(import('../../src/data/accounts.ts'), async (original) => ({
  ...(await original()),
  readPartnerAccount: vi.fn<typeof readPartnerAccount>(),
  setAccountLimit: vi.fn<typeof setAccountLimit>(),
  recordAccountPayment: vi.fn<typeof recordAccountPayment>(),
  correctAccountPayment: vi.fn<typeof correctAccountPayment>(),
}));

const AGREEMENT = crypto.randomUUID();
// Ids are new for each test, because the query cache shows an earlier result at once.
let [company, organisation] = ['', ''];
const MONTH = localDateIn('Europe/Copenhagen', Date.now()).slice(0, 7);
const line = (more: Partial<AccountLine>): AccountLine => ({
  id: crypto.randomUUID(),
  at: `${MONTH}-01T09:00:00.000Z` as Instant,
  kind: 'booked',
  amount: 117_000,
  booking: 'K7M2PQ',
  titles: { en: 'Old Town' },
  localDate: `${MONTH}-09`,
  guests: 2,
  voucherNumber: '=CS-77',
  reference: null,
  paidOn: null,
  isCorrected: false,
  ...more,
});
const none = { booking: null, titles: null, localDate: null, guests: null, voucherNumber: null };
const PAID = line({ ...none, kind: 'paid_in', amount: -50_000, reference: 'Transfer 9', paidOn: `${MONTH}-01` });
const ACCOUNT: PartnerAccount = {
  agreement: AGREEMENT,
  agreementStatus: 'active',
  company: 'Harbour Walks',
  organisation: 'City Stays',
  timeZone: 'Europe/Copenhagen',
  account: { limit: 500_000, currency: 'DKK' },
  sums: [{ currency: 'DKK', open: 92_000 }],
  month: MONTH,
  firstMonth: addMonths(MONTH, -1),
  statements: [{ currency: 'DKK', opening: 25_000, closing: 92_000, lines: [line({}), PAID] }],
};
const readPartnerAccountMock = vi.mocked(readPartnerAccount);
const refused = <R,>(refusal: R) => ({ ok: false, code: 'refused', retry: false, refusal }) as const;
const dialogNamed = (name: string | RegExp) => page.getByRole('dialog', { name });
const show = (side: 'company' | 'organisation') =>
  renderScreen(<AccountPanel company={company} organisation={organisation} side={side} onClose={() => undefined} />, {
    texts: ['patterns', 'accounts'],
  });

beforeEach(async () => {
  vi.resetAllMocks();
  [company, organisation] = [crypto.randomUUID(), crypto.randomUUID()];
  await page.viewport(1280, 900);
  readPartnerAccountMock.mockResolvedValue(ok(ACCOUNT));
});

describe('the account', () => {
  test('shows limit, open and left, and the month by booking; the partner cannot record payments', async () => {
    await show('organisation');
    await expect.element(page.getByRole('heading', { name: 'Account with Harbour Walks' })).toBeVisible();
    const facts = page.getByRole('dialog');
    await expect.element(facts).toHaveTextContent(/Credit limitDKK.5,000OwedDKK.920Credit leftDKK.4,080/);
    const sheet = page.getByRole('article');
    await expect
      .element(sheet.getByRole('row', { name: /Booked · Old Town · .*9 .* · 2 guests.* K7M 2PQ =CS-77 DKK.1,170/ }))
      .toBeVisible();
    await expect
      .element(sheet.getByRole('row', { name: /Payment · paid on .*1 .* · Transfer 9 .DKK.500/ }))
      .toBeVisible();
    await expect.element(sheet.getByRole('row', { name: /Opening balance DKK.250/ })).toBeVisible();
    await expect.element(sheet.getByRole('row', { name: /Closing balance DKK.920/ })).toBeVisible();
    expect(page.getByRole('button', { name: /Record payment|Undo/ }).elements()).toEqual([]);
    expect(readPartnerAccountMock.mock.lastCall?.[0]).toEqual({ company, organisation, month: null });
  });

  test('goes back to the first month and no further, and not past the current month', async () => {
    await show('organisation');
    await expect.element(page.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true');
    readPartnerAccountMock.mockResolvedValue(ok({ ...ACCOUNT, month: addMonths(MONTH, -1), statements: [] }));
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect.element(page.getByText('No transactions this month')).toBeVisible();
    expect(readPartnerAccountMock.mock.lastCall?.[0]).toMatchObject({ month: addMonths(MONTH, -1) });
    await expect.element(page.getByRole('button', { name: 'Previous month' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('shows that an ended account takes nothing new, and what is still owed in each currency', async () => {
    const sums = [
      { currency: 'DKK', open: 92_000 },
      { currency: 'EUR', open: -1000 },
    ];
    readPartnerAccountMock.mockResolvedValue(ok({ ...ACCOUNT, account: null, sums }));
    await show('company');
    await expect.element(page.getByText('No booking on account')).toBeVisible();
    await expect.element(page.getByText(/DKK.920.+€10/)).toBeVisible();
    expect(page.getByText('Credit left').elements()).toEqual([]);
  });

  test('offers to retry when loading fails', async () => {
    readPartnerAccountMock.mockResolvedValue(fail('offline', { retry: true }));
    await show('company');
    await expect.element(page.getByText('The account could not be loaded.')).toBeVisible();
    readPartnerAccountMock.mockResolvedValue(ok(ACCOUNT));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('article')).toBeVisible();
  });

  test('downloads a CSV line by line without formulas, and prints a sheet', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await show('organisation');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const [text, { name }] = vi.mocked(download).mock.lastCall as unknown as [string, { name: string }];
    expect(name).toBe(`muster-account-${MONTH}.csv`);
    const rows = text.trim().split('\r\n');
    expect(rows[0]).toContain(
      'Date,Booking,Entry,Tour,Tour date,Guests,Voucher number,Reference,Payment date,Amount,Currency',
    );
    expect(rows.slice(1)).toEqual([
      ',,Opening balance,,,,,,,250,DKK',
      `${MONTH}-01,K7M2PQ,Booked,Old Town,${MONTH}-09,2,'=CS-77,,,1170,DKK`,
      `${MONTH}-01,,Payment,,,,,Transfer 9,${MONTH}-01,-500,DKK`,
      ',,Closing balance,,,,,,,920,DKK',
    ]);
    await page.getByRole('button', { name: 'Print' }).click();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    window.dispatchEvent(new Event('afterprint'));
    print.mockRestore();
  });
});

describe('a payment of a partner', () => {
  test('is recorded with day and reference, starts at the open amount, and is idempotent on retry', async () => {
    vi.mocked(recordAccountPayment)
      .mockResolvedValueOnce(fail('offline', { retry: true }))
      .mockResolvedValueOnce(ok({}));
    await show('company');
    await page.getByRole('button', { name: 'Record payment…' }).click();
    await expect
      .element(dialogNamed('Record a payment from City Stays').getByRole('textbox', { name: 'Amount' }))
      .toHaveValue('920');
    await dialogNamed('Record a payment from City Stays').getByRole('textbox', { name: 'Amount' }).fill('nine');
    await dialogNamed('Record a payment from City Stays').getByRole('button', { name: 'Record payment' }).click();
    expect(vi.mocked(recordAccountPayment)).not.toHaveBeenCalled();
    await dialogNamed('Record a payment from City Stays').getByRole('textbox', { name: 'Amount' }).fill('420');
    await dialogNamed('Record a payment from City Stays')
      .getByRole('textbox', { name: 'Payment reference' })
      .fill(' Transfer 10 ');
    await dialogNamed('Record a payment from City Stays').getByRole('button', { name: 'Record payment' }).click();
    await waitFor(() => expect(vi.mocked(recordAccountPayment)).toHaveBeenCalledTimes(1));
    await dialogNamed('Record a payment from City Stays').getByRole('button', { name: 'Record payment' }).click();
    await waitFor(() => expect(vi.mocked(recordAccountPayment)).toHaveBeenCalledTimes(2));
    const [[first], [second]] = vi.mocked(recordAccountPayment).mock.calls as [[object], [object]];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ agreement: AGREEMENT, amount: 42_000, currency: 'DKK', reference: 'Transfer 10' });
    await waitFor(() => expect(vi.mocked(showToast).mock.lastCall?.[0].text).toMatch(/Payment of DKK.420 recorded/));
  });

  test('is reversed by a line with a reason; a payment that was already reversed is reported', async () => {
    vi.mocked(correctAccountPayment)
      .mockResolvedValueOnce(refused({ status: 'corrected' }))
      .mockResolvedValueOnce(ok({}));
    await show('company');
    await page.getByRole('button', { name: /Undo payment of DKK.500/ }).click();
    await dialogNamed(/^Undo payment/)
      .getByRole('button', { name: 'Undo payment', exact: true })
      .click();
    await expect.element(dialogNamed(/^Undo payment/).getByText('Enter a reason.')).toBeVisible();
    await dialogNamed(/^Undo payment/)
      .getByRole('textbox', { name: 'Reason' })
      .fill('Another partner’s');
    await dialogNamed(/^Undo payment/)
      .getByRole('button', { name: 'Undo payment', exact: true })
      .click();
    await expect.element(dialogNamed(/^Undo payment/).getByText('This payment has already been undone.')).toBeVisible();
    await dialogNamed(/^Undo payment/)
      .getByRole('button', { name: 'Undo payment', exact: true })
      .click();
    await waitFor(() => expect(vi.mocked(showToast).mock.lastCall?.[0].text).toBe('Payment undone'));
    expect(vi.mocked(correctAccountPayment).mock.lastCall?.[0]).toMatchObject({ payment: PAID.id, reason: 'Another partner’s' }); // prettier-ignore
  });

  test('cannot be reversed twice', async () => {
    const lines = [{ ...PAID, isCorrected: true }];
    readPartnerAccountMock.mockResolvedValue(ok({ ...ACCOUNT, statements: [{ ...ACCOUNT.statements[0]!, lines }] }));
    await show('company');
    await expect.element(page.getByRole('article')).toBeVisible();
    expect(page.getByRole('button', { name: /Undo/ }).elements()).toEqual([]);
  });
});

describe('the limit', () => {
  const agreement = (account: Agreement['account'], currency = 'DKK') =>
    ({ id: AGREEMENT, counterpart: 'City Stays', currency, account }) as Agreement;
  const openLimitDialog = (of: Agreement) =>
    renderScreen(<LimitDialog owner={company} agreement={of} onClose={() => undefined} />, {
      texts: ['patterns', 'accounts'],
    });

  test('is set in the company’s currency; reports a change that a colleague made in the meantime', async () => {
    vi.mocked(setAccountLimit)
      .mockResolvedValueOnce(refused({ status: 'stale' as const, account: null }))
      .mockResolvedValueOnce(ok({}));
    await openLimitDialog(agreement(null));
    await expect.element(dialogNamed('Credit limit for City Stays')).toHaveTextContent('No new bookings on account.');
    await dialogNamed('Credit limit for City Stays').getByRole('switch').click();
    await dialogNamed('Credit limit for City Stays').getByRole('textbox', { name: 'Credit limit' }).fill('5000');
    await dialogNamed('Credit limit for City Stays').getByRole('button', { name: 'Save' }).click();
    await expect
      .element(dialogNamed('Credit limit for City Stays').getByRole('alert'))
      .toHaveTextContent(/A colleague has just changed the limit/);
    await dialogNamed('Credit limit for City Stays').getByRole('button', { name: 'Save' }).click();
    await waitFor(() => expect(vi.mocked(setAccountLimit)).toHaveBeenCalledTimes(2));
    expect(vi.mocked(setAccountLimit).mock.lastCall?.[0]).toEqual({
      agreement: AGREEMENT,
      limit: 500_000,
      expected: null,
    });
  });

  test('can be removed, and is asked for again when the company’s currency has changed', async () => {
    vi.mocked(setAccountLimit).mockResolvedValue(ok({}));
    const expected = { limit: 500_000, currency: 'DKK' };
    await openLimitDialog(agreement(expected, 'EUR'));
    await expect
      .element(dialogNamed('Credit limit for City Stays').getByRole('textbox', { name: 'Credit limit' }))
      .toHaveValue('');
    await dialogNamed('Credit limit for City Stays').getByRole('switch').click();
    await dialogNamed('Credit limit for City Stays').getByRole('button', { name: 'Save' }).click();
    await waitFor(() =>
      expect(vi.mocked(setAccountLimit).mock.lastCall?.[0]).toEqual({ agreement: AGREEMENT, limit: null, expected }),
    );
  });
});
