/** The calendar's grids: accessible names, keyboard and print. */
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CalendarPage } from '../../src/company/calendar/calendar-page.tsx';
import { readCalendar, readDay } from '../../src/data/calendar.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { session } from '../../src/session/session.ts';
import { DateGrid } from '../../src/ui/dates/date-grid.tsx';
import { ALL, fakeReadCalendar, BIKE, departure } from './calendar-data.ts';
import { identity, deferred, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
  readDay: vi.fn<typeof readDay>(),
}));

const readCalendarMock = vi.mocked(readCalendar);
const readDayMock = vi.mocked(readDay);

/** Six on one day: more than a day of the month view shows. */
const FULL = Array.from({ length: 6 }, (_, index) =>
  departure(`line-${index}`, '2031-05-12', { startsAt: `2031-05-12T${String(8 + index).padStart(2, '0')}:00:00.000Z` }),
);
const element = (selector: string) => page.elementLocator(document.querySelector(selector)!);
const entry = (id: string) => element(`[data-departure="${id}"]`);
const shownDepartures = (date: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-on="${date}"]`)].map(({ dataset }) => dataset['departure']);

const show = async (query: string, on = '2031-05-05') => {
  await renderScreen(
    <div style={{ height: '800px' }}>
      <CalendarPage />
    </div>,
    { path: '/tours/calendar', at: `/tours/calendar?on=${on}${query}`, texts: ['patterns', 'calendar'] },
  );
  await waitFor(() => expect(document.querySelector('[data-departure]')).not.toBeNull());
};

beforeEach(async () => {
  const company = { id: crypto.randomUUID(), isActive: true };
  for (const mock of [readCalendarMock, readDayMock]) mock.mockReset();
  readCalendarMock.mockImplementation(fakeReadCalendar({ departures: [...ALL, ...FULL] }));
  readDayMock.mockResolvedValue(ok({ timeZone: 'Europe/Copenhagen', tours: [], departures: [] }));
  await page.viewport(1200, 900);
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company.id, 'Walks'), member: true }],
      assignments: [{ company, organisation: null, role: 'own', permissions: [...BUILT_IN_ROLES.office] }],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('a departure', () => {
  test.each([
    ['in a wide day', 1200],
    ['in a narrow day', 700],
    ['on a phone', 360],
  ])('has all facts in its accessible name: %s', async (_, width) => {
    await page.viewport(width, 800);
    await show('&view=month');
    await expect
      .element(entry('b'))
      .toHaveAccessibleName('10:00 City by bike · 2 of 20 booked · Seats left · No guide');
    await expect.element(entry('c')).toHaveAccessibleName('10:00 Harbour walk · 20 of 20 booked · Sold out');
  });

  test('shows in every view, and in its name, that it differs from its tour', async () => {
    readCalendarMock.mockImplementation(
      fakeReadCalendar({ departures: [departure('own', '2031-05-05', { differs: ['price', 'note'] })] }),
    );
    await show('&view=month');
    const differs = 'Differs from the tour: price, meeting point note';
    await expect.element(entry('own')).toHaveAccessibleName(new RegExp(`${differs}$`));
    for (const view of ['Month', 'Week', 'List']) {
      await page.getByRole('radio', { name: view }).click();
      await waitFor(() => expect(document.querySelector(`[title="${differs}"] svg`)?.checkVisibility()).toBe(true));
    }
  });

  test('shows in every view, and in its name, that it is below the minimum', async () => {
    readCalendarMock.mockImplementation(
      fakeReadCalendar({ departures: [departure('few', '2031-05-05', { belowMinimum: true })] }),
    );
    await show('&view=month');
    const short = 'Below the minimum';
    await expect.element(entry('few')).toHaveAccessibleName(new RegExp(`Seats left · ${short}$`));
    for (const view of ['Month', 'Week', 'List']) {
      await page.getByRole('radio', { name: view }).click();
      await waitFor(() => expect(document.querySelector(`[title="${short}"] svg`)?.checkVisibility()).toBe(true));
    }
  });

  test('marks seats left, few left and cancelled by colour and shape', async () => {
    readCalendarMock.mockImplementation(
      fakeReadCalendar({
        departures: [
          departure('many', '2031-05-05'),
          departure('few', '2031-05-06', { booked: 15 }),
          departure('off', '2031-05-07', { status: 'cancelled' }),
        ],
      }),
    );
    await show('&view=month');
    const looks = [
      ['many', 'Seats left'],
      ['few', 'Fewer than half the seats left'],
      ['off', 'Cancelled'],
    ].map(([id, label]) => {
      const sign = document.querySelector(`[data-departure="${id}"] [role=img][aria-label="${label}"]`)!;
      return [getComputedStyle(sign).color, sign.innerHTML];
    });
    expect(new Set(looks.map(([colour]) => colour)).size).toBe(3);
    expect(new Set(looks.map(([, shape]) => shape)).size).toBe(3);
    expect(looks.map(([colour]) => colour)).not.toContain(getComputedStyle(entry('many').element()).color);
  });
});

describe('the grid pattern', () => {
  test('selects several, and each day and departure exposes aria-selected', async () => {
    await show('&view=month');
    const grid = page.getByRole('grid');
    await expect.element(grid).toHaveAttribute('aria-multiselectable', 'true');
    const cell = () => document.querySelector('[data-drop="2031-05-05"]')!;
    expect(cell().getAttribute('aria-selected')).toBe('false');
    await entry('a').click({ modifiers: ['Control'] });
    await expect.element(entry('a')).toHaveAttribute('aria-selected', 'true');
    expect(cell().getAttribute('aria-selected')).toBe('true');
    expect(document.querySelectorAll('[role=listbox]:not([aria-label])').length).toBe(0);
  });

  test('reaches all departures of a full day by arrow keys, and selects them', async () => {
    await show('&view=month');
    expect(shownDepartures('2031-05-12')).toEqual(['line-0', 'line-1', 'line-2']);
    (entry('line-0').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(entry('line-4')).toHaveFocus();
    expect(shownDepartures('2031-05-12')).toEqual(['line-2', 'line-3', 'line-4']);
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    await expect.element(entry('line-5')).toHaveFocus();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.element(entry('line-0')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(element('[data-date="2031-05-12"]')).toHaveFocus();
  });

  test('opens the day of a departure by Enter', async () => {
    await show('&view=month');
    (entry('b').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('region', { name: 'Day' })).toBeVisible();
    await expect.poll(() => readDayMock.mock.lastCall?.[1]).toMatchObject({ date: '2031-05-06' });
  });
});

const focused = () => (document.activeElement as HTMLElement | null)?.dataset['date'];
const expectFocus = (date: string) => waitFor(() => expect(focused()).toBe(date));
const focusDay = (date: string) => document.querySelector<HTMLElement>(`[data-date="${date}"]`)!.focus();

describe('Page keys', () => {
  test.each(['month', 'week'])('move by months in the %s, with Shift by years, to the same day', async (view) => {
    await show(`&view=${view}`);
    focusDay('2031-05-06');
    await userEvent.keyboard('{ArrowRight}');
    await expectFocus('2031-05-07');
    await userEvent.keyboard('{PageDown}{PageDown}');
    await expectFocus('2031-07-07');
    await userEvent.keyboard('{PageUp}');
    await expectFocus('2031-06-07');
    await userEvent.keyboard('{Shift>}{PageUp}{/Shift}');
    await expectFocus('2030-06-07');
    expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
  });

  describe('when the month renders later', () => {
    const deferredRender = { draw: () => undefined as void };
    function LateMonths(limits: { from?: string; to?: string }) {
      const [month, setMonth] = useState('2031-05');
      return (
        <DateGrid
          month={month}
          selected={null}
          today="2031-05-20"
          {...limits}
          onMonthChange={(to) => {
            deferredRender.draw = () => setMonth(to);
          }}
          onSelect={() => undefined}
        />
      );
    }
    const showLate = async (limits = {}) => {
      deferredRender.draw = () => undefined;
      await renderScreen(<LateMonths {...limits} />, { texts: ['patterns'] });
      await expect.element(page.getByRole('grid', { name: 'May 2031' })).toBeVisible();
      focusDay('2031-05-20');
      await userEvent.keyboard('{ArrowLeft}');
      await expectFocus('2031-05-19');
    };

    test.each([
      ['the same day of the new month has the focus once it is rendered', '{PageDown}', '2031-06-19'],
      ['a second key continues from there', '{PageDown}{PageDown}{ArrowRight}', '2031-07-20'],
      ['the opposite key returns', '{PageDown}{PageUp}', '2031-05-19'],
    ])('%s', async (_, keys, to) => {
      await showLate();
      await userEvent.keyboard(keys);
      expect(focused()).toBe('2031-05-19');
      deferredRender.draw();
      await expectFocus(to);
    });

    test('moves the focus in the same render, so that a key before the next frame finds it', async () => {
      await showLate();
      await userEvent.keyboard('{PageDown}');
      // Mutation observers run before any effect that React defers.
      const whenDrawn = new Promise<string | undefined>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[data-date="2031-06-19"]')) return;
          observer.disconnect();
          resolve(focused());
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
      deferredRender.draw();
      expect(await whenDrawn).toBe('2031-06-19');
    });

    test.each([
      ['{PageUp}', '2031-05-19'],
      ['{PageDown}', '2031-06-19'],
      ['{Shift>}{PageDown}{/Shift}', '2031-05-19'],
      ['{PageDown}{PageDown}', '2031-06-19'],
    ])('%s moves no further than to a month with a selectable day', async (keys, to) => {
      await showLate({ from: '2031-05-10', to: '2031-06-28' });
      await userEvent.keyboard(keys);
      deferredRender.draw();
      await expectFocus(to);
      expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
    });
  });
});

test('the date grid leaves days of neighbouring months blank, as their availability is not loaded', async () => {
  await renderScreen(
    <DateGrid
      month="2031-05"
      selected={null}
      today="2031-05-20"
      onMonthChange={() => undefined}
      onSelect={() => undefined}
    />,
    { texts: ['patterns'] },
  );
  await expect.element(page.getByRole('grid', { name: 'May 2031' })).toBeVisible();
  expect(document.querySelectorAll('[data-date]')).toHaveLength(31);
  // 1 May is a Thursday, and 31 May a Saturday.
  expect(
    page
      .getByRole('gridcell')
      .elements()
      .filter(({ textContent }) => textContent === ''),
  ).toHaveLength(4);
});

test('a day off shows its reason in every view, with the tour’s name when it is of one tour', async () => {
  const off = (tourId: string | null, date: string, name: string) => ({ tourId, fromDate: date, toDate: date, name });
  readCalendarMock.mockImplementation(
    fakeReadCalendar({ daysOff: [off(null, '2031-05-09', 'Great Prayer Day'), off(BIKE, '2031-05-10', '')] }),
  );
  await show('&view=month');
  await expect
    .element(page.getByRole('button', { name: /^Friday, 9 May 2031, no departures.* · Great Prayer Day$/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^Saturday, 10 May.* · City by bike: Day off$/ }))
    .toBeVisible();
  for (const view of ['Month', 'Week', 'List']) {
    await page.getByRole('radio', { name: view }).click();
    await expect.element(page.getByText('Great Prayer Day', { exact: true })).toBeVisible();
  }
});

describe('the agenda', () => {
  test('shows the guide, and a departure opens its day', async () => {
    await show('&view=agenda');
    await expect.element(page.getByRole('heading', { name: 'Mon 5 May' })).toBeVisible();
    await expect.element(page.getByText('English · Lea').first()).toBeVisible();
    await page.getByRole('button', { name: /^10:00 City by bike/ }).click();
    await expect.element(page.getByRole('region', { name: 'Day' })).toBeVisible();
    await expect.poll(() => readDayMock.mock.lastCall?.[1]).toMatchObject({ date: '2031-05-06' });
  });
});

describe('the printed week', () => {
  const printedText = async () => {
    window.dispatchEvent(new Event('beforeprint'));
    const sheet = document.querySelector<HTMLElement>('[data-print]')!;
    const text = sheet.innerText || sheet.textContent;
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull());
    return text.replaceAll('\u00a0', ' ');
  };

  test('lists each departure with guide and state, and is removed after printing', async () => {
    await show('&view=month');
    const sheet = await printedText();
    expect(sheet).toMatch(/Walks · Mon 5 May – Sun 11 May/);
    expect(sheet).toMatch(/10:00Harbour walkEnglishLea2 of 20Seats left/);
    expect(sheet).toMatch(/City by bikeEnglishNo guide/);
    expect(document.documentElement.hasAttribute('data-printing')).toBe(false);
  });

  test('includes the earlier days of a week when the agenda starts mid-week', async () => {
    await show('&view=agenda', '2031-05-07');
    await waitFor(() =>
      expect(readCalendarMock.mock.calls.map(([, { from, to }]) => `${from} ${to}`)).toContain('2031-05-05 2031-05-11'),
    );
    await waitFor(async () => expect(await printedText()).toMatch(/Monday, 5 May 203110:00Harbour walk/));
  });

  test('says that a week is not loaded instead of calling it empty', async () => {
    readCalendarMock.mockImplementation((company, range) =>
      range.from === '2031-05-05' ? Promise.resolve(fail('offline')) : fakeReadCalendar()(company, range),
    );
    await show('&view=agenda', '2031-05-07');
    expect(await printedText()).toMatch(/This week isn’t loaded/);
  });

  test('does not call the next week empty while it loads', async () => {
    const deferredResponse = deferred<Awaited<ReturnType<typeof readCalendar>>>();
    readCalendarMock.mockImplementation((company, range) =>
      range.from === '2031-05-12' ? deferredResponse.promise : fakeReadCalendar()(company, range),
    );
    await show('&view=week');
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.poll(printedText).toMatch(/Mon 12 May – Sun 18 May.*This week isn’t loaded/);
    expect(await printedText()).not.toMatch(/No departures/);
  });

  test('ignores an open day of another week', async () => {
    await show('&view=week&day=2031-05-06');
    await page.getByRole('button', { name: 'Later' }).click();
    await waitFor(async () => expect(await printedText()).toMatch(/Mon 12 May – Sun 18 May/));
  });

  test('names the filters that hide something', async () => {
    await show(`&view=month&tour=${BIKE}&show=unassigned`);
    expect(await printedText()).toMatch(/Filtered: Tour: City by bike · Show only: No guide/);
  });
});
