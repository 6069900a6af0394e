/** /bookings-advanced: its states, filter, views, bulk actions and export. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { AdvancedPage } from '../../src/company/bookings/advanced/advanced-page.tsx';
import { runBulk } from '../../src/company/bookings/advanced/bulk/run-bulk.ts';
import {
  findBookings,
  readBookingChoices,
  readBookingTotals,
  type BookingChoices,
  type ListedBooking,
} from '../../src/data/bookings/list.ts';
import { deleteBookingView, readBookingViews, saveBookingView, type SavedView } from '../../src/data/bookings/views.ts';
import { runAnyBookingAction } from '../../src/data/bookings/actions.ts';
import { readBooking } from '../../src/data/bookings/detail.ts';
import { readCalendar } from '../../src/data/calendar.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import { session } from '../../src/session/session.ts';
import { closesDirtyForm, isWorkRunning } from '../../src/ui/form/dirty-forms.ts';
import { download } from '../../src/ui/output/download.ts';
import { screenShortcuts } from '../../src/ui/commands/screen-shortcuts.ts';
import { showToast } from '../../src/ui/toasts/toasts.ts';
import { uuid } from './booking-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
await mockModule(import('../../src/data/bookings/list.ts'));
await mockModule(import('../../src/data/bookings/views.ts'));
await mockModule(import('../../src/ui/output/download.ts'));
await mockModule(import('../../src/ui/toasts/toasts.ts'), async (original) => ({
  ...(await original()),
  showToast: vi.fn<typeof showToast>(),
}));
await mockModule(import('../../src/data/bookings/actions.ts'), async (original) => ({
  ...(await original()),
  runAnyBookingAction: vi.fn<typeof runAnyBookingAction>(),
}));
await mockModule(import('../../src/data/bookings/detail.ts'), async (original) => ({
  ...(await original()),
  readBooking: vi.fn<typeof readBooking>(),
}));

const findBookingsMock = vi.mocked(findBookings);
const runAnyBookingActionMock = vi.mocked(runAnyBookingAction);
const readBookingViewsMock = vi.mocked(readBookingViews);
const booking = (name: string, more: Partial<ListedBooking> = {}): ListedBooking => ({
  id: crypto.randomUUID(),
  reference: 'QK7M4D',
  contact: { name, email: null, phone: null, country: null, locale: 'en' },
  party: [{ type: 'ADULT', count: 2 }],
  guests: 2,
  departure: {
    id: crypto.randomUUID(),
    tourId: 't',
    startsAt: '2027-05-01T08:00:00.000Z',
    localDate: '2027-05-01',
    language: 'en',
    departureStatus: 'scheduled',
    guides: [],
  },
  status: 'CONFIRMED',
  expiresAt: null,
  currency: 'DKK',
  total: 10_000,
  paid: 0,
  onAccount: 0,
  due: 10_000,
  overpaid: 0,
  owed: 0,
  source: 'office',
  partner: null,
  reason: null,
  attendance: null,
  referral: null,
  discount: null,
  hasNewsConsent: false,
  voucherNumber: null,
  note: null,
  tags: [],
  createdAt: '2027-04-01T08:00:00.000Z',
  version: 1,
  title: { en: 'Harbour walk' },
  ...more,
});
const mockBookings = (...bookings: ListedBooking[]) => {
  findBookingsMock.mockResolvedValue(ok({ bookings, today: '2027-05-01', showsGuests: true, next: null }));
  const sum = {
    key: 'CONFIRMED',
    currency: 'DKK',
    guests: 4,
    total: 20_000,
    paid: 0,
    owed: 0,
    due: 20_000,
    overpaid: 0,
  };
  vi.mocked(readBookingTotals).mockResolvedValue(
    ok({ sums: [{ ...sum, count: bookings.length }], tours: [], partners: [] }),
  );
};
const mockChoices = (more: Partial<BookingChoices>) =>
  vi.mocked(readBookingChoices).mockResolvedValue(
    ok({
      tours: [],
      guides: [],
      languages: [],
      currencies: [],
      countries: [],
      referrals: [],
      partners: [],
      tags: [],
      differences: 0,
      ...more,
    }),
  );
const show = (at = '/bookings-advanced') =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <AdvancedPage />
    </div>,
    { path: '/bookings-advanced', at, texts: ['patterns', 'bookings', 'bookings-advanced', 'roll-call'] },
  );
const row = (name: string) => page.getByRole('row', { name });
const lastSearch = () => findBookingsMock.mock.lastCall?.[1];
let company = '';

beforeEach(async () => {
  await page.viewport(1280, 800);
  company = crypto.randomUUID();
  localStorage.clear();
  for (const mock of [findBookingsMock, runAnyBookingActionMock, readBookingViewsMock]) mock.mockReset();
  readBookingViewsMock.mockResolvedValue(ok({ views: [] }));
  vi.mocked(readCalendar).mockResolvedValue(fail('offline', { retry: true }));
  vi.mocked(readBooking)
    .mockReset()
    .mockResolvedValue(fail('offline', { retry: true }));
  vi.mocked(readBookingChoices).mockResolvedValue(fail('offline', { retry: true }));
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  await signInAs(identity({ userId: crypto.randomUUID(), companies: [member] }));
});
afterEach(() => session.signOut({ discard: true }));

describe('the list', () => {
  test('shows the bookings and their totals', async () => {
    mockBookings(booking('Anna Holm'), booking('Bea Lund'));
    await show();
    await expect.element(row('Anna Holm')).toBeVisible();
    await expect.element(page.getByText('2 bookings')).toBeVisible();
    await expect.element(page.getByText(/Total DKK\s200 · Paid DKK\s0 · Due DKK\s200/)).toBeVisible();
  });

  test('has an empty state and an error state', async () => {
    mockBookings();
    await show();
    await expect.element(page.getByText('No bookings yet')).toBeVisible();
    findBookingsMock.mockResolvedValue(fail('server'));
    await page.getByRole('searchbox').fill('anna');
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('The server is having problems.');
  });

  test('opens with the team’s default view', async () => {
    mockBookings(booking('Anna Holm'));
    const filter = { all: [{ field: 'due' as const, from: 1 }] };
    const view: SavedView = {
      id: crypto.randomUUID(),
      name: 'Unpaid',
      isDefault: true,
      version: 1,
      view: { search: '', filter, sort: 'name', columns: null },
    };
    readBookingViewsMock.mockResolvedValue(ok({ views: [view] }));
    await show();
    await expect.element(page.getByRole('combobox', { name: 'View' })).toHaveValue(view.id);
    await waitFor(() => expect(lastSearch()).toMatchObject({ filter, sort: 'name' }));
  });
});

describe('the filter', () => {
  test('is a group of conditions; an incomplete one is not applied', async () => {
    mockBookings(booking('Anna Holm'));
    await show();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Enter or choose a value.');
    await expect.element(page.getByText('A condition is incomplete. Complete or remove it.')).toBeVisible();
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const newCondition = page.getByRole('group', { name: /^Condition 2/ });
    await newCondition.getByRole('combobox', { name: 'Field' }).selectOptions('Due');
    await page.getByRole('textbox', { name: 'Due, from' }).fill('12,50');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
    await expect
      .poll(() => lastSearch()?.filter)
      .toEqual({
        all: [
          { field: 'status', in: ['CONFIRMED'] },
          { field: 'due', from: 1250 },
        ],
      });
  });
});

test.each([
  ['is truncated', '{"all":[{"field":"status","in":["CONF'],
  ['is too long', JSON.stringify({ field: 'note', has: 'x'.repeat(7000) })],
])('shows all bookings, and says so, for a link whose filter %s', async (_, filter) => {
  mockBookings(booking('Anna Holm'));
  await show(`/bookings-advanced?filter=${encodeURIComponent(filter)}`);
  await expect.element(row('Anna Holm')).toBeVisible();
  const notice = page.getByText('This link’s filter can’t be read. Showing all bookings.');
  await expect.element(notice).toBeVisible();
  expect(lastSearch()?.filter).toBeNull();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

describe('filtering', () => {
  const lastFilter = () => lastSearch()?.filter;

  /** Adds and fills a condition for each field, applies them, and returns the conditions that the server receives. */
  async function askFor(fields: Record<string, (condition: Locator) => Promise<void>>): Promise<unknown[]> {
    mockBookings(booking('Anna Holm'));
    await show();
    await page.getByRole('button', { name: 'Filter' }).click();
    for (const [at, [field, fill]] of Object.entries(fields).entries()) {
      await page.getByRole('button', { name: 'Add condition' }).click();
      const condition = page.getByRole('group', { name: new RegExp(`^Condition ${at + 1}`) });
      await condition.getByRole('combobox', { name: 'Field' }).selectOptions(field);
      await fill(condition);
    }
    await page.getByRole('button', { name: 'Apply' }).click();
    const applied = page.getByRole('button', { name: `Filter (${Object.keys(fields).length})` });
    await expect.element(applied).toBeVisible();
    await waitFor(() => expect(lastFilter()).not.toBeNull());
    return (lastFilter() as { all: unknown[] }).all;
  }

  test('offers existing values, and values that the app defines', async () => {
    mockChoices({
      currencies: ['DKK', 'EUR'],
      tags: ['school', 'vip'],
      countries: ['DK', 'SE'],
      referrals: ['harbour-blog'],
    });
    const choose =
      (...names: string[]) =>
      async (condition: Locator) => {
        for (const name of names) await condition.getByRole('button', { name, exact: true }).click();
      };
    expect(
      await askFor({
        Currency: choose('EUR'),
        Tags: choose('vip'),
        Country: choose('Sweden'),
        'Partner link': choose('harbour-blog'),
        Reason: choose('Weather'),
        'Price category': choose('Child'),
        Attendance: choose('Partly checked in', 'No-show'),
      }),
    ).toEqual([
      { field: 'currency', in: ['EUR'] },
      { field: 'tag', in: ['vip'] },
      { field: 'country', in: ['SE'] },
      { field: 'referral', in: ['harbour-blog'] },
      { field: 'reason', in: ['weather'] },
      { field: 'category', in: ['CHILD'] },
      { field: 'attendance', in: ['partial', 'no_show'] },
    ]);
  });

  test('takes typed values', async () => {
    const fill =
      (...texts: string[]) =>
      async (condition: Locator) => {
        for (const [at, field] of condition.getByRole('textbox').all().entries()) await field.fill(texts[at]!);
      };
    expect(
      await askFor({
        'Tour time': fill('22:00', '01:30'),
        'Discount code': fill('SUMMER25, VIP'),
        'Consent to news': (condition) =>
          condition.getByRole('combobox', { name: 'Comparison' }).selectOptions('was not given'),
        'Held until': fill('1.5.2027', '2027-05-31'),
        'Guest name': fill('Kirsten'),
        'To refund': fill('0,50', ''),
      }),
    ).toEqual([
      { field: 'time', from: '22:00', to: '01:30' },
      { field: 'code', in: ['SUMMER25', 'VIP'] },
      { field: 'news', empty: true },
      { field: 'expires', from: '2027-05-01', to: '2027-05-31' },
      { field: 'guest', has: 'Kirsten' },
      { field: 'owed', from: 50 },
    ]);
  });

  test('searches a long list, and chooses by Enter or click', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `Tour ${String(n + 1).padStart(3, '0')}`);
    mockChoices({
      tours: [...names, 'Ørsted by night'].map((en, n) => ({
        id: uuid(n + 1),
        title: { en },
        hasFutureDeparture: true,
      })),
    });
    const tour = async () => {
      const search = page.getByRole('searchbox', { name: 'Tour: search 301 options' });
      const tours = page.getByRole('group', { name: 'Tour', exact: true }).getByRole('button');
      await expect.element(search).toBeVisible();
      expect(tours.elements()).toHaveLength(12);
      await expect.element(page.getByText('289 more. Type to find them.')).toBeVisible();
      await search.fill('nothing of the kind');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText('No matches')).toBeVisible();
      await search.fill('orsted');
      await expect.element(tours).toHaveTextContent('Ørsted by night');
      // Chooses the tour; the filter is not applied yet.
      await userEvent.keyboard('{Enter}');
      await expect.element(search).toHaveValue('');
      await search.fill('tour 250');
      await page.getByRole('button', { name: 'Tour 250' }).click();
      await expect
        .element(page.getByRole('button', { name: 'Ørsted by night' }))
        .toHaveAttribute('aria-pressed', 'true');
    };
    expect(await askFor({ Tour: tour })).toEqual([{ field: 'tour', in: [uuid(301), uuid(250)] }]);
  });
});

