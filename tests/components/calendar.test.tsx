/** /tours/calendar: its states, selecting several departures, moving one, and the results. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CalendarPage } from '../../src/company/calendar/calendar-page.tsx';
import { cancelDepartures, changeDepartures, moveDeparture, readDeparture } from '../../src/data/departures.ts';
import { readCalendar, readDay } from '../../src/data/calendar.ts';
import { assignGuide, readPlanner, type PlannerData } from '../../src/data/guides.ts';
import type { Impact } from '../../src/data/departure-schemas.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { session } from '../../src/session/session.ts';
import { isWorkRunning } from '../../src/ui/form/dirty-forms.ts';
import { ALL, fakeReadCalendar, BIKE, booking, CALENDAR, card, departure } from './calendar-data.ts';
import { identity, deferred, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { stays } from '../support/eventually.ts';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/departures.ts'), async (original) => ({
  ...(await original()),
  readDeparture: vi.fn<typeof readDeparture>(),
  changeDepartures: vi.fn<typeof changeDepartures>(),
  cancelDepartures: vi.fn<typeof cancelDepartures>(),
  moveDeparture: vi.fn<typeof moveDeparture>(),
}));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
  readDay: vi.fn<typeof readDay>(),
}));
await mockModule(import('../../src/data/guides.ts'), async (original) => ({
  ...(await original()),
  readPlanner: vi.fn<typeof readPlanner>(),
  assignGuide: vi.fn<typeof assignGuide>(),
}));

const readCalendarMock = vi.mocked(readCalendar);
const readDayMock = vi.mocked(readDay);
const changeDeparturesMock = vi.mocked(changeDepartures);
const cancelDeparturesMock = vi.mocked(cancelDepartures);
const moveDepartureMock = vi.mocked(moveDeparture);
const readPlannerMock = vi.mocked(readPlanner);
const assignGuideMock = vi.mocked(assignGuide);

const NOBODY = { bookings: 0, guests: 0, holds: 0, withoutEmail: [], guides: [] };
const changeResult = (impact: Partial<Impact> = {}) =>
  ok({ done: true, impact: { ...NOBODY, ...impact }, departures: [] });

const element = (selector: string) => page.elementLocator(document.querySelector(selector)!);
const entry = (id: string) => element(`[data-departure="${id}"]`);
const day = (date: string) => element(`[data-date="${date}"]`);
const selectedDepartures = () =>
  [...document.querySelectorAll<HTMLElement>('[data-departure][aria-selected=true]')].map(
    ({ dataset }) => dataset['departure'],
  );
/** The departure ids that a mocked mutation received. */
const ids = (args: { departures: readonly { id: string }[] } | undefined) => args?.departures.map(({ id }) => id);

let company = '';
const show = async (query = '', { ready = true } = {}) => {
  await renderScreen(
    <div style={{ height: '800px' }}>
      <CalendarPage />
    </div>,
    {
      path: '/tours/calendar',
      at: `/tours/calendar?on=2031-05-05&view=month${query}`,
      texts: ['patterns', 'calendar'],
    },
  );
  if (ready) await waitFor(() => expect(document.querySelector('[data-departure]')).not.toBeNull());
};
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
  for (const mock of [
    readCalendarMock,
    readDayMock,
    changeDeparturesMock,
    cancelDeparturesMock,
    moveDepartureMock,
    readPlannerMock,
    assignGuideMock,
  ])
    mock.mockReset();
  readCalendarMock.mockImplementation(fakeReadCalendar());
  readDayMock.mockResolvedValue(ok({ timeZone: 'Europe/Copenhagen', tours: [], departures: [] }));
  changeDeparturesMock.mockResolvedValue(changeResult());
  await page.viewport(1200, 900);
  await signInWith(BUILT_IN_ROLES.office);
});
afterEach(() => session.signOut({ discard: true }));

