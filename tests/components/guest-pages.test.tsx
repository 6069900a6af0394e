/** Guest pages: holds, changes of mind, refetching and failures. */
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { goTo, type BookingQuery } from '../../src/booking/page-url.ts';
import { BookingApp } from '../../src/booking/booking-app.tsx';
import { startNewBooking, getFlow, updateFlowInput } from '../../src/booking/steps/booking-flow.ts';
import { restoreLostFocus } from '../../src/booking/restore-lost-focus.ts';
import { subscribeToBooking } from '../../src/booking/view/subscribe-to-booking.ts';
import { PreviewPage } from '../../src/booking/pages/preview-page.tsx';
import * as data from '../../src/data/public-booking.ts';
import * as directory from '../../src/data/public-directory.ts';
import * as payments from '../../src/data/public-payment.ts';
import type { PublicBooking } from '../../src/data/public-booking-shapes.ts';
import { readPartner, type PublicOffer } from '../../src/data/public-offers.ts';
import { redeemCode } from '../../src/data/redeem-code.ts';
import { unsubscribe, readSubscription } from '../../src/data/unsubscribe.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { IntlProvider } from '../../src/i18n/intl-provider.tsx';
import { showLocale, loadTexts } from '../../src/i18n/messages.ts';
import '../../src/ui/theme/page.css';
import { ADULT, bookingOf, CHILD, DAY, DAY_NAME, GuestServer, CATALOG, TOUR } from './guest-server.ts';
import { stays } from '../support/eventually.ts';
import { waitFor } from '../support/wait-for.ts';
import { mockModule } from './mock-module.ts';

await mockModule(import('../../src/data/public-booking.ts'));
await mockModule(import('../../src/data/public-directory.ts'));
await mockModule(import('../../src/data/public-payment.ts'));
await mockModule(import('../../src/data/public-offers.ts'));
await mockModule(import('../../src/data/redeem-code.ts'));
await mockModule(import('../../src/data/unsubscribe.ts'));
await mockModule(import('../../src/booking/view/subscribe-to-booking.ts'));

const dataMocks = vi.mocked(data);
const directoryMocks = vi.mocked(directory);
const paymentMocks = vi.mocked(payments);
let server: GuestServer;
beforeEach(async () => {
  await page.viewport(820, 900);
  server = new GuestServer();
  startNewBooking();
  updateFlowInput({ name: '', email: '', phone: '', country: '', language: '' });
  vi.resetAllMocks();
  dataMocks.readCatalog.mockResolvedValue(ok(CATALOG));
  dataMocks.readMonth.mockImplementation(server.month);
  dataMocks.holdSeats.mockImplementation(server.hold);
  dataMocks.readPublicBooking.mockImplementation(server.booking);
  vi.mocked(subscribeToBooking).mockReturnValue(() => undefined);
});

