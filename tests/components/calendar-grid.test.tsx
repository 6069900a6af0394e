/** The calendar's grids as they are read, walked through and printed. */
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CalendarPage } from '../../src/company/calendar/calendar-page.tsx';
import { readCalendar, readDay } from '../../src/data/calendar.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { session } from '../../src/session/session.ts';
import { DateGrid } from '../../src/ui/dates/date-grid.tsx';
import { ALL, answering, BIKE, departure } from './calendar-data.ts';
import { identity, later, memberCompany, mockSession, signInAs } from './fake-data.ts';
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

const reads = vi.mocked(readCalendar);
const days = vi.mocked(readDay);

/** Six on one day: more than a day of the month shows. */
const FULL = Array.from({ length: 6 }, (_, index) =>
  departure(`line-${index}`, '2031-05-12', { startsAt: `2031-05-12T${String(8 + index).padStart(2, '0')}:00:00.000Z` }),
);
const element = (selector: string) => page.elementLocator(document.querySelector(selector)!);
const entry = (id: string) => element(`[data-departure="${id}"]`);
const lines = (date: string) =>
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
  for (const mock of [reads, days]) mock.mockReset();
  reads.mockImplementation(answering({ departures: [...ALL, ...FULL] }));
  days.mockResolvedValue(ok({ timeZone: 'Europe/Copenhagen', tours: [], departures: [] }));
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