describe('the calendar', () => {
  test('shows a skeleton while loading, then departures with their problems', async () => {
    const deferredResponse = deferred<Awaited<ReturnType<typeof readCalendar>>>();
    readCalendarMock.mockReturnValueOnce(deferredResponse.promise);
    await show('', { ready: false });
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
    deferredResponse.resolve(ok(CALENDAR));
    await expect
      .element(page.getByRole('option', { name: '10:00 City by bike · 2 of 20 booked · Seats left · No guide' }))
      .toBeVisible();
    await expect.element(entry('c')).toHaveAccessibleName(/20 of 20 booked/);
  });

  test('explains a failure and reloads on request', async () => {
    readCalendarMock.mockResolvedValueOnce(fail('server', { retry: true }));
    await show('', { ready: false });
    await expect.element(page.getByRole('alert')).toHaveTextContent('The calendar could not be loaded.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => expect(document.querySelector('[data-departure="a"]')).not.toBeNull());
  });

  test('does not let a guide select or change departures', async () => {
    await signInWith(BUILT_IN_ROLES.guide);
    readCalendarMock.mockImplementation(fakeReadCalendar({ isWholeCompany: false }));
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    expect(selectedDepartures()).toEqual([]);
    await expect.element(page.getByRole('region', { name: 'Day' })).toBeVisible();
    expect(document.querySelectorAll('[data-departure][aria-selected]').length).toBe(0);
  });
});

describe('the open day', () => {
  test('shows allotted seats, for which partner and until when', async () => {
    const [first] = ALL;
    const allottedSeats = [
      { name: 'City Stays', seats: 4, until: '2031-05-04T08:00:00.000Z' },
      { name: 'Sud Concierge', seats: 1, until: '2031-05-03T08:00:00.000Z' },
    ];
    readDayMock.mockResolvedValue(
      ok({ timeZone: 'Europe/Copenhagen', tours: [], departures: [{ ...card(first!), allottedSeats, bookings: [] }] }),
    );
    await show('&day=2031-05-05');
    await expect
      .element(page.getByRole('region', { name: 'Day' }))
      .toHaveTextContent(
        /4 seats reserved for City Stays until .*4 May, 10:00.*1 seat reserved for Sud Concierge until .*3 May, 10:00/,
      );
  });

  test('shows how a departure differs from its tour, and links to its overrides', async () => {
    const [first] = ALL;
    readDayMock.mockResolvedValue(
      ok({
        timeZone: 'Europe/Copenhagen',
        tours: [],
        departures: [{ ...card(first!), differs: ['capacity', 'note'], meetingNote: 'At the side door', bookings: [] }],
      }),
    );
    vi.mocked(readDeparture).mockResolvedValue(fail('server', { retry: true }));
    readPlannerMock.mockResolvedValue(fail('server', { retry: true }));
    await show('&day=2031-05-05');
    const pane = page.getByRole('region', { name: 'Day' });
    await expect.element(pane).toHaveTextContent(/At the side door.*Differs from the tour: capacity, meeting point/);
    await pane.getByRole('button', { name: /^More for 10:00/ }).click();
    await page.getByRole('menuitem', { name: 'Change this departure…' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Change this departure' })).toBeVisible();
    await waitFor(() => expect(readDeparture).toHaveBeenCalledWith('a', expect.anything()));
  });

  test('shows who has booked, how many, and problems', async () => {
    readDayMock.mockResolvedValue(
      ok({
        timeZone: 'Europe/Copenhagen',
        tours: [],
        departures: [
          {
            ...card(ALL[0]!),
            bookings: [
              booking({}),
              booking({ id: 'two', contactName: 'Bo Holm', status: 'ON_HOLD', guests: 1, due: 100_00 }),
              booking({ id: 'three', contactName: 'Cy Gone', status: 'CANCELLED' }),
            ],
          },
        ],
      }),
    );
    await show('&day=2031-05-05');
    const pane = page.getByRole('region', { name: 'Day' });
    await expect
      .element(pane.getByRole('listitem').filter({ hasText: /^Ada Lund/ }))
      .toHaveTextContent(/^Ada Lund2 guests$/);
    await expect
      .element(pane.getByRole('listitem').filter({ hasText: /^.?Bo Holm/ }))
      .toHaveTextContent(/Bo HolmOn hold1 guest.*100.*due/);
    await expect.element(pane.getByText('1 booking cancelled or expired')).toBeVisible();
    expect(pane.getByText('Cy Gone').query()).toBeNull();
  });

  test.each([
    ['the office', BUILT_IN_ROLES.office, ['booking=one', 'new=1&tour=TOUR&date=2031-05-05']],
    ['a user who sees bookings', ['VIEW_BOOKINGS_ACCESS'] as const, ['booking=one']],
    ['a guide', BUILT_IN_ROLES.guide, []],
  ])('links to a booking and to a new one, as permitted: %s', async (_, permissions, expected) => {
    await signInWith(permissions);
    readDayMock.mockResolvedValue(
      ok({
        timeZone: 'Europe/Copenhagen',
        tours: [],
        departures: [{ ...card(ALL[0]!), bookings: [booking({ id: 'one' })] }],
      }),
    );
    const pane = page.getByRole('region', { name: 'Day' });
    const links = () =>
      pane
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'))
        .filter((to) => to?.startsWith('/bookings'));
    await show('&day=2031-05-05');
    await expect.element(pane.getByText('Ada Lund')).toBeVisible();
    expect(links()).toEqual(expected.map((query) => `/bookings?${query.replace('TOUR', ALL[0]!.tourId)}`));
  });

  test('shows the month’s data offline, without bookings', async () => {
    readDayMock.mockResolvedValue(fail('offline', { retry: true }));
    await show('&day=2031-05-06');
    const pane = page.getByRole('region', { name: 'Day' });
    await expect.element(pane.getByText('City by bike')).toBeVisible();
    await expect.element(pane.getByRole('status')).toHaveTextContent('You’re offline.');
    await expect.element(pane.getByRole('link', { name: 'Open check-in' })).toBeVisible();
  });
});

describe('selecting', () => {
  test('Ctrl+click toggles, Shift+click extends the range; a departed one cannot be selected', async () => {
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await entry('c').click({ modifiers: ['Shift'] });
    expect(selectedDepartures()).toEqual(['a', 'b', 'c']);
    await entry('b').click({ modifiers: ['Control'] });
    await entry('gone').click({ modifiers: ['Control'] });
    expect(selectedDepartures()).toEqual(['a', 'c']);
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(selectedDepartures()).toEqual([]);
  });

  test('by keyboard: Space selects a day or departure, Shift+arrow extends, Escape clears', async () => {
    await show();
    (document.querySelector('[data-date="2031-05-05"]') as HTMLElement).focus();
    await userEvent.keyboard(' ');
    expect(selectedDepartures()).toEqual(['a']);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(selectedDepartures()).toEqual(['a', 'b']);
    await expect.element(day('2031-05-06')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(selectedDepartures()).toEqual([]);
    await userEvent.tab();
    await expect.element(entry('b')).toHaveFocus();
    await userEvent.keyboard(' {Shift>}{ArrowRight}{/Shift}');
    expect(selectedDepartures()).toEqual(['b', 'c']);
    expect(readDayMock).not.toHaveBeenCalled();
  });

  test('reports what exceeds the maximum', async () => {
    const many = Array.from({ length: 203 }, (_, at) => departure(`many-${at}`, '2031-05-05'));
    readCalendarMock.mockImplementation(fakeReadCalendar({ departures: many }));
    await show();
    (document.querySelector('[data-date="2031-05-05"]') as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('200 selected')).toBeVisible();
    await expect.element(page.getByText('Up to 200 at once. 3 more are not selected.')).toBeVisible();
  });

  test('another month clears the selection and the start of a range', async () => {
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Later' }).click();
    await waitFor(() => expect(document.querySelector('[data-departure="a"]')).toBeNull());
    await page.getByRole('button', { name: 'Earlier' }).click();
    await waitFor(() => expect(document.querySelector('[data-departure="a"]')).not.toBeNull());
    expect(selectedDepartures()).toEqual([]);
    await entry('b').click({ modifiers: ['Shift'] });
    expect(selectedDepartures()).toEqual(['b']);
    await entry('c').click({ modifiers: ['Shift'] });
    expect(selectedDepartures()).toEqual(['b', 'c']);
  });
});

describe('changing several departures', () => {
  test('lists refused ones before and after, and changes the rest', async () => {
    changeDeparturesMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', departures: [card(ALL[1]!)] },
    });
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await entry('c').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Close for bookings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close for bookings' });
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(/1 departure won’t change.*City by bike.*A colleague has just changed it/);
    await dialog.getByRole('button', { name: 'Close 2 departures' }).click();
    await expect
      .element(page.getByRole('dialog', { name: '2 changed, 1 not changed' }))
      .toHaveTextContent(/City by bike.*2 departures changed.*Harbour walk/);
    expect(changeDeparturesMock.mock.calls.map(([, args]) => [args.preview, ids(args)])).toEqual([
      [true, ['a', 'b', 'c']],
      [true, ['a', 'c']],
      [false, ['a', 'c']],
    ]);
  });

  test('cancels with one message, after showing who is affected', async () => {
    cancelDeparturesMock.mockResolvedValue(changeResult({ bookings: 3, guests: 7 }));
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await entry('b').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 departures?' });
    const yes = dialog.getByRole('button', { name: 'Cancel 2 departures and notify 7 guests' });
    await expect.element(yes).toBeEnabled();
    await dialog.getByRole('textbox', { name: 'Message to guests' }).fill('Storm is coming.');
    await yes.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(cancelDeparturesMock.mock.lastCall?.[1]).toMatchObject({
      message: 'Storm is coming.',
      reason: 'weather',
      preview: false,
    });
    expect(selectedDepartures()).toEqual([]);
  });

  test('asks for a reason when capacity falls below the booked seats', async () => {
    changeDeparturesMock.mockImplementation((_, { changes: { overBookedReason } }) =>
      Promise.resolve(
        overBookedReason
          ? changeResult()
          : {
              ok: false,
              code: 'refused',
              retry: false,
              refusal: { status: 'under_booked', departures: [{ id: 'c', booked: 20 }] },
            },
      ),
    );
    await show();
    await entry('c').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Change capacity…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change capacity' });
    await dialog.getByRole('textbox', { name: 'Capacity', exact: true }).fill('12');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('More seats than that are already booked.');
    await expect.element(dialog.getByRole('button', { name: 'Change capacity' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Why fewer seats than booked?' }).fill('A smaller boat');
    await dialog.getByRole('button', { name: 'Change capacity' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changeDeparturesMock.mock.lastCall?.[1]).toMatchObject({
      changes: { capacity: 12, overBookedReason: 'A smaller boat' },
      preview: false,
    });
  });

  test('lists guests without an email address, so that they can be called, and does not count them as notified', async () => {
    const withoutEmail = {
      id: 'one',
      departureId: 'a',
      reference: 'ABC',
      contactName: 'Ada',
      contactPhone: '+45 11',
      guests: 3,
    };
    cancelDeparturesMock.mockResolvedValue(changeResult({ bookings: 2, guests: 5, withoutEmail: [withoutEmail] }));
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await expect.element(page.getByText('No email address. Call:')).toBeVisible();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Ada' })).toHaveTextContent(/\+45 11/);
    await expect.element(page.getByRole('link', { name: '+45 11' })).toHaveAttribute('href', 'tel:+45 11');
    await expect.element(page.getByRole('button', { name: 'Cancel departure and notify 2 guests' })).toBeEnabled();
  });

  test('marks an invalid field: seats, a reason, a date, a time', async () => {
    changeDeparturesMock.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'under_booked', departures: [{ id: 'c', booked: 20 }] },
    });
    moveDepartureMock.mockResolvedValue(fail('offline'));
    await show();
    await entry('c').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Change capacity…' }).click();
    const dialog = page.getByRole('dialog');
    const seats = dialog.getByRole('textbox', { name: 'Capacity', exact: true });
    await seats.fill('a dozen');
    await expect.element(seats).toHaveAccessibleDescription('Capacity must be a whole number.');
    await seats.fill('12');
    const reason = dialog.getByRole('textbox', { name: 'Why fewer seats than booked?' });
    await reason.fill('ok');
    await expect.element(reason).toHaveAccessibleDescription('Enter a short reason.');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    const time = dialog.getByRole('textbox', { name: 'Time' });
    const date = dialog.getByRole('textbox', { name: 'Date' });
    await date.fill('someday');
    await time.fill('quarter past');
    await date.click();
    await expect.element(date).toHaveAccessibleDescription(/Date must be a date with its year/);
    await expect.element(time).toHaveAccessibleDescription(/Time must be a time such as/);
  });

  test('assigns another guide to each, and names conflicts', async () => {
    const guide = { id: 'tom', name: 'Tom', minutes: 0, languages: null, hours: null, version: 0, timeOff: [] };
    const planner: PlannerData = {
      timeZone: 'UTC',
      minimumBreakMinutes: 0,
      tours: [],
      guides: [guide],
      departures: [],
      conflicts: [],
    };
    readPlannerMock.mockResolvedValue(ok(planner));
    assignGuideMock.mockImplementation((_, { departure: { id }, ignoreConflicts }) =>
      Promise.resolve(
        id === 'b' && !ignoreConflicts
          ? {
              ok: false,
              code: 'refused',
              retry: false,
              refusal: {
                status: 'conflicts',
                conflicts: [{ departureId: 'b', userId: 'tom', kind: 'time_off', otherId: null }],
              },
            }
          : ok({ departure: card(ALL[0]!) }),
      ),
    );
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await entry('b').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Change guide…' }).click();
    await page.getByRole('radio', { name: 'Tom' }).click();
    await expect.element(page.getByText('Tom will get a request. Lea will be notified.')).toBeVisible();
    await page.getByRole('button', { name: 'Ask Tom to guide 2 departures' }).click();
    const result = page.getByRole('dialog', { name: '1 changed, 1 not changed' });
    await expect.element(result.getByRole('alert')).toHaveTextContent(/City by bike.*Tom has time off then/);
    expect(assignGuideMock.mock.calls[0]?.[1]).toMatchObject({
      departure: { id: 'a', version: 3 },
      insteadOf: 'lea',
      userId: 'tom',
    });
    await result.getByRole('button', { name: 'Assign anyway' }).click();
    await expect.element(page.getByRole('dialog', { name: '2 changed, 0 not changed' })).toBeVisible();
  });
});

describe('assigning a guide to several', () => {
  const guide = { id: 'tom', name: 'Tom', minutes: 0, languages: null, hours: null, version: 0, timeOff: [] };
  const begin = async () => {
    readPlannerMock.mockResolvedValue(
      ok({ timeZone: 'UTC', minimumBreakMinutes: 0, tours: [], guides: [guide], departures: [], conflicts: [] }),
    );
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await entry('b').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Change guide…' }).click();
    await page.getByRole('radio', { name: 'Tom' }).click();
    await page.getByRole('button', { name: 'Ask Tom to guide 2 departures' }).click();
  };

  test.each(['Stop', 'Escape twice'])('is stopped by %s, and reports what was done and what is left', async (how) => {
    const first = deferred<Awaited<ReturnType<typeof assignGuide>>>();
    assignGuideMock.mockReturnValueOnce(first.promise);
    await begin();
    await expect.element(page.getByText('0 of 2 done')).toBeVisible();
    expect(isWorkRunning()).toBe(true);
    if (how === 'Stop') await page.getByRole('button', { name: 'Stop' }).click();
    else {
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('alert')).toHaveTextContent('Still running.');
      await userEvent.keyboard('{Escape}');
    }
    first.resolve(ok({ departure: card(ALL[0]!) }));
    const result = page.getByRole('dialog', { name: '1 changed, 1 not changed' });
    await expect.element(result.getByRole('alert')).toHaveTextContent(/City by bike.*stopped early/);
    expect(assignGuideMock).toHaveBeenCalledTimes(1);
    expect(isWorkRunning()).toBe(false);
  });
});

describe('moving a departure', () => {
  beforeEach(() => {
    moveDepartureMock.mockResolvedValue(
      ok({ done: true, impact: { ...NOBODY, bookings: 1, guests: 2 }, departures: [], conflicts: [] }),
    );
  });

  test('works with Alt+arrows and is announced; Escape cancels, Enter asks and shows who is affected', async () => {
    await show();
    (document.querySelector('[data-departure="a"]') as HTMLElement).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowDown}{/Alt}');
    const announcement = page.getByText('10:00 Harbour walk → Tue 13 May, 10:00');
    await expect.element(announcement).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(announcement).not.toBeInTheDocument();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Move departure' });
    await dialog.getByRole('button', { name: 'Move and notify 2 guests' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(moveDepartureMock.mock.lastCall?.[1]).toMatchObject({
      id: 'a',
      version: 3,
      date: '2031-05-06',
      time: '10:00',
      preview: false,
    });
  });

  test('asks for another day or time, and forgets the preview when the old one is typed again', async () => {
    await show();
    await entry('a').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move departure' });
    const move = dialog.getByRole('button', { name: 'Move', exact: true });
    await expect.element(move).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Time' }).fill('11:30');
    await expect.element(dialog.getByRole('button', { name: 'Move and notify 2 guests' })).toBeEnabled();
    await dialog.getByRole('textbox', { name: 'Time' }).fill('10.00');
    await expect.element(move).toBeDisabled();
    expect(moveDepartureMock).toHaveBeenCalledOnce();
  });

  test('moves by half hours up and down in the week view', async () => {
    await show();
    const inMonth = document.querySelector('[data-departure="a"]');
    await page.getByRole('radio', { name: 'Week' }).click();
    // The week view renders another element.
    const inWeek = () => document.querySelector<HTMLElement>('[data-departure="a"]');
    await waitFor(() => expect(inWeek() !== null && inWeek() !== inMonth).toBe(true));
    inWeek()!.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowLeft}{/Alt}');
    await expect.element(page.getByText('10:00 Harbour walk → Sun 4 May, 11:30')).toBeVisible();
  });
});

const mouse = (type: string, { x, y }: { x: number; y: number }) =>
  new PointerEvent(type, { bubbles: true, pointerType: 'mouse', button: 0, clientX: x, clientY: y });

test('a selection box triggers no click on the day below it, and does not swallow the next click', async () => {
  await show();
  const cell = document.querySelector<HTMLElement>('[data-date="2031-05-05"]')!;
  const { right, bottom } = cell.getBoundingClientRect();
  const { left, top } = entry('a').element().getBoundingClientRect();
  cell.dispatchEvent(mouse('pointerdown', { x: right - 8, y: bottom - 8 }));
  window.dispatchEvent(mouse('pointermove', { x: left + 4, y: top + 4 }));
  window.dispatchEvent(mouse('pointerup', { x: left + 4, y: top + 4 }));
  cell.click();
  const next = page.getByRole('button', { name: 'Later' }).element() as HTMLElement;
  next.dispatchEvent(mouse('pointerdown', { x: 0, y: 0 }));
  next.click();
  await waitFor(() => expect(document.querySelector('[data-departure="a"]')).toBeNull());
  expect(readDayMock).not.toHaveBeenCalled();
});

test('Escape cancels a drag, and releasing the button later opens nothing', async () => {
  await show();
  const dragged = entry('a').element() as HTMLElement;
  const { left, top } = dragged.getBoundingClientRect();
  const noDayOpens = (milliseconds: number) =>
    stays(
      () => readDayMock.mock.calls.length,
      (calls) => calls === 0,
      milliseconds,
    );
  dragged.dispatchEvent(mouse('pointerdown', { x: left + 4, y: top + 4 }));
  window.dispatchEvent(mouse('pointermove', { x: left + 24, y: top + 4 }));
  await expect.element(page.getByText('10:00 Harbour walk → Mon 5 May, 10:00')).toBeVisible();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
  await noDayOpens(100);
  window.dispatchEvent(mouse('pointerup', { x: left + 24, y: top + 4 }));
  dragged.click();
  await noDayOpens(300);
  await entry('a').click();
  await expect.poll(() => readDayMock.mock.calls).toHaveLength(1);
});

test('after Escape, a press that the browser cancels suppresses no later click', async () => {
  await show();
  const dragged = entry('a').element() as HTMLElement;
  const { left, top } = dragged.getBoundingClientRect();
  dragged.dispatchEvent(mouse('pointerdown', { x: left + 4, y: top + 4 }));
  window.dispatchEvent(mouse('pointermove', { x: left + 24, y: top + 4 }));
  await expect.element(page.getByText('10:00 Harbour walk → Mon 5 May, 10:00')).toBeVisible();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
  window.dispatchEvent(mouse('pointercancel', { x: 0, y: 0 }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  dragged.click();
  await expect.poll(() => readDayMock.mock.calls).toHaveLength(1);
});

test('dragging in the week view moves by half hours', async () => {
  await show();
  const inMonth = document.querySelector('[data-departure="a"]');
  await page.getByRole('radio', { name: 'Week' }).click();
  const inWeek = () => document.querySelector<HTMLElement>('[data-departure="a"]');
  await waitFor(() => expect(inWeek() !== null && inWeek() !== inMonth).toBe(true));
  const { left, top, height } = document
    .querySelector('[data-drop="2031-05-06"][data-hour="14"]')!
    .getBoundingClientRect();
  const from = inWeek()!.getBoundingClientRect();
  inWeek()!.dispatchEvent(mouse('pointerdown', { x: from.left + 5, y: from.top + 5 }));
  for (const [share, time] of [
    [0.2, 'Tue 6 May, 14:00'],
    [0.8, 'Tue 6 May, 14:30'],
  ] as const) {
    window.dispatchEvent(mouse('pointermove', { x: left + 20, y: top + height * share }));
    await expect.element(page.getByText(`10:00 Harbour walk → ${time}`)).toBeVisible();
  }
  window.dispatchEvent(mouse('pointercancel', { x: 0, y: 0 }));
});

describe('filters', () => {
  const visibleIds = () =>
    [...document.querySelectorAll<HTMLElement>('[data-departure]')].map(({ dataset }) => dataset['departure']);

  test('come from the URL; a further value of the same filter widens it', async () => {
    await show(`&tour=${BIKE}`);
    expect(visibleIds()).toEqual(['b']);
    await page.getByRole('button', { name: 'Tour: City by bike' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Harbour walk' }).click();
    await waitFor(() => expect(visibleIds()).toEqual(['a', 'b', 'c', 'gone']));
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'No guide', exact: true }).click();
    await waitFor(() => expect(visibleIds()).toEqual(['b']));
  });
});
