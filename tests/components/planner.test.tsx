/** /tours/calendar2 (the planner) in each of its states, by pointer and by keyboard. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlannerPage } from '../../src/company/planner/planner-page.tsx';
import { addDeparture, moveDeparture, readDeparture } from '../../src/data/departures.ts';
import {
  assignGuide,
  readAvailability,
  readPlanner,
  saveAvailability,
  suggestAssignments,
  unassignGuide,
  type PlannerData,
} from '../../src/data/guides.ts';
import { readTours, type ListedTour } from '../../src/data/tours.ts';
import { fail, ok, type FailureCode, type Result } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { session } from '../../src/session/session.ts';
import { isWorkRunning } from '../../src/ui/form/dirty-forms.ts';
import { queuedToasts } from '../../src/ui/toasts/toasts.ts';
import { departure, guide, MONDAY, assignedGuide, plan } from '../../src/company/planner/testing/planner-plan.ts';
import { identity, deferred, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { loadTexts } from '../../src/i18n/messages.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import { stays } from '../support/eventually.ts';
import { WAIT_TIMEOUT_MS, waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/tours.ts'));
await mockModule(import('../../src/data/departures.ts'), async (original) => ({
  ...(await original()),
  addDeparture: vi.fn<typeof addDeparture>(),
  moveDeparture: vi.fn<typeof moveDeparture>(),
  readDeparture: vi.fn<typeof readDeparture>(),
}));
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/guides.ts'), async (original) => ({
  ...(await original()),
  readPlanner: vi.fn<typeof readPlanner>(),
  assignGuide: vi.fn<typeof assignGuide>(),
  unassignGuide: vi.fn<typeof unassignGuide>(),
  suggestAssignments: vi.fn<typeof suggestAssignments>(),
  readAvailability: vi.fn<typeof readAvailability>(),
  saveAvailability: vi.fn<typeof saveAvailability>(),
}));

const readPlannerMock = vi.mocked(readPlanner);
const assignGuideMock = vi.mocked(assignGuide);
const unassignGuideMock = vi.mocked(unassignGuide);
const suggestAssignmentsMock = vi.mocked(suggestAssignments);
const addDepartureMock = vi.mocked(addDeparture);
const readAvailabilityMock = vi.mocked(readAvailability);
const saveAvailabilityMock = vi.mocked(saveAvailability);
const moveDepartureMock = vi.mocked(moveDeparture);
const NOBODY = { bookings: 0, guests: 0, holds: 0, withoutEmail: [], guides: [] };

/** Two departures without a guide, one of Anna's, and Bo, who speaks no Danish. */
const WEEK = plan({
  guides: [guide('Anna', { minutes: 120 }), guide('Bo', { languages: ['en'] })],
  departures: [
    departure('first', { hour: 9 }),
    departure('second', { day: 1, hour: 9, language: 'da' }),
    departure('hers', { hour: 14, guides: [assignedGuide('Anna')] }),
  ],
});
const block = (name: RegExp) => page.getByRole('button', { name });
const FIRST = /^09:00 Harbour walk · 09:00–11:00 · Mon 23/;
const SECOND = /^09:00 Harbour walk · 09:00–11:00 · Tue 24/;
const HERS = /14:00–16:00/;
const lane = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
const dialog = page.getByRole('dialog');
const annas = page.getByRole('row', { name: /^Anna/ });

let company = '';
const show = (search = `?on=${MONDAY}`) =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <PlannerPage />
    </div>,
    { path: '/tours/calendar2', at: `/tours/calendar2${search}`, texts: ['patterns', 'planner'] },
  );
/** A fake server whose state mutations change as the real one would. */
function serve(start: PlannerData): void {
  let now = start;
  const change = (id: string, guides: PlannerData['departures'][number]['guides']) => {
    const departures = now.departures.map((departure) =>
      departure.id === id ? { ...departure, guides, version: departure.version + 1 } : departure,
    );
    now = { ...now, departures };
    return ok({ departure: departures.find((departure) => departure.id === id)! });
  };
  const guides = (id: string) => now.departures.find((departure) => departure.id === id)!.guides;
  readPlannerMock.mockImplementation(() => Promise.resolve(ok(now)));
  assignGuideMock.mockImplementation((_, { departure: { id }, userId, insteadOf }) =>
    Promise.resolve(
      change(id, [
        ...guides(id).filter((guide) => guide.userId !== insteadOf),
        assignedGuide(userId, { state: 'proposed' }),
      ]),
    ),
  );
  unassignGuideMock.mockImplementation((_, { departure: { id }, userId }) =>
    Promise.resolve(
      change(
        id,
        guides(id).filter((guide) => guide.userId !== userId),
      ),
    ),
  );
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  for (const mock of [
    readPlannerMock,
    assignGuideMock,
    unassignGuideMock,
    suggestAssignmentsMock,
    addDepartureMock,
    moveDepartureMock,
  ])
    mock.mockReset();
  company = crypto.randomUUID();
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [member],
      assignments: [
        {
          role: 'owner',
          permissions: ['COMPANY_ALL_ACCESS'],
          company: { id: company, isActive: true },
          organisation: null,
        },
      ],
    }),
  );
  serve(WEEK);
});
afterEach(() => session.signOut({ discard: true }));

