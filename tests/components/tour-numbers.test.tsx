/** /report-tour-numbers: reports by guides, and their review by the office. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Component as ReportTourNumbersPage } from '../../src/company/report-tour-numbers/report-tour-numbers-page.tsx';
import { REPORTS_CACHE_SCHEMA, readTourReports, type TourReportsResponse } from '../../src/data/tour-reports.ts';
import type { MirroredAction } from '../../src/domain/mirror.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES, type RoleName } from '../../src/domain/roles.ts';
import type { SubmittedReport } from '../../src/domain/tour-report.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../src/offline/device/form-drafts.ts';
import { writeCachedResponse } from '../../src/offline/device/cached-responses.ts';
import { report as record } from '../../src/offline/outbox/record.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/tour-reports.ts'), async (original) => ({
  ...(await original()),
  readTourReports: vi.fn<typeof readTourReports>(),
}));
await mockModule(import('../../src/offline/device/cached-responses.ts'), async (original) => ({
  ...(await original()),
  writeCachedResponse: vi.fn<typeof writeCachedResponse>(),
}));
await mockModule(import('../../src/offline/device/form-drafts.ts'));
await mockModule(import('../../src/offline/outbox/record.ts'), async (original) => ({
  ...(await original()),
  report: vi.fn<typeof record>(),
}));

const [ANNA, METTE] = [crypto.randomUUID(), crypto.randomUUID()];
const HOUR_MS = 3_600_000;
type Known = TourReportsResponse['reports'][number];
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const departure = (title: string, hours: number, more: Partial<Known> = {}): Known => ({
  departureId: crypto.randomUUID(),
  title: { en: title },
  startsAt: ago(hours + 2),
  endsAt: ago(hours),
  localDate: ago(hours + 2).slice(0, 10),
  guides: [{ userId: ANNA, role: 'lead' }],
  prefilled: {
    lines: [
      { type: 'ADULT', booked: 8, attended: 7 },
      { type: 'CHILD', booked: 2, attended: 2 },
    ],
    walkIns: 1,
    cash: 25_000,
  },
  actions: [],
  ...more,
});
const mirrored = (kind: MirroredAction['kind'], payload: unknown, more: Partial<MirroredAction> = {}) =>
  ({ id: crypto.randomUUID(), kind, payload, userId: ANNA, occurredAt: ago(1), ...more }) as MirroredAction;
const submitted = (more: Partial<SubmittedReport> = {}) =>
  mirrored('report_submit', {
    replaces: [],
    lines: [
      { type: 'ADULT', attended: 8 },
      { type: 'CHILD', attended: 2 },
    ],
    walkIns: 1,
    guideId: ANNA,
    minutesLate: 0,
    incidents: null,
    note: 'One more came later',
    handedOver: 20_000,
    currency: 'DKK',
    ...more,
  } satisfies SubmittedReport);

let company = '';
const signInWith = (role: RoleName) =>
  signInAs(
    identity({
      userId: ANNA,
      companies: [{ ...memberCompany(company, 'Walks'), member: true }],
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
const respondWith = (...reports: Known[]) =>
  vi.mocked(readTourReports).mockResolvedValue(
    ok({
      rule: 'report_always',
      currency: 'DKK',
      timeZone: 'Europe/Copenhagen',
      reports,
      people: [
        { id: ANNA, displayName: 'Anna Lind' },
        { id: METTE, displayName: 'Mette Friis' },
      ],
    }),
  );
const show = () =>
  renderScreen(<ReportTourNumbersPage />, {
    path: '/report-tour-numbers',
    texts: ['patterns', 'report-tour-numbers'],
  });
const row = (name: RegExp) => page.getByRole('button', { name });
const recordedActions = () => vi.mocked(record).mock.calls.map(([args]) => args);

beforeEach(async () => {
  await page.viewport(1200, 900);
  company = crypto.randomUUID();
  vi.resetAllMocks();
  const drafts = new Map<string, Parameters<typeof writeFormDraft>[0]>();
  vi.mocked(readFormDraft).mockImplementation(async (key) => drafts.get(key) ?? null);
  vi.mocked(writeFormDraft).mockImplementation(async (draft) => Boolean(drafts.set(draft.key, draft)));
  vi.mocked(deleteFormDraft).mockImplementation(async (key) => void drafts.delete(key));
  vi.mocked(record).mockResolvedValue(ok({ actionIds: [crypto.randomUUID()] }));
});
afterEach(() => session.signOut({ discard: true }));

describe('a guide', () => {
  beforeEach(() => signInWith('guide'));

  test('sees overdue reports first, and submitted ones below', async () => {
    respondWith(departure('Fresh', 2), departure('Done', 3, { actions: [submitted()] }), departure('Late', 20));
    await show();
    await expect.element(row(/^Late/)).toHaveTextContent(/10 of 10.*Overdue/);
    const rows = page
      .getByRole('listitem')
      .elements()
      .map((element) => element.textContent ?? '');
    expect(rows.map((text) => /^(Late|Fresh|Done)/.exec(text)?.[1])).toEqual(['Late', 'Fresh', 'Done']);
    // Eight adults instead of seven, and 50 kr. less.
    await expect.element(row(/^Done/)).toHaveTextContent('2 differences');
  });

  test('gets a prefilled form, changes a line by thumb, sees the differences, and submits', async () => {
    const tour = departure('Harbour', 20);
    respondWith(tour);
    await show();
    await row(/^Harbour/).click();
    const adults = page.getByRole('group', { name: 'Adult' });
    await expect.element(adults.getByRole('textbox')).toHaveValue('7');
    await expect.element(adults).toHaveTextContent('8 booked, 7 checked in');
    const more = adults.getByRole('button', { name: 'One more: Adult' });
    const { width, height } = more.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    await more.click();
    await expect.element(adults).toHaveTextContent('+1');
    const cash = page.getByRole('textbox', { name: 'Cash handed over' });
    await expect.element(cash).toHaveValue('250');
    await userEvent.fill(cash.element(), '200');
    await expect.element(page.getByText(/50.* less/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Note to the office' }).fill(' One came later ');
    await page.getByRole('button', { name: 'Submit' }).click();
    await waitFor(() => expect(recordedActions()).toHaveLength(1));
    expect(recordedActions()[0]).toEqual({
      companyId: company,
      departureId: tour.departureId,
      kind: 'report_submit',
      payload: {
        replaces: [],
        lines: [
          { type: 'ADULT', attended: 8 },
          { type: 'CHILD', attended: 2 },
        ],
        walkIns: 1,
        guideId: ANNA,
        minutesLate: 0,
        incidents: null,
        note: 'One came later',
        handedOver: 20_000,
        currency: 'DKK',
      },
    });
  });

  test('submits zero cash when there was none', async () => {
    const tour = departure('Harbour', 20);
    respondWith({ ...tour, prefilled: { ...tour.prefilled, cash: 0 } });
    await show();
    await row(/^Harbour/).click();
    await expect.element(page.getByRole('textbox', { name: 'Cash handed over' })).toHaveValue('0');
    await page.getByRole('button', { name: 'Submit' }).click();
    await waitFor(() => expect(recordedActions()).toMatchObject([{ payload: { handedOver: 0 } }]));
  });

  test('cannot submit an invalid amount', async () => {
    respondWith(departure('Harbour', 20));
    await show();
    await row(/^Harbour/).click();
    await page.getByRole('textbox', { name: 'Cash handed over' }).fill('many');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.element(page.getByText(/Enter an amount/)).toBeVisible();
    expect(recordedActions()).toEqual([]);
  });

  test('finds the draft after a reload, and can start over', async () => {
    const tour = departure('Harbour', 20);
    respondWith(tour, departure('Canals', 22));
    await show();
    await row(/^Harbour/).click();
    await page.getByRole('textbox', { name: 'Incidents' }).fill('A guest fell');
    await row(/^Canals/).click();
    await expect.element(page.getByRole('textbox', { name: 'Incidents' })).toHaveValue('');
    await row(/^Harbour/).click();
    await expect.element(page.getByRole('textbox', { name: 'Incidents' })).toHaveValue('A guest fell');
    await expect.element(page.getByText(/^Draft from .* at .*, not submitted\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Incidents' })).toHaveValue('');
    await waitFor(async () => expect(await readFormDraft(`${company}/report/${tour.departureId}`)).toBeNull());
  });

  test('stores the draft at intervals while typing', async () => {
    respondWith(departure('Harbour', 20));
    await show();
    await row(/^Harbour/).click();
    const incidents = page.getByRole('textbox', { name: 'Incidents' });
    await expect.element(incidents).toBeVisible();
    const written = () => vi.mocked(writeFormDraft).mock.calls.map(([{ values }]) => values);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const typed of ['A', 'A guest', 'A guest fell']) await incidents.fill(typed);
    expect(written()).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(written()).toMatchObject([{ mine: { incidents: 'A guest fell' } }]);
  });

  test('keeps typing when a colleague submits, is told so, and replaces that report', async () => {
    const tour = departure('Harbour', 20);
    respondWith(tour);
    await show();
    await row(/^Harbour/).click();
    await page.getByRole('textbox', { name: 'Note to the office' }).fill('Two were late');
    const theirs = { ...submitted(), userId: METTE };
    respondWith({ ...tour, actions: [theirs] });
    await queryClient.invalidateQueries();
    await expect.element(page.getByText('Mette Friis has just submitted a report')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Note to the office' })).toHaveValue('Two were late');
    await page.getByRole('button', { name: 'Submit again' }).click();
    await waitFor(() =>
      expect(recordedActions()).toMatchObject([{ payload: { replaces: [theirs.id], note: 'Two were late' } }]),
    );
  });

  test('reads the office’s question, and answers with a report that replaces the first', async () => {
    const first = submitted();
    const question = mirrored('report_return', { report: first.id, question: 'Which party?' }, { userId: METTE });
    respondWith(departure('Harbour', 20, { actions: [first, question] }));
    await show();
    await row(/^Harbour/).click();
    await expect.element(page.getByText('Question from Mette Friis')).toBeVisible();
    await expect.element(page.getByText('Which party?')).toBeVisible();
    await page.getByRole('button', { name: 'Submit again' }).click();
    await waitFor(() => expect(recordedActions()).toHaveLength(1));
    expect(recordedActions()[0]).toMatchObject({ payload: { replaces: [first.id], note: 'One more came later' } });
    expect(page.getByRole('button', { name: 'Lock' }).elements()).toEqual([]);
  });

  test('sees a locked report, read-only', async () => {
    const first = submitted();
    const lock = mirrored('report_lock', { report: first.id }, { userId: METTE });
    respondWith(departure('Harbour', 20, { actions: [first, lock] }));
    await show();
    await row(/^Harbour/).click();
    await expect.element(page.getByText('Locked by Mette Friis')).toBeVisible();
    for (const name of ['Correct', 'Lock', 'Unlock', 'Return'])
      expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([]);
  });

  test('stores figures on the device, but no texts', async () => {
    const first = submitted({ incidents: 'A guest fell' });
    const question = mirrored('report_return', { report: first.id, question: 'Which party?' }, { userId: METTE });
    const wordless = { ...submitted({ note: null }), occurredAt: ago(2) } as MirroredAction;
    respondWith(departure('Harbour', 20, { actions: [first, question, wordless] }));
    await show();
    await row(/^Harbour/).click();
    await expect.element(page.getByText('Question from Mette Friis')).toBeVisible();
    const storedReport = v.parse(REPORTS_CACHE_SCHEMA, vi.mocked(writeCachedResponse).mock.calls[0]?.[0].data)
      .reports[0]!;
    expect(storedReport.prefilled.cash).toBe(25_000);
    expect(storedReport.actions.map(({ payload }) => payload)).toMatchObject([
      { incidents: null, note: null, isMasked: true },
      { report: first.id, question: '' },
      { note: null },
    ]);
    expect(storedReport.actions[2]!.payload).not.toHaveProperty('isMasked');
  });

  test.each(['submitted', 'asked back'])('cannot correct a report whose texts are masked: %s', async (how) => {
    const first = submitted({ note: null, isMasked: true });
    const question = mirrored('report_return', { report: first.id, question: '' }, { userId: METTE });
    respondWith(departure('Harbour', 20, { actions: how === 'submitted' ? [first] : [first, question] }));
    await show();
    await row(/^Harbour/).click();
    await expect.element(page.getByRole('row', { name: /^Adult/ })).toBeVisible();
    for (const name of ['Correct', 'Submit again'])
      expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([]);
  });
});

describe('the office', () => {
  test('sees differences line by line, asks back with a note, and locks', async () => {
    await signInWith('office');
    const first = submitted();
    respondWith(departure('Harbour', 20, { actions: [first] }));
    await show();
    await row(/^Harbour/).click();
    const line = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect.element(line('Adult')).toHaveTextContent('Adult878+1');
    await expect.element(line('Child')).toHaveTextContent('Child222–');
    await expect.element(line('Cash')).toHaveTextContent(/250200.*50/);
    await page.getByRole('button', { name: 'Return' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: 'Return' })).toBeDisabled();
    await dialog.getByRole('textbox').fill('Which party?');
    await dialog.getByRole('button', { name: 'Return' }).click();
    await waitFor(() => expect(recordedActions()).toHaveLength(1));
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    // Only an owner unlocks it.
    await expect.element(dialog).toHaveTextContent('Only an owner can unlock');
    expect(recordedActions()).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
    await waitFor(() => expect(recordedActions()).toHaveLength(2));
    expect(recordedActions()).toMatchObject([
      { kind: 'report_return', payload: { report: first.id, question: 'Which party?' } },
      { kind: 'report_lock', payload: { report: first.id } },
    ]);
  });

  test('sees which tours report an incident, until they are locked', async () => {
    await signInWith('office');
    const result = submitted({ incidents: 'A guest fell' });
    const locked = submitted({ incidents: 'A guest fell' });
    const lock = mirrored('report_lock', { report: locked.id }, { userId: METTE });
    respondWith(
      departure('Quiet', 20, { actions: [submitted()] }),
      departure('Fell', 20, { actions: [result] }),
      departure('Settled', 20, { actions: [locked, lock] }),
    );
    await show();
    await expect.element(row(/^Fell/)).toHaveTextContent('Incidents');
    await expect.element(row(/^Settled/)).not.toHaveTextContent('Incidents');
    await page.getByRole('button', { name: 'Incidents 1' }).click();
    await expect.element(row(/^Quiet/)).not.toBeInTheDocument();
    await expect.element(row(/^Fell/)).toBeVisible();
  });

  test('unlocks a lock whose report is missing', async () => {
    await signInWith('owner');
    const lock = mirrored('report_lock', { report: crypto.randomUUID() }, { userId: METTE });
    respondWith(departure('Harbour', 20, { actions: [lock] }));
    await show();
    await row(/^Harbour/).click();
    await page.getByRole('button', { name: 'Unlock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('By mistake');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await waitFor(() => expect(recordedActions()).toMatchObject([{ payload: { locks: [lock.id] } }]));
  });

  test('cannot lock before the tour has ended', async () => {
    await signInWith('office');
    respondWith(departure('Harbour', -1, { actions: [submitted()] }));
    await show();
    await row(/^Harbour/).click();
    await expect.element(page.getByRole('button', { name: 'Return' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Lock', exact: true }).elements()).toEqual([]);
  });

  test('as owner unlocks with a reason, covering every active lock', async () => {
    await signInWith('owner');
    const first = submitted();
    const locks = [1, 2].map(() => mirrored('report_lock', { report: first.id }, { userId: METTE }));
    respondWith(departure('Harbour', 20, { actions: [first, ...locks] }));
    await show();
    await row(/^Harbour/).click();
    await page.getByRole('button', { name: 'Unlock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('A guest was forgotten');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await waitFor(() => expect(recordedActions()).toHaveLength(1));
    const [unlock] = recordedActions();
    if (unlock?.kind !== 'report_unlock') throw new Error('not unlocked');
    const { payload } = unlock;
    expect(payload.reason).toBe('A guest was forgotten');
    expect(payload.locks.toSorted()).toEqual(locks.map(({ id }) => id).toSorted());
  });

  test('is told when the list fails to load', async () => {
    await signInWith('office');
    vi.mocked(readTourReports).mockResolvedValue(fail('server'));
    await show();
    await expect.element(page.getByText('Older tours could not be loaded.')).toBeVisible();
  });
});