describe('how a departure is read', () => {
  test.each([
    ['wide', 1200],
    ['narrow', 700],
    ['a phone', 360],
  ])('all of it is in its name where the day is %s', async (_, width) => {
    await page.viewport(width, 800);
    await show('&view=month');
    await expect
      .element(entry('b'))
      .toHaveAccessibleName('10:00 City by bike · 2 of 20 booked · Seats left · No guide');
    await expect.element(entry('c')).toHaveAccessibleName('10:00 Harbour walk · 20 of 20 booked · Sold out');
  });

  test('what it has of its own is in the name, and seen in every view', async () => {
    reads.mockImplementation(
      answering({ departures: [departure('own', '2031-05-05', { differs: ['price', 'note'] })] }),
    );
    await show('&view=month');
    const differs = 'Differs from the tour: price, meeting point';
    await expect.element(entry('own')).toHaveAccessibleName(new RegExp(`${differs}$`));
    for (const view of ['Month', 'Week', 'List']) {
      await page.getByRole('radio', { name: view }).click();
      await waitFor(() => expect(document.querySelector(`[title="${differs}"] svg`)?.checkVisibility()).toBe(true));
    }
  });

  test('that too few have booked is in the name, and seen in every view', async () => {
    reads.mockImplementation(answering({ departures: [departure('few', '2031-05-05', { belowMinimum: true })] }));
    await show('&view=month');
    const short = 'Fewer guests than the minimum';
    await expect.element(entry('few')).toHaveAccessibleName(new RegExp(`Seats left · ${short}$`));
    for (const view of ['Month', 'Week', 'List']) {
      await page.getByRole('radio', { name: view }).click();
      await waitFor(() => expect(document.querySelector(`[title="${short}"] svg`)?.checkVisibility()).toBe(true));
    }
  });

  test('seats left, few, and called off have each a colour beside their shape', async () => {
    reads.mockImplementation(
      answering({
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
      ['few', 'Under half of the seats left'],
      ['off', 'Cancelled'],
    ].map(([id, response]) => {
      const sign = document.querySelector(`[data-departure="${id}"] [role=img][aria-label="${response}"]`)!;
      return [getComputedStyle(sign).color, sign.innerHTML];
    });
    expect(new Set(looks.map(([colour]) => colour)).size).toBe(3);
    expect(new Set(looks.map(([, shape]) => shape)).size).toBe(3);
    expect(looks.map(([colour]) => colour)).not.toContain(getComputedStyle(entry('many').element()).color);
  });
});

describe('the grid pattern', () => {
  test('several can be selected, and each day and departure says whether it is', async () => {
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

  test('arrows lead to all departures of a full day, and select them', async () => {
    await show('&view=month');
    expect(lines('2031-05-12')).toEqual(['line-0', 'line-1', 'line-2']);
    (entry('line-0').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(entry('line-4')).toHaveFocus();
    expect(lines('2031-05-12')).toEqual(['line-2', 'line-3', 'line-4']);
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    await expect.element(entry('line-5')).toHaveFocus();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.element(entry('line-0')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(element('[data-date="2031-05-12"]')).toHaveFocus();
  });

  test('Enter opens the day of a departure', async () => {
    await show('&view=month');
    (entry('b').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('region', { name: 'The day' })).toBeVisible();
    await expect.poll(() => days.mock.lastCall?.[1]).toMatchObject({ date: '2031-05-06' });
  });
});

const focused = () => (document.activeElement as HTMLElement | null)?.dataset['date'];
const onto = (date: string) => waitFor(() => expect(focused()).toBe(date));
const focusDay = (date: string) => document.querySelector<HTMLElement>(`[data-date="${date}"]`)!.focus();

describe('Page keys', () => {
  test.each(['month', 'week'])('lead by months in the %s, and Shift by years, to the same day', async (view) => {
    await show(`&view=${view}`);
    focusDay('2031-05-06');
    await userEvent.keyboard('{ArrowRight}');
    await onto('2031-05-07');
    await userEvent.keyboard('{PageDown}{PageDown}');
    await onto('2031-07-07');
    await userEvent.keyboard('{PageUp}');
    await onto('2031-06-07');
    await userEvent.keyboard('{Shift>}{PageUp}{/Shift}');
    await onto('2030-06-07');
    expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
  });

  describe('where the month is drawn a moment later', () => {
    const asked = { draw: () => undefined as void };
    function LateMonths(limits: { from?: string; to?: string }) {
      const [month, setMonth] = useState('2031-05');
      return (
        <DateGrid
          month={month}
          selected={null}
          today="2031-05-20"
          {...limits}
          onMonth={(to) => {
            asked.draw = () => setMonth(to);
          }}
          onSelect={() => undefined}
        />
      );
    }
    const showLate = async (limits = {}) => {
      asked.draw = () => undefined;
      await renderScreen(<LateMonths {...limits} />, { texts: ['patterns'] });
      await expect.element(page.getByRole('grid', { name: 'May 2031' })).toBeVisible();
      focusDay('2031-05-20');
      await userEvent.keyboard('{ArrowLeft}');
      await onto('2031-05-19');
    };

    test.each([
      ['its day has the focus, and no other before', '{PageDown}', '2031-06-19'],
      ['a second key leads on from there', '{PageDown}{PageDown}{ArrowRight}', '2031-07-20'],
      ['the way back is one', '{PageDown}{PageUp}', '2031-05-19'],
    ])('%s', async (_, keys, to) => {
      await showLate();
      await userEvent.keyboard(keys);
      expect(focused()).toBe('2031-05-19');
      asked.draw();
      await onto(to);
    });

    test('the focus goes with the drawing, so that a key pressed before the next frame finds it', async () => {
      await showLate();
      await userEvent.keyboard('{PageDown}');
      // What changes the page tells of itself before any effect that React leaves for later.
      const whenDrawn = new Promise<string | undefined>((drawn) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[data-date="2031-06-19"]')) return;
          observer.disconnect();
          drawn(focused());
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
      asked.draw();
      expect(await whenDrawn).toBe('2031-06-19');
    });

    test.each([
      ['{PageUp}', '2031-05-19'],
      ['{PageDown}', '2031-06-19'],
      ['{Shift>}{PageDown}{/Shift}', '2031-05-19'],
      ['{PageDown}{PageDown}', '2031-06-19'],
    ])('%s leads no further than to a month in which a day can be chosen', async (keys, to) => {
      await showLate({ from: '2031-05-10', to: '2031-06-28' });
      await userEvent.keyboard(keys);
      asked.draw();
      await onto(to);
      expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
    });
  });
});

test('a day of the next month is open to a press, which shows that month and chooses nothing', async () => {
  const onSelect = vi.fn();
  function TwoMonths() {
    const [month, setMonth] = useState('2031-05');
    return (
      <DateGrid
        month={month}
        selected={null}
        today="2031-05-20"
        from="2031-05-20"
        factsOf={(date) => ({ disabled: date !== '2031-06-01' || month !== '2031-06' })}
        onMonth={setMonth}
        onSelect={onSelect}
      />
    );
  }
  await renderScreen(<TwoMonths />, { texts: ['patterns'] });
  await expect.element(page.getByRole('grid', { name: 'May 2031' })).toBeVisible();
  await userEvent.click(element('[data-date="2031-06-01"]'));
  await expect.element(page.getByRole('grid', { name: 'June 2031' })).toBeVisible();
  await onto('2031-06-01');
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.click(element('[data-date="2031-06-01"]'));
  expect(onSelect).toHaveBeenCalledWith('2031-06-01');
});

test('a day off says why in every view, of one tour with its name', async () => {
  const off = (tourId: string | null, date: string, name: string) => ({ tourId, fromDate: date, toDate: date, name });
  reads.mockImplementation(
    answering({ daysOff: [off(null, '2031-05-09', 'Great Prayer Day'), off(BIKE, '2031-05-10', '')] }),
  );
  await show('&view=month');
  await expect
    .element(page.getByRole('button', { name: /^Friday, 9 May 2031, no departures.* · Great Prayer Day$/ }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Saturday, 10 May.* · City by bike: Closed$/ })).toBeVisible();
  for (const view of ['Month', 'Week', 'List']) {
    await page.getByRole('radio', { name: view }).click();
    await expect.element(page.getByText('Great Prayer Day', { exact: true })).toBeVisible();
  }
});

describe('the list of days', () => {
  test('says who guides, and a departure opens its day', async () => {
    await show('&view=agenda');
    await expect.element(page.getByRole('heading', { name: 'Mon 5 May' })).toBeVisible();
    await expect.element(page.getByText('English · Lea').first()).toBeVisible();
    await page.getByRole('button', { name: /^10:00 City by bike/ }).click();
    await expect.element(page.getByRole('region', { name: 'The day' })).toBeVisible();
    await expect.poll(() => days.mock.lastCall?.[1]).toMatchObject({ date: '2031-05-06' });
  });
});

describe('a week on paper', () => {
  const printed = async () => {
    window.dispatchEvent(new Event('beforeprint'));
    const sheet = document.querySelector<HTMLElement>('[data-print]')!;
    const text = sheet.innerText || sheet.textContent;
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull());
    return text;
  };

  test('has each departure with its guide and state, and goes with the print', async () => {
    await show('&view=month');
    const sheet = await printed();
    expect(sheet).toMatch(/Walks · Mon 5 May – Sun 11 May/);
    expect(sheet).toMatch(/10:00Harbour walkEnglishLea2 of 20Seats left/);
    expect(sheet).toMatch(/City by bikeEnglishNo guide/);
    expect(document.documentElement.hasAttribute('data-paper')).toBe(false);
  });

  test('a list that begins in the midst of a week has the days before it, too', async () => {
    await show('&view=agenda', '2031-05-07');
    await waitFor(() =>
      expect(reads.mock.calls.map(([, { from, to }]) => `${from} ${to}`)).toContain('2031-05-05 2031-05-11'),
    );
    await waitFor(async () => expect(await printed()).toMatch(/Monday, 5 May 203110:00Harbour walk/));
  });

  test('what is not loaded is no day without departures', async () => {
    reads.mockImplementation((company, range) =>
      range.from === '2031-05-05' ? Promise.resolve(fail('offline')) : answering()(company, range),
    );
    await show('&view=agenda', '2031-05-07');
    expect(await printed()).toMatch(/This week is not loaded/);
  });

  test('while the next week is on its way, nothing of it is called empty', async () => {
    const coming = later<Awaited<ReturnType<typeof readCalendar>>>();
    reads.mockImplementation((company, range) =>
      range.from === '2031-05-12' ? coming.answer : answering()(company, range),
    );
    await show('&view=week');
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.poll(printed).toMatch(/Mon 12 May – Sun 18 May.*This week is not loaded/);
    expect(await printed()).not.toMatch(/No departures/);
  });

  test('a day that is left open behind does not choose the week', async () => {
    await show('&view=week&day=2031-05-06');
    await page.getByRole('button', { name: 'Later' }).click();
    await waitFor(async () => expect(await printed()).toMatch(/Mon 12 May – Sun 18 May/));
  });

  test('says which filters leave something out', async () => {
    await show(`&view=month&tour=${BIKE}&show=unassigned`);
    expect(await printed()).toMatch(/Not everything is shown\. Tour: City by bike · Show only: No guide/);
  });
});
