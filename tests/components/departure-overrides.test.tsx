/** “Change this departure…”: its overrides, who may set them, and refusals. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { assignGuide, readPlanner, unassignGuide } from '../../src/data/guides.ts';
import { saveDepartureOverrides, readDeparture, type OneDeparture } from '../../src/data/departures.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { DepartureOverridesDialog } from '../../src/features/departure-overrides/departure-overrides-dialog.tsx';
import { session } from '../../src/session/session.ts';
import { useFormats } from '../../src/ui/format/use-formats.ts';
import { guide, plan } from '../../src/company/planner/testing/planner-plan.ts';
import { card, departure } from './calendar-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/guides.ts'), async (original) => ({
  ...(await original()),
  readPlanner: vi.fn<typeof readPlanner>(),
  assignGuide: vi.fn<typeof assignGuide>(),
  unassignGuide: vi.fn<typeof unassignGuide>(),
}));
await mockModule(import('../../src/data/departures.ts'), async (original) => ({
  ...(await original()),
  readDeparture: vi.fn<typeof readDeparture>(),
  saveDepartureOverrides: vi.fn<typeof saveDepartureOverrides>(),
}));

const saveDepartureOverridesMock = vi.mocked(saveDepartureOverrides);
const assignGuideMock = vi.mocked(assignGuide);
const ADULT = '3f0e0000-0000-4000-8000-00000000000a';
const CHILD = '3f0e0000-0000-4000-8000-00000000000b';
const READ: OneDeparture = {
  id: 'a',
  companyId: 'company',
  tourId: 'tour',
  scheduleId: 'schedule',
  scheduledDate: '2031-05-05',
  followsSchedule: true,
  startsAt: '2031-05-05T08:00:00.000Z',
  endsAt: '2031-05-05T09:30:00.000Z',
  localDate: '2031-05-05',
  departureStatus: 'scheduled',
  isClosed: false,
  version: 3,
  overrides: { capacity: null, language: null, meetingNote: null, prices: { [CHILD]: 100_00 } },
  capacity: 20,
  language: 'en',
  guideLanguages: ['en', 'da'],
  tourCapacity: 20,
  inheritedCapacity: 20,
  inheritedLanguage: 'en',
  seatsTaken: 2,
  prices: [
    { priceCategoryId: ADULT, type: 'ADULT', tourAmount: 450_00, amount: 450_00 },
    { priceCategoryId: CHILD, type: 'CHILD', tourAmount: 200_00, amount: 100_00 },
  ],
};
const refused = <R,>(refusal: R) => ({ ok: false as const, code: 'refused' as const, retry: false as const, refusal });
const onDone = vi.fn<() => void>();
const onClose = vi.fn<() => void>();
const dialog = page.getByRole('dialog', { name: 'Change this departure' });
const field = (name: string) => dialog.getByRole('textbox', { name });
const choice = (name: string) => dialog.getByRole('combobox', { name });
const save = dialog.getByRole('button', { name: 'Save', exact: true });

let company = '';
function Shown() {
  const formats = useFormats('Europe/Copenhagen');
  return (
    <DepartureOverridesDialog
      departure={departure('a', '2031-05-05')}
      context={{ company, formats, title: () => 'Harbour walk' }}
      onChanged={onDone}
      onClose={onClose}
    />
  );
}
const show = () => renderScreen(<Shown />, { texts: ['patterns', 'calendar', 'departure-overrides'] });
const signInWith = (permissions: readonly Permission[]) =>
  signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company, 'Walks'), member: true }],
      assignments: [
        { company: { id: company, isActive: true }, organisation: null, role: 'own', permissions: [...permissions] },
      ],
    }),
  );

beforeEach(async () => {
  company = crypto.randomUUID();
  vi.resetAllMocks();
  vi.mocked(readDeparture).mockResolvedValue(ok(READ));
  vi.mocked(readPlanner).mockResolvedValue(
    ok(plan({ guides: [guide('Anna'), guide('Bo', { languages: ['en'] })], departures: [] })),
  );
  saveDepartureOverridesMock.mockResolvedValue(ok({ version: 4 }));
  await page.viewport(1200, 900);
  await signInWith(BUILT_IN_ROLES.owner);
});
afterEach(() => session.signOut({ discard: true }));

describe('the overrides of a departure', () => {
  test('show inherited values as placeholders, and save what is filled in', async () => {
    await show();
    await expect.element(field('Capacity')).toHaveValue('');
    await expect.element(dialog.getByText('2 seats booked. Default: 20')).toBeVisible();
    await expect.element(field('Child')).toHaveValue('100');
    await expect.element(dialog.getByText('Default: DKK 200')).toBeVisible();
    await field('Capacity').fill('12');
    await choice('Language').selectOptions('Danish');
    await field('Adult').fill('500');
    await field('Child').fill('');
    await field('Meeting point note').fill('At the side door');
    await save.click();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(saveDepartureOverridesMock.mock.lastCall?.[0]).toEqual({
      departure: 'a',
      version: 3,
      input: { capacity: 12, language: 'da', meetingNote: 'At the side door', prices: { [ADULT]: 500_00 } },
    });
    expect(assignGuideMock).not.toHaveBeenCalled();
    expect(onDone).toHaveBeenCalled();
  });

  test('show prices to the office, read-only', async () => {
    await signInWith(BUILT_IN_ROLES.office);
    await show();
    await expect.element(dialog.getByText('Child: DKK 100 instead of DKK 200')).toBeVisible();
    expect(field('Adult').elements()).toHaveLength(0);
    await field('Capacity').fill('12');
    await save.click();
    await waitFor(() => expect(saveDepartureOverridesMock).toHaveBeenCalled());
    // The owner's prices are sent unchanged.
    expect(saveDepartureOverridesMock.mock.lastCall?.[0].input).toEqual({ ...READ.overrides, capacity: 12 });
  });

  test('assign another guide after saving, and ask to confirm conflicts', async () => {
    assignGuideMock.mockResolvedValueOnce(
      refused({
        status: 'conflicts' as const,
        conflicts: [{ departureId: 'a', userId: 'Bo', kind: 'language' as const, otherId: null }],
      }),
    );
    assignGuideMock.mockResolvedValueOnce(ok({ departure: { ...card(departure('a', '2031-05-05')), version: 5 } }));
    await show();
    await choice('Guide').selectOptions('Bo');
    await expect.element(dialog.getByText('Bo will get a request. Lea will be notified.')).toBeVisible();
    await save.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Bo doesn’t guide in this language.');
    expect(onClose).not.toHaveBeenCalled();
    await dialog.getByRole('button', { name: 'Save and ask Bo anyway' }).click();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(
      assignGuideMock.mock.calls.map(([, { departure: at, insteadOf, ignoreConflicts }]) => [
        at,
        insteadOf,
        ignoreConflicts,
      ]),
    ).toEqual([
      [{ id: 'a', version: 4 }, 'lea', false],
      [{ id: 'a', version: 4 }, 'lea', true],
    ]);
    expect(saveDepartureOverridesMock.mock.calls.map(([{ version }]) => version)).toEqual([3, 4]);
  });

  test('show refusals at their fields, with the input kept', async () => {
    saveDepartureOverridesMock.mockResolvedValue(
      refused({
        status: 'invalid' as const,
        problems: [
          { field: 'capacity', code: 'below_booked' as const },
          { field: `prices.${CHILD}`, code: 'too_large' as const },
        ],
      }),
    );
    await show();
    await field('Capacity').fill('1');
    await save.click();
    await expect.element(field('Capacity')).toHaveAccessibleDescription(/below what’s already booked/);
    await expect.element(field('Child')).toHaveAccessibleDescription(/large/);
    await expect.element(field('Capacity')).toHaveValue('1');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('merge concurrent edits, and ask about conflicting fields', async () => {
    saveDepartureOverridesMock.mockResolvedValueOnce(
      refused({
        status: 'stale' as const,
        version: 9,
        current: { ...READ.overrides, capacity: 15, meetingNote: 'Gate 2' },
      }),
    );
    saveDepartureOverridesMock.mockResolvedValueOnce(ok({ version: 10 }));
    await show();
    await field('Capacity').fill('12');
    await save.click();
    await expect.element(save).toBeDisabled();
    await dialog.getByRole('radio', { name: /12/ }).click();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await expect.element(field('Meeting point note')).toHaveValue('Gate 2');
    await save.click();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(saveDepartureOverridesMock.mock.lastCall?.[0]).toEqual({
      departure: 'a',
      version: 9,
      input: { ...READ.overrides, capacity: 12, meetingNote: 'Gate 2' },
    });
  });

  test('show a failed load, and reload on request', async () => {
    vi.mocked(readDeparture).mockResolvedValueOnce(fail('server', { retry: true }));
    await show();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The departure could not be loaded.');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(field('Capacity')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});