test('every keyboard shortcut in the help does what it says', async () => {
  const anna = booking('Anna Holm');
  mockBookings(anna, booking('Bea Lund'));
  await show();
  await expect.element(row('Anna Holm')).toBeVisible();
  expect(screenShortcuts().flatMap(({ keys }) => keys)).toEqual(['/', 'F', '↓', '↑', '␣', 'Ctrl A', 'Enter', 'Esc']);
  const search = page.getByRole('searchbox');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  // In a text field, shortcuts type letters.
  await userEvent.keyboard('f');
  await expect.element(search).toHaveValue('f');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await search.fill('');
  (search.element() as HTMLElement).blur();
  await userEvent.keyboard('f');
  await expect.element(page.getByRole('dialog', { name: 'Filter bookings' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const selectedRows = () =>
    page
      .getByRole('row', { selected: true })
      .elements()
      .map((element) => element.getAttribute('aria-label'));
  await expect.element(row('Anna Holm')).toBeVisible();
  (row('Anna Holm').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.poll(selectedRows).toEqual(['Bea Lund']);
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.poll(selectedRows).toEqual(['Anna Holm', 'Bea Lund']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(selectedRows).toEqual([]);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(() => vi.mocked(readBooking).mock.lastCall?.[0]).toBe(anna.id);
});

test('filters, selects and tags on a phone', async () => {
  await page.viewport(360, 740);
  mockBookings(booking('Anna Holm'), booking('Bea Lund'));
  runAnyBookingActionMock.mockResolvedValue(ok({} as never));
  await show();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('button', { name: 'Confirmed' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Bea Lund' }).click();
  await page.getByRole('button', { name: 'Edit tags…' }).click();
  await page.getByRole('textbox', { name: 'Add tags' }).fill('school');
  await page.getByRole('button', { name: 'Edit tags of 1 booking' }).click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent('1 changed.');
  expect(runAnyBookingActionMock.mock.calls.map(([{ name, change }]) => [name, change])).toEqual([
    ['tag_booking', { add: ['school'], remove: [] }],
  ]);
  expect(document.documentElement.scrollWidth).toBe(360);
});

describe('bulk actions', () => {
  test('show each booking’s result, with the reason of a refusal', async () => {
    const [anna, bea] = [booking('Anna Holm'), booking('Bea Lund')];
    mockBookings(anna, bea);
    runAnyBookingActionMock.mockImplementation(({ booking: id }) =>
      Promise.resolve(
        id === anna.id
          ? ok({} as never)
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'wrong_state', state: 'CANCELLED' } },
      ),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('textbox', { name: 'Comment for the history' }).fill('Storm');
    await page.getByRole('button', { name: 'Cancel 2 bookings' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('1 changed. 1 not changed:');
    await expect
      .element(page.getByRole('dialog'))
      .toHaveTextContent(/Bea Lund.*The booking’s status is now “Cancelled”/);
    expect(runAnyBookingActionMock.mock.calls.map(([{ name, change }]) => [name, change])).toEqual(
      [anna, bea].map(() => ['cancel_booking', { reason: 'guest_request', reasonNote: 'Storm', refund: 'policy' }]),
    );
  });

  test('record the amount due at that moment, not the one in the list, then clear the selection', async () => {
    const [anna, paid] = [booking('Anna Holm'), booking('Bea Lund')];
    mockBookings(anna, paid);
    runAnyBookingActionMock.mockImplementation(({ booking: id }) =>
      Promise.resolve(
        id === anna.id
          ? ok({} as never)
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'nothing_due' } },
      ),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Mark as paid…' }).click();
    await page.getByRole('button', { name: 'Mark 2 bookings as paid' }).click();
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Bea Lund.*Nothing due/);
    expect(runAnyBookingActionMock.mock.calls.map(([{ change }]) => change)).toEqual(
      [anna, paid].map(() => ({ amount: 'due', currency: 'DKK', method: 'bank' })),
    );
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    await expect.element(page.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked();
    expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(0);
  });

  test('work by keyboard alone: search, filter, select and confirm, each with its result', async () => {
    mockBookings(booking('Anna Holm'), booking('Bea Lund'), booking('Cia Berg'));
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    await show();
    await expect.element(row('Anna Holm')).toBeVisible();
    const type = (keys: string) => userEvent.keyboard(keys);
    const focused = () => document.activeElement!;
    const tabTo = async (name: RegExp) => {
      for (let n = 0; n < 60 && !name.test(focused().textContent ?? ''); n += 1) await type('{Tab}');
      expect(focused().textContent).toMatch(name);
    };
    await type('/');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await type('h');
    await waitFor(() => expect(lastSearch()?.search).toBe('h'));
    await type('{Tab}');
    await tabTo(/^Filter/);
    await type('f');
    await expect.element(page.getByRole('dialog')).toHaveTextContent('Filter bookings');
    await type('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    (row('Anna Holm').element() as HTMLElement).focus();
    await type(' {Shift>}{ArrowDown}{/Shift}');
    await tabTo(/^Confirm…$/);
    await type('{Enter}');
    await expect.element(page.getByRole('dialog')).toHaveTextContent('Confirm 2 bookings?');
    await tabTo(/^Confirm 2 bookings$/);
    await type('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/2/);
    expect(runAnyBookingActionMock).toHaveBeenCalledTimes(2);
  });

  test('need a second Escape to discard a typed message', async () => {
    mockBookings(booking('Anna Holm'));
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Resend email…' }).click();
    await page.getByRole('textbox', { name: 'Message to the guest' }).fill('The boat is late.');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Close again to discard your changes.');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // Without a typed message nothing is asked.
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('are not stopped by one Escape while running', async () => {
    mockBookings(booking('Anna Holm'), booking('Bea Lund'));
    let finish: (() => void) | null = null;
    runAnyBookingActionMock.mockImplementation(
      () => new Promise((resolve) => (finish = () => resolve(ok({} as never)))),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.getByRole('button', { name: 'Confirm 2 bookings' }).click();
    await waitFor(() => expect(finish).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Still running.');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('block navigation while running, and allow it when finished', async () => {
    const isBlocked = () =>
      closesDirtyForm({ pathname: '/bookings-advanced', search: '' }, { pathname: '/bookings', search: '' });
    mockBookings(booking('Anna Holm'));
    let finish: (() => void) | null = null;
    runAnyBookingActionMock.mockImplementation(
      () => new Promise((resolve) => (finish = () => resolve(ok({} as never)))),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Confirm…' }).click();
    expect(isBlocked()).toBe(false);
    await page.getByRole('button', { name: 'Confirm 1 booking' }).click();
    await waitFor(() => expect(finish).not.toBeNull());
    expect([isBlocked(), isWorkRunning()]).toEqual([true, true]);
    finish!();
    await expect.element(page.getByRole('dialog').getByText('Close', { exact: true })).toBeVisible();
    expect(isBlocked()).toBe(false);
  });

  test('show the sum beforehand, per currency', async () => {
    mockBookings(booking('Anna Holm'), booking('Bea Lund', { currency: 'EUR', due: 5000 }));
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Mark as paid…' }).click();
    await expect.element(page.getByText('Total due: DKK 100.')).toBeVisible();
    await expect.element(page.getByText('Total due: €50.')).toBeVisible();
  });

  test('cancel with one message to all guests', async () => {
    mockBookings(booking('Anna Holm'));
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('checkbox', { name: 'Email each guest' }).click();
    await page.getByRole('textbox', { name: 'Message to the guest' }).fill('The boat is broken.');
    await page.getByRole('button', { name: 'Cancel 1 booking' }).click();
    await waitFor(() =>
      expect(runAnyBookingActionMock.mock.lastCall?.[0]).toMatchObject({ change: { message: 'The boat is broken.' } }),
    );
  });

  test('notify each guest unless the user opts out', async () => {
    mockBookings(booking('Anna Holm'));
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    const confirmAll = async (tells: boolean) => {
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Confirm…' }).click();
      if (!tells) await page.getByRole('checkbox', { name: 'Email each guest' }).click();
      await page.getByRole('button', { name: 'Confirm 1 booking' }).click();
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    };
    await show();
    await confirmAll(true);
    await confirmAll(false);
    expect(runAnyBookingActionMock.mock.calls.map(([{ change }]) => change)).toEqual([{}, { mail: false }]);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Mark as paid…' }).click();
    await expect.element(page.getByRole('button', { name: 'Mark 1 booking as paid' })).toBeVisible();
    expect(page.getByRole('checkbox', { name: 'Email each guest' }).elements()).toHaveLength(0);
  });

  test('assign partners that send guests; others are not offered', async () => {
    mockBookings(booking('Anna Holm'));
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    vi.mocked(readBookingChoices).mockResolvedValue(
      ok({
        tours: [],
        guides: [],
        languages: [],
        currencies: [],
        countries: [],
        referrals: [],
        partners: [
          { id: 'p1', name: 'City Partners', maySell: true },
          { id: 'p2', name: 'Gone Partners', maySell: false },
        ],
        tags: [],
        differences: 0,
      }),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Change partner…' }).click();
    const choice = page.getByRole('dialog').getByRole('combobox', { name: 'Partner' });
    await choice.selectOptions('City Partners');
    expect(page.getByRole('option', { name: 'Gone Partners' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Change partner of 1 booking' }).click();
    await waitFor(() =>
      expect(runAnyBookingActionMock.mock.lastCall?.[0]).toMatchObject({
        name: 'assign_partner',
        change: { organisationId: 'p1' },
      }),
    );
  });

  test('retry with growing backoff and the same idempotency key', async () => {
    runAnyBookingActionMock.mockResolvedValue(fail('server', { retry: true }));
    const rests: number[] = [];
    const results = await runBulk({
      bookings: [booking('Anna Holm')],
      changeFor: () => ({ name: 'confirm_booking', change: {} }),
      signal: new AbortController().signal,
      onResult: () => undefined,
      send: runAnyBookingActionMock,
      pause: (milliseconds) => {
        rests.push(milliseconds);
        return Promise.resolve();
      },
    });
    expect(results).toMatchObject([{ outcome: { kind: 'failed', code: 'server' } }]);
    expect(rests).toHaveLength(2);
    expect(rests[0]).toBeGreaterThanOrEqual(250);
    expect(rests[1]).toBeGreaterThanOrEqual(750);
    expect(new Set(runAnyBookingActionMock.mock.calls.map(([, { request }]) => request)).size).toBe(1);
  });

  test('name the price category that a refusal is about', async () => {
    mockBookings(booking('Anna Holm'));
    runAnyBookingActionMock.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'not_accompanied', priceCategoryId: uuid(90), categoryType: 'CHILD' },
    });
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.getByRole('button', { name: 'Confirm 1 booking' }).click();
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Child: must be accompanied/);
  });
});

describe('bulk actions on all matches', () => {
  const choose = async (act: string) => {
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: act }).click();
  };
  const dialog = page.getByRole('dialog');

  test('cover all matches beyond the screen, and load them before changing the first', async () => {
    const [anna, bea] = [booking('Anna Holm'), booking('Bea Lund')];
    const after = { part: 0, values: ['x'] };
    mockBookings(anna);
    const sum = { key: 'CONFIRMED', currency: 'DKK', guests: 4, total: 0, paid: 0, owed: 0, due: 0, overpaid: 0 };
    vi.mocked(readBookingTotals).mockResolvedValue(ok({ sums: [{ ...sum, count: 2 }], tours: [], partners: [] }));
    const order: string[] = [];
    findBookingsMock.mockImplementation((_, { after: from, pageSize } = {}) => {
      if (pageSize === 1000) order.push('page');
      const isFirst = from === null || from === undefined;
      return Promise.resolve(
        ok({
          bookings: [isFirst ? anna : bea],
          today: '2027-05-01',
          showsGuests: true,
          next: isFirst && pageSize === 1000 ? after : null,
        }),
      );
    });
    runAnyBookingActionMock.mockImplementation(({ booking: id }) => {
      order.push(id);
      return Promise.resolve(ok({} as never));
    });
    await show();
    await choose('Confirm…');
    await expect.element(dialog.getByRole('radio', { name: 'The 1 selected booking' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'All 2 matching bookings' }).click();
    await dialog.getByRole('button', { name: 'Confirm 2 bookings' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('2 changed.');
    expect(order).toEqual(['page', 'page', anna.id, bea.id]);
  });

  test('stop on Stop, and list what was left unchanged', async () => {
    const all = ['Anna', 'Bea', 'Carl', 'Dora', 'Emil', 'Fie'].map((name) => booking(name));
    mockBookings(...all);
    const waiting: (() => void)[] = [];
    runAnyBookingActionMock.mockImplementation(
      () => new Promise((resolve) => waiting.push(() => resolve(ok({} as never)))),
    );
    await show();
    await choose('Confirm…');
    await dialog.getByRole('button', { name: 'Confirm 6 bookings' }).click();
    await waitFor(() => expect(waiting).toHaveLength(4));
    await dialog.getByRole('button', { name: 'Stop' }).click();
    // Requests in flight are awaited.
    await expect.element(dialog.getByRole('status')).toHaveTextContent('0 of 6');
    for (const finish of waiting) finish();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('4 changed. 2 not changed:');
    await expect.element(dialog).toHaveTextContent(/Emil.*Not done: stopped early.*Fie.*Not done: stopped early/);
    expect(runAnyBookingActionMock).toHaveBeenCalledTimes(4);
  });

  test('move to the chosen departure with a reason', async () => {
    const anna = booking('Anna Holm');
    mockBookings(anna);
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    const day = localDateIn('Europe/Copenhagen', Date.now());
    vi.mocked(readCalendar).mockResolvedValue(
      ok({
        timeZone: 'Europe/Copenhagen',
        from: day,
        to: day,
        isWholeCompany: true,
        tours: [{ id: uuid(1), title: { en: 'Harbour walk' }, colour: '#123456' }],
        daysOff: [],
        departures: [8, 12].map((hour) => ({
          id: uuid(30 + hour),
          tourId: uuid(1),
          localDate: day,
          startsAt: `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`,
          minutes: 90,
          booked: 2,
          capacity: 12,
          language: 'en',
          status: 'scheduled' as const,
          closed: false,
          allottedSeats: 0,
          belowMinimum: false,
          differs: [],
          version: 1,
          guides: [],
        })),
      }),
    );
    await show();
    await choose('Move…');
    const move = dialog.getByRole('button', { name: 'Move 1 booking' });
    await expect.element(move).toBeDisabled();
    await dialog.getByRole('button', { name: /1[34]:00/ }).click();
    await dialog.getByRole('radio', { name: /^1[34]:00/ }).click();
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOptions('Weather');
    await move.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 changed.');
    expect(runAnyBookingActionMock.mock.calls.map(([act]) => act)).toEqual([
      { name: 'move_booking', booking: anna.id, change: { departureId: uuid(42), reason: 'weather' } },
    ]);
  });

  test('add and remove tags; without a tag there is nothing to do', async () => {
    mockBookings(booking('Anna Holm'));
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    await show();
    await choose('Edit tags…');
    const change = dialog.getByRole('button', { name: 'Edit tags of 1 booking' });
    await expect.element(change).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Add tags' }).fill('school, VIP , school');
    await dialog.getByRole('textbox', { name: 'Remove tags' }).fill('late');
    await change.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 changed.');
    expect(runAnyBookingActionMock.mock.lastCall?.[0]).toMatchObject({
      name: 'tag_booking',
      change: { add: ['school', 'VIP'], remove: ['late'] },
    });
  });

  test.each([
    ['', {}],
    [' See you soon. ', { message: 'See you soon.' }],
  ])('resend the confirmation, with “%s”', async (words, change) => {
    mockBookings(booking('Anna Holm'));
    runAnyBookingActionMock.mockResolvedValue(ok({} as never));
    await show();
    await choose('Resend email…');
    await dialog.getByRole('textbox', { name: 'Message to the guest' }).fill(words);
    await dialog.getByRole('button', { name: 'Resend 1 email' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 changed.');
    expect(runAnyBookingActionMock.mock.lastCall?.[0]).toMatchObject({ name: 'resend_booking' });
    expect(runAnyBookingActionMock.mock.lastCall?.[0].change).toEqual(change);
  });

  test('produce a report of every row and result, without formulas from names', async () => {
    const [anna, risky] = [booking('Anna Holm'), booking('=HYPERLINK("x")', { reference: 'RSK222' })];
    mockBookings(anna, risky);
    runAnyBookingActionMock.mockImplementation(({ booking: id }) =>
      Promise.resolve(
        id === anna.id
          ? ok({} as never)
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'wrong_state', state: 'CANCELLED' } },
      ),
    );
    await show();
    await choose('Confirm…');
    await dialog.getByRole('button', { name: 'Confirm 2 bookings' }).click();
    await dialog.getByRole('button', { name: 'Download report' }).click();
    expect(vi.mocked(download).mock.lastCall).toEqual([
      [
        '\uFEFFReference,Name,Result',
        'QK7M4D,Anna Holm,Done',
        `RSK222,"'=HYPERLINK(""x"")",The booking’s status is now “Cancelled”. Close this and try again.`,
        '',
      ].join('\r\n'),
      { name: 'Results.csv', type: 'text/csv' },
    ]);
  });
});

describe('totals', () => {
  test('by partner show names, also of partners without bookings on the screen', async () => {
    mockBookings(booking('Anna Holm'));
    const totals = vi.mocked(readBookingTotals);
    const sum = { currency: 'DKK', count: 1, guests: 2, total: 20_000, paid: 0, owed: 0, due: 20_000, overpaid: 0 };
    totals.mockImplementation((_, { by } = {}) =>
      Promise.resolve(
        ok({
          sums: [{ ...sum, key: by === 'partner' ? 'p1' : 'CONFIRMED' }],
          tours: [],
          partners: by === 'partner' ? [{ id: 'p1', name: 'City Partners' }] : [],
        }),
      ),
    );
    await show();
    await page.getByRole('button', { name: 'Subtotals' }).click();
    await page.getByRole('combobox', { name: 'Subtotals' }).selectOptions('Partner');
    await expect.element(page.getByRole('rowheader', { name: 'City Partners' })).toBeVisible();
  });

  test('show that they could not be loaded', async () => {
    mockBookings(booking('Anna Holm'));
    vi.mocked(readBookingTotals).mockResolvedValue(fail('server', { retry: true }));
    await show();
    await expect.element(page.getByText('The totals could not be loaded.')).toBeVisible();
    await expect.element(row('Anna Holm')).toBeVisible();
  });
});

describe('a view', () => {
  const unpaid = (more: Partial<SavedView['view']> = {}): SavedView => ({
    id: crypto.randomUUID(),
    name: 'Unpaid',
    isDefault: false,
    version: 1,
    view: { search: '', filter: null, sort: 'name', columns: null, ...more },
  });
  const heads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent);

  test('is marked as changed until it is chosen again', async () => {
    mockBookings(booking('Anna Holm'));
    const view = unpaid();
    readBookingViewsMock.mockResolvedValue(ok({ views: [view] }));
    await show();
    const choice = page.getByRole('combobox', { name: 'View' });
    await choice.selectOptions('Unpaid');
    await page.getByRole('searchbox').fill('anna');
    await expect.element(page.getByRole('option', { name: 'Unpaid (changed)' })).toBeInTheDocument();
    await page.getByRole('searchbox').fill('');
    await expect.element(page.getByRole('option', { name: 'Unpaid', exact: true })).toBeInTheDocument();
  });

  test('is opened by a mail link for export, with that mail’s dates and format', async () => {
    mockBookings(booking('Anna Holm'));
    const view = unpaid({ filter: { field: 'due', from: 1 } });
    const defaultView = { ...unpaid(), id: crypto.randomUUID(), name: 'Usual', isDefault: true };
    readBookingViewsMock.mockResolvedValue(ok({ views: [defaultView, view] }));
    await show(`/bookings-advanced?view=${view.id}&export=csv&days=created.2026-11-01.2026-11-30`);
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('radio', { name: 'CSV' })).toBeChecked();
    await waitFor(() =>
      expect(lastSearch()?.filter).toEqual({
        all: [view.view.filter, { field: 'created', from: '2026-11-01', to: '2026-11-30' }],
      }),
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The dialog opens once, and the link's dates make the view count as changed.
    await expect.element(page.getByRole('option', { name: 'Unpaid (changed)' })).toBeInTheDocument();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('that no longer exists, in a mail link, exports nothing and hides no bookings', async () => {
    mockBookings(booking('Anna Holm'));
    readBookingViewsMock.mockResolvedValue(ok({ views: [unpaid()] }));
    await show(`/bookings-advanced?view=${crypto.randomUUID()}&export=xlsx&days=nonsense`);
    await expect.element(row('Anna Holm')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'View' })).toHaveValue('');
    expect(vi.mocked(showToast).mock.lastCall?.[0].text).toMatch(/^This export’s view was deleted/);
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('leaves nothing behind: “All bookings” has the list’s own columns', async () => {
    mockBookings(booking('Anna Holm'));
    const all = ['name', 'departure'];
    const view = unpaid({ columns: { order: all, hidden: ['departure'], widths: {} } });
    readBookingViewsMock.mockResolvedValue(ok({ views: [view] }));
    await show();
    await expect.element(row('Anna Holm')).toBeVisible();
    const defaultHeads = heads();
    await page.getByRole('combobox', { name: 'View' }).selectOptions('Unpaid');
    await waitFor(() => expect(heads()).not.toContain('Departure'));
    await page.getByRole('combobox', { name: 'View' }).selectOptions('All bookings');
    await waitFor(() => expect(heads()).toEqual(defaultHeads));
  });

  test('is saved with filter, order and columns; a name in use is shown at the field', async () => {
    mockBookings(booking('Anna Holm'));
    const saves = vi.mocked(saveBookingView);
    saves.mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'name_taken' } });
    saves.mockResolvedValueOnce(ok({ views: [] }));
    await show();
    await page.getByRole('searchbox').fill('anna');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Annas');
    await page.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(page.getByText('This name is taken. Choose another one.')).toBeVisible();
    await page.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(saves.mock.lastCall?.[1]).toMatchObject({
      version: 0,
      name: 'Annas',
      view: { search: 'anna', filter: null, sort: 'upcoming' },
    });
  });

  /** Opens a view, changes its search and opens the save dialog. */
  const openSaveDialog = async (view: SavedView) => {
    mockBookings(booking('Anna Holm'));
    readBookingViewsMock.mockResolvedValue(ok({ views: [view] }));
    await show();
    await page.getByRole('combobox', { name: 'View' }).selectOptions(view.name);
    await page.getByRole('searchbox').fill('anna');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save view…' }).click();
  };
  const dialog = page.getByRole('dialog');

  test('is overwritten with its version and columns, and can become the default', async () => {
    const columns = { order: ['name', 'departure'], hidden: ['departure'], widths: { name: 200 } };
    const view = { ...unpaid({ columns }), version: 7 };
    const saves = vi.mocked(saveBookingView);
    saves.mockReset();
    saves.mockResolvedValue(ok({ views: [view] }));
    await openSaveDialog(view);
    await expect.element(dialog.getByRole('radio', { name: 'Replace “Unpaid”' })).toBeChecked();
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Unpaid');
    await dialog.getByRole('checkbox', { name: 'Default view for the team' }).click();
    await dialog.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    const savedView = saves.mock.lastCall?.[1];
    expect(savedView).toMatchObject({
      id: view.id,
      version: 7,
      name: 'Unpaid',
      isDefault: true,
      view: { search: 'anna' },
    });
    expect(savedView?.view.columns).toMatchObject({ widths: { name: 200 } });
    expect(savedView?.view.columns?.order.slice(0, 2)).toEqual(['name', 'departure']);
    expect(savedView?.view.columns?.hidden).toContain('departure');
  });

  test('saved under a new name leaves the other unchanged', async () => {
    const view = { ...unpaid(), version: 7 };
    const saves = vi.mocked(saveBookingView);
    saves.mockReset();
    saves.mockResolvedValue(ok({ views: [view] }));
    await openSaveDialog(view);
    await dialog.getByRole('radio', { name: 'Save as a new view' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Save for the team' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Annas');
    await dialog.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    const savedView = saves.mock.lastCall?.[1];
    expect(savedView).toMatchObject({ version: 0, name: 'Annas', isDefault: false });
    expect(savedView?.id).not.toBe(view.id);
  });

  test('that a colleague has changed in the meantime is not overwritten', async () => {
    const view = unpaid();
    vi.mocked(saveBookingView).mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', views: [{ ...view, version: 2 }] },
    });
    await openSaveDialog(view);
    await dialog.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('A colleague has just changed this view.');
    await expect.element(dialog).toBeVisible();
  });

  test('is deleted for the team, after a failed attempt', async () => {
    const view = unpaid();
    const deletes = vi.mocked(deleteBookingView);
    deletes.mockResolvedValueOnce(fail('offline', { retry: true }));
    deletes.mockResolvedValueOnce(ok({ views: [] }));
    mockBookings(booking('Anna Holm'));
    readBookingViewsMock.mockResolvedValue(ok({ views: [view] }));
    await show();
    await page.getByRole('combobox', { name: 'View' }).selectOptions('Unpaid');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete view…' }).click();
    await dialog.getByRole('button', { name: 'Delete view' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('You’re offline.');
    readBookingViewsMock.mockResolvedValue(ok({ views: [] }));
    await dialog.getByRole('button', { name: 'Delete view' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(deletes.mock.lastCall).toEqual([company, view.id]);
    await expect.element(page.getByRole('combobox', { name: 'View' })).toHaveValue('');
    expect(page.getByRole('option', { name: 'Unpaid' }).elements()).toHaveLength(0);
  });
});