const MONTH_NAME = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(Date.parse(DAY));
const HOME = '/booking/isolated/walks';
async function show(query: BookingQuery = {}, path = HOME): Promise<void> {
  await showLocale('en');
  await loadTexts('booking', 'en');
  goTo({ path, query });
  mount(<BookingApp />);
}
function mount(element: ReactElement): void {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  root.render(element);
}
const atParty = (party: string) => show({ tour: 'harbour-walk', date: DAY, time: '10:00', party });
const guest = (name: string | null) => ({
  id: 'guest-0',
  priceCategoryId: ADULT,
  type: 'ADULT' as const,
  name,
  amount: 5000,
  isCheckedIn: false,
  ticketCode: null,
});
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
/** Runs `act` once, after `text` is in the DOM but before the browser paints and React runs passive effects. */
function onceDrawn(text: string, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (!document.body.textContent.includes(text)) return;
    observer.disconnect();
    act();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
}
async function heading(name: string): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('an old link leads to the renamed tour', async () => {
  const other = {
    ...TOUR,
    id: 'tour-2',
    slug: 'castle',
    formerSlugs: [],
    texts: { en: { ...TOUR.texts['en']!, title: 'Castle' } },
  };
  dataMocks.readCatalog.mockResolvedValue(ok({ ...CATALOG, tours: [other, TOUR] }));
  await show({ tour: 'old-walk' });
  const name = TOUR.texts['en']!.title;
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

describe('a hold', () => {
  test('is for the party that was chosen last, also when it was chosen before', async () => {
    await atParty('adult-2');
    const heldCategories = () =>
      server.held
        .get(getFlow().token)!
        .guests.map(({ priceCategoryId }) => priceCategoryId)
        .toSorted();
    await press('Continue');
    await heading('Your details');
    await press('Back');
    await press('One fewer: Adult');
    await press('One more: Child');
    await press('Continue');
    await heading('Your details');
    expect(heldCategories()).toEqual([ADULT, CHILD]);
    await expect.element(page.getByText('1 × Adult, 1 × Child')).toBeVisible();
    await press('Back');
    await press('One fewer: Child');
    await press('One more: Adult');
    await press('Continue');
    await heading('Your details');
    await expect.element(page.getByText('2 × Adult')).toBeVisible();
    expect(heldCategories()).toEqual([ADULT, ADULT]);
  });

  test('does not count against its own guest', async () => {
    server.capacity = 2;
    await atParty('adult-2');
    await press('Continue');
    await heading('Your details');
    await press('Back');
    await heading('How many people?');
    await expect.element(page.getByText('2 spots left')).toBeVisible();
    await press('Continue');
    await heading('Your details');
    await press('Back');
    await press('Back');
    const day = page.getByRole('button', { name: new RegExp(`^${DAY_NAME}, 4 spots`) });
    await expect.element(day).toBeVisible();
    expect([day.element().querySelector('.bk-dot') !== null, day.element().textContent]).toEqual([
      true,
      String(Number(DAY.slice(8))),
    ]);
    expect(day.element().querySelector('[data-note]')).toBeNull();
  });
});

test('a link to a departure that is gone leads to others of the month with room', async () => {
  await show({ tour: 'harbour-walk', date: DAY, time: '08:00', party: 'adult-3' });
  await expect.element(page.getByText('This time can no longer be booked.')).toBeVisible();
  await page.getByRole('button', { name: /^10:00/ }).click();
  await heading('How many people?');
  await expect.element(page.getByRole('spinbutton', { name: /Adult/ })).toHaveValue(3);
});

test('a link to a departure that is gone offers none without room for the party', async () => {
  server.capacity = 2;
  await show({ tour: 'harbour-walk', date: DAY, time: '08:00', party: 'adult-3' });
  await expect.element(page.getByText('This time can no longer be booked.')).toBeVisible();
  expect(page.getByRole('button', { name: /^10:00/ }).elements()).toEqual([]);
});

describe('the hold timer', () => {
  const atDetails = async (secondsLeft: number, more: Partial<ReturnType<typeof bookingOf>> = {}) => {
    dataMocks.holdSeats.mockImplementation(async (wish) => {
      await server.hold(wish);
      server.held.set(wish.token, { ...server.held.get(wish.token)!, secondsLeft, ...more });
      return ok({ booking: server.held.get(wish.token)! });
    });
    await atParty('adult-2');
    await press('Continue');
    await heading('Your details');
  };
  const refused = (refusal: Extract<Awaited<ReturnType<typeof data.extendHold>>, { code: 'refused' }>['refusal']) =>
    dataMocks.extendHold.mockResolvedValue({ ok: false, code: 'refused', retry: false, refusal });
  const more = page.getByRole('button', { name: 'Get more time' });
  /** Position of the name field on the smallest screen: the timer must not move it. */
  const place = () => document.querySelector('#field-name')!.getBoundingClientRect().top + window.scrollY;
  beforeEach(async () => {
    await page.viewport(320, 640);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is a quiet line without a button until the last two minutes', async () => {
    await atDetails(122);
    await expect.element(page.getByText(/^Held for you until/)).toBeVisible();
    expect(more.elements()).toHaveLength(0);
    const before = place();
    vi.advanceTimersByTime(3000);
    await expect.element(more).toBeVisible();
    expect(place()).toBe(before);
    await expect.element(page.getByText('Held for you for another 1:59.')).toBeVisible();
    await expect.element(page.getByText('Held for you for less than 2 minutes.')).toBeInTheDocument();
  });

  test('can be extended once; then the button is gone', async () => {
    await atDetails(90);
    dataMocks.extendHold.mockImplementation(async ({ token }) =>
      ok({ booking: { ...server.held.get(token)!, secondsLeft: 100, extensions: 1 } }),
    );
    await more.click();
    await expect.element(page.getByText('More time can only be added once.')).toBeVisible();
    expect(more.elements()).toHaveLength(0);
  });

  test('that was extended in another tab says so, and until when', async () => {
    await atDetails(90);
    refused({ status: 'extended_before' });
    const { token } = getFlow();
    server.held.set(token, { ...server.held.get(token)!, secondsLeft: 600, extensions: 1 });
    await more.click();
    await expect.element(page.getByText(/^Held for you until/)).toBeVisible();
  });

  test('cannot be extended while many want the last seats; it says so and offers no button', async () => {
    await atDetails(90);
    refused({ status: 'holds_too_many' });
    await more.click();
    await expect.element(page.getByText(/^Only a few spots are left/)).toBeVisible();
    expect(more.elements()).toHaveLength(0);
  });

  test('that ran out during the request shows the seats that are left', async () => {
    await atDetails(90);
    refused({ status: 'sold_out', left: 1, next: [] });
    await more.click();
    await expect.element(page.getByText('Only 1 spot left')).toBeVisible();
  });

  test('that has run out blocks booking until seats are held again', async () => {
    await atDetails(60);
    await expect.element(more).toBeVisible();
    const before = place();
    vi.advanceTimersByTime(60_000);
    await expect.element(page.getByText('Your reservation time has expired')).toBeVisible();
    expect(place()).toBe(before);
    expect(page.getByRole('button', { name: /^Book/ }).elements()).toHaveLength(0);
    dataMocks.holdSeats.mockImplementation(server.hold);
    const { token } = getFlow();
    server.held.set(token, { ...server.held.get(token)!, state: 'EXPIRED', secondsLeft: null });
    await press('Reserve again');
    await expect.element(page.getByRole('button', { name: /^Book/ })).toBeVisible();
  });
});

describe('a tour that requires every guest’s name', () => {
  const person = (number: number) => page.getByRole('textbox', { name: `Name of person ${number}` });
  beforeEach(() => {
    dataMocks.readCatalog.mockResolvedValue(ok({ ...CATALOG, tours: [{ ...TOUR, asksNames: true }] }));
    dataMocks.confirmHold.mockImplementation(async () => ok({ booking: bookingOf() }));
  });

  test('prefills the first from the contact, marks missing ones, and keeps the input', async () => {
    await atParty('adult-2.child-1');
    await press('Continue');
    await heading('Your details');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Anna Holm');
    await page.getByRole('textbox', { name: 'Email' }).fill('anna@holm.test');
    await expect.element(person(1)).toHaveValue('Anna Holm');
    await expect.element(person(3)).toHaveAccessibleDescription('Child');
    await press(/^Book/);
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent(/Name of person 2 is required\..*Name of person 3 is required\./);
    await expect.element(alert).toHaveFocus();
    await page.getByRole('link', { name: 'Name of person 3 is required.' }).click();
    await expect.element(person(3)).toHaveFocus();
    expect(dataMocks.confirmHold).not.toHaveBeenCalled();
    await person(2).fill('Bo Holm');
    await press('Back');
    await heading('How many people?');
    await press('Continue');
    await heading('Your details');
    await expect.element(person(2)).toHaveValue('Bo Holm');
    await person(3).fill('Cia Holm');
    await press(/^Book/);
    await expect
      .poll(() => dataMocks.confirmHold.mock.lastCall?.[0].details.names)
      .toEqual([
        { guestId: 'guest-0', name: 'Anna Holm' },
        { guestId: 'guest-1', name: 'Bo Holm' },
        { guestId: 'guest-2', name: 'Cia Holm' },
      ]);
  });

  test('stores the names in the history entry, so that they survive a reload', async () => {
    await atParty('adult-2');
    await press('Continue');
    await heading('Your details');
    await person(2).fill('Bo Holm');
    await expect.poll(() => JSON.stringify(history.state)).toContain('"names":{"1":"Bo Holm"}');
  });

  test('other tours require none', async () => {
    dataMocks.readCatalog.mockResolvedValue(ok(CATALOG));
    await atParty('adult-2');
    await press('Continue');
    await heading('Your details');
    await expect.element(person(1)).not.toBeInTheDocument();
  });

  test('none can be removed later', async () => {
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: bookingOf({ guests: [guest('Bo Holm')] }) }));
    dataMocks.renameGuests.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'no_names' },
    });
    await show({}, '/booking/view/some-token');
    await press('Edit names');
    await person(1).fill('');
    await press('Save names');
    await expect.element(page.getByRole('alert')).toHaveTextContent('needs everyone’s name');
  });
});

describe('pictures', () => {
  const TAG = '0123456789abcdef';
  test('of tours and the operator’s logo are loaded by tag, with alternative texts', async () => {
    const tours = [
      { ...TOUR, picture: TAG },
      {
        ...TOUR,
        id: 'tour-2',
        slug: 'castle',
        formerSlugs: [],
        texts: { en: { ...TOUR.texts.en!, title: 'The castle' } },
      },
    ];
    dataMocks.readCatalog.mockResolvedValue(
      ok({ ...CATALOG, operator: { ...CATALOG.operator, logo: 'fedcba9876543210' }, tours }),
    );
    await show();
    await heading('Choose a tour');
    const sources = () => [...document.querySelectorAll<HTMLImageElement>('.bk img')].map(({ src }) => src);
    const at = (tag: string) => `${location.origin}/functions/v1/picture?tag=${tag}`;
    expect(sources()).toEqual([at('fedcba9876543210'), at(TAG)]);
    await page.getByRole('link', { name: 'Harbour walk' }).click();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Choose a date' })).toBeVisible();
    expect(sources()).toEqual([at('fedcba9876543210'), at(TAG)]);
    // This one fails to load: its place stays, without a broken-image icon.
    await expect.poll(() => document.querySelector<HTMLImageElement>('.bk-picture img')?.hidden).toBe(true);
  });
});

