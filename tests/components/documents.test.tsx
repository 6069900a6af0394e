/** A booking's documents, the daily close, and differences from the provider's list. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BookingsPage } from '../../src/company/bookings/bookings-page.tsx';
import { findBookings, readBookingChoices } from '../../src/data/bookings/list.ts';
import { runAnyBookingAction } from '../../src/data/bookings/actions.ts';
import { readBooking } from '../../src/data/bookings/detail.ts';
import {
  readLedgerExport,
  readDailyClose,
  readDifferences,
  settleDifference,
  type DailyCloseRow,
  type PaymentDifference,
} from '../../src/data/daily-close.ts';
import { readCalendar } from '../../src/data/calendar.ts';
import { readDocument, sendDocument, type LoadedDocument } from '../../src/data/documents.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import { download } from '../../src/ui/output/download.ts';
import { detailed, uuid } from './booking-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/bookings/list.ts'), () => ({
  findBookings: vi.fn<typeof findBookings>(),
  readBookingChoices: vi.fn<typeof readBookingChoices>(),
}));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
await mockModule(import('../../src/data/bookings/actions.ts'), async (original) => ({
  ...(await original()),
  runAnyBookingAction: vi.fn<typeof runAnyBookingAction>(),
}));
await mockModule(import('../../src/data/bookings/detail.ts'), async (original) => ({
  ...(await original()),
  readBooking: vi.fn<typeof readBooking>(),
}));
await mockModule(import('../../src/data/documents.ts'), () => ({
  readDocument: vi.fn<typeof readDocument>(),
  sendDocument: vi.fn<typeof sendDocument>(),
}));
await mockModule(import('../../src/data/daily-close.ts'), () => ({
  readDailyClose: vi.fn<typeof readDailyClose>(),
  readLedgerExport: vi.fn<typeof readLedgerExport>(),
  readDifferences: vi.fn<typeof readDifferences>(),
  settleDifference: vi.fn<typeof settleDifference>(),
}));
await mockModule(import('../../src/ui/output/download.ts'), () => ({ download: vi.fn<typeof download>() }));

const RECEIPT = uuid(70);
const documents = [
  {
    id: RECEIPT,
    kind: 'receipt' as const,
    number: 'R-2027-0041',
    issuedOn: '2027-05-01',
    currency: 'DKK',
    gross: 90_000,
  },
  {
    id: uuid(71),
    kind: 'credit_note' as const,
    number: 'C-2027-0003',
    issuedOn: '2027-05-02',
    currency: 'DKK',
    gross: 45_000,
  },
];
const issued = (more: Partial<LoadedDocument> = {}): LoadedDocument => ({
  ...documents[0]!,
  net: 72_000,
  vat: 18_000,
  lines: [{ type: 'ADULT', quantity: 2, unit: 45_000, rate: 25, gross: 90_000, net: 72_000, vat: 18_000 }],
  subject: {
    title: 'Havnetur',
    startsAt: '2027-05-02T08:00:00.000Z',
    timeZone: 'Europe/Copenhagen',
    reference: 'ABC234',
    total: 90_000,
  },
  seller: {
    name: 'Harbour Walks ApS',
    address: 'Havnegade 1\n1058 København K',
    vatNumber: 'DK12345678',
    note: 'IBAN DK50 0040 0440 1162 43',
    email: 'hej@walks.test',
    phone: null,
  },
  buyer: null,
  locale: 'da',
  refersTo: [],
  ...more,
});
const closing = (more: Partial<DailyCloseRow> = {}): DailyCloseRow => ({
  currency: 'DKK',
  method: 'cash',
  actor: { id: uuid(80), name: 'Lea Lund' },
  isOnline: false,
  received: 120_000,
  refunded: 20_000,
  count: 3,
  ...more,
});
const paymentDifference = (more: Partial<PaymentDifference> = {}): PaymentDifference => ({
  id: uuid(90),
  provider: 'stripe',
  isRefund: false,
  reference: 'pi_3Nabc',
  difference: 'other_amount',
  amount: 90_000,
  currency: 'DKK',
  providerAmount: 80_000,
  providerCurrency: 'DKK',
  foundAt: '2027-05-01T01:00:00.000Z',
  booking: { id: uuid(10), reference: 'ABC234', name: 'Ada Lund' },
  ...more,
});

async function show(
  at: string,
  { permissions = ['MANAGE_BOOKINGS_ACCESS'], locale }: { permissions?: readonly Permission[]; locale?: Locale } = {},
) {
  const company = crypto.randomUUID();
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      assignments: [{ role: 'office', permissions, company: { id: company, isActive: true }, organisation: null }],
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
    }),
  );
  await renderScreen(
    <div style={{ height: '800px', display: 'flex', flexDirection: 'column' }}>
      <BookingsPage />
    </div>,
    { path: '/bookings', at, texts: ['patterns', 'roll-call', 'bookings'], ...(locale ? { locale } : {}) },
  );
}
const choices = (differences = 0) =>
  vi.mocked(readBookingChoices).mockResolvedValue(
    ok({
      tours: [],
      guides: [],
      languages: [],
      currencies: [],
      countries: [],
      referrals: [],
      partners: [],
      tags: [],
      differences,
    }),
  );
const BOOKING = `/bookings?booking=${uuid(10)}`;
const CLOSING = '/bookings?closing=2027-05-01';
const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);

beforeEach(async () => {
  await page.viewport(1280, 900);
  vi.resetAllMocks();
  print.mockImplementation(() => undefined);
  vi.mocked(findBookings).mockResolvedValue(ok({ bookings: [], today: '2027-05-01', showsGuests: true, next: null }));
  choices();
  vi.mocked(readCalendar).mockResolvedValue(fail('offline') as never);
  vi.mocked(readBooking).mockResolvedValue(ok({ booking: detailed({ documents }) }));
  vi.mocked(readDocument).mockResolvedValue(ok({ document: issued() }));
  vi.mocked(readDailyClose).mockResolvedValue(
    ok({
      rows: [closing(), closing({ actor: null, method: 'online', isOnline: true, received: 45_000, refunded: 0 })],
    }),
  );
  vi.mocked(readDifferences).mockResolvedValue(ok({ differences: [] }));
});
afterEach(() => document.querySelectorAll('[data-print]').forEach((element) => element.remove()));

describe('documents of a booking', () => {
  test('are listed with number, day and amount; credits are negative', async () => {
    await show(BOOKING);
    await expect.element(page.getByRole('button', { name: 'Receipt R-2027-0041' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Credit note C-2027-0003' })).toBeVisible();
    const lines = page.getByRole('listitem').filter({ hasText: 'C-2027-0003' });
    await expect.element(lines).toHaveTextContent(/−DKK.450/);
  });

  test('open as printed, in the guest’s language, and print alone', async () => {
    await show(BOOKING);
    await page.getByRole('button', { name: 'Receipt R-2027-0041' }).click();
    const panel = page.getByRole('dialog', { name: 'Receipt R-2027-0041' });
    await expect.element(panel.getByRole('heading', { name: 'Kvittering R-2027-0041' })).toBeVisible();
    await expect.element(panel.getByText('Moms 25 % af 720,00')).toBeVisible();
    await expect.element(panel.getByText('900,00 DKK')).toBeVisible();
    await panel.getByRole('button', { name: 'Print' }).click();
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(document.documentElement.hasAttribute('data-printing')).toBe(true);
    expect(document.querySelector('[data-print]')?.textContent).toContain('Kvittering R-2027-0041');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull());
    expect(document.documentElement.hasAttribute('data-printing')).toBe(false);
  });

  test('are mailed to the guest or to a typed address', async () => {
    vi.mocked(sendDocument)
      .mockResolvedValueOnce(fail('invalid') as never)
      .mockResolvedValue(ok({ messageId: uuid(1) }));
    await show(BOOKING);
    await page.getByRole('button', { name: 'Receipt R-2027-0041' }).click();
    const panel = page.getByRole('dialog', { name: 'Receipt R-2027-0041' });
    await panel.getByRole('button', { name: 'Send by email' }).click();
    const field = panel.getByRole('textbox', { name: 'Send to' });
    await expect.element(field).toHaveValue('ada@lund.test');
    await userEvent.fill(field, 'books@nordlys');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(panel.getByText('Enter a valid email address.')).toBeVisible();
    await userEvent.fill(field, 'books@nordlys.test');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await waitFor(() =>
      expect(sendDocument).toHaveBeenLastCalledWith(
        RECEIPT,
        expect.objectContaining({ recipient: 'books@nordlys.test' }),
      ),
    );
    await expect.element(field).not.toBeInTheDocument();
  });

  test('an invoice asks for its buyer, and says that it replaces the receipts', async () => {
    vi.mocked(runAnyBookingAction).mockResolvedValue(ok({ documentId: uuid(72) } as never));
    await show(BOOKING);
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invoice for Ada Lund' });
    await expect.element(dialog.getByText(/cancels the documents issued/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Issue invoice' }).click();
    await expect.element(dialog.getByText('Address is required.')).toBeVisible();
    expect(runAnyBookingAction).not.toHaveBeenCalled();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name or company' }), 'Nordlys ApS');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Address' }), 'Havnegade 1');
    await dialog.getByRole('button', { name: 'Issue invoice' }).click();
    await waitFor(() =>
      expect(vi.mocked(runAnyBookingAction).mock.lastCall![0]).toMatchObject({
        name: 'issue_invoice',
        change: { name: 'Nordlys ApS', address: 'Havnegade 1' },
      }),
    );
  });

  test('an invoice says what is not paid yet, and shows open amounts', async () => {
    vi.mocked(runAnyBookingAction).mockResolvedValue(ok({ documentId: uuid(72) } as never));
    vi.mocked(readBooking).mockResolvedValue(ok({ booking: detailed() }));
    await show(BOOKING);
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invoice for Ada Lund' });
    await expect.element(dialog).toHaveTextContent('The invoice includes DKK 900 that isn’t paid yet.');
    expect(dialog.getByText(/cancels the documents issued/).elements()).toHaveLength(0);
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Address' }), 'Havnegade 1');
    const invoice = { ...documents[0]!, kind: 'invoice' as const, number: 'I-2027-0001' };
    vi.mocked(readBooking).mockResolvedValue(ok({ booking: detailed({ documents: [invoice], openInvoice: 40_000 }) }));
    await dialog.getByRole('button', { name: 'Issue invoice' }).click();
    await expect.element(page.getByRole('button', { name: 'Invoice I-2027-0001' })).toBeVisible();
    await expect.element(page.getByText(/DKK.400 invoiced, not paid yet/)).toBeVisible();
  });

  test('the view permission prints and issues nothing', async () => {
    await show(BOOKING, { permissions: ['VIEW_BOOKINGS_ACCESS'] });
    await page.getByRole('button', { name: 'Receipt R-2027-0041' }).click();
    const panel = page.getByRole('dialog', { name: 'Receipt R-2027-0041' });
    await expect.element(panel.getByRole('button', { name: 'Print' })).toBeVisible();
    expect(page.getByRole('button', { name: /Send by email|Issue invoice/ }).elements()).toHaveLength(0);
  });

  test('there is nothing to invoice when everything was refunded', async () => {
    const back = { ...documents[1]!, gross: 90_000 };
    vi.mocked(readBooking).mockResolvedValue(
      ok({ booking: detailed({ state: 'CANCELLED', documents: [documents[0]!, back] }) }),
    );
    await show(BOOKING);
    await expect.element(page.getByRole('button', { name: 'Receipt R-2027-0041' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Issue invoice' }).elements()).toHaveLength(0);
  });

  test('show a failed load, and reload on request', async () => {
    vi.mocked(readDocument).mockResolvedValueOnce(fail('offline') as never);
    await show(BOOKING);
    await page.getByRole('button', { name: 'Receipt R-2027-0041' }).click();
    const panel = page.getByRole('dialog', { name: 'Receipt R-2027-0041' });
    await expect.element(panel.getByText('The document could not be loaded.')).toBeVisible();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel.getByRole('heading', { name: 'Kvittering R-2027-0041' })).toBeVisible();
  });
});

describe('the daily close', () => {
  const panel = page.getByRole('dialog', { name: 'Daily close' });

  test('opens from the menu with today, and shows who received and refunded what', async () => {
    await show('/bookings');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Daily close' }).click();
    await expect.element(panel.getByRole('row', { name: 'Lea Lund 1,200 −200' })).toBeVisible();
    await expect.element(panel.getByRole('row', { name: 'Paid online 450' })).toBeVisible();
    await expect.element(panel.getByRole('row', { name: /Total .*1,450.* 1,650 −200/ })).toBeVisible();
    expect(vi.mocked(readDailyClose).mock.lastCall![1]).toBe('2027-05-01');
  });

  test('keeps a typed day in the URL; says when a day has no payments', async () => {
    await show(CLOSING);
    await expect.element(panel.getByText('Lea Lund')).toBeVisible();
    vi.mocked(readDailyClose).mockResolvedValue(ok({ rows: [] }));
    await userEvent.fill(panel.getByRole('textbox', { name: 'Day' }), '2027-04-30');
    await expect.element(panel.getByText('No payments or refunds on this day')).toBeVisible();
    expect(vi.mocked(readDailyClose).mock.lastCall![1]).toBe('2027-04-30');
  });

  test('exports ledger files for the typed days, without formulas', async () => {
    vi.mocked(readLedgerExport).mockResolvedValue(
      ok({
        money: [
          {
            date: '2027-05-01',
            time: '10:00',
            isRefund: true,
            amount: 20_050,
            currency: 'DKK',
            method: 'cash',
            actor: '=HYPERLINK("x")',
            booking: 'ABC234',
            provider: null,
            reference: '+45 12',
            documents: 'C-2027-0001',
          },
        ],
        documents: [
          {
            number: 'C-2027-0001',
            kind: 'credit_note',
            date: '2027-05-01',
            booking: 'ABC234',
            buyer: null,
            vatNumber: null,
            currency: 'DKK',
            rates: [
              { rate: 25, gross: 10_000, net: 8000, vat: 2000 },
              { rate: null, gross: 50, net: 50, vat: 0 },
            ],
            refersTo: ['R-2027-0001'],
          },
        ],
      }),
    );
    await show(CLOSING);
    await panel.getByRole('button', { name: 'Payments (CSV)' }).click();
    await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
    expect(vi.mocked(readLedgerExport).mock.lastCall![1]).toEqual({ from: '2027-05-01', to: '2027-05-01' });
    const [money, { name }] = vi.mocked(download).mock.lastCall!;
    expect(name).toBe('muster-money-2027-05-01-2027-05-01.csv');
    expect(String(money).split('\r\n')[1]).toBe(
      `2027-05-01,10:00,Refunded,Cash,"'=HYPERLINK(""x"")",ABC 234,-200.5,DKK,'+45 12,C-2027-0001`,
    );
    await panel.getByRole('button', { name: 'Documents (CSV)' }).click();
    await waitFor(() => expect(download).toHaveBeenCalledTimes(2));
    expect(String(vi.mocked(download).mock.lastCall![0]).split('\r\n').slice(1, 3)).toEqual([
      'C-2027-0001,2027-05-01,Credit note,ABC 234,,,25,-80,-20,-100,DKK,R-2027-0001',
      'C-2027-0001,2027-05-01,Credit note,ABC 234,,,,-0.5,0,-0.5,DKK,R-2027-0001',
    ]);
  });

  test.each([
    [
      'too many rows',
      { ok: false, code: 'refused', retry: false, refusal: { status: 'too_many', max: 20_000 } },
      /Over 20,000 rows/,
    ],
    ['more than a year', fail('invalid'), /one year at most/],
  ] as const)('explains beside the buttons: %s', async (_, result, words) => {
    vi.mocked(readLedgerExport).mockResolvedValue(result as never);
    await show(CLOSING);
    await panel.getByRole('button', { name: 'Payments (CSV)' }).click();
    await expect.element(panel.getByText(words)).toBeVisible();
    expect(download).not.toHaveBeenCalled();
  });

  test.each(LOCALES)('cuts nothing off on a phone in %s', async (locale) => {
    await page.viewport(320, 640);
    vi.mocked(readDifferences).mockResolvedValue(ok({ differences: [paymentDifference()] }));
    await show(CLOSING, { locale });
    await expect.element(page.getByText('Lea Lund')).toBeVisible();
    const wide = [...document.querySelectorAll('dialog *')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible',
    );
    expect(wide.map(({ textContent }) => textContent)).toEqual([]);
    const dialog = document.querySelector('dialog[open]')!.getBoundingClientRect();
    const beyond = [...document.querySelectorAll('dialog[open] table, dialog[open] button')].filter(
      (element) => element.getBoundingClientRect().right > dialog.right + 1,
    );
    expect(beyond.map(({ textContent }) => textContent)).toEqual([]);
  });
});

describe('a difference from the provider’s list', () => {
  const panel = page.getByRole('dialog', { name: 'Daily close' });

  test('appears above the bookings, with both amounts', async () => {
    choices(1);
    vi.mocked(readDifferences).mockResolvedValue(ok({ differences: [paymentDifference()] }));
    await show('/bookings');
    await expect.element(page.getByText('1 payment doesn’t match the payment provider’s list.')).toBeVisible();
    await page.getByRole('button', { name: 'Review' }).click();
    const row = panel.getByRole('listitem', { name: /The provider received a different amount/ });
    await expect.element(row.getByText(/Muster: DKK.900 · Provider: DKK.800/)).toBeVisible();
    await row.getByRole('button', { name: 'Open booking' }).click();
    await waitFor(() => expect(readBooking).toHaveBeenCalledWith(uuid(10), expect.anything()));
  });

  test('is settled with a note by users who may change bookings', async () => {
    vi.mocked(readDifferences).mockResolvedValue(
      ok({
        differences: [
          paymentDifference({ difference: 'missing_in_ledger', amount: null, currency: null, booking: null }),
        ],
      }),
    );
    vi.mocked(settleDifference).mockResolvedValue(ok({}));
    await show(CLOSING);
    const row = panel.getByRole('listitem', { name: /without a booking/ });
    await row.getByRole('button', { name: 'Mark as resolved' }).click();
    await expect
      .element(row.getByRole('button', { name: 'Mark as resolved' }))
      .toHaveAttribute('aria-disabled', 'true');
    await userEvent.fill(row.getByRole('textbox', { name: 'How was it resolved?' }), ' Paid back there. ');
    vi.mocked(readDifferences).mockResolvedValue(ok({ differences: [] }));
    await row.getByRole('button', { name: 'Mark as resolved' }).click();
    await waitFor(() => expect(settleDifference).toHaveBeenCalledWith(uuid(90), 'Paid back there.'));
    await expect.element(panel.getByText('Mismatches with the payment provider')).not.toBeInTheDocument();
  });

  test('cannot be settled with the view permission', async () => {
    vi.mocked(readDifferences).mockResolvedValue(ok({ differences: [paymentDifference()] }));
    await show(CLOSING, { permissions: ['VIEW_BOOKINGS_ACCESS'] });
    await expect.element(panel.getByRole('listitem', { name: /different amount/ })).toBeVisible();
    expect(panel.getByRole('button', { name: 'Mark as resolved' }).elements()).toHaveLength(0);
  });
});
