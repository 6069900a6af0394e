/** /bookings: the list, the drawer of one booking, and the dialog for a new one. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi, type Mock } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BookingsPage } from '../../src/company/bookings/bookings-page.tsx';
import { emptyBookingFormValues } from '../../src/company/bookings/new/booking-form.ts';
import { findBookings, readBookingChoices, type BookingPage } from '../../src/data/bookings/list.ts';
import {
  runBookingAction,
  runAnyBookingAction,
  holdBooking,
  type BookingActionResult,
} from '../../src/data/bookings/actions.ts';
import { readBooking } from '../../src/data/bookings/detail.ts';
import { readCalendar } from '../../src/data/calendar.ts';
import { readPrices } from '../../src/data/prices.ts';
import type { Calendar } from '../../src/domain/calendar.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { formatFieldText } from '../../src/domain/parse-date-time.ts';
import { addDays, localDateIn } from '../../src/lib/local-date.ts';
import { readFormDraft, writeFormDraft } from '../../src/offline/device/form-drafts.ts';
import { readStoredResponse } from '../../src/offline/device/cached-responses.ts';
import { session } from '../../src/session/session.ts';
import { ADULT, detailed, guest, listed, TOUR, uuid } from './booking-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { stays } from '../support/eventually.ts';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/bookings/list.ts'), () => ({
  findBookings: vi.fn<typeof findBookings>(),
  readBookingChoices: vi.fn<typeof readBookingChoices>(),
}));
await mockModule(import('../../src/data/prices.ts'), () => ({ readPrices: vi.fn<typeof readPrices>() }));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
await mockModule(import('../../src/data/bookings/actions.ts'), async (original) => ({
  ...(await original()),
  holdBooking: vi.fn<typeof holdBooking>() as unknown as typeof holdBooking,
  runBookingAction: vi.fn() as unknown as typeof runBookingAction,
  runAnyBookingAction: vi.fn<typeof runAnyBookingAction>(),
}));
await mockModule(import('../../src/data/bookings/detail.ts'), async (original) => ({
  ...(await original()),
  readBooking: vi.fn<typeof readBooking>(),
}));

await mockModule(import('../../src/offline/device/cached-responses.ts'), async (original) => ({
  ...(await original()),
  readStoredResponse: vi.fn<typeof readStoredResponse>(),
}));

await mockModule(import('../../src/offline/device/form-drafts.ts'));

const readStoredResponseMock = vi.mocked(readStoredResponse);
const findBookingsMock = vi.mocked(findBookings);
const readBookingMock = vi.mocked(readBooking);
const runAnyBookingActionMock = vi.mocked(runAnyBookingAction);
const runBookingActionMock = vi.mocked(runBookingAction) as unknown as ReturnType<typeof vi.fn>;
const holdBookingMock = vi.mocked(holdBooking) as unknown as Mock<
  (departure: string, booking: { preview?: boolean }, options: { request: string }) => Promise<unknown>
>;
let company = '';

const TODAY = localDateIn('Europe/Copenhagen', Date.now());
const foundPage = (more: Partial<BookingPage> = {}): BookingPage => ({
  bookings: [],
  today: TODAY,
  showsGuests: true,
  next: null,
  ...more,
});
const departure = (n: number, days: number, more: Partial<Calendar['departures'][number]> = {}) => ({
  id: uuid(n),
  tourId: TOUR,
  localDate: addDays(TODAY, days),
  startsAt: `${addDays(TODAY, days)}T08:00:00.000Z`,
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
  ...more,
});
const actResult = (more: Partial<BookingActionResult> = {}): BookingActionResult => ({
  bookingId: uuid(10),
  reference: 'ABC234',
  state: 'CONFIRMED',
  departureId: uuid(30),
  expiresAt: null,
  version: 4,
  money: { currency: 'DKK', total: 90_000, balance: 0, owed: 0, due: 90_000, overpaid: 0, onAccount: 0, retained: 0 },
  preview: false,
  overriddenRules: null,
  ...more,
});

async function show(at = '/bookings', permissions: readonly Permission[] = ['MANAGE_BOOKINGS_ACCESS']) {
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      assignments: [{ role: 'office', permissions, company: { id: company, isActive: true }, organisation: null }],
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
    }),
  );
  await renderScreen(
    <div style={{ height: '800px', display: 'flex', flexDirection: 'column' }}>
      <BookingsPage />
    </div>,
    { path: '/bookings', at, texts: ['patterns', 'roll-call', 'bookings'] },
  );
}
const row = (name: string) => page.getByRole('row', { name });
const pane = page.getByRole('region', { name: 'Booking' });
const dialog = page.getByRole('dialog');
const next = dialog.getByRole('group', { name: 'Next departures with enough seats' });
/** Formats the day of a departure as the list shows it. */
const dayName = (days: number) =>
  new RegExp(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
      new Date(`${addDays(TODAY, days)}T12:00:00Z`),
    ),
  );
const lastAct = () =>
  runAnyBookingActionMock.mock.calls.map(([act]) => act).findLast(({ change }) => !('preview' in change));

beforeEach(async () => {
  await page.viewport(1280, 800);
  company = crypto.randomUUID();
  for (const fake of [
    readStoredResponseMock,
    findBookingsMock,
    readBookingMock,
    runAnyBookingActionMock,
    runBookingActionMock,
    holdBookingMock,
  ])
    fake.mockReset();
  vi.mocked(readPrices).mockResolvedValue(
    ok([{ id: ADULT, type: 'ADULT', amount: 45_000, seats: 1, minimumAge: null, maximumAge: null }]),
  );
  vi.mocked(readCalendar).mockResolvedValue(
    ok({
      timeZone: 'Europe/Copenhagen',
      from: '2026-01-01',
      to: '2026-12-31',
      isWholeCompany: true,
      tours: [{ id: TOUR, title: { en: 'Harbour walk' }, colour: '#123456' }],
      daysOff: [],
      departures: [departure(30, 1), departure(31, 2, { booked: 12 }), departure(32, 3)],
    }),
  );
  vi.mocked(readBookingChoices).mockResolvedValue(
    ok({
      tours: [{ id: TOUR, title: { en: 'Harbour walk' }, hasFutureDeparture: true }],
      guides: [],
      languages: ['en'],
      currencies: ['DKK'],
      countries: ['DK', 'SE'],
      referrals: [],
      partners: [
        { id: uuid(60), name: 'City Partners', maySell: true },
        { id: uuid(61), name: 'Gone Partners', maySell: false },
      ],
      tags: ['vip'],
      differences: 0,
    }),
  );
  readStoredResponseMock.mockResolvedValue(null);
  vi.mocked(readFormDraft).mockResolvedValue(null);
  findBookingsMock.mockResolvedValue(ok(foundPage({ bookings: [listed('Ada Lund')] })));
  readBookingMock.mockResolvedValue(ok({ booking: detailed() }));
  runAnyBookingActionMock.mockResolvedValue(ok(actResult()));
});
afterEach(() => session.signOut({ discard: true }));