describe('the preview beside the tour form', () => {
  const sendPreview = (catalog: unknown, { origin = location.origin, source = window.parent as Window } = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', { origin, source, data: { muster: 1, type: 'preview', isLive: false, catalog } }),
    );
  const preview = async () => {
    await showLocale('en');
    await loadTexts('booking', 'en');
    goTo({ path: HOME, query: {} });
    mount(
      <IntlProvider locale="en">
        <PreviewPage />
      </IntlProvider>,
    );
    await expect.element(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  };

  test('shows what the form posts, as it changes, and ignores any other sender', async () => {
    await preview();
    const catalogWithTitle = (title: string) => ({
      ...CATALOG,
      tours: [{ ...TOUR, picture: 'data:image/webp;base64,AAAA', texts: { en: { ...TOUR.texts['en']!, title } } }],
    });
    sendPreview(catalogWithTitle('Evil'), { origin: 'https://evil.test' });
    sendPreview(catalogWithTitle('Evil'), { source: window });
    sendPreview({ tours: 'none' });
    sendPreview(catalogWithTitle('Harbour lights'));
    await heading('Harbour lights');
    expect(document.querySelector('.bk-picture img')?.getAttribute('src')).toBe('data:image/webp;base64,AAAA');
    await expect.element(page.getByRole('spinbutton', { name: /Child/ })).toBeVisible();
    sendPreview(catalogWithTitle(''));
    await expect.element(page.getByText('Add a title to see the preview.')).toBeVisible();
    // A draft has no days to request, and the preview holds no seats.
    expect(dataMocks.readMonth).not.toHaveBeenCalled();
    expect(dataMocks.holdSeats).not.toHaveBeenCalled();
  });
});

describe('an idempotency key', () => {
  test('changes when the booking changes', async () => {
    const bookingOn = (id: string, version: number) =>
      bookingOf({ version, departure: { ...bookingOf().departure, id, date: DAY } });
    const moved: string[] = [];
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: bookingOn('departure-1', 1) }));
    dataMocks.moveAsGuest.mockImplementation(async ({ request, departure, preview }) => {
      if (preview) return ok({ difference: 0 });
      if (moved.includes(request))
        return { ok: false, code: 'refused', retry: false, refusal: { status: 'id_reused' } };
      moved.push(request);
      return ok({ booking: bookingOn(departure, moved.length + 1) });
    });
    await show({}, '/booking/view/some-token');
    for (const time of [/^14:00/, /^10:00/, /^14:00/]) {
      await press('Change date or time');
      await press(new RegExp(`^${DAY_NAME}`));
      await press(time);
      await press('Confirm change');
      await expect.element(page.getByRole('button', { name: 'Confirm change' })).not.toBeInTheDocument();
    }
    expect(new Set(moved).size).toBe(3);

    const cancelled: string[] = [];
    dataMocks.cancelAsGuest.mockImplementation(async ({ request, preview }) => {
      if (preview) return ok({ refund: 0 });
      cancelled.push(request);
      // The office undoes it at once.
      return ok({ booking: bookingOn('departure-1', 9 + cancelled.length) });
    });
    for (let times = 1; times <= 2; times += 1) {
      await press('Cancel booking');
      await press(/^Cancel for/);
      await expect.poll(() => cancelled.length).toBe(times);
    }
    expect(new Set(cancelled).size).toBe(2);
  });

  test('moving explains a refusal', async () => {
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: bookingOf() }));
    await show({}, '/booking/view/some-token');
    await press('Change date or time');
    await press(new RegExp(`^${DAY_NAME}`));
    for (const [status, words] of [
      ['deadline_passed', /deadline for free changes has passed/],
      ['sold_out', /Not enough spots for your group/],
    ] as const) {
      dataMocks.moveAsGuest.mockResolvedValueOnce({
        ok: false,
        code: 'refused',
        retry: false,
        refusal: status === 'sold_out' ? { status, left: 0, next: [] } : { status },
      });
      await press(/^14:00/);
      await expect.element(page.getByText(words)).toBeVisible();
    }
  });
});

describe('the next departures', () => {
  const soon = (more = {}) => ({
    id: 'departure-1',
    tourId: TOUR.id,
    startsAt: `${DAY}T09:00:00.000Z`,
    date: DAY,
    at: '10:00',
    left: 8,
    language: 'en',
    ...more,
  });

  test('are one tap from the details, and pass on the referral code of the link', async () => {
    dataMocks.readNext.mockResolvedValue(ok({ departures: [soon()] }));
    await show({ party: '3', ref: 'lobby' }, '/booking/isolated/next/walks');
    await press('Continue with 3 × Adult');
    await heading('Your details');
    await expect.element(page.getByText('3 × Adult')).toBeVisible();
    expect(dataMocks.holdSeats.mock.calls.map(([wish]) => wish)).toMatchObject([
      { departure: 'departure-1', categories: [ADULT, ADULT, ADULT], referral: 'lobby' },
    ]);
    expect(location.pathname + location.search).toBe(
      `${HOME}?tour=harbour-walk&date=${DAY}&time=10:00.en&party=adult-3&step=details&ref=lobby`,
    );
    await press('Back');
    await heading('How many people?');
    await expect.element(page.getByRole('spinbutton', { name: /Adult/ })).toHaveValue(3);
  });

  test('that sold out meanwhile say so in place, and offer alternatives', async () => {
    dataMocks.readNext.mockResolvedValue(
      ok({ departures: [soon(), soon({ id: 'departure-2', at: '14:00', startsAt: `${DAY}T13:00:00.000Z` })] }),
    );
    const next = [{ departureId: 'departure-3', startsAt: `${DAY}T15:00:00.000Z`, left: 9, language: 'en' }];
    dataMocks.holdSeats.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'sold_out', left: 0, next },
    });
    await show({}, '/booking/isolated/next/walks');
    const card = page.getByRole('listitem').filter({ hasText: '10:00' });
    await card.getByRole('button', { name: 'Continue with 2 × Adult' }).click();
    await expect.element(card.getByText('Just sold out')).toBeVisible();
    await expect.element(card.getByText('Choose another time or date.')).toBeVisible();
    await card.getByRole('button', { name: /^16:00/ }).click();
    await heading('Your details');
    expect([...server.held.values()].map(({ departure }) => departure.id)).toEqual(['departure-3']);
  });

  test.each([
    ['closed', 'This time can no longer be booked.'],
    ['departure_cancelled', 'This tour has been cancelled.'],
    ['too_late', 'This tour starts soon and can no longer be booked.'],
  ] as const)('that are %s meanwhile lead to alternatives', async (status, words) => {
    dataMocks.readNext.mockResolvedValue(ok({ departures: [soon()] }));
    const next = [{ departureId: 'departure-3', startsAt: `${DAY}T15:00:00.000Z`, left: 9, language: 'en' }];
    dataMocks.holdSeats.mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status, next } });
    await show({}, '/booking/isolated/next/walks');
    await press('Continue with 2 × Adult');
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Choose another date' })).toBeVisible();
    await press(/^16:00/);
    await heading('Your details');
    expect([...server.held.values()].map(({ departure }) => departure.id)).toEqual(['departure-3']);
  });

  test('are refetched on return; offline, the last ones stay with their time', async () => {
    dataMocks.readNext.mockResolvedValue(ok({ departures: [soon()] }));
    await show({}, '/booking/isolated/next/walks');
    await expect.element(page.getByText('8 spots left').or(page.getByText('10:00')).first()).toBeVisible();
    dataMocks.readNext.mockResolvedValue(fail('offline', { retry: true }));
    window.dispatchEvent(new Event('focus'));
    await expect.element(page.getByText(/^You’re offline\. Departures as of \d/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Continue with 2 × Adult' })).toBeVisible();
    dataMocks.readNext.mockResolvedValue(ok({ departures: [soon({ left: 2 })] }));
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('2 spots left')).toBeVisible();
    expect(page.getByText(/^You’re offline/).elements()).toHaveLength(0);
  });

  test('are refetched when the window gets focus right after the first render', async () => {
    dataMocks.readNext.mockResolvedValue(ok({ departures: [soon()] }));
    onceDrawn('10:00', () => {
      dataMocks.readNext.mockResolvedValue(ok({ departures: [soon({ left: 2 })] }));
      window.dispatchEvent(new Event('focus'));
    });
    await show({}, '/booking/isolated/next/walks');
    // Before the poll of every minute, which would bring the same.
    await expect.element(page.getByText('2 spots left'), { timeout: 30_000 }).toBeVisible();
  });

  test('of a tour with a larger minimum party lead to the party step', async () => {
    dataMocks.readCatalog.mockResolvedValue(ok({ ...CATALOG, tours: [{ ...TOUR, minimumParty: 4 }] }));
    dataMocks.readNext.mockResolvedValue(ok({ departures: [soon()] }));
    await show({}, '/booking/isolated/next/walks');
    await expect.element(page.getByRole('link', { name: 'Harbour walk' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Continue/ })).not.toBeInTheDocument();
  });
});

