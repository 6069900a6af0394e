/** Guide pay: the monthly statement on the screen, as a file and in print, and the pay rules in the settings. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PaySection } from '../../src/company/company-settings/pay-section.tsx';
import { Component as ReportTourNumbersPage } from '../../src/company/report-tour-numbers/report-tour-numbers-page.tsx';
import {
  readGuideStatement,
  readPayRules,
  savePayRule,
  settleGuideMonth,
  type MonthStatement,
  type PayRule,
} from '../../src/data/guide-pay.ts';
import { readTourReports } from '../../src/data/tour-reports.ts';
import type { UnpaidTour } from '../../src/domain/guide-pay.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES, type RoleName } from '../../src/domain/roles.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { session } from '../../src/session/session.ts';
import { download } from '../../src/ui/output/download.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/guide-pay.ts'));
await mockModule(import('../../src/ui/output/download.ts'));
await mockModule(import('../../src/data/tour-reports.ts'), async (original) => ({
  ...(await original()),
  readTourReports: vi.fn<typeof readTourReports>(),
}));

const [ANNA, METTE] = [crypto.randomUUID(), crypto.randomUUID()];
type StatementLine = MonthStatement['lines'][number];
const line = (userId: string, title: string, more: Partial<StatementLine> = {}): StatementLine => ({
  userId,
  departureId: crypto.randomUUID(),
  title: { en: title },
  startsAt: '2026-10-31T17:00:00.000Z',
  localDate: '2026-10-31',
  tours: 1,
  minutes: 90,
  guests: 12,
  minutesLate: 0,
  isReported: true,
  isCorrection: false,
  pay: [
    { kind: 'per_tour', rate: 45_000, amount: 45_000, currency: 'DKK' },
    { kind: 'weekend', rate: 10_050, amount: 10_050, currency: 'DKK' },
  ],
  ...more,
});
const unpaidTour = (userId: string | null, title: string, reason: UnpaidTour['reason']): UnpaidTour => ({
  userId,
  departureId: crypto.randomUUID(),
  title: { en: title },
  startsAt: '2026-10-30T08:00:00.000Z',
  localDate: '2026-10-30',
  minutes: 60,
  reason,
});

let company = '';
const statement = (more: Partial<MonthStatement> = {}): MonthStatement => ({
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  companyName: 'Walks ApS',
  version: 'v1',
  may: { seeAll: true, settle: false },
  hasRules: true,
  settled: null,
  lines: [],
  open: [],
  people: [
    { id: ANNA, displayName: 'Anna Lind' },
    { id: METTE, displayName: '=Mette' },
  ],
  ...more,
});
const respondWith = (more: Partial<MonthStatement> = {}) =>
  vi.mocked(readGuideStatement).mockResolvedValue(ok(statement(more)));
const signInWith = (role: RoleName, impersonates = false) =>
  signInAs(
    identity({
      userId: ANNA,
      companies: [{ ...memberCompany(company, 'Walks'), member: true }],
      impersonatedCompanyId: impersonates ? company : null,
      assignments: [
        {
          company: { id: company, isActive: true },
          organisation: null,
          role,
          permissions: [...BUILT_IN_ROLES[role]],
        },
      ],
    }),
  );
const show = (query = '?view=statement&month=2026-10', locale: Locale = 'en') =>
  renderScreen(<ReportTourNumbersPage />, {
    path: '/report-tour-numbers',
    at: `/report-tour-numbers${query}`,
    texts: ['patterns', 'report-tour-numbers'],
    locale,
  });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const figure = (label: string) =>
  page.getByRole('list', { name: 'Total' }).getByRole('listitem').filter({ hasText: label });

const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);

beforeEach(async () => {
  await page.viewport(1200, 900);
  company = crypto.randomUUID();
  vi.resetAllMocks();
  print.mockImplementation(() => undefined);
  vi.mocked(readTourReports).mockResolvedValue(
    ok({ rule: 'report_always', currency: 'DKK', timeZone: 'Europe/Copenhagen', reports: [], people: [] }),
  );
});
afterEach(() => session.signOut({ discard: true }));

test('an accountant reads the statements and nothing else of the screen', async () => {
  await signInWith('accountant');
  respondWith({ lines: [line(ANNA, 'Harbour')], open: [unpaidTour(ANNA, 'Castle', 'returned')] });
  await show('?month=2026-10');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Guide statements');
  await page.getByRole('button', { name: /Anna Lind/ }).click();
  await expect.element(page.getByText('Castle')).toBeVisible();
  // They cannot open a departure.
  expect(button(/^View report/).elements()).toHaveLength(0);
  expect(page.getByRole('banner').getByRole('button', { name: 'Back' }).elements()).toHaveLength(0);
  expect(readTourReports).not.toHaveBeenCalled();
});

describe('a guide', () => {
  beforeEach(() => signInWith('guide'));

  test('reads their month on the phone, tour by tour, apart from what does not count yet', async () => {
    await page.viewport(390, 844);
    respondWith({
      may: { seeAll: false, settle: false },
      lines: [line(ANNA, 'Harbour', { minutesLate: 5 }), line(ANNA, 'Old town', { isReported: false, pay: [] })],
      open: [unpaidTour(ANNA, 'Canals', 'submitted')],
    });
    await show('');
    await button('More').click();
    await page.getByRole('menuitem', { name: 'My statement' }).click();
    await expect.element(page.getByRole('heading', { name: 'My statement' })).toBeVisible();
    await expect.element(figure('Amount')).toHaveTextContent(/550\.50/);
    await expect.element(figure('Tours')).toHaveTextContent('2');
    await expect.element(figure('Hours')).toHaveTextContent('3 hr');
    await expect.element(figure('Guests')).toHaveTextContent('24');
    const harbour = page.getByRole('listitem').filter({ hasText: 'Harbour' });
    await expect
      .element(harbour)
      .toHaveTextContent(/Sat,? 31 Oct.*18:00.*1\.5 hr.*12 guests.*5 min late.*Per tour.*450.*Weekend.*100\.50/);
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Old town' }))
      .toHaveTextContent('from check-ins');
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Canals' }))
      .toHaveTextContent('Report not locked');
    // The tour's name is at the start of its row, the status at the end.
    const [tour, notLocked] = ['Canals', 'Report not locked'].map((text) =>
      page.getByText(text, { exact: true }).element().getBoundingClientRect(),
    );
    expect(tour!.left).toBeLessThan(32);
    expect(notLocked!.left).toBeGreaterThan(195);
    expect(button('Settle').elements()).toEqual([]);
  });

  test('goes from month to month', async () => {
    respondWith({ may: { seeAll: false, settle: false } });
    await show();
    await expect.element(page.getByRole('heading', { name: 'October 2026' })).toBeVisible();
    await expect.element(page.getByText('No tours this month yet')).toBeVisible();
    await button('Next month').click();
    await button('Next month').click();
    await button('Next month').click();
    await expect.element(page.getByRole('heading', { name: 'January 2027' })).toBeVisible();
    await waitFor(() => expect(vi.mocked(readGuideStatement).mock.lastCall?.[1]).toBe('2027-01'));
  });
});

describe('the office', () => {
  beforeEach(() => signInWith('office'));
  const lines = () => [
    line(ANNA, 'Harbour'),
    line(METTE, 'Canals', {
      pay: [{ kind: 'per_tour', rate: null, amount: -100, currency: 'DKK' }],
      isCorrection: true,
    }),
  ];

  test('sees each guide’s total, opens one, and is linked to missing reports', async () => {
    respondWith({
      lines: lines(),
      open: [
        unpaidTour(ANNA, 'Castle', 'no_report'),
        unpaidTour(null, 'Lost', 'no_guide'),
        unpaidTour(ANNA, 'Empty', 'nobody_booked'),
      ],
    });
    await show();
    await expect.element(button(/^Anna Lind/)).toHaveTextContent(/550\.50.*1 tour.*1 not counted/);
    await expect.element(button(/^=Mette/)).toHaveTextContent(/−DKK.1/);
    await expect.element(button(/^No guide/)).toHaveTextContent('1 not counted');
    await button(/^=Mette/).click();
    await expect.element(page.getByText('Correction for October 2026')).toBeVisible();
    await button(/^Anna Lind/).click();
    await button(/^View report.*Castle/).click();
    // The list shows the two weeks up to the report, however long ago.
    await waitFor(() =>
      expect(vi.mocked(readTourReports).mock.lastCall?.[1]).toMatchObject({ from: '2026-10-16', to: '2026-10-30' }),
    );
    await expect.element(page.getByText(/two weeks to .*30 October 2026/)).toBeVisible();
    await button('Show the latest').click();
    await waitFor(() => expect(vi.mocked(readTourReports).mock.lastCall?.[1].to).not.toBe('2026-10-30'));
  });

  test('exports every tour as CSV with decimal commas where the locale has them, without formulas', async () => {
    respondWith({ lines: lines(), open: [unpaidTour(ANNA, '@Castle', 'no_report')] });
    await show('?view=statement&month=2026-10', 'da');
    await button('Eksportér som CSV').click();
    const [file, { name }] = vi.mocked(download).mock.lastCall as [string, { name: string }];
    expect(name).toBe('muster-statement-2026-10.csv');
    expect(file.split('\r\n')).toEqual([
      '\uFEFFGuide;Dato;Tid;Tur;Status;Ture;Minutter;Timer;Gæster;Minutter forsinket;Pr. tur;Weekend;Beløb;Valuta',
      "'=Mette;2026-10-31;18:00;Canals;Rettelse af oktober 2026;1;90;1,5;12;0;-1;;-1;DKK",
      'Anna Lind;2026-10-31;18:00;Harbour;Medregnet;1;90;1,5;12;0;450;100,5;550,5;DKK',
      "Anna Lind;2026-10-30;09:00;'@Castle;Rapport mangler;;;;;;;;;",
      '',
    ]);
  });

  test('prints one sheet per guide with the sums on the screen', async () => {
    respondWith({ lines: [...lines(), line(ANNA, 'Old town')], open: [unpaidTour(ANNA, 'Castle', 'returned')] });
    await show();
    await button('Print').click();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const sheets = [...document.querySelectorAll('[data-print] section')].map((element) => element.textContent ?? '');
    expect(sheets).toHaveLength(2);
    const anna = sheets.find((text) => text.includes('Anna Lind'))!;
    expect(anna).toMatch(
      /Walks ApS.*October 2026.*Harbour.*Old town.*2 tours.*3 hr.*24.*900.*201.*1,101.*Castle.*Report returned/,
    );
    expect(document.documentElement.hasAttribute('data-printing')).toBe(true);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull());
  });

  test('is told when it could not be loaded', async () => {
    vi.mocked(readGuideStatement).mockResolvedValue(fail('server'));
    await show();
    await expect.element(page.getByText('The statement could not be loaded.')).toBeVisible();
  });

  test('a partner acting for the company is not offered statements, not even by URL', async () => {
    await session.signOut({ discard: true });
    await signInWith('owner', true);
    await show();
    await expect.element(page.getByRole('heading', { name: 'Tour reports' })).toBeVisible();
    expect(button('Statements').elements()).toEqual([]);
    expect(readGuideStatement).not.toHaveBeenCalled();
  });
});

describe('the owner', () => {
  beforeEach(() => signInWith('owner'));

  test('settles a month as shown, and sees that it is settled', async () => {
    respondWith({
      may: { seeAll: true, settle: true },
      lines: [line(ANNA, 'Harbour')],
      open: [unpaidTour(ANNA, 'Castle', 'no_report')],
    });
    vi.mocked(settleGuideMonth).mockResolvedValue(ok({}));
    await show();
    await button('Settle').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toHaveTextContent(/Settle October 2026 for all guides.*1 tour isn’t counted yet/);
    respondWith({ lines: [line(ANNA, 'Harbour')], settled: { at: '2026-11-02T10:00:00.000Z', by: 'Ole' } });
    await dialog.getByRole('button', { name: 'Settle' }).click();
    expect(settleGuideMonth).toHaveBeenCalledExactlyOnceWith(company, { month: '2026-10', version: 'v1' });
    await expect.element(page.getByText(/Settled on .*2 November 2026 by Ole/)).toBeVisible();
    expect(button('Settle').elements()).toEqual([]);
  });

  test('is asked to check again when something has changed in the meantime', async () => {
    respondWith({ may: { seeAll: true, settle: true }, lines: [line(ANNA, 'Harbour')] });
    vi.mocked(settleGuideMonth).mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale' },
    });
    await show();
    await button('Settle').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
    await expect.element(page.getByText(/Something has just changed/)).toBeVisible();
    // The statement is refetched, so that the next try settles what is shown.
    await waitFor(() => expect(vi.mocked(readGuideStatement).mock.calls.length).toBeGreaterThan(1));
  });

  test('is led to the pay rules where there are none', async () => {
    respondWith({ hasRules: false, lines: [line(ANNA, 'Harbour', { pay: [] })] });
    await show();
    const link = page.getByRole('link', { name: 'Set up pay rates' });
    await expect.element(link).toHaveAttribute('href', '/company-settings?section=pay');
    expect(figure('Amount').elements()).toEqual([]);
  });
});

describe('a pay rule', () => {
  const rule = (more: Partial<PayRule> = {}): PayRule => ({
    id: crypto.randomUUID(),
    kind: 'per_tour',
    amount: 45_000,
    currency: 'DKK',
    minGuests: null,
    fromTime: null,
    tourId: null,
    userId: null,
    firstDay: '2026-11-01',
    lastDay: null,
    version: 3,
    ...more,
  });
  const read = (...rules: PayRule[]) => ({
    changesFrom: '2026-10-01' as const,
    rules,
    tours: [
      { id: crypto.randomUUID(), title: { en: 'Harbour' } },
      { id: crypto.randomUUID(), title: { en: 'Canals' } },
    ],
    people: [{ id: ANNA, displayName: 'Anna Lind' }],
  });
  const open = async (...rules: PayRule[]) => {
    vi.mocked(readPayRules).mockResolvedValue(ok(read(...rules)));
    vi.mocked(savePayRule).mockResolvedValue(ok(read()));
    await renderScreen(<PaySection company={company} currency="DKK" />, {
      texts: ['patterns', 'company-settings', 'guide-pay'],
    });
  };
  const field = (name: string | RegExp) => page.getByRole('textbox', { name });
  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const savedRule = () => vi.mocked(savePayRule).mock.lastCall?.[0];

  test('for a large group of one guide is created as typed', async () => {
    await open();
    await button('Add rate').click();
    await page.getByRole('combobox', { name: 'Type' }).selectOptions('Large group');
    await field('Minimum guests').fill('15');
    await field('Amount').fill('140,50');
    await page.getByRole('combobox', { name: 'Guide' }).selectOptions('Anna Lind');
    await field('Effective from').fill('1.12.2026');
    await save();
    await waitFor(() => expect(savePayRule).toHaveBeenCalledOnce());
    expect(savedRule()).toMatchObject({
      company,
      version: 0,
      input: {
        kind: 'many_guests',
        amount: 14_050,
        minGuests: 15,
        fromTime: null,
        userId: ANNA,
        tourId: null,
        firstDay: '2026-12-01',
        lastDay: null,
      },
    });
  });

  test('with a missing time or day is marked, and not sent', async () => {
    await open();
    await button('Add rate').click();
    await page.getByRole('combobox', { name: 'Type' }).selectOptions('Evening');
    await field('Amount').fill('70');
    await save();
    for (const name of ['For tours starting at or after', 'Effective from'])
      await expect.element(page.getByText(`${name} is required.`)).toBeVisible();
    expect(savePayRule).not.toHaveBeenCalled();
  });

  test('that has applied for long can only be ended', async () => {
    const old = rule({ firstDay: '2026-01-01', kind: 'evening', fromTime: '18:00', amount: 7000 });
    await open(old);
    await expect.element(page.getByText(/^Evening.*from 18:00$/)).toBeVisible();
    await button(/^Edit: Evening/).click();
    await expect.element(page.getByText(/you can only change its end/)).toBeVisible();
    expect(field('Amount').elements()).toEqual([]);
    expect(button('Remove rate').elements()).toEqual([]);
    await field('Effective until').fill('31.12.2026');
    await save();
    await waitFor(() =>
      expect(savedRule()).toMatchObject({
        id: old.id,
        version: 3,
        input: { kind: 'evening', amount: 7000, fromTime: '18:00', firstDay: '2026-01-01', lastDay: '2026-12-31' },
      }),
    );
  });

  test('that has not applied yet can be removed; a refusal says what stays', async () => {
    await open(rule());
    vi.mocked(savePayRule).mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'has_applied', changesFrom: '2026-10-01' },
    });
    await button(/^Edit: Per tour/).click();
    await button('Remove rate').click();
    await expect.element(page.getByText(/Pay before .*1 October 2026 is fixed/)).toBeVisible();
    await button('Remove rate').click();
    await waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
    expect(savedRule()).toMatchObject({ version: 3, input: null });
  });
});