describe('the list', () => {
  test('groups bookings by departure, names today, and shows what is due', async () => {
    const other = {
      ...listed('Bo').departure,
      id: uuid(5),
      startsAt: '2027-05-03T12:30:00.000Z',
      localDate: '2027-05-03',
    };
    findBookingsMock.mockResolvedValue(
      ok(
        foundPage({
          today: '2027-05-02',
          bookings: [
            listed('Ada Lund', { due: 45_000 }),
            listed('Eva Lund', { id: uuid(11) }),
            listed('Bo Holm', { id: uuid(12), departure: other, status: 'ON_HOLD' }),
          ],
        }),
      ),
    );
    await show();
    await expect.element(page.getByText('Today 10:00')).toBeVisible();
    await expect.element(page.getByText('Tomorrow 14:30')).toBeVisible();
    expect(page.getByText(/^Today \d/).elements()).toHaveLength(1);
    await expect.element(row('Ada Lund')).toHaveTextContent(/2 × Adult.*DKK.450 due/);
    await expect.element(row('Bo Holm')).toHaveTextContent('On hold');
    await expect.element(page.getByText('3 in total')).toBeVisible();
  });

  test('hides ended bookings until a search or a status asks for them', async () => {
    await show();
    await expect.element(page.getByText('Ended bookings are hidden', { exact: false })).toBeVisible();
    expect(findBookingsMock.mock.lastCall?.[1]?.filter).toEqual({
      all: [{ field: 'status', in: ['ON_HOLD', 'PENDING', 'CONFIRMED'] }],
    });
    await page.getByRole('button', { name: 'Cancelled' }).click();
    await page.getByRole('button', { name: 'Payment due' }).click();
    await page.getByRole('searchbox').fill('lund');
    await waitFor(() => expect(findBookingsMock.mock.lastCall?.[1]?.search).toBe('lund'));
    expect(findBookingsMock.mock.lastCall?.[1]?.filter).toEqual({
      all: [{ field: 'status', in: ['CANCELLED'] }, { any: [{ field: 'due', from: 1 }] }],
    });
  });

  test('has chips for today and tomorrow in the company’s time zone', async () => {
    await show();
    await expect.element(row('Ada Lund')).toBeVisible();
    const lastFilter = () => findBookingsMock.mock.lastCall?.[1]?.filter;
    const activeStatus = { field: 'status', in: ['ON_HOLD', 'PENDING', 'CONFIRMED'] };
    const today = localDateIn('Europe/Copenhagen', Date.now());
    for (const [name, day] of [
      ['Today', today],
      ['Tomorrow', addDays(today, 1)],
    ] as const) {
      const chip = page.getByRole('group', { name: 'Tour date' }).getByRole('button', { name });
      await chip.click();
      await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
      await waitFor(() => expect(lastFilter()).toEqual({ all: [activeStatus, { field: 'date', from: day, to: day }] }));
    }
    const days = page.getByRole('group', { name: 'Tour date' });
    await days.getByRole('button', { name: 'Tomorrow' }).click();
    await expect.element(days.getByRole('button', { name: 'Tomorrow' })).toHaveAttribute('aria-pressed', 'false');
    expect(days.getByRole('button', { pressed: true }).elements()).toHaveLength(0);
  });

  test('takes a typed date; an invalid one changes nothing until a chip or an empty field replaces it', async () => {
    await show();
    await page.getByRole('button', { name: 'Dates' }).click();
    const from = page.getByRole('textbox', { name: 'Tour date from' });
    const lastFilter = () => findBookingsMock.mock.lastCall?.[1]?.filter;
    const activeStatus = { field: 'status', in: ['ON_HOLD', 'PENDING', 'CONFIRMED'] };
    await from.fill('2.5.2027');
    await waitFor(() => expect(lastFilter()).toEqual({ all: [activeStatus, { field: 'date', from: '2027-05-02' }] }));
    await from.fill('31.2.2027');
    await userEvent.tab();
    await expect.element(page.getByText('Tour date from must be a date', { exact: false })).toBeVisible();
    expect(lastFilter()).toEqual({ all: [activeStatus, { field: 'date', from: '2027-05-02' }] });
    await page.getByRole('group', { name: 'Tour date' }).getByRole('button', { name: 'Today' }).click();
    await expect.element(from).toHaveValue(formatFieldText(TODAY));
    await from.fill('');
    await waitFor(() => expect(lastFilter()).toEqual({ all: [activeStatus, { field: 'date', to: TODAY }] }));
  });

  test('loads the next page before the end is in view, from the cursor of the last one', async () => {
    const after = { part: 0, values: ['x'] };
    findBookingsMock.mockResolvedValueOnce(ok(foundPage({ bookings: [listed('Ada Lund')], next: after })));
    findBookingsMock.mockResolvedValueOnce(ok(foundPage({ bookings: [listed('Bo Holm', { id: uuid(12) })] })));
    await show();
    await expect.element(row('Bo Holm')).toBeVisible();
    expect(findBookingsMock.mock.calls.map(([, ask]) => ask?.after)).toEqual([null, after]);
  });

  test('explains a failure and an empty result, each with its next step', async () => {
    findBookingsMock.mockReset();
    findBookingsMock.mockResolvedValueOnce(fail('server', { retry: true }));
    findBookingsMock.mockResolvedValue(ok(foundPage()));
    await show('/bookings?search=nobody');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The bookings could not be loaded.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('No bookings match')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
  });
});