describe('operators in a list', () => {
  test('show their logo on every page that lists them', async () => {
    const logo = 'fedcba9876543210';
    const operators = [{ ...CATALOG.operator, logo, tours: [] }];
    const logoSource = () => document.querySelector<HTMLImageElement>('.bk-card .bk-logo')?.src;
    directoryMocks.readDirectory.mockResolvedValue(ok({ hasMore: false, operators }));
    await show({}, '/all');
    await expect.poll(logoSource).toBe(`${location.origin}/functions/v1/picture?tag=${logo}`);
  });
});

describe('the directory', () => {
  const listed = (name: string) => ({
    ...CATALOG.operator,
    slug: name.toLowerCase(),
    name,
    tours: [
      { slug: 'walk', titles: { en: `${name} walk` }, meetingPoints: {}, languages: ['en'], nextAt: TOUR.nextAt! },
    ],
  });
  const linkNamed = (name: string) => page.getByRole('link', { name, exact: true });
  const searches = () => directoryMocks.readDirectory.mock.calls.map(([wish]) => wish);

  test('searches by place, language and day, keeps them in the URL, and has an empty result', async () => {
    directoryMocks.readDirectory.mockResolvedValue(ok({ hasMore: false, operators: [listed('First')] }));
    await show({ q: 'harbour' }, '/all');
    const place = page.getByRole('searchbox', { name: 'Place, tour or operator' });
    await expect.element(place).toHaveValue('harbour');
    await expect.element(linkNamed('First')).toBeVisible();
    directoryMocks.readDirectory.mockResolvedValue(ok({ hasMore: false, operators: [] }));
    await place.fill('castle');
    await expect.element(page.getByText('No tours match')).toBeVisible();
    await page.getByRole('search').getByRole('combobox', { name: 'Language' }).selectOptions('Danish');
    await page.getByLabelText('Date').fill(DAY);
    await expect.poll(() => searches().at(-1)).toEqual({ search: 'castle', language: 'da', day: DAY });
    expect(location.search).toBe(`?date=${DAY}&q=castle&language=da`);
    // Debounced: no request for each letter.
    expect(new Set(searches().map((wish) => wish?.search))).toEqual(new Set(['harbour', 'castle']));
  });

  test('loads more, and keeps the list when that fails', async () => {
    directoryMocks.readDirectory.mockResolvedValueOnce(ok({ hasMore: true, operators: [listed('First')] }));
    directoryMocks.readDirectory.mockResolvedValueOnce(fail('offline', { retry: true }));
    directoryMocks.readDirectory.mockResolvedValueOnce(ok({ hasMore: false, operators: [listed('Second')] }));
    await show({}, '/all');
    await press('Show more');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(linkNamed('First')).toBeVisible();
    await press('Show more');
    await expect.element(linkNamed('Second')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(searches().at(-1)?.shown).toEqual(['first']);
  });

  test('explains a failed load and retries', async () => {
    directoryMocks.readDirectory.mockResolvedValueOnce(fail('server', { retry: true }));
    directoryMocks.readDirectory.mockResolvedValue(ok({ hasMore: false, operators: [listed('First')] }));
    await show({}, '/all');
    await press('Try again');
    await expect.element(linkNamed('First')).toBeVisible();
  });
});

describe('a partner’s page', () => {
  const partner = {
    slug: 'city',
    name: 'City Partners',
    colour: '#7a1f5c',
    email: null,
    phone: '+45 70 20 30 40',
    logo: null,
  };

  const offer = (id: string, name: string, days: number, more: Partial<PublicOffer> = {}): PublicOffer => ({
    id,
    slug: 'walk',
    titles: { en: `${name} walk` },
    meetingPoints: { en: 'The fountain' },
    picture: null,
    startsAt: new Date(Date.parse(TOUR.nextAt!) + days * 86_400_000).toISOString(),
    language: 'da',
    left: 3,
    from: 12_500,
    operator: { ...CATALOG.operator, slug: name.toLowerCase(), name },
    ...more,
  });
  const partnerResult = (offers: PublicOffer[], hasMore = false) => ok({ organisation: partner, offers, hasMore });
  const titles = () =>
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);

  test('lists departures of all operators by start, with price, seats and place; books as the partner', async () => {
    vi.mocked(readPartner).mockResolvedValue(
      partnerResult([offer('1', 'Second', 0), offer('2', 'First', 1), offer('3', 'Second', 2, { from: 0, left: 40 })]),
    );
    await show({ ref: 'desk' }, '/booking/isolated/city/BAK');
    await heading('Tours you can book');
    await expect.element(page.getByText('City Partners')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '+45 70 20 30 40' })).toBeVisible();
    expect(titles()).toEqual(['Second walk', 'First walk', 'Second walk']);
    const first = page.getByRole('listitem').filter({ hasText: '3 spots left' }).filter({ hasText: 'with Second' });
    for (const words of ['from DKK 125', '3 spots left', 'Danish', 'The fountain', 'with Second'])
      await expect.element(first.getByText(words)).toBeVisible();
    await expect.element(page.getByText('Free', { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'First walk' }))
      .toHaveAttribute('href', '/booking/isolated/city/first?tour=walk&ref=desk');
    await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('refreshes what it shows, and continues with what it has not shown yet', async () => {
    const [first, second, third] = [offer('1', 'One', 0), offer('2', 'Two', 1), offer('3', 'Three', 2)];
    vi.mocked(readPartner).mockResolvedValueOnce(partnerResult([first, second], true));
    await show({}, '/booking/isolated/city/BAK');
    await expect.poll(titles).toEqual(['One walk', 'Two walk']);
    vi.mocked(readPartner).mockResolvedValueOnce(partnerResult([third]));
    await press('Show more');
    await expect.poll(titles).toEqual(['One walk', 'Two walk', 'Three walk']);
    expect(vi.mocked(readPartner).mock.calls.at(-1)![0]).toEqual({ organisation: 'city', shown: ['1', '2'] });
    // The first has sold out in the meantime, the second has one seat less.
    vi.mocked(readPartner).mockResolvedValue(partnerResult([{ ...second, left: 2 }], true));
    window.dispatchEvent(new Event('focus'));
    await expect.poll(titles).toEqual(['Two walk', 'Three walk']);
    await expect.element(page.getByText('2 spots left')).toBeVisible();
  });

  test('keeps a later page’s tour that starts with the last of the first page', async () => {
    const [first, second] = [offer('1', 'One', 0), offer('2', 'Two', 0)];
    vi.mocked(readPartner).mockResolvedValueOnce(partnerResult([first], true));
    await show({}, '/booking/isolated/city/BAK');
    vi.mocked(readPartner).mockResolvedValueOnce(partnerResult([second]));
    await press('Show more');
    await expect.poll(titles).toEqual(['One walk', 'Two walk']);
    vi.mocked(readPartner).mockResolvedValue(partnerResult([{ ...first, left: 2 }], true));
    window.dispatchEvent(new Event('focus'));
    await expect.element(page.getByText('2 spots left')).toBeVisible();
    expect(titles()).toEqual(['One walk', 'Two walk']);
  });

  test('of an unknown partner renders Page Not Found', async () => {
    vi.mocked(readPartner).mockResolvedValue(fail('not_found'));
    await show({}, '/booking/isolated/nobody/BAK');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  });

  test('a booking made through it keeps the partner’s branding', async () => {
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: bookingOf({ organisation: partner }) }));
    await show({}, '/booking/view/some-token');
    await expect.element(page.getByText('City Partners')).toBeVisible();
    await expect.element(page.getByText('with Harbour Walks')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Book another tour' }))
      .toHaveAttribute('href', '/booking/isolated/city/walks');
  });
});

