/**
 * Scheduled exports: creating, changing, sending, pausing and deleting, with every refusal, and the file behind the
 * mail's link.
 */
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Component as IntegrationsPage } from '../../src/company/integrations/integrations-page.tsx';
import {
  deleteScheduledExport,
  readScheduledExports,
  saveScheduledExport,
  sendExportNow,
  switchScheduledExport,
  type ScheduledExport,
  type ScheduledExports,
} from '../../src/data/scheduled-exports.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/scheduled-exports.ts'));

const [ME, BO, VIEW, OTHER] = ['a1', 'b1', 'c1', 'c2'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
  string,
  string,
  string,
  string,
];
const scheduledExport = (more: Partial<ScheduledExport> = {}): ScheduledExport => ({
  id: '00000000-0000-4000-8000-0000000000e1',
  kind: 'bookings',
  view: { id: VIEW, name: 'Bookkeeping' },
  selection: 'last_month',
  frequency: 'monthly',
  day: 1,
  time: '06:30',
  format: 'xlsx',
  members: [BO],
  outside: ['books@example.com'],
  locale: 'da',
  madeBy: 'Ada Owner',
  pauseReason: null,
  pausedAt: null,
  nextAt: '2027-01-01T05:30:00.000Z',
  version: 4,
  mayChange: true,
  hasFailed: false,
  last: {
    at: '2026-12-01T05:30:00.000Z',
    found: 1,
    isTooLarge: false,
    sent: 2,
    failed: 0,
    waiting: 0,
    fetched: 1,
  },
  ...more,
});
const exportsWith = (exports: ScheduledExport[], more: Partial<ScheduledExports> = {}): ScheduledExports => ({
  timeZone: 'Europe/Copenhagen',
  makes: ['bookings' as const, 'tours' as const, 'everything' as const],
  mayGoOutside: true,
  views: [
    { id: VIEW, name: 'Bookkeeping' },
    { id: OTHER, name: 'Tomorrow' },
  ],
  people: [
    { id: ME, name: 'Ada Owner', getsTours: true },
    { id: BO, name: 'Bo Office', getsTours: false },
  ],
  exports,
  ...more,
});
const exportsResponse = (...args: Parameters<typeof exportsWith>) => ok(exportsWith(...args));
const refused = <R extends string>(status: R) =>
  ({ ok: false, code: 'refused', retry: false, refusal: { status } }) as const;
const row = () => page.getByRole('listitem').filter({ hasText: 'monthly on day 1' });
const dialog = page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
async function chooseAction(name: string): Promise<void> {
  await press('More for Bookkeeping');
  await page.getByRole('menuitem', { name }).click();
}
const show = (locale: Locale = 'en') =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <IntegrationsPage />
    </div>,
    { path: '/integrations', at: '/integrations?section=files', texts: ['integrations', 'patterns'], locale },
  );
let company = '';
beforeEach(async () => {
  company = crypto.randomUUID();
  queryClient.clear();
  await page.viewport(1280, 800);
  vi.resetAllMocks();
  vi.mocked(readScheduledExports).mockResolvedValue(exportsResponse([scheduledExport()]));
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  await signInAs(identity({ userId: ME, companies: [member] }));
});
afterEach(() => session.signOut({ discard: true }));

test('lists what is sent, when, to whom, by whom, and the last result', async () => {
  await show();
  await expect
    .element(row())
    .toHaveTextContent(
      /Bookkeeping.*On.*monthly on day 1 at 06:30.*to Bo Office and books@example\.com.*created by Ada Owner.*next 1 Jan 2027, 06:30.*last 1 Dec 2026, 06:30.*1 booking.*2 emails sent.*downloaded by 1 external address/,
    );
});

