/** /dashboard: today, what needs attention, and the charts of a range with links to lists. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Component as DashboardPage } from '../../src/company/dashboard/dashboard-page.tsx';
import { readFigures, readToday } from '../../src/data/dashboard.ts';
import type { Instant } from '../../src/domain/ids.ts';
import { onChangeEvent } from '../../src/data/change-events.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES, type RoleName } from '../../src/domain/roles.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import { readStoredResponse, writeCachedResponse } from '../../src/offline/device/cached-responses.ts';
import { session } from '../../src/session/session.ts';
import { dayOf, departureOf, GUIDE, inHours, monthOf, TOUR } from './dashboard-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/offline/device/cached-responses.ts'));
await mockModule(import('../../src/data/change-events.ts'), () => ({
  onChangeEvent: vi.fn<typeof onChangeEvent>(() => () => undefined),
}));
await mockModule(import('../../src/data/dashboard.ts'), async (original) => ({
  ...(await original()),
  readToday: vi.fn<typeof readToday>(),
  readFigures: vi.fn<typeof readFigures>(),
}));

const readTodayMock = vi.mocked(readToday);
const readFiguresMock = vi.mocked(readFigures);
const readStoredResponseMock = vi.mocked(readStoredResponse);
let company = '';
const signInWith = (role: RoleName) =>
  signInAs(
    identity({
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
const show = (at = '/dashboard') => renderScreen(<DashboardPage />, { path: '/dashboard', at });
const link = (name: RegExp | string) => page.getByRole('link', { name });
const chart = (name: string) => page.getByRole('region', { name });
const advanced = (all: object[]) => `/bookings-advanced?${new URLSearchParams({ filter: JSON.stringify({ all }) })}`;
const figure = (name: string) => page.getByRole('list', { name: 'Figures' }).getByRole('link', { name });

beforeEach(async () => {
  await page.viewport(1200, 900);
  company = crypto.randomUUID();
  vi.clearAllMocks();
  vi.mocked(onChangeEvent).mockImplementation(() => () => undefined);
  readTodayMock.mockResolvedValue(ok(dayOf([departureOf('Harbour walk')])));
  readFiguresMock.mockResolvedValue(ok(monthOf()));
  readStoredResponseMock.mockResolvedValue(null);
});
afterEach(() => session.signOut({ discard: true }));

describe('today', () => {
  beforeEach(() => signInWith('owner'));

  test('shows fill, arrivals, late guests and money due, each linked to its list', async () => {
    const [first, second] = [
      departureOf('Harbour walk', { late: 2, lateMinutes: 15, due: 45_000 }),
      departureOf('Night walk', { seats: 6, booked: 6, attended: 0, guides: [] }),
    ];
    readTodayMock.mockResolvedValue(ok(dayOf([first, second])));
    await show();
    const figures = page.getByRole('list', { name: 'Today' });
    await expect.element(figures.getByRole('link', { name: /^Departures/ })).toHaveTextContent('2');
    await expect.element(figures.getByRole('link', { name: /^Seats taken/ })).toHaveTextContent('50%20 of 40 seats');
    await expect.element(figures.getByRole('link', { name: /^Here so far/ })).toHaveTextContent('5Of 20 booked');
    await expect.element(figures.getByRole('link', { name: /^Running late/ })).toHaveTextContent('2Up to 15 min');
    const due = figures.getByRole('link', { name: /^Due/ });
    await expect.element(due).toHaveTextContent('DKK 450');
    await expect.element(due).toHaveAttribute('href', '/bookings?from=2026-11-23&to=2026-11-23&due=due');
    const row = link(/Harbour walk.*14 of 20 seats/);
    await expect.element(row).toHaveTextContent('14 of 20 seats');
    await expect.element(row).toHaveTextContent('2 guests up to 15 min late');
    await expect.element(row).toHaveTextContent('DKK 450 due');
    await expect.element(row).toHaveAttribute('href', `/check-in?departure=${first.id}`);
    await expect.element(link(/Night walk/)).toHaveTextContent('No guide');
  });

  test('links problems to where they are solved, and says when there are none', async () => {
    readTodayMock.mockResolvedValue(
      ok(
        dayOf([], {
          noGuide: 3,
          requests: 1,
          refunds: 4,
          refundsFailed: 1,
          overdue: 2,
          mails: 0,
          refused: { devices: 2, actions: 5 },
        }),
      ),
    );
    await show();
    const needs = page.getByRole('list', { name: 'Needs attention' });
    await expect.element(needs).toBeVisible();
    const result = needs
      .getByRole('link')
      .elements()
      .map((element) => [element.textContent, element.getAttribute('href')]);
    expect(result).toEqual([
      ['5 actions were refused on 2 devices', '/company-team'],
      [
        '4 bookings to refund, 1 failed',
        `/bookings-advanced?filter=${encodeURIComponent('{"field":"owed","from":1}')}`,
      ],
      ['1 booking request waiting', '/bookings?status=PENDING&from=2026-11-23'],
      ['3 departures in the next 7 days have no guide', '/tours/calendar?show=unassigned'],
      ['2 tour reports are overdue', '/report-tour-numbers?show=overdue'],
    ]);
    await expect.element(page.getByText('No departures today')).toBeVisible();
  });

  test('refetches today and the charts on a change event', async () => {
    let changeEvent = () => undefined as void;
    vi.mocked(onChangeEvent).mockImplementation((_company, tell) => {
      changeEvent = tell as () => void;
      return () => undefined;
    });
    await show();
    await expect.element(link(/Harbour walk/).first()).toHaveTextContent('5 of 14 here');
    readTodayMock.mockResolvedValue(ok(dayOf([departureOf('Harbour walk', { attended: 6 })])));
    const before = monthOf();
    readFiguresMock.mockResolvedValue(ok({ ...before, booked: { ...before.booked!, bookings: 31 } }));
    changeEvent();
    await expect.element(link(/Harbour walk/).first()).toHaveTextContent('6 of 14 here');
    await expect.element(figure('Bookings 31')).toBeVisible();
    // Each check-in is a change event; the year's figures are not recomputed for each.
    readTodayMock.mockResolvedValue(ok(dayOf([departureOf('Harbour walk', { attended: 7 })])));
    changeEvent();
    await expect.element(link(/Harbour walk/).first()).toHaveTextContent('7 of 14 here');
    expect(readFiguresMock).toHaveBeenCalledTimes(2);
  });

  test('hides departures that are over behind a button', async () => {
    const over = departureOf('Morning walk', { startsAt: inHours(-5), endsAt: inHours(-3) });
    readTodayMock.mockResolvedValue(ok(dayOf([over, departureOf('Harbour walk')])));
    await show();
    await expect.element(link(/Harbour walk/).first()).toBeVisible();
    expect(link(/Morning walk/).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Show 1 past departure' }).click();
    await expect.element(link(/Morning walk/)).toBeVisible();
  });

  test('shows what could not be fetched, and the rest', async () => {
    readTodayMock.mockResolvedValue(fail('offline', { retry: true }));
    await show();
    await expect.element(page.getByText('Today’s departures could not be loaded.')).toBeVisible();
    await expect.element(chart('Guides’ hours')).toBeVisible();
  });
});

describe('figures', () => {
  beforeEach(() => signInWith('owner'));

  test('are cached, and shown with their age when offline, for any range', async () => {
    const key = JSON.stringify([company, 'figures', '30']);
    const data = JSON.parse(JSON.stringify(monthOf())) as unknown;
    readStoredResponseMock.mockImplementation((requestedKey) =>
      Promise.resolve(requestedKey === key ? { key, owner: company, at: Date.now() - 20 * 3_600_000, data } : null),
    );
    readFiguresMock.mockResolvedValue(fail('offline', { retry: true }));
    await show();
    await expect.element(figure('Bookings 30')).toBeVisible();
    const age = page.getByRole('status').filter({ hasText: '20 hr ago' });
    await expect.element(age).toHaveTextContent('You’re offline.');
    const before = monthOf();
    readFiguresMock.mockResolvedValue(ok({ ...before, booked: { ...before.booked!, bookings: 31 } }));
    await age.getByRole('button').click();
    await expect.element(figure('Bookings 31')).toBeVisible();
    await expect.element(age).not.toBeInTheDocument();
    const writtenKeys = () => vi.mocked(writeCachedResponse).mock.calls.map(([entry]) => entry.key);
    await waitFor(() => expect(writtenKeys()).toContain(key));
  });

  test('are compared with the previous range, and link to their lists', async () => {
    await show();
    await expect.element(figure('Bookings 30')).toHaveTextContent('50% more than before');
    await expect.element(figure('Revenue')).toHaveTextContent('DKK 9,00010% less than before');
    await expect.element(figure('Cancelled')).toHaveTextContent('25%20% in the previous period');
    await expect.element(figure('Seats taken')).toHaveTextContent('58%50% in the previous period');
    await expect.element(figure('Attendance')).toHaveTextContent('94%6 no-shows · 90% in the previous period');
    await expect.element(figure('Cancelled')).toHaveAttribute(
      'href',
      advanced([
        { field: 'status', in: ['CANCELLED'] },
        { field: 'created', from: '2026-11-01', to: '2026-11-30' },
        { field: 'currency', in: ['DKK'] },
        { field: 'reason', in: ['merged'], not: true },
      ]),
    );
  });

  test('say as of when they are, and are refetched while changes are still being counted', async () => {
    const asOf = '2026-11-20T09:05:00.000Z' as Instant;
    readFiguresMock.mockResolvedValue(ok(monthOf({ asOf, isBehind: true })));
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await show();
      await expect.element(page.getByText('As of Fri 20 Nov, 10:05, still updating')).toBeVisible();
      await expect.element(figure('Bookings 30')).toBeVisible();
      readFiguresMock.mockResolvedValue(ok(monthOf({ asOf })));
      vi.advanceTimersByTime(30_000);
      await expect.element(page.getByText('As of Fri 20 Nov, 10:05', { exact: true })).toBeVisible();
      expect(readFiguresMock).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('show no numbers before the first count', async () => {
    readFiguresMock.mockResolvedValue(ok(monthOf({ asOf: null, isBehind: true })));
    await show();
    await expect.element(page.getByText('Preparing your figures')).toBeVisible();
    expect(page.getByText('Revenue').elements()).toHaveLength(0);
  });

  test('each chart is a table for screen readers, and on request a table with links', async () => {
    await show();
    const bookings = chart('Bookings made');
    const table = bookings.getByRole('table', { name: 'Bookings made' });
    await expect.element(table.getByRole('row', { name: /^Sun 1 Nov/ })).toHaveTextContent('Sun 1 Nov1282020');
    expect(table.getByRole('link').elements()).toHaveLength(0);
    await bookings.getByRole('button', { name: 'Bookings made: as a table' }).click();
    await expect.element(table.getByRole('link').first()).toHaveAttribute(
      'href',
      advanced([
        { field: 'status', in: ['CONFIRMED', 'PENDING'] },
        { field: 'created', from: '2026-11-01', to: '2026-11-01' },
        { field: 'currency', in: ['DKK'] },
      ]),
    );
    expect(bookings.element().querySelector('svg[viewBox]:not([aria-hidden])')).toBeNull();
    for (const [name, row, text] of [
      ['Attendance by tour', /^Harbour walk/, 'Harbour walk91009463'],
      ['Seats taken by weekday and hour', /^Monday/, 'Monday · 10:004608075%'],
      ['Guides’ hours', /^Anna Lind/, 'Anna Lind6709 hrs6 hrs'],
      ['Booking lead time', /^The same day/, 'The same day310%10%'],
    ] as const)
      await expect.element(chart(name).getByRole('table').getByRole('row', { name: row })).toHaveTextContent(text);
  });

  test('render columns, bars and cells that link to the data behind them', async () => {
    await show();
    await expect.element(chart('Bookings made')).toBeVisible();
    const hrefs = (name: string) =>
      [...chart(name).element().querySelectorAll('[aria-hidden] a')].map((element) => element.getAttribute('href'));
    await expect.poll(() => hrefs('Bookings made')).toHaveLength(30);
    const seatedFilter = (phases: string[]) => [
      { field: 'status', in: ['CONFIRMED', 'PENDING', 'ON_HOLD'] },
      { field: 'phase', in: phases },
      { field: 'date', from: '2026-11-01', to: '2026-11-30' },
    ];
    const ofTour = [...seatedFilter(['past']), { field: 'tour', in: [TOUR] }];
    expect(hrefs('Attendance by tour')).toEqual([
      advanced(ofTour),
      advanced([...ofTour, { field: 'attendance', in: ['missing'] }]),
    ]);
    expect(hrefs('Guides’ hours')).toEqual([
      advanced([...seatedFilter(['upcoming', 'past']), { field: 'guide', in: [GUIDE] }]),
    ]);
    expect(hrefs('Booking lead time')[2]).toBe(
      advanced([
        { field: 'status', in: ['CONFIRMED', 'PENDING'] },
        { field: 'created', from: '2026-11-01', to: '2026-11-30' },
        { field: 'currency', in: ['DKK'] },
        { field: 'lead', from: 2, to: 6 },
      ]),
    );
    const [monday] = hrefs('Seats taken by weekday and hour');
    const filter = JSON.parse(new URLSearchParams(monday!.split('?')[1]).get('filter')!) as { all: object[] };
    expect(filter.all).toEqual([
      { field: 'status', in: ['CONFIRMED', 'PENDING', 'ON_HOLD'] },
      { field: 'phase', in: ['upcoming', 'past'] },
      {
        any: ['02', '09', '16', '23', '30'].map((day) => ({
          field: 'date',
          from: `2026-11-${day}`,
          to: `2026-11-${day}`,
        })),
      },
      { field: 'time', from: '10:00', to: '10:59' },
    ]);
    // The table holds the tab stops; hidden links take no focus.
    expect(
      [...document.querySelectorAll('[aria-hidden] a')].every((element) => element.getAttribute('tabindex') === '-1'),
    ).toBe(true);
  });

  test('keep range and measure in the URL; a custom range is typed', async () => {
    const today = localDateIn('Europe/Copenhagen', Date.now());
    await show('/dashboard?show=revenue');
    await expect.element(chart('Revenue booked')).toBeVisible();
    expect(readFiguresMock.mock.calls[0]?.[1]).toMatchObject({ to: today });
    await page.getByRole('radio', { name: '7 days' }).click();
    await expect.poll(() => readFiguresMock.mock.calls.length).toBe(2);
    const { from, to } = readFiguresMock.mock.calls[1]![1];
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
    await page.getByRole('radio', { name: 'Choose days' }).click();
    await page.getByRole('textbox', { name: 'First day' }).fill('2026-01-05');
    await page.getByRole('textbox', { name: 'Last day' }).fill('2026-02-01');
    await expect.poll(() => readFiguresMock.mock.lastCall?.[1]).toMatchObject({ from: '2026-01-05', to: '2026-02-01' });
    const calls = readFiguresMock.mock.calls.length;
    await page.getByRole('textbox', { name: 'Last day' }).fill('2025-02-01');
    await expect.element(page.getByText('Choose up to a year, with the first day before the last.')).toBeVisible();
    expect(readFiguresMock.mock.calls).toHaveLength(calls);
  });

  test('replace every chart with another range, also those that render later', async () => {
    await show();
    await expect.element(chart('Guides’ hours')).toBeVisible();
    const other = monthOf();
    readFiguresMock.mockResolvedValue(
      ok({ ...other, guides: other.guides.map((guide) => ({ ...guide, departures: 77 })), fill: [], attendance: [] }),
    );
    await page.getByRole('radio', { name: '7 days' }).click();
    const row = chart('Guides’ hours')
      .getByRole('table')
      .getByRole('row', { name: /^Anna Lind/ });
    await expect.element(row).toHaveTextContent('Anna Lind77709 hrs6 hrs');
    await expect.element(chart('Seats taken by weekday and hour').getByRole('table')).not.toBeInTheDocument();
    await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
  });

  test('keep “everyone came” apart from the attendance bar', async () => {
    const other = monthOf();
    readFiguresMock.mockResolvedValue(
      ok({ ...other, attendance: other.attendance.map((tour) => ({ ...tour, noShows: 0 })) }),
    );
    await show();
    const words = chart('Attendance by tour').getByText('everyone came', { exact: true });
    await expect.element(words).toBeVisible();
    const bar = words.element().previousElementSibling!.getBoundingClientRect();
    expect(words.element().getBoundingClientRect().left - bar.right).toBeGreaterThanOrEqual(8);
  });

  test('does not say that everyone came before a tour with bookings has ended', async () => {
    const [tour] = monthOf().attendance;
    const onlyWalkIns = { ...tour!, booked: 0, attended: 0, noShows: 0 };
    readFiguresMock.mockResolvedValue(ok(monthOf({ attendance: [onlyWalkIns] })));
    await show();
    await expect.element(figure('Attendance')).toHaveTextContent('Attendance–90% in the previous period');
    await expect.element(chart('Attendance by tour')).toHaveTextContent('– attended');
    await expect.element(page.getByText('everyone came')).not.toBeInTheDocument();
  });

  test('print all charts with their tables, in light colours', async () => {
    await show();
    await expect.element(chart('Guides’ hours')).toBeVisible();
    document.documentElement.dataset['colourMode'] = 'dark';
    window.dispatchEvent(new Event('beforeprint'));
    const sheet = document.querySelector('[data-print]');
    expect(sheet?.querySelectorAll('table')).toHaveLength(5);
    expect(sheet?.textContent).toContain('Sunday, 1 November 2026 – Monday, 30 November 2026');
    expect(sheet?.textContent).toContain('As of ');
    expect(sheet?.querySelectorAll('button')).toHaveLength(0);
    expect(document.documentElement.dataset['colourMode']).toBeUndefined();
    window.dispatchEvent(new Event('afterprint'));
    await expect.poll(() => document.querySelector('[data-print]')).toBeNull();
    expect(document.documentElement.dataset['colourMode']).toBe('dark');
    delete document.documentElement.dataset['colourMode'];
  });
});

test('without the bookings permission, money and links to other lists are hidden', async () => {
  await signInWith('guide');
  readTodayMock.mockResolvedValue(
    ok({ ...dayOf([departureOf('Harbour walk', { due: null })]), isWholeCompany: false }),
  );
  readFiguresMock.mockResolvedValue(ok(monthOf({ booked: null, bookedBefore: null, isWholeCompany: false })));
  await show();
  await expect.element(chart('Attendance by tour')).toBeVisible();
  expect(page.getByText('Revenue').elements()).toHaveLength(0);
  expect(page.getByText('Due').elements()).toHaveLength(0);
  expect([...document.querySelectorAll('a[href^="/bookings"]')]).toHaveLength(0);
});

test.each([390, 768])('does not overflow at %i pixels', async (width) => {
  await page.viewport(width, 844);
  await signInWith('owner');
  await show();
  await expect.element(chart('Guides’ hours')).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[aria-hidden] svg[viewBox] rect').length).toBeGreaterThan(20);
  const main = document.querySelector('main')!;
  const wide = [...main.querySelectorAll('section, svg, a, button, li')].filter(
    (element) =>
      element.closest('[role=radiogroup], table') === null && element.getBoundingClientRect().right > width + 0.5,
  );
  expect(wide.map((element) => element.outerHTML.slice(0, 120))).toEqual([]);
});