describe('a booking on its day', () => {
  const MINUTE_MS = 60_000;
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const from = (minutes: number, here: boolean[]) =>
    bookingOf({
      departure: { ...bookingOf().departure, startsAt: at(minutes), endsAt: at(minutes + 90) },
      guests: here.map((isCheckedIn, place) => ({
        id: `guest-${place}`,
        priceCategoryId: ADULT,
        type: 'ADULT' as const,
        name: null,
        amount: 5000,
        isCheckedIn,
        ticketCode: '23456789ABCD',
      })),
    });
  const view = async (booking: ReturnType<typeof bookingOf>) => {
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking }));
    dataMocks.readSignedCodes.mockResolvedValue(fail('offline', { retry: true }));
    await show({}, '/booking/view/some-token');
  };
  const code = () => page.getByRole('img', { name: /Show this code/ });

  test('shows the time until the start', async () => {
    await view(from(14.5, [false, false]));
    await expect.element(page.getByText('Starts in 14 min')).toBeVisible();
    await expect.element(code()).toBeVisible();
  });
  test('when some have arrived, the others still see their code', async () => {
    await view(from(5.5, [true, false]));
    await expect.element(page.getByText('1 of 2 are checked in. Enjoy the tour!')).toBeVisible();
    await expect.element(code()).toBeVisible();
  });
  test('when all have arrived, no code is shown', async () => {
    await view(from(-9.5, [true, true]));
    await expect.element(page.getByText('2 of 2 are checked in. Enjoy the tour!')).toBeVisible();
    await expect.element(page.getByText('Started 9 min ago')).toBeVisible();
    await expect.element(code()).not.toBeInTheDocument();
  });
  test('thanks the guests afterwards', async () => {
    await view(from(-120, [true, false]));
    await expect.element(page.getByText('Thank you for coming')).toBeVisible();
    await expect.element(page.getByText(/^Started/)).not.toBeInTheDocument();
    await expect.element(code()).not.toBeInTheDocument();
  });

  test('shows and announces a change by the office when the page is focused again', async () => {
    const before = from(75, [false]);
    await view(before);
    await expect.element(page.getByText('Starts in 1 hr')).toBeVisible();
    window.dispatchEvent(new Event('focus'));
    await expect.poll(() => dataMocks.readPublicBooking.mock.calls.length).toBe(2);
    await expect.element(page.getByText(/has just been changed/)).not.toBeInTheDocument();
    const note = 'At the lighthouse instead';
    dataMocks.readPublicBooking.mockResolvedValue(
      ok({ booking: { ...before, departure: { ...before.departure, meetingNote: note } } }),
    );
    window.dispatchEvent(new Event('focus'));
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(/has just been changed/)).toBeVisible();
  });
  test('announces a change that is fetched right after the first render', async () => {
    const before = from(75, [false]);
    onceDrawn('Starts in 1 hr', () => {
      const departure = { ...before.departure, meetingNote: 'At the lighthouse instead' };
      dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: { ...before, departure } }));
      window.dispatchEvent(new Event('focus'));
    });
    await view(before);
    await expect.element(page.getByText('At the lighthouse instead')).toBeVisible();
    await expect.element(page.getByText(/has just been changed/)).toBeVisible();
  });
  test('shows a change by the office after a change event, and stops polling when unmounted', async () => {
    const before = from(75, [false]);
    const stop = vi.fn<() => void>();
    vi.mocked(subscribeToBooking).mockReturnValue(stop);
    await view(before);
    await expect.element(page.getByText('Starts in 1 hr')).toBeVisible();
    await waitFor(() =>
      expect(vi.mocked(subscribeToBooking).mock.calls.map(([booking]) => booking)).toContain(before.id),
    );
    const note = 'At the lighthouse instead';
    dataMocks.readPublicBooking.mockResolvedValue(
      ok({ booking: { ...before, departure: { ...before.departure, meetingNote: note } } }),
    );
    vi.mocked(subscribeToBooking).mock.lastCall![1]();
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(/has just been changed/)).toBeVisible();
    const listening = () => vi.mocked(subscribeToBooking).mock.calls.length - stop.mock.calls.length;
    expect(listening()).toBe(1);
    goTo({ path: HOME, query: {} });
    await expect.poll(listening).toBe(0);
  });
  test.each(['CANCELLED', 'REJECTED', 'EXPIRED'] as const)('offers no calendar file when it is %s', async (state) => {
    await view({ ...from(120, [false]), state });
    await expect.element(page.getByRole('link', { name: 'Call the operator' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });
  test('offers no calendar file when its departure is cancelled', async () => {
    const booking = from(120, [false]);
    await view({ ...booking, departure: { ...booking.departure, isCancelled: true } });
    await expect.element(page.getByText('This tour has been cancelled')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });
  test('saves a calendar file when it is confirmed', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      blobs.push(file as Blob);
      return 'blob:none';
    });
    const fileNames: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      fileNames.push(this.download);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const booking = { ...from(120, [false]), sequence: 7 };
    await view({ ...booking, departure: { ...booking.departure, meetingNote: 'By the red door' } });
    await press('Add to calendar');
    expect([fileNames, blobs.map((file) => file.type)]).toEqual([['ABC234.ics'], ['text/calendar']]);
    const lines = (await blobs[0]!.text()).replaceAll('\r\n ', '').split('\r\n');
    const stamp = new Date(booking.departure.startsAt).toISOString().replace(/[-:]|\.\d{3}/g, '');
    for (const line of ['STATUS:CONFIRMED', 'SEQUENCE:7', `UID:${booking.id}@muster`, `DTSTART:${stamp}`])
      expect(lines).toContain(line);
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toMatch(
      /ABC234\\nBy the red door\\n.*\/booking\/view\/some-token$/,
    );
  });
  type Booking = ReturnType<typeof bookingOf>;
  const withNewMeetingPoint = (texts: Booking['tour']['texts']): Booking['tour']['texts'] => ({
    en: { ...texts['en']!, meetingPoint: 'At the lighthouse' },
  });
  test.each<[string, (before: Booking) => Partial<Booking>, boolean]>([
    ['the tour’s meeting point', ({ tour }) => ({ tour: { ...tour, texts: withNewMeetingPoint(tour.texts) } }), true],
    ['the position on the map', ({ tour }) => ({ tour: { ...tour, latitude: 55.1, longitude: 12.5 } }), true],
    ['the guests', ({ guests }) => ({ guests: guests.slice(1) }), true],
    ['the price', ({ money }) => ({ money: { ...money, total: 7500, due: 7500 } }), true],
    ['a refund', ({ money }) => ({ money: { ...money, owed: 500 } }), true],
    [
      'a guest who is checked in',
      ({ guests }) => ({ guests: guests.map((guest) => ({ ...guest, isCheckedIn: true })) }),
      false,
    ],
  ])('announces %s as a change, or not', async (_, change, isAnnounced) => {
    const before = from(75, [false, false]);
    await view(before);
    await expect.element(page.getByText('Starts in 1 hr')).toBeVisible();
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: { ...before, ...change(before), lateMinutes: 10 } }));
    window.dispatchEvent(new Event('focus'));
    await expect.element(page.getByText(/10 minutes late/)).toBeVisible();
    const notice = page.getByText(/has just been changed/);
    if (isAnnounced) await expect.element(notice).toBeVisible();
    else await expect.element(notice).not.toBeInTheDocument();
  });

  test('ignores an older response after the guest has acted', async () => {
    const before = from(120, [false]);
    await view({ ...before, lateMinutes: null });
    await expect.element(page.getByText('Running late?')).toBeVisible();
    let respond: (booking: typeof before) => void = () => undefined;
    dataMocks.readPublicBooking.mockImplementationOnce(
      () => new Promise((resolve) => (respond = (booking) => resolve(ok({ booking })))),
    );
    window.dispatchEvent(new Event('focus'));
    dataMocks.reportRunningLate.mockResolvedValue(ok({ booking: { ...before, lateMinutes: 20 } }));
    await press('20 minutes');
    await expect.element(page.getByText('Your guide knows you’ll be 20 minutes late.')).toBeVisible();
    respond(before);
    await stays(
      () => page.getByText('Your guide knows you’ll be 20 minutes late.').elements().length,
      (count) => count === 1,
      100,
    );
  });

  test('retries a late notice with the same idempotency key; after an undo it has a new one', async () => {
    const before = { ...from(120, [false]), lateMinutes: null };
    await view(before);
    const ids = () => dataMocks.reportRunningLate.mock.calls.map(([{ request }]) => request);
    dataMocks.reportRunningLate.mockReset().mockResolvedValueOnce(fail('offline', { retry: true }));
    await press('20 minutes');
    await expect.element(page.getByRole('alert')).toBeVisible();
    dataMocks.reportRunningLate.mockImplementation(async ({ minutes }) =>
      ok({ booking: { ...before, lateMinutes: minutes } }),
    );
    await press('20 minutes');
    await expect.element(page.getByText('Your guide knows you’ll be 20 minutes late.')).toBeVisible();
    await press('I’ll be on time after all');
    await expect.element(page.getByText('Your guide knows you’ll be 20 minutes late.')).not.toBeInTheDocument();
    await press('20 minutes');
    await expect.element(page.getByText('Your guide knows you’ll be 20 minutes late.')).toBeVisible();
    const [lost, repeated, back, fresh] = ids();
    expect(repeated).toBe(lost);
    expect(new Set([repeated, back, fresh]).size).toBe(3);
  });

  test('puts the booking reference into the mail to the operator', async () => {
    const booking = from(60, [false]);
    await view({ ...booking, operator: { ...CATALOG.operator, email: 'hello@walks.test' } });
    const write = page.getByRole('link', { name: 'Email the operator' });
    await expect.element(write).toBeVisible();
    const href = write.element().getAttribute('href')!;
    const { pathname, searchParams } = new URL(href);
    expect(pathname).toBe('hello@walks.test');
    expect(searchParams.get('subject')).toMatch(/^Booking reference ABC234: Harbour walk, /);
    await expect
      .element(page.getByRole('link', { name: 'Call the operator' }))
      .toHaveAttribute('href', 'tel:+4533112233');
  });
});