test('creates an export from view, days, time and recipients; the user is the default recipient', async () => {
  vi.mocked(readScheduledExports).mockResolvedValue(exportsResponse([]));
  vi.mocked(saveScheduledExport).mockResolvedValueOnce(fail('offline', { retry: true }));
  vi.mocked(saveScheduledExport).mockResolvedValue(exportsResponse([]));
  await show();
  await expect.element(page.getByText('No scheduled exports yet')).toBeVisible();
  await press('New scheduled export');
  await dialog.getByRole('combobox', { name: 'Data' }).selectOptions('Bookings: Tomorrow');
  await dialog
    .getByRole('combobox', { name: 'Bookings to include' })
    .selectOptions('Booked in the previous seven days');
  await dialog.getByRole('combobox', { name: 'Frequency' }).selectOptions('Every week');
  await dialog.getByRole('combobox', { name: 'Weekday' }).selectOptions('Friday');
  await dialog.getByRole('textbox', { name: 'Time' }).fill('7.15');
  await dialog.getByRole('button', { name: 'Bo Office' }).click();
  await dialog.getByRole('textbox', { name: /External email addresses/ }).fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(saveScheduledExport).not.toHaveBeenCalled();
  await dialog
    .getByRole('textbox', { name: /External email addresses/ })
    .fill('Books <Books@Example.com>; tax@example.com');
  await dialog.getByRole('combobox', { name: 'Language for external recipients' }).selectOptions('Dansk');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('alert').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [first, second] = vi.mocked(saveScheduledExport).mock.calls.map(([request]) => request);
  expect(second).toEqual(first);
  expect(second).toEqual({
    company,
    id: expect.any(String) as string,
    version: 0,
    kind: 'bookings',
    view: OTHER,
    selection: 'booked_last_week',
    frequency: 'weekly',
    day: 5,
    time: '07:15',
    format: 'xlsx',
    members: [ME, BO],
    outside: ['books@example.com', 'tax@example.com'],
    locale: 'da',
  });
});