describe('one booking', () => {
  const open = (permissions?: readonly Permission[]) => show(`/bookings?booking=${uuid(10)}`, permissions);
  const choose = async (act: string) => {
    await pane.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  test('shows guests, money and history in words, also over- and underpayment', async () => {
    readBookingMock.mockResolvedValue(
      ok({
        booking: detailed({
          guests: [guest(20, { name: 'Ada Lund', checkIn: 'checked_in', at: '2027-05-02T07:52:00.000Z' }), guest(21)],
          money: {
            currency: 'DKK',
            total: 90_000,
            balance: 100_000,
            owed: 5000,
            due: 0,
            overpaid: 5000,
            onAccount: 0,
            retained: 0,
          },
          payments: [
            {
              id: uuid(40),
              amount: 100_000,
              method: 'card',
              paymentStatus: 'RECEIVED',
              provider: null,
              reference: 'T-1',
              receivedAt: '2027-05-01T09:00:00.000Z',
              atRollCall: false,
              actor: 'Olga',
            },
          ],
          history: [
            {
              id: uuid(50),
              at: '2027-05-01T08:00:00.000Z',
              code: 'move_booking',
              actor: { id: uuid(6), name: 'Olga' },
              otherId: null,
              before: { startsAt: '2027-05-01T08:00:00.000Z', total: 80_000 },
              after: {
                startsAt: '2027-05-02T08:00:00.000Z',
                total: 90_000,
                reason: 'weather',
                overriddenRules: ['capacity'],
                override: 'Two small children',
              },
            },
          ],
        }),
      }),
    );
    await open();
    await expect.element(pane.getByText('Checked in 09:52')).toBeVisible();
    await expect.element(pane.getByText('2 × Adult at DKK 450')).toBeVisible();
    await expect.element(pane.getByText('DKK 50 overpaid')).toBeVisible();
    await expect.element(pane.getByText('DKK 50 to refund')).toBeVisible();
    await expect.element(pane.getByText(/Departure: Sat,?\s1\sMay,\s10:00 → Sun,?\s2\sMay,\s10:00/)).toBeVisible();
    await expect.element(pane.getByText('Price: DKK 800 → DKK 900')).toBeVisible();
    await expect.element(pane.getByText('Overridden: capacity')).toBeVisible();
    await expect.element(pane.getByText('“Two small children”')).toBeVisible();
    await expect.element(pane.getByText('Olga · Sat', { exact: false }).first()).toBeVisible();
  });

  test('is read-only with the view permission', async () => {
    await open(['VIEW_BOOKINGS_ACCESS']);
    await expect.element(pane.getByText('Wheelchair')).toBeVisible();
    expect(pane.getByRole('button', { name: /Move|Record payment|Edit/ }).elements()).toHaveLength(0);
    expect(page.getByRole('button', { name: 'New booking' }).elements()).toHaveLength(0);
    await pane.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
    // Viewing the guest's page changes nothing.
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual(['View as guest', 'Print']);
  });

  test('prints only itself, with its guests and the note', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    onTestFinished(() => print.mockRestore());
    await open();
    await expect.element(pane.getByText('Wheelchair')).toBeVisible();
    await pane.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    const sheet = document.querySelector('body > [data-print]')!;
    expect(document.documentElement.hasAttribute('data-printing')).toBe(true);
    expect(sheet.querySelectorAll('tr').length).toBeGreaterThan(0);
    expect(sheet.textContent).toMatch(/Adult.*Wheelchair/s);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull());
  });

  test('moves to a departure with room, and shows the price difference first', async () => {
    runAnyBookingActionMock.mockImplementation(({ change }) =>
      Promise.resolve(ok(actResult({ difference: 'preview' in change ? 10_000 : 10_000 }))),
    );
    await open();
    await pane.getByRole('button', { name: 'Move…' }).click();
    // The full departure is not offered.
    await expect.poll(() => next.getByRole('button').elements()).toHaveLength(2);
    await next.getByRole('button', { name: dayName(1) }).click();
    await expect.element(dialog.getByText('DKK 100 more', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({
      name: 'move_booking',
      booking: uuid(10),
      change: { departureId: uuid(30), reason: 'guest_request' },
    });
  });

  test('offers no departures of the former tour while those of another one load', async () => {
    const otherTour = { id: uuid(9), title: { en: 'Castle walk' } };
    const [choices, calendar] = await Promise.all([
      vi.mocked(readBookingChoices)(company),
      vi.mocked(readCalendar)(company, { from: TODAY, to: TODAY }),
    ]);
    if (!choices.ok || !calendar.ok) throw new Error('no choices');
    const tours = [...choices.data.tours, { ...otherTour, hasFutureDeparture: true }];
    vi.mocked(readBookingChoices).mockResolvedValue(ok({ ...choices.data, tours }));
    vi.mocked(readCalendar).mockImplementation((_, { filters }) =>
      filters?.tours?.includes(otherTour.id) ? new Promise(() => undefined) : Promise.resolve(calendar),
    );
    await open();
    await pane.getByRole('button', { name: 'Move…' }).click();
    await expect.element(next).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Tour' }).selectOptions('Castle walk');
    await expect.element(next).not.toBeInTheDocument();
    expect(dialog.getByRole('grid').elements()).toHaveLength(0);
  });

  test('does not offer allotted seats, and says so; a partner’s booking asks for seats as its partner', async () => {
    readBookingMock.mockResolvedValue(
      ok({ booking: detailed({ source: 'partner', organisation: { id: uuid(60), name: 'City Partners' } }) }),
    );
    const calendar = await vi.mocked(readCalendar)(company, { from: TODAY, to: TODAY });
    if (!calendar.ok) throw new Error('no calendar');
    const departures = [departure(30, 1, { allottedSeats: 9 }), departure(32, 3, { allottedSeats: 3 })];
    vi.mocked(readCalendar).mockResolvedValue(ok({ ...calendar.data, departures }));
    await open();
    await pane.getByRole('button', { name: 'Move…' }).click();
    await expect.element(next.getByRole('button')).toHaveTextContent('7 seats left');
    await next.getByRole('button').click();
    await expect
      .element(dialog.getByRole('radio', { name: /7 of 12 seats left · 3 reserved for partners/ }))
      .toBeVisible();
    expect(vi.mocked(readCalendar).mock.calls.map(([, { allotmentPartner }]) => allotmentPartner)).toContain(uuid(60));
  });

  test.each([
    [true, undefined],
    [false, false],
  ])('notifies the guest of a move, unless the user opts out: %s', async (stays, mail) => {
    runAnyBookingActionMock.mockImplementation(() => Promise.resolve(ok(actResult({ difference: 0 }))));
    await open();
    await pane.getByRole('button', { name: 'Move…' }).click();
    await next.getByRole('button', { name: dayName(1) }).click();
    const mailCheckbox = dialog.getByRole('checkbox', { name: 'Send an email to ada@lund.test' });
    await expect.element(mailCheckbox).toBeChecked();
    if (!stays) await mailCheckbox.click();
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'move_booking' });
    expect(lastAct()!.change.mail).toBe(mail);
  });

  test('offers no mail for a guest without an address', async () => {
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ contactEmail: null }) }));
    runAnyBookingActionMock.mockImplementation(() => Promise.resolve(ok(actResult({ difference: 0 }))));
    await open();
    await pane.getByRole('button', { name: 'Move…' }).click();
    await next.getByRole('button', { name: dayName(1) }).click();
    await expect.element(dialog.getByRole('button', { name: /^Move to/ })).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: /email/ }).elements()).toHaveLength(0);
  });

  test('counts seats, not tickets: a family takes four', async () => {
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ guests: [guest(20)], seats: 4 }) }));
    const calendar = await vi.mocked(readCalendar)(company, { from: TODAY, to: TODAY });
    if (!calendar.ok) throw new Error('no calendar');
    const departures = [departure(30, 1, { booked: 9 }), departure(32, 3, { booked: 8 })];
    vi.mocked(readCalendar).mockResolvedValue(ok({ ...calendar.data, departures }));
    await open();
    await pane.getByRole('button', { name: 'Move…' }).click();
    await expect.element(next.getByRole('button')).toHaveTextContent('4 seats left');
  });

  test('shows its current partner, and is assigned to another', async () => {
    readBookingMock.mockResolvedValue(
      ok({ booking: detailed({ organisation: { id: uuid(61), name: 'Gone Partners' } }) }),
    );
    await open();
    await choose('Change partner…');
    const partner = dialog.getByRole('combobox', { name: 'Partner' });
    await expect.element(partner).toHaveValue(uuid(61));
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await partner.selectOptions('City Partners');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'assign_partner', change: { organisationId: uuid(60) } });
  });

  test('when sold out names the seats left and alternatives; staff may override with a reason', async () => {
    runAnyBookingActionMock.mockImplementation(({ change }) =>
      Promise.resolve(
        'override' in change
          ? ok(actResult({ difference: 45_000 }))
          : {
              ok: false,
              code: 'refused',
              retry: false,
              refusal: {
                status: 'sold_out',
                left: 0,
                next: [{ departureId: uuid(32), startsAt: '2027-05-04T08:00:00.000Z', left: 9, language: 'en' }],
                allottedSeats: [{ name: 'City Partners', seats: 4, until: '2027-05-02T08:00:00.000Z' }],
              },
            },
      ),
    );
    await open();
    await choose('Change party…');
    await dialog.getByRole('spinbutton', { name: 'Adult' }).fill('1');
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(/No seats left\..*4 seats are reserved for City Partners until .*2 May, 10:00.*4 May, 10:00/);
    const button = dialog.getByRole('button', { name: 'Change to 3 guests' });
    await expect.element(button).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Override reason' }).fill('A small child');
    await expect.element(dialog.getByText('DKK 450 more', { exact: false })).toBeVisible();
    await button.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({
      name: 'change_party',
      change: { add: [{ priceCategoryId: ADULT }], override: 'A small child' },
    });
  });

  test('is cancelled with a reason, and the button names the refund', async () => {
    const paid = {
      currency: 'DKK',
      total: 90_000,
      balance: 90_000,
      owed: 0,
      due: 0,
      overpaid: 0,
      onAccount: 0,
      retained: 0,
    };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ money: paid }) }));
    runAnyBookingActionMock.mockImplementation(({ change }) =>
      Promise.resolve(ok(actResult({ refund: 'refund' in change && change.refund === 'full' ? 90_000 : 0 }))),
    );
    await open();
    await choose('Cancel booking…');
    await expect.element(dialog.getByText('2 seats will be released. DKK 900 kept.')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Full amount: DKK 900' }).click();
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOptions('guest_ill');
    await dialog.getByRole('button', { name: 'Cancel and refund DKK 900' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'cancel_booking', change: { reason: 'guest_ill', refund: 'full' } });
  });

  test.each([
    [90, 0],
    [45, 2],
  ])('offers attendance from an hour before the start: %i minutes before, %i actions', async (minutes, count) => {
    const startsAt = new Date(Date.now() + minutes * 60_000).toISOString();
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ departure: { ...detailed().departure, startsAt } }) }));
    await open();
    await pane.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Change party…' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: /Mark as no-show|^Check in/ }).elements()).toHaveLength(count);
  });

  test.each([
    ['EXPIRED', 0, 'Nothing paid, nothing due'],
    ['CANCELLED', 0, 'Nothing paid, nothing due'],
    ['CONFIRMED', 90_000, 'Paid in full'],
  ] as const)('%s with %i paid says: %s', async (state, balance, words) => {
    const due = state === 'CONFIRMED' ? 90_000 - balance : 0;
    const money = { currency: 'DKK', total: 90_000, balance, owed: 0, due, overpaid: 0, onAccount: 0, retained: 0 };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ state, money }) }));
    await open();
    await expect.element(pane.getByText(words)).toBeVisible();
  });

  test('labels a transfer to another booking as such, not as one from it', async () => {
    readBookingMock.mockResolvedValue(
      ok({
        booking: detailed({
          refunds: [
            {
              id: uuid(41),
              amount: 45_000,
              method: 'moved',
              refundStatus: 'REFUNDED',
              failure: null,
              isOnline: false,
              reference: 'XYZ789',
              note: null,
              decidedAt: '2027-05-01T09:00:00.000Z',
              refundedAt: '2027-05-01T09:00:00.000Z',
              actor: null,
            },
          ],
        }),
      }),
    );
    await open();
    await expect.element(pane.getByText('Transferred to another booking')).toBeVisible();
    expect(pane.getByText('Transferred from another booking').elements()).toHaveLength(0);
  });

  test('explains a refund that the provider refused, and offers to retry; a manual one is not retried', async () => {
    const failed = {
      id: uuid(42),
      amount: 45_000,
      method: 'online' as const,
      refundStatus: 'REFUND_FAILED' as const,
      failure: 'Stripe: insufficient_funds',
      isOnline: true,
      reference: null,
      note: null,
      decidedAt: '2027-05-01T09:00:00.000Z',
      refundedAt: null,
      actor: null,
    };
    const byHand = { ...failed, id: uuid(43), failure: null, isOnline: false };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ refunds: [failed, byHand] }) }));
    await open();
    await expect.element(pane.getByText(/Stripe: insufficient_funds/)).toBeVisible();
    const retryButton = pane.getByRole('button', { name: 'Retry refund' });
    expect(retryButton.elements()).toHaveLength(1);
    await retryButton.click();
    await expect.poll(lastAct).toMatchObject({ name: 'retry_refund', change: { refundId: failed.id } });
  });

  test('links to a booking that was merged into it, with its own history', async () => {
    const other = detailed({ id: uuid(11), reference: 'XYZ789', contactName: 'Ada L.', state: 'CANCELLED' });
    const entry = {
      id: uuid(52),
      at: '2027-05-01T08:00:00.000Z',
      code: 'merge_bookings' as const,
      actor: null,
      otherId: other.id,
      before: {},
      after: { other: 'XYZ789' },
    };
    readBookingMock.mockImplementation((id) =>
      Promise.resolve(ok({ booking: id === other.id ? other : detailed({ history: [entry] }) })),
    );
    await open();
    await pane.getByRole('button', { name: 'Open booking XYZ 789' }).click();
    await expect.element(page.getByRole('heading', { name: 'Ada L.' })).toBeVisible();
  });

  test('shows where it came from, and the guest’s consents in the guest’s language', async () => {
    const newsConsent = { text: 'Skriv gerne til mig', at: '2027-05-01T08:00:00.000Z', locale: 'da' };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ referral: 'hotel-lobby', newsConsent }) }));
    await open();
    await expect.element(pane.getByText('Came through “hotel-lobby”')).toBeVisible();
    await expect.element(pane.getByText(/Agreed to receive news \(Sat,?\s1\sMay,\s10:00/)).toBeVisible();
    await expect.element(pane.getByText('Skriv gerne til mig')).toHaveAttribute('lang', 'da');
  });

  test('shows both reasons in the history: of the change and of the override', async () => {
    const entry = {
      id: uuid(51),
      at: '2027-05-01T08:00:00.000Z',
      code: 'move_booking' as const,
      actor: null,
      otherId: null,
      before: {},
      after: { reasonNote: 'Her mother is ill', override: 'The mayor' },
    };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ history: [entry] }) }));
    await open();
    await expect.element(pane.getByText('“Her mother is ill”')).toBeVisible();
    await expect.element(pane.getByText('“The mayor”')).toBeVisible();
  });

  test('typing a reason for the history sends no request', async () => {
    await open();
    await choose('Cancel booking…');
    await expect.element(dialog.getByText(/2 seats will be released/)).toBeVisible();
    const requestCount = runAnyBookingActionMock.mock.calls.length;
    const words = dialog.getByRole('textbox', { name: 'Comment for the history' });
    for (const text of ['Her mother', 'Her mother is ill']) {
      await words.fill(text);
      await stays(
        () => runAnyBookingActionMock.mock.calls.length,
        (count) => count === requestCount,
        400,
      );
    }
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ change: { reasonNote: 'Her mother is ill' } });
  });

  test('a partial refund states what is kept', async () => {
    const paid = {
      currency: 'DKK',
      total: 90_000,
      balance: 90_000,
      owed: 0,
      due: 0,
      overpaid: 0,
      onAccount: 0,
      retained: 0,
    };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ money: paid }) }));
    runAnyBookingActionMock.mockResolvedValue(ok(actResult({ refund: 30_000 })));
    await open();
    await choose('Cancel booking…');
    await expect.element(dialog.getByText('DKK 300 to refund, DKK 600 kept.', { exact: false })).toBeVisible();
  });

  test('in another currency takes no new guests, and shows its own currency', async () => {
    const money = {
      currency: 'EUR',
      total: 90_000,
      balance: 0,
      owed: 0,
      due: 90_000,
      overpaid: 0,
      onAccount: 0,
      retained: 0,
    };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ money }) }));
    await open();
    await choose('Change party…');
    await expect
      .element(dialog.getByText('This booking is in EUR, but prices are now in DKK.', { exact: false }))
      .toBeVisible();
    expect(dialog.getByRole('spinbutton').elements()).toHaveLength(0);
    runAnyBookingActionMock.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'too_much', max: 90_000 },
    });
    await dialog.getByRole('checkbox', { name: 'Ada Lund' }).click();
    await expect.element(dialog.getByText('€900 at most', { exact: false })).toBeVisible();
  });

  test('shows its tags and a mail that failed, and resends the confirmation', async () => {
    const mail = {
      id: uuid(70),
      template: 'booking-confirmed',
      recipient: 'ada@lund.test',
      mailState: 'failed' as const,
      createdAt: '2027-05-01T08:00:00.000Z',
      sentAt: null,
    };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ mails: [mail], tags: ['vip'] }) }));
    await open();
    await expect.element(pane.getByText('Not sent', { exact: false })).toBeVisible();
    await expect.element(pane.getByText('Tags: vip')).toBeVisible();
    await choose('Resend confirmation…');
    await expect.element(dialog.getByText(/will be sent to ada@lund\.test/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'resend_booking', change: {} });
  });

  test.each([
    ['ON_HOLD', 'booking-held', 'Resend payment link…', 'Resend the payment link to Ada Lund?', 'Payment link resent'],
    [
      'PENDING',
      'booking-requested',
      'Resend acknowledgement…',
      'Resend the acknowledgement to Ada Lund?',
      'Acknowledgement resent',
    ],
  ] as const)('%s: resends the matching mail', async (state, template, entry, title, result) => {
    const history = { id: uuid(80), at: '2027-05-01T09:00:00.000Z', actor: null, otherId: null, before: {} };
    readBookingMock.mockResolvedValue(
      ok({
        booking: detailed({
          state,
          expiresAt: '2099-05-01T08:00:00.000Z',
          history: [{ ...history, code: 'resend_booking', after: { template } }],
        }),
      }),
    );
    await open();
    await expect.element(pane.getByText(result)).toBeVisible();
    await choose(entry);
    await expect.element(dialog.getByText(title)).toBeVisible();
    await expect.element(dialog.getByText('The email will be sent to ada@lund.test.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'resend_booking', change: {} });
  });

  test('previews a code before applying it, and explains why one is refused', async () => {
    const entry = { id: uuid(80), at: '2027-05-01T09:00:00.000Z', actor: null, otherId: null, before: {} };
    readBookingMock.mockResolvedValue(
      ok({ booking: detailed({ history: [{ ...entry, code: 'redeem_code', after: { code: 'EARLY' } }] }) }),
    );
    const money = actResult().money;
    const outcomes: Record<
      string,
      Partial<typeof money> | 'unknown_code' | 'other_tour' | 'not_these_days' | 'has_code'
    > = {
      spring: { total: 67_500, due: 67_500 },
      gift1: { due: 40_000 },
      paid1: { total: 80_000, due: 0, overpaid: 10_000 },
      wrong: 'unknown_code',
      other: 'other_tour',
      later: 'not_these_days',
      twice: 'has_code',
    };
    runAnyBookingActionMock.mockImplementation(({ change }) => {
      const outcome = outcomes['code' in change ? change.code : ''];
      return Promise.resolve(
        typeof outcome === 'string'
          ? { ok: false, code: 'refused', retry: false, refusal: { status: outcome } }
          : ok(actResult({ money: { ...money, ...outcome } })),
      );
    });
    await open();
    await expect.element(pane.getByText('Code EARLY redeemed')).toBeVisible();
    await choose('Redeem code…');
    const code = dialog.getByRole('textbox', { name: 'Discount code or gift voucher' });
    const button = dialog.getByRole('button', { name: 'Redeem code' });
    for (const [typed, response] of [
      ['wrong', 'This code doesn’t exist or is disabled. Check it for typos.'],
      ['other', 'This code isn’t valid for this tour.'],
      ['later', 'This code isn’t valid today.'],
      ['twice', 'This booking already has a gift voucher. Only one can be used.'],
    ] as const) {
      await code.fill(typed);
      await expect.element(dialog.getByRole('alert')).toHaveTextContent(response);
      await expect.element(button).toBeDisabled();
    }
    for (const [typed, response] of [
      ['paid1', 'New price: DKK 800 instead of DKK 900. DKK 100 overpaid.'],
      ['gift1', 'The gift voucher pays DKK 500. DKK 400 due.'],
      ['sp ring', 'New price: DKK 675 instead of DKK 900. DKK 675 due.'],
    ] as const) {
      await code.fill(typed);
      await expect.element(dialog).toHaveTextContent(response);
    }
    expect(lastAct()).toBeUndefined();
    await button.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'redeem_code', change: { code: 'spring' } });
  });

  test('saves which tags were added and removed', async () => {
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ tags: ['vip'] }) }));
    await open();
    await choose('Edit tags…');
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('school, school');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'tag_booking', change: { add: ['school'], remove: ['vip'] } });
  });

  test('merges with the same guest’s booking; others appear on request and need a second confirmation', async () => {
    const same = listed('Ada Lund', { id: uuid(11), reference: 'SAM222' });
    const stranger = listed('Bo Holm', {
      id: uuid(12),
      reference: 'BOB333',
      contact: { name: 'Bo Holm', email: null, phone: null, country: null, locale: 'da' },
    });
    findBookingsMock.mockResolvedValue(ok(foundPage({ bookings: [listed('Ada Lund'), same, stranger] })));
    runAnyBookingActionMock.mockImplementation(({ change }) =>
      Promise.resolve(
        'confirm' in change && change.confirm
          ? ok(actResult())
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'other_guest', reference: 'BOB333' } },
      ),
    );
    await open();
    await choose('Merge…');
    await expect.element(dialog.getByRole('radio')).toHaveAccessibleName(/Ada Lund · SAM 222/);
    await dialog.getByRole('button', { name: 'Show 1 booking of another guest' }).click();
    await dialog.getByRole('radio', { name: /Bo Holm/ }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('BOB 333 has a different name');
    await dialog.getByRole('checkbox', { name: 'Merge anyway' }).click();
    await dialog.getByRole('button', { name: 'Merge bookings' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'merge_bookings', change: { other: uuid(12), confirm: true } });
  });

  test('asks before it marks a checked-in guest as a no-show', async () => {
    runAnyBookingActionMock.mockImplementation(({ change }) =>
      Promise.resolve(
        'confirm' in change && change.confirm
          ? ok(actResult())
          : { ok: false, code: 'refused', retry: false, refusal: { status: 'checked_in', guests: [uuid(20)] } },
      ),
    );
    const departure = { ...detailed().departure, departureStatus: 'departed' as const };
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ departure }) }));
    await open();
    await pane.getByRole('button', { name: 'Mark as no-show…' }).click();
    await expect.element(dialog.getByText('1 guest is already checked in.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Mark 2 no-shows' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Continue anyway' }).click();
    await dialog.getByRole('button', { name: 'Mark 2 no-shows' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({ name: 'mark_no_show', change: { confirm: true } });
  });

  test('explains when the booking has changed in the meantime, and does nothing', async () => {
    runAnyBookingActionMock.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'wrong_state', state: 'CANCELLED' },
    });
    await open();
    await choose('Cancel booking…');
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('The booking’s status is now “Cancelled”. Close this and try again.');
    await expect.element(dialog.getByRole('button', { name: 'Cancel booking' })).toBeDisabled();
    expect(lastAct()).toBeUndefined();
  });

  test('counts what a gift voucher reserves as paid', async () => {
    const money = { currency: 'DKK', total: 90_000, balance: 0, owed: 0, due: 40_000, overpaid: 0, onAccount: 0, retained: 0 }; // prettier-ignore
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ state: 'PENDING', money }) }));
    await open();
    await choose('Record payment…');
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('400');
    await expect.element(dialog.getByText('The booking will be paid in full.')).toBeVisible();
  });

  test('records a payment as typed in the user’s locale, and shows what remains due', async () => {
    await open();
    await pane.getByRole('button', { name: 'Record payment…' }).click();
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await expect.element(amount).toHaveValue('900');
    await amount.fill('1.000,50');
    await expect.element(dialog.getByText('DKK 100.50 more than is due.')).toBeVisible();
    await amount.fill('nine');
    await dialog.getByRole('button', { name: /^Record/ }).click();
    await expect.element(dialog.getByText('Amount must be an amount such as 1,250.50.')).toBeVisible();
    expect(runAnyBookingActionMock).not.toHaveBeenCalled();
    await amount.fill('450');
    await dialog.getByRole('button', { name: 'Record DKK 450' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()).toMatchObject({
      name: 'record_payment',
      change: { amount: 45_000, currency: 'DKK', method: 'card' },
    });
  });

  test('shows both values of concurrent edits, and loses nothing that only one side changed', async () => {
    runBookingActionMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: {
        status: 'stale',
        version: 4,
        current: {
          name: 'Ada Holm',
          email: 'ada@lund.test',
          phone: '+4532123456',
          country: 'DK',
          locale: 'da',
          note: 'Two wheelchairs',
          voucherNumber: null,
          names: { [uuid(20)]: 'Ada Lund' },
        },
      },
    });
    runBookingActionMock.mockResolvedValueOnce(ok(actResult()));
    await open();
    await pane.getByRole('button', { name: 'Edit' }).click();
    const note = dialog.getByRole('textbox', { name: 'Note' });
    await note.fill('Walking stick');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('radio', { name: 'Yours: Walking stick' }).click();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(runBookingActionMock.mock.lastCall?.[1]).toMatchObject({
      change: { version: 4, contact: { name: 'Ada Holm' }, note: 'Walking stick' },
    });
  });

  test('offers what its state allows: a request can be confirmed or declined', async () => {
    readBookingMock.mockResolvedValue(ok({ booking: detailed({ state: 'PENDING' }) }));
    await open();
    await expect.element(pane.getByRole('button', { name: 'Confirm' })).toBeVisible();
    await pane.getByRole('button', { name: 'Reject…' }).click();
    await dialog.getByRole('button', { name: 'Reject request' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(lastAct()?.name).toBe('reject_booking');
  });

  test('that was opened before is available offline, and says so', async () => {
    readStoredResponseMock.mockImplementation((key) =>
      Promise.resolve(
        key === JSON.stringify([company, 'booking', uuid(10)])
          ? { key, owner: company, at: Date.now() - 60_000, data: { booking: detailed() } }
          : null,
      ),
    );
    readBookingMock.mockResolvedValue(fail('offline', { retry: true }));
    await open();
    await expect.element(pane.getByText('Wheelchair')).toBeVisible();
    await expect.element(pane.getByText('You’re offline.', { exact: false })).toBeVisible();
  });
});