describe('when something goes wrong', () => {
  test('ignores a date that does not exist', async () => {
    await show({ tour: 'harbour-walk', date: '2026-13-45' });
    await heading('Harbour walk');
    await expect.element(page.getByRole('grid', { name: MONTH_NAME })).toBeVisible();
  });

  test('shows a fallback with the operator’s name and telephone when rendering fails', async () => {
    const plain = document.body.appendChild(document.createElement('div'));
    plain.id = 'plain';
    plain.innerHTML = '<p>You can also book by telephone: <span data-operator></span></p>';
    onTestFinished(() => {
      plain.remove();
      delete document.documentElement.dataset['broken'];
    });
    vi.spyOn(console, 'error').mockReturnValue();
    dataMocks.readMonth.mockResolvedValue(ok({ days: [{ date: DAY, times: null as never }] }));
    await show({ tour: 'harbour-walk', date: DAY });
    await expect.poll(() => document.documentElement.dataset['broken']).toBe('');
    expect(plain.textContent).toBe('You can also book by telephone: Harbour Walks, +45 33 11 22 33');
  });

  test('does not call an unreachable server a missing network', async () => {
    dataMocks.readCatalog.mockResolvedValue(fail('offline', { retry: true }));
    await show();
    await expect.element(page.getByText(/^We can’t reach the server/)).toBeVisible();
  });
});

