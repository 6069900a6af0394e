/** Dialogs for schedule dates: one date, days off, a single departure; drafts, and concurrent edits. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadHolidayCalendar, type HolidayCalendar } from '../../src/company/tours-manage/dates/public-holidays.ts';
import type { LoadedBlackout, LoadedSchedule } from '../../src/company/tours-manage/dates/use-schedules.ts';
import { ToursManagePage } from '../../src/company/tours-manage/tours-manage-page.tsx';
import { assignGuide, readPlanner } from '../../src/data/guides.ts';
import { readCalendar } from '../../src/data/calendar.ts';
import { addDeparture } from '../../src/data/departures.ts';
import {
  deleteBlackout,
  deleteException,
  previewSchedule,
  previewScheduleChange,
  readSchedules,
  saveBlackout,
  saveException,
  saveSchedule,
} from '../../src/data/schedules.ts';
import { readTour } from '../../src/data/tours.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { ExceptionForm, ScheduleForm } from '../../src/domain/schedules.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../src/offline/device/form-drafts.ts';
import { addDays } from '../../src/lib/local-date.ts';
import { session } from '../../src/session/session.ts';
import { queuedToasts } from '../../src/ui/toasts/toasts.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { ADULT, NEXT_DATES, NO_CHANGE, READ, refused, SCHEDULE, SCHEDULES, TOUR } from './tours-manage-data.ts';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/offline/device/form-drafts.ts'));
await mockModule(import('../../src/company/tours-manage/dates/public-holidays.ts'), async (original) => ({
  ...(await original()),
  loadHolidayCalendar: vi.fn<typeof loadHolidayCalendar>(),
}));
await mockModule(import('../../src/data/tours.ts'), async (original) => ({
  ...(await original()),
  readTour: vi.fn<typeof readTour>(),
}));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
await mockModule(import('../../src/data/guides.ts'), async (original) => ({
  ...(await original()),
  readPlanner: vi.fn<typeof readPlanner>(),
  assignGuide: vi.fn<typeof assignGuide>(),
}));
await mockModule(import('../../src/data/schedules.ts'), async (original) => ({
  ...(await original()),
  readSchedules: vi.fn<typeof readSchedules>(),
  previewSchedule: vi.fn<typeof previewSchedule>(),
  previewScheduleChange: vi.fn<typeof previewScheduleChange>(),
  saveSchedule: vi.fn<typeof saveSchedule>(),
  saveException: vi.fn<typeof saveException>(),
  deleteException: vi.fn<typeof deleteException>(),
  saveBlackout: vi.fn<typeof saveBlackout>(),
  deleteBlackout: vi.fn<typeof deleteBlackout>(),
}));
await mockModule(import('../../src/data/departures.ts'), async (original) => ({
  ...(await original()),
  addDeparture: vi.fn<typeof addDeparture>(),
}));

const DATES = `?tour=${TOUR}&view=dates`;
const OPEN = `${DATES}&schedule=${SCHEDULE}`;
const BLACKOUT = '22222222-0000-4000-8000-000000000009';
const WEEKLY = SCHEDULES.schedules[0]!;
const exceptionOf = (
  kind: ExceptionForm['kind'],
  localDate: string,
  more: Partial<ExceptionForm> = {},
): ExceptionForm => ({
  localDate,
  kind,
  movedTo: null,
  localTime: null,
  capacity: null,
  language: null,
  note: null,
  ...more,
});
const dayOff = (more: Partial<LoadedBlackout['blackout']> = {}): LoadedBlackout => ({
  id: BLACKOUT,
  version: 1,
  blackout: { tourId: null, fromDate: '2027-06-05', toDate: '2027-06-05', name: 'Constitution Day', ...more },
});

const mockSchedules = (schedule: Partial<LoadedSchedule> = {}, blackouts: LoadedBlackout[] = []) =>
  vi.mocked(readSchedules).mockResolvedValue(ok({ ...SCHEDULES, schedules: [{ ...WEEKLY, ...schedule }], blackouts }));
const savedResult = ok({ ...NO_CHANGE, version: 9 });

let company = '';
const show = (query: string) =>
  renderScreen(
    <div style={{ height: '900px' }}>
      <ToursManagePage />
    </div>,
    { path: '/tours/manage', at: `/tours/manage${query}`, texts: ['patterns', 'tours-manage'] },
  );
const dialog = page.getByRole('dialog');
const box = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const save = dialog.getByRole('button', { name: 'Save', exact: true });
const expectToast = async (text: string) => {
  await expect
    .poll(() => queuedToasts.getState().map((toast) => toast.text))
    .toContainEqual(expect.stringContaining(text));
};
const choose = async (menu: string, entry: string) => {
  await page.getByRole('button', { name: `More for ${menu}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

beforeEach(async () => {
  await page.viewport(1280, 1000);
  company = crypto.randomUUID();
  vi.resetAllMocks();
  const drafts = new Map<string, Parameters<typeof writeFormDraft>[0]>();
  vi.mocked(readFormDraft).mockImplementation(async (key) => drafts.get(key) ?? null);
  vi.mocked(writeFormDraft).mockImplementation(async (draft) => Boolean(drafts.set(draft.key, draft)));
  vi.mocked(deleteFormDraft).mockImplementation(async (key) => void drafts.delete(key));
  vi.mocked(readTour).mockResolvedValue(ok({ ...READ, companyId: company, version: 3 }));
  vi.mocked(readCalendar).mockImplementation((_, { from, to }) =>
    Promise.resolve(
      ok({ from, to, timeZone: 'Europe/Copenhagen', isWholeCompany: true, tours: [], daysOff: [], departures: [] }),
    ),
  );
  vi.mocked(previewSchedule).mockResolvedValue(ok(NEXT_DATES));
  vi.mocked(previewScheduleChange).mockResolvedValue(ok(NO_CHANGE));
  for (const act of [saveSchedule, saveException, deleteException, saveBlackout, deleteBlackout])
    vi.mocked(act as typeof saveException).mockResolvedValue(savedResult);
  vi.mocked(addDeparture).mockResolvedValue(ok({ version: 1 }));
  vi.mocked(readPlanner).mockResolvedValue(fail('offline', { retry: true }));
  mockSchedules();
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('when a colleague saved first', () => {
  const theirs = { tourId: null, fromDate: '2027-06-05', toDate: '2027-06-06', name: 'Theirs' };
  const staleDays = refused({ status: 'stale' as const, version: 2, current: theirs });

  test('days off: asks about conflicting fields, and takes over their other changes', async () => {
    mockSchedules({}, [dayOff()]);
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(staleDays);
    await show(DATES);
    await choose('Constitution Day', 'Edit');
    await box('Name').fill('Mine');
    await save.click();
    await expect.element(dialog.getByRole('radio', { name: 'Theirs: Theirs' })).toBeVisible();
    await expect.element(save).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Yours: Mine' }).click();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await expect.element(box('Last day')).toHaveValue('6/6/2027');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveBlackout).mock.lastCall?.[0]).toMatchObject({
      blackout: BLACKOUT,
      version: 2,
      input: { ...theirs, name: 'Mine' },
    });
  });

  test('days off: after choosing theirs, older data does not bring back the previous value', async () => {
    mockSchedules({}, [dayOff()]);
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(staleDays);
    await show(DATES);
    await choose('Constitution Day', 'Edit');
    await box('Name').fill('Mine');
    await save.click();
    await dialog.getByRole('radio', { name: 'Theirs: Theirs' }).click();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await expect.element(box('Name')).toHaveValue('Theirs');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveBlackout).mock.lastCall?.[0]).toMatchObject({ version: 2, input: theirs });
  });

  test('one date: their changes to it and to its schedule are merged', async () => {
    const current: ScheduleForm = { ...WEEKLY.schedule, localTime: '11:00' };
    const exceptions = [exceptionOf('changed', '2027-05-04', { capacity: 8, note: 'North gate' })];
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(
      refused({ status: 'stale' as const, version: 8, current, exceptions }),
    );
    await show(OPEN);
    await choose('Tue 4 May', 'Change this date…');
    await box('Capacity').fill('12');
    await save.click();
    await expect.element(dialog.getByRole('radio', { name: 'Theirs: 8' })).toBeVisible();
    await dialog.getByRole('radio', { name: 'Yours: 12' }).click();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await expect.element(box('Note')).toHaveValue('North gate');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveException).mock.lastCall?.[0]).toMatchObject({
      version: 8,
      input: exceptionOf('changed', '2027-05-04', { capacity: 12, note: 'North gate' }),
    });
  });

  test('a schedule: conflicting recurrence rules are shown in words', async () => {
    const current = { ...WEEKLY.schedule, rrule: 'FREQ=MONTHLY;BYDAY=2SA', language: 'da' };
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(
      refused({ status: 'stale' as const, version: 8, current, exceptions: [] }),
    );
    await show(OPEN);
    await page.getByRole('button', { name: 'Sunday', exact: true }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOptions('en');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const days = page.getByRole('radiogroup', { name: 'On these days' });
    await expect.element(days.getByRole('radio', { name: 'Yours: Tuesday, Saturday and Sunday' })).toBeVisible();
    await expect.element(days.getByRole('radio', { name: 'Theirs: empty' })).toBeVisible();
    const spoken = page.getByRole('radiogroup', { name: 'Language' });
    await expect.element(spoken.getByRole('radio', { name: 'Theirs: Danish' })).toBeVisible();
  });

  test('all dates: their changes to the schedule are kept', async () => {
    const current: ScheduleForm = { ...WEEKLY.schedule, rrule: 'FREQ=WEEKLY;BYDAY=TU,SU', capacity: 15 };
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(
      refused({ status: 'stale' as const, version: 8, current, exceptions: [] }),
    );
    await show(OPEN);
    await choose('Tue 4 May', 'Change this date…');
    await dialog.getByRole('radio', { name: 'All dates in the schedule' }).click();
    await box('Time').fill('12:30');
    await save.click();
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveSchedule).mock.lastCall?.[0]).toMatchObject({
      version: 8,
      input: { rrule: 'FREQ=WEEKLY;BYDAY=TU,SU', capacity: 15, localTime: '12:30' },
    });
  });

  test('a menu action reports the conflict and reloads', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(
      refused({ status: 'stale' as const, version: 8, current: WEEKLY.schedule, exceptions: [] }),
    );
    await show(OPEN);
    await expect.element(page.getByRole('button', { name: 'More for Tue 4 May' })).toBeVisible();
    const before = vi.mocked(readSchedules).mock.calls.length;
    await choose('Tue 4 May', 'Skip this date');
    await expectToast('A colleague has just changed this');
    await waitFor(() => expect(vi.mocked(readSchedules).mock.calls.length).toBeGreaterThan(before));
    expect(saveException).not.toHaveBeenCalled();
  });
});

describe('an unsaved draft', () => {
  const dialogs: Record<
    string,
    { at: string; open(): Promise<void>; field: string; typed: string; fill(): Promise<void> }
  > = {
    'of days off': {
      at: DATES,
      open: () => page.getByRole('button', { name: 'Add days off' }).click(),
      field: 'Name',
      typed: 'Repairs',
      fill: () => box('First day').fill('6/6/2027'),
    },
    'of one date': {
      at: OPEN,
      open: () => choose('Tue 4 May', 'Change this date…'),
      field: 'Note',
      typed: 'By boat',
      fill: async () => undefined,
    },
    'of a single departure': {
      at: DATES,
      open: () => page.getByRole('button', { name: 'New departure' }).click(),
      field: 'Capacity',
      typed: '14',
      fill: async () => {
        await box('Date').fill('6/6/2027');
        await box('Time').fill('18:00');
      },
    },
  };

  test.each(Object.keys(dialogs))('%s is offered again until it is saved', async (dialogName) => {
    const { at, open, field, typed, fill } = dialogs[dialogName]!;
    await show(at);
    await open();
    await box(field).fill(typed);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await open();
    await expect.element(box(field)).toHaveValue('');
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    await expect.element(box(field)).toHaveValue(typed);
    await fill();
    await dialog.getByRole('button', { name: /^(Save|Add departure)$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await open();
    await expect.element(box(field)).toBeVisible();
    const reads = vi.mocked(readFormDraft).mock.results;
    expect(await reads.at(-1)?.value).toBeNull();
  });
});

test('a schedule names its next departure in the company’s time zone', async () => {
  const schedules = [{ ...WEEKLY, nextAt: '2027-05-04T12:00:00.000Z' }];
  vi.mocked(readSchedules).mockResolvedValue(ok({ ...SCHEDULES, schedules, timeZone: 'Pacific/Kiritimati' }));
  await show(DATES);
  await expect.element(page.getByRole('button', { name: /next: Wed\s5\sMay/ })).toBeVisible();
});

describe('the dates beside a schedule', () => {
  test('follow the form once it is valid, and are read-only while it is unsaved', async () => {
    await show(OPEN);
    await expect.element(page.getByRole('button', { name: 'More for Tue 4 May' })).toBeVisible();
    expect(vi.mocked(previewSchedule).mock.lastCall?.[0]).toEqual({
      tour: TOUR,
      schedule: SCHEDULE,
      input: WEEKLY.schedule,
    });
    const time = page.getByRole('textbox', { name: 'Time', exact: true });
    await time.fill('');
    await expect.element(page.getByText('Fill in the fields to see the dates.')).toBeVisible();
    await time.fill('15:15');
    await waitFor(() =>
      expect(vi.mocked(previewSchedule).mock.lastCall?.[0].input).toEqual({ ...WEEKLY.schedule, localTime: '15:15' }),
    );
    await expect.element(page.getByRole('list', { name: 'Next dates' })).toBeVisible();
    expect(page.getByRole('button', { name: 'More for Tue 4 May' }).elements()).toHaveLength(0);
    expect(page.getByRole('button', { name: 'Add a date' }).elements()).toHaveLength(0);
  });

  test('can start from any day, and load ten at a time', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({
      ...NEXT_DATES.dates[0]!,
      scheduledDate: addDays('2027-05-04', at),
      localDate: addDays('2027-05-04', at),
      startsAt: `${addDays('2027-05-04', at)}T08:00:00.000Z`,
    }));
    vi.mocked(previewSchedule).mockImplementation(async ({ from }) =>
      ok(from === '2028-06-01' ? NEXT_DATES : { dates: ten, skipped: [] }),
    );
    await show(OPEN);
    await page.getByRole('button', { name: 'Later dates' }).click();
    await waitFor(() => expect(vi.mocked(previewSchedule).mock.lastCall?.[0]).toMatchObject({ from: '2027-05-14' }));
    await page.getByRole('textbox', { name: 'Dates from' }).fill('1/6/2028');
    await expect.element(page.getByText('Ascension Day')).toBeVisible();
    // Fewer than ten: there are no later ones.
    await expect.element(page.getByRole('button', { name: 'Later dates' })).not.toBeInTheDocument();
    await choose('Sat 8 May', 'Follow the schedule again');
    await waitFor(() => expect(deleteException).toHaveBeenCalledTimes(1));
    await page.getByRole('textbox', { name: 'Dates from' }).fill('');
    await waitFor(() => expect(vi.mocked(previewSchedule).mock.lastCall?.[0]).not.toHaveProperty('from'));
  });

  test('are left out one by one, and restored from the list of omissions', async () => {
    mockSchedules({ exceptions: [exceptionOf('removed', '2027-05-11'), exceptionOf('removed', '2027-04-13')] });
    await show(OPEN);
    await choose('Tue 4 May', 'Skip this date');
    await waitFor(() => expect(saveException).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveException).mock.lastCall?.[0]).toMatchObject({
      schedule: SCHEDULE,
      version: 7,
      input: exceptionOf('removed', '2027-05-04'),
    });
    // Past omissions are not listed.
    expect(page.getByRole('button', { name: 'Tue 13 Apr' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Tue 11 May' }).click();
    await waitFor(() => expect(deleteException).toHaveBeenCalledTimes(1));
    expect(vi.mocked(deleteException).mock.lastCall?.[0]).toMatchObject({ version: 7, localDate: '2027-05-11' });
  });

  test('added dates can be removed, and changed ones reset to the schedule', async () => {
    vi.mocked(previewSchedule).mockResolvedValue(
      ok({
        skipped: [],
        dates: NEXT_DATES.dates.map((date, at) => ({
          ...date,
          kind: at === 0 ? ('added' as const) : ('changed' as const),
        })),
      }),
    );
    await show(OPEN);
    await choose('Tue 4 May', 'Remove this date');
    await waitFor(() =>
      expect(vi.mocked(deleteException).mock.lastCall?.[0]).toMatchObject({ localDate: '2027-05-04' }),
    );
    await choose('Sat 8 May', 'Follow the schedule again');
    await waitFor(() =>
      expect(vi.mocked(deleteException).mock.lastCall?.[0]).toMatchObject({ localDate: '2027-05-08' }),
    );
  });
});

describe('one date', () => {
  const scopes = dialog.getByRole('radiogroup', { name: 'Apply to' });

  test('outside the rule is added', async () => {
    await show(OPEN);
    await page.getByRole('button', { name: 'Add a date' }).click();
    expect(scopes.elements()).toHaveLength(0);
    await save.click();
    expect(saveException).not.toHaveBeenCalled();
    await box('Date').fill('5/5/2027');
    await box('Time').fill('18:00');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveException).mock.lastCall?.[0]).toMatchObject({
      input: exceptionOf('added', '2027-05-05', { localTime: '18:00' }),
    });
  });

  test('shows its overrides', async () => {
    const more = { movedTo: '2027-05-06', localTime: '09:00', capacity: 5, language: 'en', note: 'By boat' };
    mockSchedules({ exceptions: [exceptionOf('changed', '2027-05-04', more)] });
    await show(OPEN);
    await choose('Tue 4 May', 'Change this date…');
    await expect.element(box('Date')).toHaveValue('6/5/2027');
    await expect.element(box('Time')).toHaveValue('09:00');
    await expect.element(box('Capacity')).toHaveValue('5');
    await expect.element(dialog.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
    await expect.element(box('Note')).toHaveValue('By boat');
  });

  test('of a schedule with a fixed count does not offer “This and all later dates”, which would restart the count', async () => {
    mockSchedules({ schedule: { ...WEEKLY.schedule, rrule: 'FREQ=WEEKLY;BYDAY=TU,SA;COUNT=20' } });
    await show(OPEN);
    await choose('Tue 4 May', 'Change this date…');
    await expect.element(scopes.getByRole('radio', { name: 'All dates in the schedule' })).toBeVisible();
    expect(scopes.getByRole('radio', { name: 'This and all later dates' }).elements()).toHaveLength(0);
    expect(scopes.getByRole('radio').elements()).toHaveLength(2);
  });

  test('shows why it was refused, and keeps the input', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValueOnce(
      refused({ status: 'invalid' as const, problems: [{ field: 'moved_to', code: 'past' as const }] }),
    );
    await show(OPEN);
    await choose('Tue 4 May', 'Change this date…');
    await box('Date').fill('2/2/2020');
    await save.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Date/);
    await expect.element(box('Date')).toHaveValue('2/2/2020');
    expect(saveException).not.toHaveBeenCalled();
  });
});

describe('days off', () => {
  test('of one day need no last day, and apply to this tour by default', async () => {
    await show(DATES);
    await page.getByRole('button', { name: 'Add days off' }).click();
    await box('First day').fill('6/6/2027');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveBlackout).mock.lastCall?.[0]).toMatchObject({
      company,
      version: 0,
      input: { tourId: TOUR, fromDate: '2027-06-06', toDate: '2027-06-06', name: '' },
    });
  });

  test('apply to all tours, and cannot end before they start', async () => {
    await show(DATES);
    await page.getByRole('button', { name: 'Add days off' }).click();
    await dialog.getByRole('radio', { name: 'All tours' }).click();
    await box('First day').fill('6/6/2027');
    await box('Last day').fill('5/6/2027');
    await save.click();
    await expect.element(box('Last day')).toBeInvalid();
    expect(previewScheduleChange).not.toHaveBeenCalled();
    await box('Last day').fill('8/6/2027');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveBlackout).mock.lastCall?.[0]).toMatchObject({
      input: { tourId: null, fromDate: '2027-06-06', toDate: '2027-06-08' },
    });
  });

  test('are removed from their row, with the version that was read', async () => {
    mockSchedules({}, [dayOff()]);
    await show(DATES);
    await choose('Constitution Day', 'Remove');
    await waitFor(() => expect(deleteBlackout).toHaveBeenCalledTimes(1));
    expect(vi.mocked(deleteBlackout).mock.lastCall?.[0]).toMatchObject({ blackout: BLACKOUT, version: 1 });
  });
});

describe('a single departure', () => {
  const add = dialog.getByRole('button', { name: 'Add departure' });
  const open = async () => {
    await show(DATES);
    await page.getByRole('button', { name: 'New departure' }).click();
    await box('Date').fill('6/6/2027');
    await box('Time').fill('18:00');
  };

  test('inherits from its tour what is left empty', async () => {
    await open();
    await add.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectToast('Departure added');
    expect(vi.mocked(addDeparture).mock.lastCall?.[0]).toMatchObject({
      tour: TOUR,
      input: {
        localDate: '2027-06-06',
        localTime: '18:00',
        capacity: null,
        language: null,
        meetingNote: null,
        prices: {},
      },
    });
  });

  test('can have its own prices, note and guide, and says which guide could not be assigned', async () => {
    vi.mocked(readPlanner).mockResolvedValue(
      ok({
        timeZone: 'UTC',
        minimumBreakMinutes: 0,
        tours: [],
        guides: [{ id: 'tom', name: 'Tom', minutes: 0, languages: null, hours: null, version: 0, timeOff: [] }],
        departures: [],
        conflicts: [],
      }),
    );
    vi.mocked(assignGuide).mockResolvedValue(refused({ status: 'conflicts' as const, conflicts: [] }));
    await open();
    await box('Adult').fill('500');
    await box('Meeting point note').fill('By the side door');
    await dialog.getByRole('combobox', { name: 'Guide' }).selectOptions('Tom');
    await add.click();
    await expect.element(dialog).not.toBeInTheDocument();
    const { departure, input } = vi.mocked(addDeparture).mock.lastCall![0];
    expect(input).toMatchObject({ meetingNote: 'By the side door', prices: { [ADULT]: 50_000 } });
    expect(vi.mocked(assignGuide).mock.lastCall?.[1]).toEqual({
      departure: { id: departure, version: 1 },
      userId: 'tom',
    });
    await expectToast('Tom can’t be assigned');
  });

  test('shows a refusal at its field, and explains an archived tour', async () => {
    vi.mocked(addDeparture).mockResolvedValueOnce(
      refused({ status: 'invalid' as const, problems: [{ field: 'local_date', code: 'past' as const }] }),
    );
    await open();
    await add.click();
    await expect.element(box('Date')).toBeInvalid();
    vi.mocked(addDeparture).mockResolvedValueOnce(refused({ status: 'archived' as const }));
    await box('Date').fill('7/6/2027');
    await add.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This tour is archived.');
    await expect.element(box('Time')).toHaveValue('18:00');
  });
});

describe('public holidays', () => {
  const book: HolidayCalendar = {
    countries: ['DK', 'DE'],
    regionsOf: (country) => (country === 'DE' ? [{ code: 'BY', name: 'Bavaria' }] : []),
    holidaysOf: ({ country, region, year }) => [
      { fromDate: `${year}-12-25`, toDate: `${year}-12-26`, name: country === 'DK' ? 'Juledag' : 'Weihnachten' },
      ...(region === 'BY' ? [{ fromDate: `${year}-11-01`, toDate: `${year}-11-01`, name: 'Allerheiligen' }] : []),
    ],
  };
  const country = dialog.getByRole('combobox', { name: 'Country' });
  const region = dialog.getByRole('combobox', { name: 'Region' });

  test('default to the time zone’s country, offer others with regions, and add what was ticked', async () => {
    let resolveCalendar: (result: HolidayCalendar) => void = () => undefined;
    vi.mocked(loadHolidayCalendar).mockReturnValue(new Promise((resolve) => (resolveCalendar = resolve)));
    await show(DATES);
    await page.getByRole('button', { name: 'Public holidays' }).click();
    await expect.element(dialog.getByText('Loading public holidays…')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Add days off' })).toBeDisabled();
    resolveCalendar(book);
    await expect.element(country).toHaveValue('DK');
    expect(region.elements()).toHaveLength(0);
    await dialog.getByRole('checkbox', { name: /Juledag/ }).click();
    await expect.element(dialog.getByRole('button', { name: 'Add 1 day off' })).toBeEnabled();
    await country.selectOptions('Germany');
    await expect.element(dialog.getByRole('button', { name: 'Add days off' })).toBeDisabled();
    await region.selectOptions('Bavaria');
    await dialog.getByRole('checkbox', { name: /Allerheiligen/ }).click();
    await dialog.getByRole('button', { name: 'Add 1 day off' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveBlackout).mock.lastCall?.[0]).toMatchObject({
      input: { tourId: null, fromDate: '2027-11-01', toDate: '2027-11-01', name: 'Allerheiligen' },
    });
  });

  test('say when a country’s calendar fails to load', async () => {
    vi.mocked(loadHolidayCalendar).mockRejectedValue(new Error('no network'));
    await show(DATES);
    await page.getByRole('button', { name: 'Public holidays' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This part of the app isn’t on the device yet.');
  });
});