describe('a new booking', () => {
  test('is made by keyboard alone: next departure with room, party, name, Enter', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult({ bookingId: uuid(10) })));
    await show();
    await expect.element(page.getByRole('button', { name: 'New booking' })).toBeVisible();
    await userEvent.keyboard('n');
    await expect.element(dialog.getByRole('combobox', { name: 'Tour' })).toHaveFocus();
    await expect.element(dialog.getByRole('radio').first()).toBeChecked();
    for (let at = 0; at < 20 && document.activeElement?.getAttribute('role') !== 'spinbutton'; at += 1)
      await userEvent.keyboard('{Tab}');
    await userEvent.keyboard('2{Tab}Eva Holm{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    const [where, what] = holdBookingMock.mock.calls.findLast(([, booking]) => !booking.preview) ?? [];
    expect(where).toBe(uuid(30));
    expect(what).toMatchObject({
      guests: [{ priceCategoryId: ADULT, name: 'Eva Holm' }, { priceCategoryId: ADULT }],
      state: 'CONFIRMED',
      contact: { name: 'Eva Holm' },
    });
    // The new booking opens.
    await expect.element(pane.getByText('Wheelchair')).toBeVisible();
  });

  test('sends the confirmation to a guest with an address, unless the user opts out', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult({ bookingId: uuid(10) })));
    await show('/bookings?new=1');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    const mailSwitch = dialog.getByRole('switch', { name: 'Send the guest an email' });
    expect(mailSwitch.elements()).toHaveLength(0);
    await dialog.getByRole('textbox', { name: 'Email' }).fill('eva@holm.test');
    await expect.element(mailSwitch).toBeChecked();
    await mailSwitch.click();
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    const [, what] = holdBookingMock.mock.calls.findLast(([, booking]) => !booking.preview) ?? [];
    expect(what).toMatchObject({ mail: false, contact: { email: 'eva@holm.test' } });
  });

  test('suggests earlier bookings of the same person while typing, and fills in the rest', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult()));
    await show('/bookings?new=1');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('ada');
    const people = dialog.getByRole('listbox', { name: 'Earlier bookings' });
    await expect.element(people.getByRole('option', { name: /Ada Lund/ })).toBeVisible();
    expect(people.getByRole('option').elements()).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(dialog.getByRole('combobox', { name: 'Name' })).toHaveValue('Ada Lund');
    await expect.element(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@lund.test');
    expect(holdBookingMock.mock.calls.every(([, booking]) => booking.preview)).toBe(true);
  });

  test('clears the address when a person without one is chosen', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult()));
    const bare = { name: 'Ada Holm', email: null, phone: null, country: null, locale: 'da' };
    findBookingsMock.mockResolvedValue(
      ok(foundPage({ bookings: [listed('Ada Lund'), listed('Ada Holm', { id: uuid(11), contact: bare })] })),
    );
    await show('/bookings?new=1');
    const name = dialog.getByRole('combobox', { name: 'Name' });
    await name.fill('ada');
    await expect.element(dialog.getByRole('option', { name: /Ada Holm/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@lund.test');
    await name.fill('ada h');
    await expect.element(dialog.getByRole('option', { name: /Ada Holm/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(name).toHaveValue('Ada Holm');
    await expect.element(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('');
  });

  test('offers an alternative when sold out', async () => {
    holdBookingMock.mockImplementation((where: string) =>
      Promise.resolve(
        where === uuid(32)
          ? ok(actResult())
          : {
              ok: false,
              code: 'refused',
              retry: false,
              refusal: {
                status: 'sold_out',
                allottedSeats: [],
                left: 1,
                next: [{ departureId: uuid(32), startsAt: `${addDays(TODAY, 3)}T08:00:00.000Z`, left: 9 }],
              },
            },
      ),
    );
    await show('/bookings?new=1');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Only 1 seat left.');
    await dialog.getByRole('button', { name: /9 seats left/ }).click();
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
    await waitFor(() => expect(holdBookingMock.mock.lastCall?.[0]).toBe(uuid(32)));
  });

  test('says that the network is missing, and keeps all input', async () => {
    holdBookingMock.mockResolvedValue(fail('offline', { retry: true }));
    await show('/bookings?new=1');
    const name = dialog.getByRole('combobox', { name: 'Name' });
    await name.fill('Eva Holm');
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('You’re offline.');
    await expect.element(name).toHaveValue('Eva Holm');
  });

  test('chooses an alternative whose month is not loaded yet', async () => {
    const far = departure(33, 130, { booked: 3 });
    const calendar = await vi.mocked(readCalendar)(company, { from: TODAY, to: TODAY });
    if (!calendar.ok) throw new Error('no calendar');
    vi.mocked(readCalendar).mockImplementation((_, { from }) =>
      Promise.resolve(
        ok({
          ...calendar.data,
          departures: from.slice(0, 7) === far.localDate.slice(0, 7) ? [far] : calendar.data.departures,
        }),
      ),
    );
    holdBookingMock.mockImplementation((where: string) =>
      Promise.resolve(
        where === far.id
          ? ok(actResult())
          : {
              ok: false,
              code: 'refused',
              retry: false,
              refusal: {
                status: 'sold_out',
                allottedSeats: [],
                left: 0,
                next: [{ departureId: far.id, startsAt: far.startsAt, left: 9 }],
              },
            },
      ),
    );
    await show('/bookings?new=1');
    await dialog.getByRole('button', { name: /9 seats left/ }).click();
    await waitFor(() => expect(holdBookingMock.mock.lastCall?.[0]).toBe(far.id));
    await expect.element(dialog.getByRole('radio', { name: /9 of 12 seats left|9 seats/ })).toBeChecked();
  });

  test('offers a departure half a year ahead like one of tomorrow', async () => {
    const far = departure(33, 170);
    vi.mocked(readCalendar).mockImplementation((_, { from, to }) =>
      Promise.resolve(
        ok({
          timeZone: 'Europe/Copenhagen',
          from,
          to,
          isWholeCompany: true,
          tours: [],
          daysOff: [],
          departures: from <= far.localDate && far.localDate <= to ? [far] : [],
        }),
      ),
    );
    holdBookingMock.mockResolvedValue(ok(actResult()));
    await show('/bookings?new=1');
    // No loaded month has this tour: it is known from what can be booked.
    await expect.element(dialog.getByRole('combobox', { name: 'Tour' })).toHaveValue(TOUR);
    await waitFor(() => expect(holdBookingMock.mock.lastCall?.[0]).toBe(far.id));
  });

  test('suggests earlier bookings by number and by address, and fills in the rest', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult()));
    await show('/bookings?new=1');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@lund');
    const people = dialog.getByRole('group', { name: 'Earlier bookings' });
    await people.getByRole('button', { name: /Ada Lund/ }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Name' })).toHaveValue('Ada Lund');
    await expect.element(dialog.getByRole('combobox', { name: 'Country', exact: true })).toHaveValue('DK');
    // A person who was chosen is no longer offered.
    await expect.element(people).not.toBeInTheDocument();
    await dialog.getByRole('combobox', { name: 'Name' }).fill('');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('20 30 40 50');
    await expect.element(people.getByRole('button', { name: /Ada Lund/ })).toBeVisible();
  });

  test('assumes the country that is most likely for a number, until another is chosen', async () => {
    const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['da-DK', 'en']);
    onTestFinished(() => languages.mockRestore());
    holdBookingMock.mockResolvedValue(ok(actResult()));
    await show('/bookings?new=1');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    const country = dialog.getByRole('combobox', { name: 'Phone: country code' });
    const number = dialog.getByRole('textbox', { name: 'Phone' });
    await expect.element(country).toHaveValue('DK');
    await number.fill('20304050');
    await userEvent.tab();
    await expect.element(number).toHaveValue('20 30 40 50');
    await country.selectOptions('Sweden +46');
    await number.fill('070 123 45 67');
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(holdBookingMock.mock.calls.findLast(([, booking]) => !booking.preview)?.[1]).toMatchObject({
      contact: { phone: '+46701234567' },
    });
  });

  test('sends names, ages, voucher number, partner and country', async () => {
    const CHILD = uuid(8);
    vi.mocked(readPrices).mockResolvedValue(
      ok([
        { id: ADULT, type: 'ADULT', amount: 45_000, seats: 1, minimumAge: null, maximumAge: null },
        { id: CHILD, type: 'CHILD', amount: 20_000, seats: 1, minimumAge: 4, maximumAge: 12 },
      ]),
    );
    holdBookingMock.mockResolvedValue(ok(actResult()));
    await show('/bookings?new=1');
    await dialog.getByRole('spinbutton', { name: 'Child' }).fill('1');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    // Closing the list moves the button, which must not swallow the click.
    await expect.element(dialog.getByRole('option', { name: /Ada Lund/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Names and ages' }).click();
    await dialog.getByRole('textbox', { name: 'Name of guest 2 (Child)' }).fill('Liv Holm');
    await dialog.getByRole('textbox', { name: 'Age of guest 2 (Child)' }).fill('7');
    await dialog.getByRole('combobox', { name: 'Country', exact: true }).selectOptions('Norway');
    await dialog.getByRole('combobox', { name: 'Partner' }).selectOptions('City Partners');
    await dialog.getByRole('textbox', { name: 'Voucher number' }).fill('GYG-1');
    await dialog.getByRole('button', { name: /^Book 2 guests/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(holdBookingMock.mock.calls.findLast(([, booking]) => !booking.preview)?.[1]).toMatchObject({
      guests: [
        { priceCategoryId: ADULT, name: 'Eva Holm' },
        { priceCategoryId: CHILD, name: 'Liv Holm', age: 7 },
      ],
      contact: { name: 'Eva Holm', country: 'NO' },
      organisationId: uuid(60),
      voucherNumber: 'GYG-1',
    });
  });

  test('offers an unfinished booking again with party and departure, and keeps saving it', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult()));
    const key = `${company}/booking/new`;
    const base = emptyBookingFormValues('en', { tour: '', day: '' });
    const mine = { ...base, name: 'Eva Holm', tour: TOUR, day: addDays(TODAY, 3), party: { [ADULT]: 3 } };
    vi.mocked(readFormDraft).mockResolvedValue({ key, owner: company, at: Date.now(), values: { base, mine } });
    await show();
    await expect.element(page.getByRole('button', { name: 'New booking' })).toBeVisible();
    await userEvent.keyboard('n');
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Name' })).toHaveValue('Eva Holm');
    await expect.element(dialog.getByRole('spinbutton', { name: 'Adult' })).toHaveValue('3');
    await waitFor(() => expect(holdBookingMock.mock.lastCall?.[0]).toBe(uuid(32)));
    await dialog.getByRole('spinbutton', { name: 'Adult' }).fill('4');
    await waitFor(() =>
      expect(vi.mocked(writeFormDraft).mock.lastCall?.[0]).toMatchObject({
        key,
        values: { mine: { name: 'Eva Holm', party: { [ADULT]: 4 } } },
      }),
    );
  });

  test('resends an unanswered booking with the same idempotency key; the next booking has another', async () => {
    const requestIds = () =>
      holdBookingMock.mock.calls.filter(([, values]) => !values.preview).map(([, , { request }]) => request);
    const storedDrafts: Parameters<typeof writeFormDraft>[0][] = [];
    vi.mocked(writeFormDraft).mockImplementation(async (draft) => storedDrafts.push(draft) > 0);
    // The server has stored the booking, but its response is lost.
    holdBookingMock.mockImplementation((_, values) =>
      values.preview ? Promise.resolve(ok(actResult({ preview: true }))) : new Promise(() => undefined),
    );
    await show('/bookings?new=1');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await waitFor(() => expect(requestIds()).toHaveLength(1));
    await waitFor(() => expect(JSON.stringify(storedDrafts.at(-1))).toContain('Eva Holm'));

    vi.mocked(readFormDraft).mockImplementation(
      async (key) => storedDrafts.findLast((draft) => draft.key === key) ?? null,
    );
    holdBookingMock.mockResolvedValue(ok(actResult()));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.keyboard('n');
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Name' })).toHaveValue('Eva Holm');
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await waitFor(() => expect(requestIds()).toHaveLength(2));
    expect(requestIds()[1]).toBe(requestIds()[0]);
    await expect.element(dialog).not.toBeInTheDocument();

    await userEvent.keyboard('n');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Eva Holm');
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await waitFor(() => expect(requestIds()).toHaveLength(3));
    expect(requestIds()[2]).not.toBe(requestIds()[0]);
  });

  test('warns beforehand when guests could no longer book', async () => {
    holdBookingMock.mockResolvedValue(ok(actResult({ overriddenRules: ['cut_off'] })));
    await show('/bookings?new=1');
    await expect
      .element(dialog.getByText('The booking cut-off for this departure has passed', { exact: false }))
      .toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Book/ })).toBeEnabled();
  });
});