describe('typed details', () => {
  test('are written to the history entry a few times, not on each key, and on leaving', async () => {
    await atParty('adult-1');
    await press('Continue');
    await heading('Your details');
    const replaceState = vi.spyOn(history, 'replaceState');
    const field = page.getByLabelText('Note for the guide');
    await field.click();
    const text = 'One of us comes on crutches and is a little slower than all the others are.';
    for (const sign of text) {
      const area = document.querySelector('textarea')!;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, area.value + sign);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
    expect(replaceState.mock.calls.length).toBeLessThan(5);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect((history.state as { flow: { typed: { note: string } } }).flow.typed.note).toBe(text);
    // Safari throws after 100 calls of replaceState in 30 seconds.
    replaceState.mockImplementation(() => {
      throw new DOMException('Too many', 'SecurityError');
    });
    await field.fill('Still here');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    await expect.element(field).toHaveValue('Still here');
    replaceState.mockRestore();
  });
});

describe('the details', () => {
  const confirmations = () => dataMocks.confirmHold.mock.calls.map(([{ details }]) => details);
  async function atDetails() {
    dataMocks.confirmHold.mockResolvedValue(fail('offline', { retry: true }));
    await atParty('adult-1');
    await press('Continue');
    await heading('Your details');
    await page.getByLabelText('Name', { exact: true }).fill('Anna Holm');
    await page.getByLabelText('Email', { exact: true }).fill('anna@holm.test');
  }
  const book = () => press('Book for 1 person');
  const country = () => page.getByRole('combobox', { name: 'Country code' });

  test('accept a number as typed in a country, and send it with that country', async () => {
    await atDetails();
    const field = page.getByRole('textbox', { name: 'Phone' });
    await field.click();
    await country().selectOptions('DK');
    await field.fill('20 30 40 50');
    await page.getByLabelText('Note for the guide').click();
    await expect.element(field).toHaveValue('+45 20 30 40 50');
    await book();
    await expect.poll(confirmations).toMatchObject([{ phone: '+4520304050', country: 'DK' }]);
    // A number with a country code belongs to that country.
    await field.fill('0034 612 34 56 78');
    await page.getByLabelText('Note for the guide').click();
    await expect.element(country()).toHaveValue('ES');
    await field.fill('123');
    await book();
    await expect.element(page.getByRole('alert').getByText('Enter a valid phone number.')).toBeVisible();
    expect(confirmations()).toHaveLength(1);
  });

  test('link the operator’s terms, if there are any', async () => {
    await atDetails();
    await expect.element(page.getByText(/^By booking, you accept/)).not.toBeInTheDocument();
    dataMocks.readCatalog.mockResolvedValue(
      ok({ ...CATALOG, operator: { ...CATALOG.operator, termsUrl: 'https://walks.test/terms' } }),
    );
    await show({ tour: 'harbour-walk', date: DAY, time: '10:00', party: 'adult-1', step: 'details' });
    await expect.element(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', 'https://walks.test/terms');
  });

  test('require neither a number nor consent to news', async () => {
    await atDetails();
    await book();
    await expect
      .poll(confirmations)
      .toMatchObject([{ phone: '', country: '', locale: 'en', news: null, note: '', name: 'Anna Holm' }]);
  });

  test('send the consent’s wording and the chosen language', async () => {
    await atDetails();
    await page.getByLabelText('Preferred language').selectOptions('da');
    const tick = page.getByRole('checkbox');
    await expect.element(tick).not.toBeChecked();
    await tick.click();
    await book();
    const words = 'Harbour Walks may send me news about its tours. I can unsubscribe at any time.';
    await expect.element(page.getByLabelText(words)).toBeChecked();
    await expect.poll(confirmations).toMatchObject([{ locale: 'da', news: words }]);
    // Consent is not carried over to the next booking.
    startNewBooking();
    expect(getFlow().typed.news).toBe(false);
  });
});

describe('the ticket', () => {
  test('can be opened outside the embedding page', async () => {
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: bookingOf() }));
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await show({}, '/booking/isolated/view/some-token');
    const link = page.getByRole('link', { name: 'Open in a new tab' });
    await expect.element(link).toHaveAttribute('href', `${location.origin}/booking/view/some-token`);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await press('Copy link');
    await expect.element(page.getByText('Copied')).toBeVisible();
    expect(copied).toEqual([`${location.origin}/booking/view/some-token`]);
  });
});

describe('the payment page', () => {
  const TOKEN = 'a-token-of-a-guest-who-pays-for-it-and-of-nobody-else';
  const PAGE = `/booking/isolated/payment/${TOKEN}`;
  const holdBooking = bookingOf({ state: 'ON_HOLD', secondsLeft: 900 });
  const payment = { mayPay: true, state: null, isWaiting: false, outcome: null };
  const mockPayment = (booking: PublicBooking, more: Partial<payments.PublicPayment> = {}) =>
    paymentMocks.readPayment.mockResolvedValue(ok({ booking, payment: { ...payment, ...more } }));
  const pay = page.getByRole('button', { name: 'Pay DKK 50' });

  test('shows what is due, and explains a provider that is unreachable', async () => {
    mockPayment(holdBooking);
    await show({}, PAGE);
    await expect.element(page.getByText('Due now', { exact: true })).toBeVisible();
    paymentMocks.beginPayment.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'unavailable' },
    });
    await pay.click();
    await expect.element(page.getByText('The payment page isn’t available right now.')).toBeVisible();
    expect(paymentMocks.beginPayment).toHaveBeenCalledWith({ token: TOKEN, locale: 'en' });
  });

  test.each([
    ['refused', { state: 'refused' as const }, 'Your payment was declined'],
    ['out of time', { state: 'expired' as const }, 'The payment timed out.'],
    ['of the wrong amount', { outcome: 'wrong_amount' }, 'The amount received doesn’t match the price.'],
  ])('explains a payment that was %s, and offers to retry', async (_, more, words) => {
    mockPayment(holdBooking, more);
    await show({}, PAGE);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(pay).toBeVisible();
  });

  const even = { ...holdBooking.money, due: 0, balance: 5000 };
  const deposit = { ...holdBooking.money, dueNow: 2000 };
  test.each([
    ['already paid', bookingOf({ money: even }), {}, 'Paid in full'],
    ['paid twice', bookingOf({ money: even }), { outcome: 'paid_twice' }, 'You paid twice.'],
    ['no longer held', bookingOf({ state: 'EXPIRED' }), {}, 'Your reservation time has expired'],
    ['paid too late', bookingOf({ state: 'EXPIRED' }), { outcome: 'seats_taken' }, 'your spots were gone'],
    ['cancelled', bookingOf({ state: 'CANCELLED' }), {}, 'There’s nothing to pay'],
    ['to be paid on arrival', bookingOf({ money: deposit }), {}, /^Due on arrival.?DKK.50$/],
  ])('explains a booking that is %s, and offers no payment', async (_, booking, more, words) => {
    mockPayment(booking, { mayPay: false, ...more });
    await show({}, PAGE);
    await expect.element(page.getByText(words).first()).toBeVisible();
    expect(pay.elements()).toEqual([]);
  });

  test('blocks a second payment while the first is pending, then opens the booking', async () => {
    mockPayment(holdBooking, { state: 'open', isWaiting: true });
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: bookingOf() }));
    await show({}, PAGE);
    await expect.element(page.getByText('Confirming your payment…')).toBeVisible();
    expect(pay.elements()).toEqual([]);
    mockPayment(bookingOf({ money: even }), { mayPay: false, state: 'paid', outcome: 'received' });
    await expect.poll(() => window.location.pathname).toContain(`/view/${TOKEN}`);
  });

  test('renders Page Not Found for an unknown link', async () => {
    paymentMocks.readPayment.mockResolvedValue(fail('not_found'));
    await show({}, PAGE);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  });
});

