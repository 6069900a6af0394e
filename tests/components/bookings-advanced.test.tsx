/** /bookings-advanced: its states, its filter, views, many at once and the file. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AdvancedPage } from '../../src/company/bookings/advanced/advanced-page.tsx';
import { runBulk } from '../../src/company/bookings/advanced/bulk/run-bulk.ts';
import {
  findBookings,
  readBookingChoices,
  readBookingTotals,
  type ListedBooking,
} from '../../src/data/booking-list.ts';
import { readBookingViews, saveBookingView, type SavedView } from '../../src/data/booking-views.ts';
import { anyActOnBooking } from '../../src/data/bookings.ts';
import { readCalendar } from '../../src/data/calendar.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, signInAs } from './fake-data.ts';
import { renderScreen } from './render-screen.tsx';

vi.mock(import('../../src/data/auth.ts'));
vi.mock(import('../../src/data/identity.ts'));
vi.mock(import('../../src/data/hints.ts'), () => ({ onHint: () => () => undefined }));
vi.mock(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
vi.mock(import('../../src/data/booking-list.ts'));
vi.mock(import('../../src/data/booking-views.ts'));
vi.mock(import('../../src/data/bookings.ts'), async (original) => ({
  ...(await original()),
  anyActOnBooking: vi.fn<typeof anyActOnBooking>(),
}));

const finds = vi.mocked(findBookings);
const acts = vi.mocked(anyActOnBooking);
const views = vi.mocked(readBookingViews);
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
  due: 10_000,
  overpaid: 0,
  owed: 0,
  source: 'office',
  partner: null,
  voucher: null,
  note: null,
  tags: [],
  createdAt: '2027-04-01T08:00:00.000Z',
  version: 1,
  title: { en: 'Harbour walk' },
  ...more,
});
const answers = (...bookings: ListedBooking[]) => {
  finds.mockResolvedValue(ok({ bookings, today: '2027-05-01', showsGuests: true, next: null }));
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
const show = () =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <AdvancedPage />
    </div>,
    { path: '/bookings-advanced', texts: ['patterns', 'bookings', 'bookings-advanced', 'roll-call'] },
  );
const row = (name: string) => page.getByRole('row', { name });
const lastAsked = () => finds.mock.lastCall?.[1];
let company = '';

beforeEach(async () => {
  await page.viewport(1280, 800);
  company = crypto.randomUUID();
  localStorage.clear();
  for (const mock of [finds, acts, views]) mock.mockReset();
  views.mockResolvedValue(ok({ views: [] }));
  vi.mocked(readCalendar).mockResolvedValue(fail('offline', { retry: true }));
  vi.mocked(readBookingChoices).mockResolvedValue(fail('offline', { retry: true }));
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  await signInAs(identity({ userId: crypto.randomUUID(), companies: [member] }));
});
afterEach(() => session.signOut({ discard: true }));

describe('the list', () => {
  test('shows what was found, and what all of it comes to', async () => {
    answers(booking('Anna Holm'), booking('Bea Lund'));
    await show();
    await expect.element(row('Anna Holm')).toBeVisible();
    await expect.element(page.getByText('2 bookings')).toBeVisible();
    await expect.element(page.getByText(/Price DKK\s200 · paid DKK\s0 · due DKK\s200/)).toBeVisible();
  });

  test('says that nothing fits, and that it could not be loaded', async () => {
    answers();
    await show();
    await expect.element(page.getByText('There are no bookings yet.')).toBeVisible();
    finds.mockResolvedValue(fail('server'));
    await page.getByRole('searchbox').fill('anna');
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('The server is having trouble right now.');
  });

  test('opens with the team’s default view', async () => {
    answers(booking('Anna Holm'));
    const filter = { all: [{ field: 'due' as const, from: 1 }] };
    const view: SavedView = {
      id: crypto.randomUUID(),
      name: 'Unpaid',
      isDefault: true,
      version: 1,
      view: { search: '', filter, sort: 'name', columns: null },
    };
    views.mockResolvedValue(ok({ views: [view] }));
    await show();
    await expect.element(page.getByRole('combobox', { name: 'View' })).toHaveValue(view.id);
    await vi.waitFor(() => expect(lastAsked()).toMatchObject({ filter, sort: 'name' }));
  });
});

describe('the filter', () => {
  test('is a group of conditions; one that is not whole is not applied', async () => {
    answers(booking('Anna Holm'));
    await show();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Say what you look for.');
    await expect.element(page.getByText('A condition says nothing yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const added = page.getByRole('group', { name: /^Condition 2/ });
    await added.getByRole('combobox', { name: 'Field' }).selectOptions('Due');
    await page.getByRole('textbox', { name: 'Due, from' }).fill('12,50');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
    await expect
      .poll(() => lastAsked()?.filter)
      .toEqual({
        all: [
          { field: 'status', in: ['CONFIRMED'] },
          { field: 'due', from: 1250 },
        ],
      });
  });
});

describe('a filter of', () => {
  const apply = async (field: string, fill: () => Promise<void>) => {
    answers(booking('Anna Holm'));
    await show();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('combobox', { name: 'Field' }).selectOptions(field);
    await fill();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.element(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  };
  const asked = () => lastAsked()?.filter;

  test('the time at which a tour begins', async () => {
    await apply('Time of the tour', async () => {
      await page.getByLabelText('Time of the tour, from').fill('22:00');
      await page.getByLabelText('Time of the tour, until').fill('01:30');
    });
    await expect.poll(asked).toEqual({ all: [{ field: 'time', from: '22:00', to: '01:30' }] });
  });

  test('a currency, of those that there are', async () => {
    vi.mocked(readBookingChoices).mockResolvedValue(
      ok({ tours: [], guides: [], languages: [], currencies: ['DKK', 'EUR'], partners: [], tags: [], differences: 0 }),
    );
    await apply('Currency', () => page.getByRole('button', { name: 'EUR' }).click());
    await expect.poll(asked).toEqual({ all: [{ field: 'currency', in: ['EUR'] }] });
  });

  test('the kinds of guests in the party', async () => {
    await apply('Price category', () => page.getByRole('button', { name: 'Child' }).click());
    await expect.poll(asked).toEqual({ all: [{ field: 'category', in: ['CHILD'] }] });
  });

  test('the name of a guest', async () => {
    await apply('Name of a guest', () => page.getByRole('textbox', { name: 'Name of a guest' }).fill('Kirsten'));
    await expect.poll(asked).toEqual({ all: [{ field: 'guest', has: 'Kirsten' }] });
  });

  test('money to be paid back', async () => {
    await apply('To be paid back', () => page.getByRole('textbox', { name: 'To be paid back, from' }).fill('0,50'));
    await expect.poll(asked).toEqual({ all: [{ field: 'owed', from: 50 }] });
  });
});

describe('many at once', () => {
  test('each has its result: what was refused says why', async () => {
    const [anna, bea] = [booking('Anna Holm'), booking('Bea Lund')];
    answers(anna, bea);
    acts.mockImplementation(({ booking: id }) =>
      Promise.resolve(
        id === anna.id
          ? ok({} as never)
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'wrong_state', state: 'CANCELLED' } },
      ),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('textbox', { name: 'In words, for the history' }).fill('Storm');
    await page.getByRole('button', { name: 'Cancel 2 bookings' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('1 was changed. 1 was not; here is why:');
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Bea Lund.*Meanwhile the booking is: Cancelled/);
    expect(acts.mock.calls.map(([{ name, change }]) => [name, change])).toEqual(
      [anna, bea].map(() => ['cancel_booking', { reason: 'guest_asked', words: 'Storm', refund: 'policy' }]),
    );
  });

  test('what is due at that moment is recorded, whatever the list showed; then nothing is chosen any more', async () => {
    const [anna, paid] = [booking('Anna Holm'), booking('Bea Lund')];
    answers(anna, paid);
    acts.mockImplementation(({ booking: id }) =>
      Promise.resolve(
        id === anna.id
          ? ok({} as never)
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'nothing_due' } },
      ),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Mark paid…' }).click();
    await page.getByRole('button', { name: 'Record what is due of 2 bookings' }).click();
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Bea Lund.*Nothing is due/);
    expect(acts.mock.calls.map(([{ change }]) => change)).toEqual(
      [anna, paid].map(() => ({ amount: 'due', currency: 'DKK', method: 'bank' })),
    );
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    await expect.element(page.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked();
    expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(0);
  });

  test('what runs is not stopped by one Escape', async () => {
    answers(booking('Anna Holm'), booking('Bea Lund'));
    let answer: (() => void) | null = null;
    acts.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(ok({} as never)))));
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.getByRole('button', { name: 'Confirm 2 bookings' }).click();
    await vi.waitFor(() => expect(answer).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('This is still running.');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('says the sum before it is done, each currency by itself', async () => {
    answers(booking('Anna Holm'), booking('Bea Lund', { currency: 'EUR', due: 5000 }));
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Mark paid…' }).click();
    await expect.element(page.getByText('DKK 100 are due in all at present.')).toBeVisible();
    await expect.element(page.getByText('€50 are due in all at present.')).toBeVisible();
  });

  test('cancels with one message to all of them', async () => {
    answers(booking('Anna Holm'));
    acts.mockResolvedValue(ok({} as never));
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('checkbox', { name: 'Write to each guest who has an email address' }).click();
    await page.getByRole('textbox', { name: 'In your own words, for the guest' }).fill('The boat is broken.');
    await page.getByRole('button', { name: 'Cancel 1 booking' }).click();
    await vi.waitFor(() =>
      expect(acts.mock.lastCall?.[0]).toMatchObject({ change: { message: 'The boat is broken.' } }),
    );
  });

  test('tells each guest, unless somebody says not to', async () => {
    answers(booking('Anna Holm'));
    acts.mockResolvedValue(ok({} as never));
    const confirmAll = async (tells: boolean) => {
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Confirm…' }).click();
      if (!tells) await page.getByRole('checkbox', { name: 'Tell each guest by email' }).click();
      await page.getByRole('button', { name: 'Confirm 1 booking' }).click();
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    };
    await show();
    await confirmAll(true);
    await confirmAll(false);
    expect(acts.mock.calls.map(([{ change }]) => change)).toEqual([{}, { mail: false }]);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Mark paid…' }).click();
    await expect.element(page.getByRole('button', { name: 'Record what is due of 1 booking' })).toBeVisible();
    expect(page.getByRole('checkbox', { name: 'Tell each guest by email' }).elements()).toHaveLength(0);
  });

  test('a partner who sends guests is assigned, one who does not is not offered', async () => {
    answers(booking('Anna Holm'));
    acts.mockResolvedValue(ok({} as never));
    vi.mocked(readBookingChoices).mockResolvedValue(
      ok({
        tours: [],
        guides: [],
        languages: [],
        currencies: [],
        partners: [
          { id: 'p1', name: 'City Partners', sends: true },
          { id: 'p2', name: 'Gone Partners', sends: false },
        ],
        tags: [],
        differences: 0,
      }),
    );
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Partner…' }).click();
    const choice = page.getByRole('dialog').getByRole('combobox', { name: 'Partner' });
    await choice.selectOptions('City Partners');
    expect(page.getByRole('option', { name: 'Gone Partners' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Assign to 1 booking' }).click();
    await vi.waitFor(() =>
      expect(acts.mock.lastCall?.[0]).toMatchObject({ name: 'assign_partner', change: { organisationId: 'p1' } }),
    );
  });

  test('asks again after a rest that grows, under the same name', async () => {
    acts.mockResolvedValue(fail('server', { retry: true }));
    const rests: number[] = [];
    const results = await runBulk({
      bookings: [booking('Anna Holm')],
      changeFor: () => ({ name: 'confirm_booking', change: {} }),
      signal: new AbortController().signal,
      onResult: () => undefined,
      send: acts,
      pause: (milliseconds) => {
        rests.push(milliseconds);
        return Promise.resolve();
      },
    });
    expect(results).toMatchObject([{ outcome: { kind: 'failed', code: 'server' } }]);
    expect(rests).toHaveLength(2);
    expect(rests[0]).toBeGreaterThanOrEqual(250);
    expect(rests[1]).toBeGreaterThanOrEqual(750);
    expect(new Set(acts.mock.calls.map(([, { request }]) => request)).size).toBe(1);
  });

  test('a refusal names the kind of guest that it is about', async () => {
    answers(booking('Anna Holm'));
    acts.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'not_accompanied', categoryType: 'CHILD' },
    });
    await show();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.getByRole('button', { name: 'Confirm 1 booking' }).click();
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/Child cannot come alone/);
  });
});

describe('totals', () => {
  test('by partner name the partner, also one whose bookings are not on the screen', async () => {
    answers(booking('Anna Holm'));
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
    await page.getByRole('button', { name: 'Sub-totals' }).click();
    await page.getByRole('combobox', { name: 'Sub-totals' }).selectOptions('Partner');
    await expect.element(page.getByRole('rowheader', { name: 'City Partners' })).toBeVisible();
  });

  test('that cannot be had say so', async () => {
    answers(booking('Anna Holm'));
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

  test('that was changed afterwards says so, until it is opened anew', async () => {
    answers(booking('Anna Holm'));
    const view = unpaid();
    views.mockResolvedValue(ok({ views: [view] }));
    await show();
    const choice = page.getByRole('combobox', { name: 'View' });
    await choice.selectOptions('Unpaid');
    await page.getByRole('searchbox').fill('anna');
    await expect.element(page.getByRole('option', { name: 'Unpaid (changed)' })).toBeInTheDocument();
    await page.getByRole('searchbox').fill('');
    await expect.element(page.getByRole('option', { name: 'Unpaid', exact: true })).toBeInTheDocument();
  });

  test('leaves nothing behind: all bookings stand in the list’s own columns', async () => {
    answers(booking('Anna Holm'));
    const all = ['name', 'departure'];
    const view = unpaid({ columns: { order: all, hidden: ['departure'], widths: {} } });
    views.mockResolvedValue(ok({ views: [view] }));
    await show();
    await expect.element(row('Anna Holm')).toBeVisible();
    const own = heads();
    await page.getByRole('combobox', { name: 'View' }).selectOptions('Unpaid');
    await vi.waitFor(() => expect(heads()).not.toContain('Departure'));
    await page.getByRole('combobox', { name: 'View' }).selectOptions('All bookings');
    await vi.waitFor(() => expect(heads()).toEqual(own));
  });

  test('is saved with the filter, the order and the columns; a name that is taken is said at the field', async () => {
    answers(booking('Anna Holm'));
    const saves = vi.mocked(saveBookingView);
    saves.mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'name_taken' } });
    saves.mockResolvedValueOnce(ok({ views: [] }));
    await show();
    await page.getByRole('searchbox').fill('anna');
    await page.getByRole('button', { name: /More/ }).first().click();
    await page.getByRole('menuitem', { name: 'Save view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Annas');
    await page.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(page.getByText('A view has this name already.')).toBeVisible();
    await page.getByRole('button', { name: 'Save for the team' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(saves.mock.lastCall?.[1]).toMatchObject({
      version: 0,
      name: 'Annas',
      view: { search: 'anna', filter: null, sort: 'upcoming' },
    });
  });
});
