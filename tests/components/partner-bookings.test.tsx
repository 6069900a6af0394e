/**
 * /organisation/bookings: the partner's view of its companies' bookings, the CSV export, and booking for its own
 * guests.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  bookAsPartner,
  findPartnerBookings,
  readPartnerBooking,
  readPartnerChoices,
  readPartnerMonth,
  readPartnerTotals,
  type PartnerBooking,
  type PartnerCompany,
} from '../../src/data/partner-bookings.ts';
import type { Instant } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import { BookingsPage } from '../../src/organisation/bookings/bookings-page.tsx';
import { session } from '../../src/session/session.ts';
import { download } from '../../src/ui/output/download.ts';
import { identity, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/partner-bookings.ts'));
await mockModule(import('../../src/ui/output/download.ts'));

let organisation = '';
const TOUR = { id: crypto.randomUUID(), title: { en: 'Old Town', da: 'Den gamle by' } };
const company = (name: string, more: Partial<PartnerCompany> = {}): PartnerCompany => ({
  id: crypto.randomUUID(),
  name,
  slug: 'harbour',
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  sharesGuests: true,
  account: null,
  tours: [TOUR],
  ...more,
});
const HARBOUR = company('Harbour Walks');
const ROME = company('Roma a Piedi', { timeZone: 'Europe/Rome', currency: 'EUR', sharesGuests: false, tours: [{ id: crypto.randomUUID(), title: { en: 'Forum' } }] }); // prettier-ignore
const booking = (of: PartnerCompany, more: Partial<PartnerBooking> = {}): PartnerBooking => ({
  id: crypto.randomUUID(),
  reference: 'K7M2PQ',
  contact: { name: '=Anna Holm', email: 'anna@holm.test', phone: '+4520304050', country: 'DK', locale: 'da' },
  party: [{ type: 'ADULT', count: 2 }],
  guests: 2,
  departure: {
    id: crypto.randomUUID(),
    tourId: TOUR.id,
    startsAt: '2030-05-02T08:00:00.000Z' as Instant,
    localDate: '2030-05-02',
    language: 'en',
    departureStatus: 'scheduled',
  },
  status: 'CONFIRMED',
  expiresAt: null,
  currency: of.currency,
  total: 100_000,
  paid: 0,
  onAccount: 0,
  due: 100_000,
  source: 'partner',
  partner: { id: organisation, name: 'City Stays' },
  voucherNumber: 'CS-77',
  note: null,
  createdAt: '2030-04-01T08:00:00.000Z' as Instant,
  isMasked: false,
  company: { id: of.id, name: of.name, timeZone: of.timeZone },
  title: TOUR.title,
  ...more,
});
const masked = () =>
  booking(ROME, {
    reference: 'ZZ9XX2',
    contact: { name: 'ZZ9XX2', email: null, phone: null, country: null, locale: 'it' },
    voucherNumber: null,
    isMasked: true,
    source: 'website',
    partner: null,
  });
const day = (left: number) => ({
  date: localDateIn('Europe/Copenhagen', Date.now()),
  times: [
    {
      id: crypto.randomUUID(),
      at: '10:00',
      startsAt: new Date().toISOString() as Instant,
      left,
      own: null as { seats: number; until: Instant } | null,
      language: 'en',
    },
  ],
});
const PRICE = {
  id: crypto.randomUUID(),
  type: 'ADULT' as const,
  amount: 50_000,
  seats: 1,
  minimumAge: null,
  maximumAge: null,
};
const month = (more: object = {}) => ok({ asksNames: false, days: [day(4)], prices: [PRICE], ...more });

const findPartnerBookingsMock = vi.mocked(findPartnerBookings);
const show = (at?: string) =>
  renderScreen(
    <div style={{ height: '760px' }}>
      <BookingsPage />
    </div>,
    { path: '/organisation/bookings', ...(at ? { at } : {}), texts: ['patterns', 'bookings', 'partner-bookings'] },
  );
const row = (name: string) => page.getByRole('row', { name });
const pane = page.getByRole('region', { name: 'Booking' });
const dialog = page.getByRole('dialog');

beforeEach(async () => {
  vi.resetAllMocks();
  await page.viewport(1280, 800);
  organisation = crypto.randomUUID();
  vi.mocked(readPartnerChoices).mockResolvedValue(ok({ seesAll: true, companies: [HARBOUR, ROME] }));
  vi.mocked(readPartnerTotals).mockResolvedValue(
    ok({
      sums: [
        { company: HARBOUR.id, name: HARBOUR.name, currency: 'DKK', count: 1, guests: 2, total: 100_000, due: 100_000 },
      ],
    }),
  );
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      organisations: [{ id: organisation, name: 'City Stays', slug: 'city-stays' }],
      assignments: [
        {
          role: 'partner_admin',
          permissions: BUILT_IN_ROLES.partner_admin,
          company: null,
          organisation: { id: organisation, isActive: true },
        },
      ],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('the list', () => {
  test('lists the bookings of all companies, masked where data is not shared, with totals', async () => {
    findPartnerBookingsMock.mockResolvedValue(ok({ bookings: [booking(HARBOUR), masked()], next: null }));
    await show();
    await expect
      .element(row('Anna Holm'))
      .toHaveTextContent(/Thu 2 May.*10:00.*Old Town.*Harbour Walks.*2 × Adult.*Confirmed.*CS-77/);
    await expect.element(row('ZZ9 XX2')).toHaveTextContent(/Roma a Piedi/);
    await expect
      .element(page.getByRole('list', { name: 'Totals' }))
      .toHaveTextContent(/Harbour Walks\s?1 booking, 2 guests, DKK\s1,000 \(DKK\s1,000 due\)/);
    expect(findPartnerBookingsMock.mock.calls[0]![0]).toMatchObject({
      organisation,
      companies: [],
      search: '',
      sort: 'upcoming',
      after: null,
    });
  });

  test('filters by company, referring partner, state, date and search on the server', async () => {
    findPartnerBookingsMock.mockResolvedValue(ok({ bookings: [booking(HARBOUR)], next: null }));
    await show(`/organisation/bookings?company=${ROME.id}`);
    await page.getByRole('button', { name: 'Sold by us' }).click();
    await page.getByRole('button', { name: 'Cancelled' }).click();
    await page.getByRole('searchbox').fill('holm');
    await page.getByRole('button', { name: 'Dates' }).click();
    await page.getByRole('textbox', { name: 'Tour date from' }).fill('2/5/2026');
    await expect
      .poll(() => findPartnerBookingsMock.mock.lastCall?.[0])
      .toMatchObject({
        companies: [ROME.id],
        search: 'holm',
        filter: {
          all: [
            { field: 'status', in: ['CANCELLED'] },
            { field: 'partner', in: [organisation] },
            { field: 'date', from: '2026-05-02' },
          ],
        },
      });
    await expect.element(page.getByRole('button', { name: 'Dates (1)' })).toBeVisible();
    await expect
      .poll(() => vi.mocked(readPartnerTotals).mock.lastCall?.[0])
      .toMatchObject({ companies: [ROME.id], search: 'holm' });
  });

  test('offers an agent no filter by partner, and has an empty state', async () => {
    vi.mocked(readPartnerChoices).mockResolvedValue(ok({ seesAll: false, companies: [HARBOUR] }));
    vi.mocked(readPartnerTotals).mockResolvedValue(ok({ sums: [] }));
    findPartnerBookingsMock.mockResolvedValue(ok({ bookings: [], next: null }));
    await show();
    await expect.element(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Sold by us' }).elements()).toHaveLength(0);
  });

  test('explains a failed load', async () => {
    findPartnerBookingsMock.mockResolvedValue(fail('server'));
    await show();
    await expect.element(page.getByText('The bookings could not be loaded.')).toBeVisible();
  });

  test('opens a booking in full, or what the company shares and why', async () => {
    const [sharedBooking, maskedBooking] = [booking(HARBOUR), masked()];
    findPartnerBookingsMock.mockResolvedValue(ok({ bookings: [sharedBooking, maskedBooking], next: null }));
    vi.mocked(readPartnerBooking).mockImplementation(({ booking: id }) => {
      const booking = id === sharedBooking.id ? sharedBooking : maskedBooking;
      const guests = [
        {
          id: 'g',
          type: 'ADULT' as const,
          name: booking.isMasked ? null : 'Bo Holm',
          isCancelled: false,
          checkIn: 'checked_in',
        },
      ];
      return Promise.resolve(ok({ booking: booking, title: TOUR.title, phone: '+4511', email: null, guests }));
    });
    await show();
    await row('Anna Holm').click();
    await expect
      .element(pane)
      .toHaveTextContent(
        /Anna Holm.*Harbour Walks · City Stays.*CS-77.*anna@holm\.test.*DKK\s1,000 due.*Bo Holm.*Adult.*Checked in/,
      );
    await row('ZZ9 XX2').click();
    await expect.element(pane).toHaveTextContent(/Roma a Piedi doesn’t share its guests’ details/);
    expect(pane.element().textContent).not.toMatch(/Holm|Phone|Email/);
  });
});

describe('booking for one’s own guests', () => {
  beforeEach(() => {
    findPartnerBookingsMock.mockResolvedValue(ok({ bookings: [], next: null }));
    vi.mocked(readPartnerMonth).mockImplementation(() => Promise.resolve(month()));
    vi.mocked(bookAsPartner).mockImplementation(({ booking: { guests } }) =>
      Promise.resolve(
        ok({ bookingId: crypto.randomUUID(), reference: 'K7M2PQ', money: { total: 50_000 * guests.length } }),
      ),
    );
  });
  const sentBookings = () =>
    vi
      .mocked(bookAsPartner)
      .mock.calls.map(([args]) => args)
      .filter((args) => !args.booking.preview);

  test('books the next time with party, name and voucher', async () => {
    await show('/organisation/bookings?new=1');
    await expect.element(dialog.getByRole('radio', { name: /10:00/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'One more: Adult' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Book 2 guests, DKK 1,000' })).toBeEnabled();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Olga Own');
    await dialog.getByRole('textbox', { name: 'Your voucher' }).fill('CS-99');
    await dialog.getByRole('button', { name: /^Book/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(sentBookings()).toEqual([
      expect.objectContaining({
        organisation,
        booking: {
          guests: [{ priceCategoryId: PRICE.id, name: 'Olga Own' }, { priceCategoryId: PRICE.id }],
          contact: { name: 'Olga Own', phone: null, email: null, locale: 'en' },
          voucherNumber: 'CS-99',
        },
      }),
    ]);
  });

  test('offers neither times nor prices of the former tour while those of another one load', async () => {
    const otherTour = { id: crypto.randomUUID(), title: { en: 'Castle walk' } };
    vi.mocked(readPartnerChoices).mockResolvedValue(ok({ seesAll: true, companies: [company('Harbour Walks', { tours: [TOUR, otherTour] })] })); // prettier-ignore
    vi.mocked(readPartnerMonth).mockImplementation(({ tour }) =>
      tour === otherTour.id ? new Promise(() => undefined) : Promise.resolve(month()),
    );
    await show('/organisation/bookings?new=1');
    await expect.element(dialog.getByRole('radio', { name: /10:00/ })).toBeChecked();
    await expect.element(dialog.getByRole('button', { name: 'Book 1 guest, DKK 500' })).toBeEnabled();
    await dialog.getByRole('combobox', { name: 'Tour' }).selectOptions('Castle walk');
    await expect.element(dialog.getByRole('radio', { name: /10:00/ })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'One more: Adult' }).query()).toBeNull();
    await expect.element(dialog.getByRole('button', { name: /^Book/ })).toBeDisabled();
  });

  describe('on account', () => {
    beforeEach(() => {
      const account = { availableCredit: 120_000 };
      vi.mocked(readPartnerChoices).mockResolvedValue(ok({ seesAll: false, companies: [company('Harbour Walks', { account })] })); // prettier-ignore
    });

    test('shows what is left, and books on account unless the guest pays', async () => {
      await show('/organisation/bookings?new=1');
      await expect.element(dialog.getByRole('radio', { name: /^We do, on account \(DKK.1,200 left\)$/ })).toBeChecked();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Olga Own');
      await dialog.getByRole('button', { name: /^Book 1 guest/ }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(sentBookings()[0]!.booking.onAccount).toBe(true);
      await show('/organisation/bookings?new=1');
      await dialog.getByRole('radio', { name: 'The guest, to Harbour Walks' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Per Own');
      await dialog.getByRole('button', { name: /^Book 1 guest/ }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(sentBookings()[1]!.booking).not.toHaveProperty('onAccount');
    });

    test('says beforehand when too little is left', async () => {
      vi.mocked(bookAsPartner).mockImplementation(({ booking: { onAccount } }) =>
        Promise.resolve(
          onAccount
            ? {
                ok: false as const,
                code: 'refused' as const,
                retry: false as const,
                refusal: { status: 'over_limit' as const, availableCredit: 20_000, currency: 'DKK' },
              }
            : ok({ bookingId: '', reference: '', money: { total: 50_000 } }),
        ),
      );
      await show('/organisation/bookings?new=1');
      await expect
        .element(dialog.getByText(/You have DKK.200 of credit left, too little for this party/))
        .toBeVisible();
      const confirm = dialog.getByRole('button', { name: /^Book 1 guest/ });
      await expect.element(confirm).toBeDisabled();
      await dialog.getByRole('radio', { name: 'The guest, to Harbour Walks' }).click();
      await expect.element(confirm).toBeEnabled();
      expect(sentBookings()).toEqual([]);
    });

    test('an agent cannot open the account itself', async () => {
      await show();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect.element(page.getByRole('menuitem', { name: 'Export as CSV' })).toBeVisible();
      expect(page.getByRole('menuitem', { name: /Account with/ }).query()).toBeNull();
    });
  });

  test('shows the allotted seats and until when, in the company’s time zone', async () => {
    const allottedDay = day(9);
    allottedDay.times[0]!.own = { seats: 4, until: '2031-05-04T22:30:00.000Z' as Instant };
    vi.mocked(readPartnerMonth).mockImplementation(() => Promise.resolve(month({ days: [allottedDay] })));
    await show('/organisation/bookings?new=1');
    await expect
      .element(dialog.getByRole('radio', { name: /10:00.*9 seats left.*4 of them reserved for you until .*5.*00:30/ }))
      .toBeChecked();
  });

  test('explains a refusal, and sends nothing without a name', async () => {
    vi.mocked(bookAsPartner).mockImplementation(({ booking: { preview } }) =>
      Promise.resolve(
        preview
          ? ok({ bookingId: '', reference: '', money: { total: 50_000 } })
          : {
              ok: false as const,
              code: 'refused' as const,
              retry: false as const,
              refusal: { status: 'sold_out' as const, left: 0, next: [], allottedSeats: [] },
            },
      ),
    );
    await show('/organisation/bookings?new=1');
    const confirm = dialog.getByRole('button', { name: /^Book 1 guest/ });
    await expect.element(confirm).toBeEnabled();
    await confirm.click();
    expect(sentBookings()).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Olga Own');
    await confirm.click();
    await expect.element(dialog.getByText('No seats left.')).toBeVisible();
    await expect.element(confirm).toBeDisabled();
  });

  test('for another company shows its tours and currency, and all names where the tour requires them', async () => {
    vi.mocked(readPartnerMonth).mockResolvedValue(month({ asksNames: true }));
    await show('/organisation/bookings?new=1');
    await dialog.getByRole('combobox', { name: 'Company' }).selectOptions('Roma a Piedi');
    await expect.element(dialog.getByRole('combobox', { name: 'Tour' })).toHaveTextContent('Forum');
    await expect.element(dialog.getByRole('button', { name: 'Book 1 guest, €500' })).toBeVisible();
    await dialog.getByRole('button', { name: 'One more: Adult' }).click();
    await dialog.getByRole('textbox', { name: 'Name of guest 2 (Adult)' }).fill('Per Own');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga Own');
    await dialog.getByRole('button', { name: /^Book 2/ }).click();
    await expect.poll(() => sentBookings()[0]?.booking.guests.map(({ name }) => name)).toEqual(['Olga Own', 'Per Own']);
  });
});

describe('the CSV export', () => {
  test('has all pages, masked names where data is not shared, and no formulas', async () => {
    findPartnerBookingsMock.mockImplementation(({ after }) =>
      Promise.resolve(
        ok(
          after
            ? { bookings: [masked()], next: null }
            : { bookings: [booking(HARBOUR)], next: { part: 1, values: ['x'] } },
        ),
      ),
    );
    await show();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    await expect.poll(() => vi.mocked(download).mock.calls.length).toBe(1);
    const lines = String(vi.mocked(download).mock.calls[0]![0]).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(
      "Harbour Walks,2030-05-02,10:00,Old Town,K7M2PQ,'=Anna Holm,'+4520304050,anna@holm.test,2 × Adult,2,Confirmed,CS-77,City Stays,1000,0,1000,DKK",
    );
    expect(lines[2]).toContain(
      'Roma a Piedi,2030-05-02,10:00,Old Town,ZZ9XX2,,,,2 × Adult,2,Confirmed,,Website,1000,0,1000,EUR',
    );
  });
});