describe('the unsubscribe page', () => {
  const PAGE = '/booking/isolated/unsubscribe/a-token-of-this-test';
  const unsubscribeResponse = (isUnsubscribed: boolean) => ok({ company: 'Harbour Walks', isUnsubscribed });

  test('asks first, unsubscribes on a press, and says what is still sent', async () => {
    vi.mocked(readSubscription).mockResolvedValue(unsubscribeResponse(false));
    vi.mocked(unsubscribe).mockResolvedValueOnce(fail('offline')).mockResolvedValue(unsubscribeResponse(true));
    await show({}, PAGE);
    await expect.element(page.getByRole('heading', { name: 'Emails from Harbour Walks' })).toBeVisible();
    expect(unsubscribe).not.toHaveBeenCalled();
    await press('Unsubscribe');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await press('Unsubscribe');
    await expect.element(page.getByText(/will still email you about your bookings/)).toBeVisible();
    expect(page.getByRole('button', { name: 'Unsubscribe' }).elements()).toHaveLength(0);
  });

  test('says so when used before; an unknown link renders Page Not Found', async () => {
    vi.mocked(readSubscription).mockResolvedValue(unsubscribeResponse(true));
    await show({}, PAGE);
    await expect.element(page.getByText(/will still email you about your bookings/)).toBeVisible();
    vi.mocked(readSubscription).mockResolvedValue(fail('not_found'));
    await show({}, `${PAGE}-of-nobody`);
    await expect.element(page.getByText('Page Not Found').first()).toBeVisible();
  });
});

describe('a discount code or gift voucher', () => {
  const open = async () => {
    await atParty('2');
    await press('Continue');
    await press('Use a discount code or gift voucher');
  };

  test('opens on request, shows the new price, and marks an unknown code at its field', async () => {
    await open();
    vi.mocked(redeemCode).mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'unknown_code' },
    });
    await page.getByRole('textbox', { name: 'Discount code or gift voucher' }).fill('nope-1');
    await press('Apply code');
    await expect.element(page.getByText('We don’t recognise this code. Check it and try again.')).toBeVisible();
    const currentHold = [...server.held.values()][0]!;
    vi.mocked(redeemCode).mockResolvedValueOnce(
      ok({
        booking: {
          ...currentHold,
          codes: { discount: { code: 'SUMMER-25', amount: 1250 } },
          money: { ...currentHold.money, total: 3750, due: 3750, dueNow: 3750 },
        },
      }),
    );
    await page.getByRole('textbox', { name: 'Discount code or gift voucher' }).fill('summer-25');
    await press('Apply code');
    await expect.element(page.getByText('Discount SUMMER-25')).toBeVisible();
    await expect.element(page.getByText(/37.50/).first()).toBeVisible();
    expect(vi.mocked(redeemCode).mock.lastCall?.[0]).toMatchObject({ code: 'summer-25' });
    expect(dataMocks.confirmHold).not.toHaveBeenCalled();
  });
});

describe('the focus, by keyboard alone', () => {
  let end: () => void;
  beforeEach(() => (end = restoreLostFocus()));
  afterEach(() => end());

  /** Presses a button with Enter, waits until `isDone` holds, then expects the focus to be on the page. */
  async function enter(name: string | RegExp, isDone: () => boolean): Promise<void> {
    const button = page.getByRole('button', { name });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(isDone).toBe(true);
    await expect.poll(() => document.activeElement === document.body, { message: String(name) }).toBe(false);
  }
  const focused = () => document.activeElement?.textContent ?? '';
  const hasButton = (name: string) => page.getByRole('button', { name }).elements().length > 0;

  test('moves to the result of a panel when it closes', async () => {
    const storedBooking = bookingOf({ guests: [guest(null)] });
    dataMocks.readPublicBooking.mockResolvedValue(ok({ booking: storedBooking }));
    dataMocks.renameGuests.mockResolvedValue(
      ok({ booking: { ...storedBooking, version: 2, guests: [guest('Anna')] } }),
    );
    dataMocks.moveAsGuest.mockImplementation(async ({ preview }) =>
      ok(preview ? { difference: 0 } : { booking: { ...storedBooking, version: 3 } }),
    );
    await show({}, '/booking/view/some-token');
    await enter('Edit names', () => hasButton('Save names'));
    await page.getByRole('textbox').fill('Anna');
    await enter('Save names', () => !hasButton('Save names'));
    expect(focused()).toBe('Names saved');
    await enter('Change date or time', () => page.getByRole('grid').elements().length > 0);
    await press(new RegExp(`^${DAY_NAME}`));
    await enter(/^14:00/, () => hasButton('Confirm change'));
    await enter('Confirm change', () => !hasButton('Confirm change'));
    expect(focused()).toMatch(/^Your tour is now on .+ at .+\.$/);
  });

  test('moves to the field that a button opens or fills in', async () => {
    await atParty('2');
    await enter('Continue', () => hasButton('Use a discount code or gift voucher'));
    await heading('Your details');
    await enter('Use a discount code or gift voucher', () => document.querySelector('#field-code') !== null);
    await expect.element(page.getByRole('textbox', { name: 'Discount code or gift voucher' })).toHaveFocus();
    await page.getByLabelText('Email').fill('anna@gmial.com');
    await enter('anna@gmail.com', () => !hasButton('anna@gmail.com'));
    await expect.element(page.getByLabelText('Email')).toHaveFocus();
    await expect.element(page.getByLabelText('Email')).toHaveValue('anna@gmail.com');
  });

  test('stays close to a button that its own action removed', async () => {
    dataMocks.holdSeats.mockImplementation(async (wish) => {
      await server.hold(wish);
      server.held.set(wish.token, { ...server.held.get(wish.token)!, secondsLeft: 90 });
      return ok({ booking: server.held.get(wish.token)! });
    });
    dataMocks.extendHold.mockImplementation(async ({ token }) =>
      ok({ booking: { ...server.held.get(token)!, secondsLeft: 100, extensions: 1 } }),
    );
    await atParty('adult-2');
    await enter('Continue', () => hasButton('Get more time'));
    await enter('Get more time', () => !hasButton('Get more time'));
    expect(focused()).toContain('Held for you for');
  });

  test('is left alone when the guest has left the field', async () => {
    await atParty('2');
    await enter('Continue', () => hasButton('Use a discount code or gift voucher'));
    await heading('Your details');
    await page.getByLabelText('Name', { exact: true }).click();
    (document.activeElement as HTMLElement).blur();
    await press('Use a discount code or gift voucher');
    await expect.element(page.getByRole('textbox', { name: 'Discount code or gift voucher' })).toBeVisible();
    (document.activeElement as HTMLElement).blur();
    document.querySelector('#field-code')!.closest('.bk-form')!.appendChild(document.createElement('p')).remove();
    await stays(
      () => document.activeElement,
      (element) => element === document.body,
      100,
    );
  });
});