describe('at 1280 px, beside the menu', () => {
  const render = (search: string, locale: Locale) =>
    renderScreen(
      <div style={{ height: '700px', width: '1193px' }}>
        <PlannerPage />
      </div>,
      {
        path: '/tours/calendar2',
        at: `/tours/calendar2?on=${MONDAY}${search}`,
        texts: ['patterns', 'planner'],
        locale,
      },
    );
  const short = (id: string) =>
    departure(id, { wallMinutes: 75, booked: 488, capacity: 520, guides: [assignedGuide('Anna')] });

  test.each(LOCALES)('keeps toolbar and day headings on one line in %s', async (locale) => {
    await render('', locale);
    await expect.element(page.getByRole('grid')).toBeVisible();
    // Until the typeface has loaded, another one may need two lines.
    const heightOf = (element: Element | null | undefined) => element?.clientHeight ?? Infinity;
    await expect.poll(() => heightOf(document.querySelector('[role=radiogroup]')?.parentElement)).toBeLessThan(64);
    const headings = () => [...document.querySelectorAll('[role=columnheader] button:first-child')];
    expect(headings()).toHaveLength(7);
    await expect.poll(() => Math.max(...headings().map(heightOf))).toBeLessThan(44);
  });

  test.each(LOCALES)('shows all seats of a short departure in %s', async (locale) => {
    readPlannerMock.mockResolvedValue(ok({ ...WEEK, departures: [short('short')] }));
    await render('&view=day', locale);
    const shortBlock = page.getByRole('button', { name: /488/ });
    await expect.element(shortBlock).toBeVisible();
    const facts = () => shortBlock.element().querySelector('[data-seats]')!;
    expect(getComputedStyle(facts(), '::after').content).toContain('488/520');
    const overflow = () => facts().getBoundingClientRect().right - shortBlock.element().getBoundingClientRect().right;
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
});

describe('the planner', () => {
  test('writes the second conflict of a list in lower case', async () => {
    const conflict = { departureId: 'hers', userId: 'Anna', otherId: null } as const;
    readPlannerMock.mockResolvedValue(
      ok({
        ...WEEK,
        conflicts: [
          { ...conflict, kind: 'language' },
          { ...conflict, kind: 'hours' },
        ],
      }),
    );
    await show();
    await expect.element(block(HERS)).toHaveTextContent('Wrong language, outside hours');
  });

  test('requests the whole week also for its day view, and shows each guide’s hours of the week', async () => {
    const { promise, resolve } = deferred<Result<PlannerData>>();
    readPlannerMock.mockReturnValueOnce(promise);
    await show('?on=2026-11-25&view=day');
    await expect.poll(() => readPlannerMock.mock.calls[0]?.[1]).toMatchObject({ from: MONDAY, to: '2026-11-29' });
    resolve(ok(WEEK));
    await expect.element(lane('Anna')).toHaveTextContent('2 hrs this week');
    await expect.element(page.getByRole('paragraph').getByText('Wednesday, 25 November 2026')).toBeVisible();
  });

  test('renders every lane’s name at once, and departures below the viewport later', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Guide ${at + 1}`);
    readPlannerMock.mockResolvedValue(
      ok(
        plan({
          guides: names.map((name) => guide(name)),
          departures: names.map((name) => departure(`of ${name}`, { guides: [assignedGuide(name)] })),
        }),
      ),
    );
    await show();
    const renderedCount = () => document.querySelectorAll('[data-lane] [data-drag]').length;
    await vi.waitUntil(() => renderedCount() > 0, { interval: 1, timeout: WAIT_TIMEOUT_MS });
    expect(document.querySelectorAll('[data-lane]')).toHaveLength(61);
    expect(renderedCount()).toBeLessThan(60);
    // A lane that is not rendered yet still gets the focus.
    document.querySelector<HTMLElement>('[data-stop][tabindex="0"]')!.focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.poll(() => document.activeElement?.closest('[data-lane]')?.getAttribute('data-lane')).toBe('Guide 60');
    await expect.poll(renderedCount).toBe(60);
  });

  test('explains the conflict of an existing assignment', async () => {
    readPlannerMock.mockResolvedValue(
      ok({ ...WEEK, conflicts: [{ departureId: 'hers', userId: 'Anna', kind: 'overlap', otherId: 'first' }] }),
    );
    await show();
    await expect.element(block(/Warning: At the same time as 09:00 Harbour walk/)).toHaveTextContent('Overlap');
  });

  test('shows time off and working hours', async () => {
    readPlannerMock.mockResolvedValue(
      ok({
        ...WEEK,
        guides: [
          guide('Anna', {
            timeOff: [
              { id: 'off', startsAt: '2026-11-24T08:00:00.000Z', endsAt: '2026-11-24T13:00:00.000Z', note: 'Dentist' },
            ],
          }),
          guide('Bo', { hours: [[540, 1020]] }),
        ],
      }),
    );
    await show();
    await expect
      .element(page.getByRole('gridcell', { name: 'Tue 24 Nov · No departures · Away 09:00–14:00 · Dentist' }))
      .toBeVisible();
    await expect
      .element(page.getByRole('gridcell', { name: 'Wed 25 Nov · No departures · Not working' }))
      .toBeVisible();
  });

  test('by tour: has a lane for each tour, and one for departures without a guide', async () => {
    await show(`?on=${MONDAY}&by=tour`);
    await expect.element(lane('Harbour walk')).toHaveTextContent('1 departure');
    await expect.element(lane('Without a guide')).toHaveTextContent('2 departures');
    await expect.element(block(FIRST)).toHaveAccessibleName(/No guide/);
  });

  test.each([
    ['in the week', 1280],
    ['on a phone', 360],
  ])('says how guides appear while there are none, %s', async (_, width) => {
    await page.viewport(width, 800);
    serve({ ...WEEK, guides: [] });
    await show();
    await expect.element(page.getByText('Invite guides and they’ll appear here.')).toBeVisible();
  });

  test('by tour: does not ask for guides in a week without departures', async () => {
    serve({ ...WEEK, departures: [] });
    await show(`?on=${MONDAY}&by=tour`);
    await expect.element(lane('Without a guide')).toBeVisible();
    await expect.element(page.getByText('Invite guides')).not.toBeInTheDocument();
  });

  test('on a phone shows the day’s list by guide', async () => {
    await page.viewport(360, 740);
    await show();
    await expect.element(page.getByRole('heading', { name: 'Anna' })).toBeVisible();
    await expect.element(block(HERS)).toBeVisible();
    expect(page.getByRole('grid').elements()).toHaveLength(0);
    await block(HERS).click();
    await expect.element(dialog).toHaveTextContent('Assign a guide to 14:00 Harbour walk');
  });
});

test('the office switches between guides, saves one’s hours, and sees the minutes between tours', async () => {
  const availabilityResponse = (userId: string) =>
    ok({ languages: userId === 'Anna' ? ['da'] : ['en'], hours: null, version: 1, timeOff: [], timeZone: 'UTC' });
  readAvailabilityMock.mockImplementation((_, { userId }) => Promise.resolve(availabilityResponse(userId)));
  await show();
  await page.getByRole('button', { name: 'Hours and time off' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Danish' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('combobox', { name: 'Guide' }).selectOptions('Bo');
  await expect.element(dialog.getByRole('button', { name: 'Danish' })).toHaveAttribute('aria-pressed', 'false');
  await dialog.getByRole('switch', { name: 'Available at any time' }).click();
  saveAvailabilityMock.mockResolvedValue(ok({ version: 2 }));
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await expect.poll(() => saveAvailabilityMock.mock.calls[0]?.[1]).toMatchObject({ userId: 'Bo', version: 1 });
  await expect.element(dialog.getByRole('textbox', { name: 'Minutes' })).toHaveValue('15');
});

describe('when it cannot load', () => {
  test.each<[FailureCode, string]>([
    ['server', 'The server is having problems.'],
    ['not_permitted', 'You don’t have permission to do this.'],
  ])('%s: explains why and reloads on request', async (code, text) => {
    readPlannerMock.mockResolvedValueOnce(fail(code));
    await show();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The planner could not be loaded.');
    await expect.element(alert).toHaveTextContent(text);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(block(HERS)).toBeVisible();
  });
});

test('offline, the loaded week stays with its age, and another week says that it is missing', async () => {
  await show();
  await expect.element(block(HERS)).toBeVisible();
  readPlannerMock.mockResolvedValue(fail('offline', { retry: true }));
  await queryClient.invalidateQueries({ queryKey: [company] });
  await expect.element(page.getByRole('status').filter({ hasText: /^Updated .* You’re offline/ })).toBeVisible();
  await expect.element(block(HERS)).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The planner could not be loaded.');
  expect(block(HERS).elements()).toHaveLength(0);
  serve(WEEK);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(lane('Anna')).toBeVisible();
});

describe('by keyboard', () => {
  test('Page keys go to the next and previous week', async () => {
    await show();
    await expect.element(block(HERS)).toBeVisible();
    (block(HERS).element() as HTMLElement).focus();
    await userEvent.keyboard('{PageDown}');
    await expect.poll(() => readPlannerMock.mock.lastCall?.[1]).toMatchObject({ from: '2026-11-30', to: '2026-12-06' });
    await waitFor(() => expect(document.querySelector('[data-stop][tabindex="0"]')).not.toBeNull());
    document.querySelector<HTMLElement>('[data-stop][tabindex="0"]')!.focus();
    await userEvent.keyboard('{PageUp}');
    await expect.element(block(HERS)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Previous week' })).toBeVisible();
  });

  test('arrows move between departures and lanes; Enter assigns, and the next one follows', async () => {
    await show();
    const first = block(FIRST);
    await expect.element(first).toBeVisible();
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(block(HERS)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(dialog).toHaveTextContent('Assign a guide to 09:00 Harbour walk');
    // The guide with the fewest hours is first.
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('button', { name: 'Assign Bo' })).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(assignGuideMock).toHaveBeenCalledWith(company, {
      departure: expect.objectContaining({ id: 'first', version: 1 }) as unknown,
      userId: 'Bo',
      role: 'lead',
      ignoreConflicts: false,
    });
    await expect.element(lane('Bo')).toHaveTextContent('09:00');
    await expect.element(page.getByRole('gridcell', { name: /^Mon 23 Nov · No departures/ }).first()).toHaveFocus();
  });

  test('Delete unassigns a guide, and can be undone', async () => {
    await show();
    await expect.element(block(HERS)).toBeVisible();
    (block(HERS).element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(lane('Without a guide')).toHaveTextContent('14:00');
    expect(unassignGuideMock.mock.calls[0]![1]).toMatchObject({ userId: 'Anna' });
    const findToast = () => queuedToasts.getState().find(({ text }) => text === 'Anna removed');
    await expect.poll(findToast).toBeTruthy();
    findToast()!.action!.onSelect();
    await expect.element(lane('Anna')).toHaveTextContent('14:00');
    expect(assignGuideMock.mock.calls[0]![1]).toMatchObject({
      departure: { version: 2 },
      userId: 'Anna',
      ignoreConflicts: true,
    });
  });
});

describe('moving by keyboard', () => {
  const announcement = (text: string | RegExp) => page.getByRole('status').getByText(text);
  const focusOn = async (name: RegExp) => {
    await expect.element(block(name)).toBeVisible();
    (block(name).element() as HTMLElement).focus();
  };

  test('Alt+arrows move between lanes and announce conflicts; Enter assigns, Escape cancels', async () => {
    await show();
    await focusOn(SECOND);
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(announcement('09:00 Harbour walk → Anna: available')).toBeVisible();
    await expect.element(lane('Bo')).toHaveTextContent('Wrong language');
    await userEvent.keyboard('{Escape}');
    await expect.element(announcement(/→/)).not.toBeInTheDocument();
    expect(assignGuideMock).not.toHaveBeenCalled();
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    await expect.element(announcement('09:00 Harbour walk → Bo: Doesn’t guide in Danish')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toHaveTextContent('Doesn’t guide in Danish');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await focusOn(SECOND);
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{Enter}');
    await expect
      .poll(() => assignGuideMock.mock.calls[0]?.[1])
      .toMatchObject({ userId: 'Anna', ignoreConflicts: false });
    await expect.element(lane('Anna')).toHaveTextContent('09:00');
  });

  test('to another day or time asks first, with the conflicts there', async () => {
    moveDepartureMock.mockResolvedValue(ok({ done: false, impact: NOBODY, departures: [], conflicts: [] }));
    await show();
    await focusOn(HERS);
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await expect.element(announcement('14:00 Harbour walk → Tue 24 Nov, 14:00 · Anna: available')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toHaveTextContent('Move departure');
    await expect.element(dialog.getByRole('textbox', { name: 'Date' })).toHaveValue('24/11/2026');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect
      .poll(() => moveDepartureMock.mock.lastCall?.[1])
      .toMatchObject({
        id: 'hers',
        date: '2026-11-24',
        time: '14:00',
        preview: false,
      });
  });

  test('moves by half hours in the day view', async () => {
    await show(`?on=${MONDAY}&view=day`);
    await focusOn(HERS);
    await userEvent.keyboard('{Alt>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Alt}');
    await expect.element(announcement(/→ Mon\s23\sNov, 12:30/)).toBeVisible();
  });

  test('“Move…” in the dialog opens the same form', async () => {
    moveDepartureMock.mockResolvedValue(ok({ done: false, impact: NOBODY, departures: [], conflicts: [] }));
    await show();
    await block(HERS).click();
    await dialog.getByRole('button', { name: 'Move…' }).click();
    await expect.element(dialog).toHaveTextContent('Move departure');
    await expect.element(dialog.getByRole('textbox', { name: 'Time' })).toHaveValue('14:00');
  });

  test('+ opens the form for another departure on a day that has one', async () => {
    vi.mocked(readTours).mockResolvedValue(ok({ today: MONDAY, timeZone: 'Europe/Copenhagen', tours: [] }));
    await show();
    await focusOn(HERS);
    await userEvent.keyboard('+');
    await expect.element(dialog).toHaveTextContent('New departure');
    await expect.element(dialog).toHaveTextContent('Anna will be assigned if available.');
    await expect.element(dialog.getByLabelText('Date')).toHaveValue('23/11/2026');
  });
});

describe('undoing a removal', () => {
  const findToast = (text: string) => () => queuedToasts.getState().find((toast) => toast.text === text);

  test('in the dialog restores the guide’s role, and is offered for ten seconds', async () => {
    serve({
      ...WEEK,
      departures: [
        departure('hers', { hour: 14, guides: [assignedGuide('Bo'), assignedGuide('Anna', { role: 'assistant' })] }),
      ],
    });
    await show();
    await lane('Anna').getByRole('button', { name: HERS }).click();
    await dialog.getByRole('button', { name: 'Remove Anna' }).click();
    await expect.poll(findToast('Anna removed')).toBeTruthy();
    expect(findToast('Anna removed')()!.duration).toBe(10_000);
    findToast('Anna removed')()!.action!.onSelect();
    await expect.poll(() => assignGuideMock.mock.calls[0]?.[1]).toMatchObject({ userId: 'Anna', role: 'assistant' });
  });
});

describe('the assignment dialog', () => {
  test('lists each guide’s conflicts first, and asks to confirm with “anyway”', async () => {
    await show();
    await block(SECOND).click();
    const bo = dialog.getByRole('radio', { name: 'Bo' });
    await expect.element(bo).toHaveAccessibleDescription('Doesn’t guide in Danish');
    await expect.element(dialog.getByRole('radio', { name: 'Anna' })).toHaveAccessibleDescription('Available');
    await bo.click();
    await dialog.getByRole('button', { name: 'Assign Bo anyway' }).click();
    expect(assignGuideMock.mock.calls[0]![1]).toMatchObject({ userId: 'Bo', ignoreConflicts: true });
  });

  test('shows a conflict that only the server knows, and asks again', async () => {
    assignGuideMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: {
        status: 'conflicts',
        conflicts: [{ departureId: 'first', userId: 'Anna', kind: 'time_off', otherId: 'new' }],
      },
    });
    await show();
    await block(FIRST).click();
    await dialog.getByRole('radio', { name: 'Anna' }).click();
    await dialog.getByRole('button', { name: 'Assign Anna' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Time off');
    await dialog.getByRole('button', { name: 'Assign Anna anyway' }).click();
    expect(assignGuideMock.mock.calls[1]![1]).toMatchObject({ userId: 'Anna', ignoreConflicts: true });
    await expect.element(lane('Anna')).toHaveTextContent('09:00');
  });

  test('reports a colleague’s change, and reverts the optimistic one', async () => {
    assignGuideMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', departures: [] },
    });
    await show();
    await block(FIRST).click();
    await dialog.getByRole('radio', { name: 'Anna' }).click();
    await dialog.getByRole('button', { name: 'Assign Anna' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('A colleague has just changed');
    await expect.element(lane('Without a guide')).toHaveTextContent('2 departures');
  });

  test('replaces one guide with another', async () => {
    await show();
    await block(HERS).click();
    await dialog.getByRole('radio', { name: 'Bo' }).click();
    await dialog.getByRole('button', { name: 'Assign Bo' }).click();
    expect(assignGuideMock.mock.calls[0]![1]).toMatchObject({ userId: 'Bo', insteadOf: 'Anna', role: 'lead' });
    await expect.element(lane('Bo')).toHaveTextContent('14:00');
  });
});

describe('by pointer', () => {
  const at = (name: string) => {
    const box = lane(name).element().getBoundingClientRect();
    return { clientX: box.x + 20, clientY: box.y + box.height / 2 };
  };
  const pointer = (type: string, place: { clientX: number; clientY: number }, on: Element) =>
    on.dispatchEvent(
      new PointerEvent(type, { ...place, pointerId: 1, isPrimary: true, button: 0, bubbles: true, cancelable: true }),
    );
  const frame = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  /** Drags a departure over a lane and holds it there. */
  async function lift(name: RegExp, to: string): Promise<Element> {
    const element = block(name).element();
    const box = element.getBoundingClientRect();
    element.closest('[role=grid]')!.parentElement!.setPointerCapture = () => undefined;
    pointer('pointerdown', { clientX: box.x + 5, clientY: box.y + 5 }, element);
    pointer('pointermove', { clientX: box.x + 5, clientY: box.y + 20 }, element);
    pointer('pointermove', at(to), element);
    await frame();
    return element;
  }

  test('lanes show conflicts while dragging; a drop without conflicts assigns', async () => {
    await show();
    await expect.element(block(SECOND)).toBeVisible();
    const element = await lift(SECOND, 'Anna');
    await expect.element(lane('Bo')).toHaveTextContent('Wrong language');
    await expect.element(lane('Anna')).toHaveTextContent('Available');
    expect((element as HTMLElement).style.transform).toContain('translate3d');
    pointer('pointerup', at('Anna'), element);
    await expect.element(lane('Anna')).toHaveTextContent('09:00');
    expect(assignGuideMock.mock.calls[0]![1]).toMatchObject({ userId: 'Anna', ignoreConflicts: false });
    await expect.element(lane('Bo')).not.toHaveTextContent('Wrong language');
  });

  test('a drop on a conflict asks to confirm, with the reason', async () => {
    await show();
    await expect.element(block(SECOND)).toBeVisible();
    const element = await lift(SECOND, 'Bo');
    pointer('pointerup', at('Bo'), element);
    await expect.element(dialog).toHaveTextContent('Doesn’t guide in Danish');
    expect(assignGuideMock).not.toHaveBeenCalled();
    await dialog.getByRole('button', { name: 'Assign Bo anyway' }).click();
    await expect.element(lane('Bo')).toHaveTextContent('09:00');
    expect(assignGuideMock.mock.calls[0]![1]).toMatchObject({ userId: 'Bo', ignoreConflicts: true });
  });

  test('by tour: a drop on its tour asks for the guide, on another does nothing, on none unassigns', async () => {
    serve({
      ...WEEK,
      departures: [...WEEK.departures, departure('ride', { tourId: 'bike', day: 2, guides: [assignedGuide('Bo')] })],
    });
    await show(`?on=${MONDAY}&by=tour`);
    await expect.element(block(SECOND)).toBeVisible();
    pointer('pointerup', at('City by bike'), await lift(SECOND, 'City by bike'));
    await frame();
    expect(dialog.query()).toBeNull();
    pointer('pointerup', at('Harbour walk'), await lift(SECOND, 'Harbour walk'));
    await expect.element(dialog).toHaveTextContent('Assign a guide to 09:00 Harbour walk');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    pointer('pointerup', at('Without a guide'), await lift(HERS, 'Without a guide'));
    await expect.poll(() => unassignGuideMock.mock.calls[0]?.[1]).toMatchObject({ userId: 'Anna' });
  });

  test('a long press starts a touch drag, and dragging near an edge scrolls the lanes', async () => {
    serve({ ...WEEK, guides: [...WEEK.guides, ...Array.from({ length: 24 }, (_, at) => guide(`Guide ${at + 10}`))] });
    await show();
    await expect.element(block(SECOND)).toBeVisible();
    const element = block(SECOND).element();
    const scroller = element.closest('[role=grid]')!.parentElement!;
    scroller.setPointerCapture = () => undefined;
    const box = element.getBoundingClientRect();
    const finger = (type: string, clientY: number) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          clientX: box.x + 5,
          clientY,
          pointerId: 1,
          pointerType: 'touch',
          isPrimary: true,
          button: 0,
          bubbles: true,
          cancelable: true,
        }),
      );
    // A finger that moves at once scrolls the page and drags nothing.
    finger('pointerdown', box.y + 5);
    finger('pointermove', box.y + 60);
    await stays(
      () => element.hasAttribute('data-lifted'),
      (isLifted) => !isLifted,
      450,
    );
    finger('pointerup', box.y + 60);
    finger('pointerdown', box.y + 5);
    await waitFor(() => expect(element.hasAttribute('data-lifted')).toBe(true));
    finger('pointermove', scroller.getBoundingClientRect().bottom - 4);
    await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(100));
    finger('pointercancel', 0);
    await waitFor(() => expect(element.hasAttribute('data-lifted')).toBe(false));
    expect(assignGuideMock).not.toHaveBeenCalled();
  });

  test('Escape cancels the drag', async () => {
    await show();
    await expect.element(block(SECOND)).toBeVisible();
    const element = await lift(SECOND, 'Anna');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    pointer('pointerup', at('Anna'), element);
    await frame();
    expect((element as HTMLElement).style.transform).toBe('');
    expect(assignGuideMock).not.toHaveBeenCalled();
    await expect.element(lane('Bo')).not.toHaveTextContent('Wrong language');
  });

  test('releasing the button after Escape opens nothing', async () => {
    await show();
    await expect.element(block(SECOND)).toBeVisible();
    const element = (await lift(SECOND, 'Anna')) as HTMLElement;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await frame();
    pointer('pointerup', at('Without a guide'), element);
    element.click();
    await stays(
      () => dialog.elements().length,
      (opened) => opened === 0,
      300,
    );
    await block(SECOND).click();
    await expect.element(dialog).toBeVisible();
  });

  test('a click on an empty cell adds a departure there, with its guide', async () => {
    vi.mocked(readTours).mockResolvedValue(
      ok({
        today: MONDAY,
        timeZone: 'Europe/Copenhagen',
        tours: [{ id: 'bike', title: { en: 'City by bike' }, tourStatus: 'live' } as ListedTour],
      }),
    );
    addDepartureMock.mockResolvedValue(ok({ version: 1 }));
    await show();
    await annas.getByRole('gridcell', { name: /^Wed 25/ }).click();
    await expect.element(dialog.getByLabelText('Tour')).toHaveValue('bike');
    await expect.element(dialog.getByLabelText('Date')).toHaveValue('25/11/2026');
    await dialog.getByRole('button', { name: 'Add departure' }).click();
    await expect.element(dialog).toHaveTextContent('Time must be a time such as 09:30.');
    expect(addDepartureMock).not.toHaveBeenCalled();
    await dialog.getByLabelText('Time').fill('10.30');
    assignGuideMock.mockResolvedValueOnce(ok({ departure: departure('new') }));
    await dialog.getByRole('button', { name: 'Add departure' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(addDepartureMock.mock.calls.length).toBe(1);
    expect(addDepartureMock.mock.calls[0]![0]).toMatchObject({
      tour: 'bike',
      input: { localDate: '2026-11-25', localTime: '10:30' },
    });
    expect(assignGuideMock.mock.calls[0]![1]).toMatchObject({ userId: 'Anna' });
  });
});

describe('a departure that was added', () => {
  beforeEach(() => {
    vi.mocked(readTours).mockResolvedValue(
      ok({
        today: MONDAY,
        timeZone: 'Europe/Copenhagen',
        tours: [{ id: 'bike', title: { en: 'City by bike' }, tourStatus: 'live' } as ListedTour],
      }),
    );
    addDepartureMock.mockResolvedValue(ok({ version: 1 }));
  });

  test.each<[string, Awaited<ReturnType<typeof assignGuide>>, string]>([
    ['no network', fail('offline', { retry: true }), 'You’re offline.'],
    [
      'a conflict',
      { ok: false, code: 'refused', retry: false, refusal: { status: 'conflicts', conflicts: [] } },
      'No longer possible because of a conflict.',
    ],
  ])('without its guide says why: %s', async (_, outcome, why) => {
    assignGuideMock.mockResolvedValueOnce(outcome);
    await show();
    await annas.getByRole('gridcell', { name: /^Wed 25/ }).click();
    await dialog.getByLabelText('Time').fill('10:30');
    await dialog.getByRole('button', { name: 'Add departure' }).click();
    const findToast = () =>
      queuedToasts.getState().find(({ text }) => text === 'Departure added, but Anna couldn’t be assigned.');
    await expect.poll(findToast).toMatchObject({ detail: why });
  });

  test('is resent with the same idempotency key after a lost response; another time has a new key', async () => {
    addDepartureMock.mockResolvedValue(fail('server', { retry: true }));
    await show();
    await annas.getByRole('gridcell', { name: /^Wed 25/ }).click();
    const send = dialog.getByRole('button', { name: 'Add departure' });
    for (const [times, at] of [
      [1, '10:30'],
      [2, '10:30'],
      [3, '11:00'],
    ] as const) {
      await dialog.getByLabelText('Time').fill(at);
      await send.click();
      await waitFor(() => expect(addDepartureMock).toHaveBeenCalledTimes(times));
      await expect.element(send).toBeEnabled();
    }
    const [first, repeated, other] = addDepartureMock.mock.calls.map(([{ departure }]) => departure);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });

  test('shows an invalid date at its field on blur', async () => {
    await show();
    await annas.getByRole('gridcell', { name: /^Wed 25/ }).click();
    await dialog.getByLabelText('Date').fill('25 or so');
    await dialog.getByLabelText('Time').click();
    await expect
      .element(dialog.getByLabelText('Date'))
      .toHaveAccessibleDescription(/Date must be a date with its year/);
  });
});

describe('suggestions', () => {
  const suggestion = (departureId: string, name: string) => ({
    departureId,
    version: 1,
    userId: name,
    name,
    minutes: 90,
  });

  test('lists assignments and what is left, assigns the ticked ones, and shows each result', async () => {
    suggestAssignmentsMock.mockResolvedValue(
      ok({
        suggestions: [suggestion('first', 'Anna'), suggestion('hers', 'Bo')],
        unassigned: [{ departureId: 'second', reason: 'nobody_speaks' }],
      }),
    );
    assignGuideMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', departures: [] },
    });
    await show();
    await page.getByRole('button', { name: 'Mon 23 Nov: suggest guides for 1 departure' }).click();
    await expect.element(dialog).toHaveTextContent('No guide speaks the tour’s language.');
    await dialog.getByRole('checkbox', { name: /Harbour walk .*: Bo/ }).click();
    await dialog.getByRole('button', { name: 'Assign 1 departure' }).click();
    await expect.element(dialog).toHaveTextContent('0 of 1 assigned');
    await expect.element(dialog).toHaveTextContent('A colleague has just changed');
    expect(assignGuideMock).toHaveBeenCalledTimes(1);
    // Texts of another screen arrive: the results stay.
    const requestCount = suggestAssignmentsMock.mock.calls.length;
    await loadTexts('dashboard', 'en');
    await stays(
      () => dialog.getByText('0 of 1 assigned').elements().length,
      (count) => count === 1,
      100,
    );
    expect(suggestAssignmentsMock).toHaveBeenCalledTimes(requestCount);
    await dialog.getByRole('button', { name: 'Next: Tue 24 Nov' }).click();
    expect(suggestAssignmentsMock.mock.calls.at(-1)![1]).toMatchObject({ date: '2026-11-24' });
  });

  test('blocks navigation while assigning, and stops between two', async () => {
    suggestAssignmentsMock.mockResolvedValue(
      ok({ suggestions: [suggestion('first', 'Anna'), suggestion('hers', 'Bo')], unassigned: [] }),
    );
    const first = deferred<Awaited<ReturnType<typeof assignGuide>>>();
    assignGuideMock.mockReturnValueOnce(first.promise);
    await show();
    await page.getByRole('button', { name: 'Mon 23 Nov: suggest guides for 1 departure' }).click();
    await dialog.getByRole('button', { name: 'Assign 2 departures' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Stop' })).toBeVisible();
    expect(isWorkRunning()).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog.getByText('Still running.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    first.resolve({ ok: false, code: 'refused', retry: false, refusal: { status: 'stale', departures: [] } });
    await expect.element(dialog).toHaveTextContent('0 of 1 assigned');
    expect(assignGuideMock).toHaveBeenCalledTimes(1);
    expect(isWorkRunning()).toBe(false);
  });
});