test('a tour list or archive has no days, format or external recipients; archives go to oneself', async () => {
  vi.mocked(saveScheduledExport).mockResolvedValue(exportsResponse([]));
  await show();
  await chooseAction('Edit…');
  await expect.element(dialog.getByRole('textbox', { name: 'Time' })).toHaveValue('06:30');
  await dialog.getByRole('combobox', { name: 'Data' }).selectOptions('Tours');
  expect(dialog.getByRole('combobox', { name: 'Bookings to include' }).elements()).toEqual([]);
  expect(dialog.getByRole('textbox', { name: /External email addresses/ }).elements()).toEqual([]);
  // The office cannot export tours by hand either.
  expect(dialog.getByRole('button', { name: 'Bo Office' }).elements()).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Data' }).selectOptions('Everything (archive)');
  await expect.element(dialog.getByText(/Only owners can download it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(vi.mocked(saveScheduledExport).mock.lastCall?.[0]).toMatchObject({
    version: 4,
    kind: 'everything',
    view: null,
    selection: 'view',
    members: [],
    outside: [],
    frequency: 'monthly',
    day: 1,
  });
});

test.each([
  ['stale', /A colleague has just changed this export/],
  ['no_receiver', /No recipients/],
  ['too_many', /Limit reached/],
] as const)('explains a refused save (%s) and keeps the input', async (status, words) => {
  vi.mocked(saveScheduledExport).mockResolvedValue(
    status === 'stale'
      ? { ok: false, code: 'refused', retry: false, refusal: { status, ...exportsWith([]) } }
      : { ok: false, code: 'refused', retry: false, refusal: { status } },
  );
  await show();
  await chooseAction('Edit…');
  await dialog.getByRole('textbox', { name: 'Time' }).fill('09:45');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Time' })).toHaveValue('09:45');
});

test('sends now once per press, with the same idempotency key on retry, and explains refusals', async () => {
  vi.mocked(sendExportNow)
    .mockResolvedValueOnce(fail('timeout', { retry: true }))
    .mockResolvedValueOnce(exportsResponse([scheduledExport()]))
    .mockResolvedValue(refused('view_changed'));
  await show();
  await chooseAction('Send now');
  await expect.element(row().getByRole('alert')).toBeVisible();
  await chooseAction('Send now');
  await expect.element(row().getByRole('alert')).not.toBeInTheDocument();
  await chooseAction('Send now');
  await expect.element(row().getByText(/The view has changed/)).toBeVisible();
  const requests = vi.mocked(sendExportNow).mock.calls.map(([args]) => args.request);
  expect(requests[1]).toBe(requests[0]);
  expect(requests[2]).not.toBe(requests[0]);
});

test('explains a stopped export, and resumes it; pauses an active one', async () => {
  vi.mocked(readScheduledExports).mockResolvedValue(
    exportsResponse([
      scheduledExport({
        pauseReason: 'no_right',
        pausedAt: '2026-12-02T08:00:00.000Z',
        nextAt: null,
        last: null,
        hasFailed: true,
      }),
    ]),
  );
  vi.mocked(switchScheduledExport).mockResolvedValue(exportsResponse([scheduledExport()]));
  await show();
  await expect.element(row()).toHaveTextContent(/Paused.*failed.*no longer has access/);
  vi.mocked(readScheduledExports).mockResolvedValue(exportsResponse([scheduledExport()]));
  await chooseAction('Resume');
  await expect.element(row()).toHaveTextContent(/On/);
  await chooseAction('Pause');
  expect(vi.mocked(switchScheduledExport).mock.calls.map(([args]) => args.isOn)).toEqual([true, false]);
});

test('asks before deleting; a failure keeps the dialog open', async () => {
  vi.mocked(deleteScheduledExport).mockResolvedValueOnce(fail('offline', { retry: true }));
  vi.mocked(deleteScheduledExport).mockResolvedValueOnce(exportsResponse([]));
  await show();
  await chooseAction('Delete…');
  await expect.element(page.getByRole('dialog', { name: 'Delete the export “Bookkeeping”?' })).toBeVisible();
  expect(deleteScheduledExport).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  vi.mocked(readScheduledExports).mockResolvedValue(exportsResponse([]));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('No scheduled exports yet')).toBeVisible();
});

test('explains a failed load', async () => {
  vi.mocked(readScheduledExports).mockResolvedValue(fail('server', { retry: true }));
  await show();
  await expect.element(page.getByText('The scheduled exports could not be loaded.')).toBeVisible();
});

describe('without being the owner', () => {
  test('the office sends nothing outside, and changes only its own', async () => {
    vi.mocked(readScheduledExports).mockResolvedValue(
      exportsResponse([scheduledExport({ mayChange: false })], { makes: ['bookings'], mayGoOutside: false }),
    );
    await show();
    await expect.element(row()).toBeVisible();
    expect(page.getByRole('button', { name: 'More for Bookkeeping' }).elements()).toEqual([]);
    await press('New scheduled export');
    await expect.element(dialog.getByRole('combobox', { name: 'Bookings to include' })).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /External email addresses/ }).elements()).toEqual([]);
    expect(dialog.getByRole('option', { name: 'Tours', exact: true }).elements()).toEqual([]);
  });
  test('nobody creates one while acting for the company, and the page says why', async () => {
    vi.mocked(readScheduledExports).mockResolvedValue(
      exportsResponse([scheduledExport({ mayChange: false })], { makes: [] }),
    );
    await show();
    await expect.element(page.getByText(/^Only the company’s own team can schedule exports/)).toBeVisible();
    expect(page.getByRole('button', { name: 'New scheduled export' }).elements()).toEqual([]);
  });
});

test.each(['en', 'es', 'da', 'it'] as const)('in %s it fits a phone, with an overlong name', async (locale) => {
  await page.viewport(360, 720);
  const name = 'Regnskab'.repeat(10);
  vi.mocked(readScheduledExports).mockResolvedValue(
    exportsResponse([
      scheduledExport({
        view: { id: VIEW, name },
        pauseReason: 'view_changed',
        pausedAt: '2026-12-02T08:00:00.000Z',
        nextAt: null,
      }),
    ]),
  );
  await show(locale);
  await expect.element(page.getByText(name, { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
