/** Actions in the booking drawer: which a booking's state offers, what the dialog shows first, and what is sent. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BookingsPage } from '../../src/company/bookings/bookings-page.tsx';
import { findBookings, readBookingChoices } from '../../src/data/bookings/list.ts';
import { runAnyBookingAction, type BookingActionResult } from '../../src/data/bookings/actions.ts';
import { createGuestPreviewToken, readBooking, type BookingDetail } from '../../src/data/bookings/detail.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { paths } from '../../src/lib/paths.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../src/offline/device/form-drafts.ts';
import { session } from '../../src/session/session.ts';
import { showToast } from '../../src/ui/toasts/toasts.ts';
import { detailed, guest, listed, uuid } from './booking-data.ts';
import { actingPartner, identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/bookings/list.ts'));
await mockModule(import('../../src/offline/device/form-drafts.ts'));
await mockModule(import('../../src/ui/toasts/toasts.ts'));
await mockModule(import('../../src/data/bookings/actions.ts'), async (original) => ({
  ...(await original()),
  runAnyBookingAction: vi.fn<typeof runAnyBookingAction>(),
}));
await mockModule(import('../../src/data/bookings/detail.ts'), async (original) => ({
  ...(await original()),
  readBooking: vi.fn<typeof readBooking>(),
  createGuestPreviewToken: vi.fn<typeof createGuestPreviewToken>(),
}));

const runAnyBookingActionMock = vi.mocked(runAnyBookingAction);
const readBookingMock = vi.mocked(readBooking);
const money = {
  currency: 'DKK',
  total: 90_000,
  balance: 0,
  owed: 0,
  due: 90_000,
  overpaid: 0,
  onAccount: 0,
  retained: 0,
};
const actResult = (more: Partial<BookingActionResult> = {}): BookingActionResult => ({
  bookingId: uuid(10),
  reference: 'ABC234',
  state: 'CONFIRMED',
  departureId: uuid(2),
  expiresAt: null,
  version: 4,
  money,
  preview: false,
  overriddenRules: null,
  ...more,
});
const pane = page.getByRole('region', { name: 'Booking' });
const dialog = page.getByRole('dialog');
/** The actions that were sent, without previews. */
const sentActions = () =>
  runAnyBookingActionMock.mock.calls.map(([act]) => act).filter(({ change }) => !('preview' in change));

type Who = 'office' | 'acting partner' | 'acting partner without consent';

async function open(booking: Partial<BookingDetail>, as: Who = 'office') {
  readBookingMock.mockResolvedValue(ok({ booking: detailed(booking) }));
  const company = crypto.randomUUID();
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  const office = () =>
    identity({
      userId: crypto.randomUUID(),
      assignments: [
        {
          role: 'office',
          permissions: ['MANAGE_BOOKINGS_ACCESS'],
          company: { id: company, isActive: true },
          organisation: null,
        },
      ],
      companies: [member],
    });
  const partner = () =>
    actingPartner({ ...member, member: false }, crypto.randomUUID(), { dataSharing: as === 'acting partner' });
  await signInAs(as === 'office' ? office() : partner());
  await renderScreen(
    <div style={{ height: '800px', display: 'flex', flexDirection: 'column' }}>
      <BookingsPage />
    </div>,
    { path: '/bookings', at: `/bookings?booking=${uuid(10)}`, texts: ['patterns', 'roll-call', 'bookings'] },
  );
}
const atFoot = (act: string) => pane.getByRole('button', { name: act, exact: true }).click();
async function inMenu(act: string) {
  await pane.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}
/** Presses the button and waits for the confirming toast. */
async function carryOut(button: string, message: string) {
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(vi.mocked(showToast).mock.lastCall?.[0]).toMatchObject({
    intent: 'success',
    text: message.replace('DKK ', 'DKK\u00A0'),
  });
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  for (const fake of [runAnyBookingActionMock, readBookingMock]) fake.mockReset();
  runAnyBookingActionMock.mockResolvedValue(ok(actResult()));
  vi.mocked(readFormDraft).mockResolvedValue(null);
  vi.mocked(readBookingChoices).mockResolvedValue(fail('offline', { retry: true }));
  vi.mocked(findBookings).mockResolvedValue(
    ok({ bookings: [listed('Ada Lund')], today: '2027-05-01', showsGuests: true, next: null }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('while acting for the company as its partner', () => {
  const OUTLIVES_ACTING = ['Change partner…', 'Merge…', 'Split…', 'View as guest'];
  const offeredActions = async (as: 'office' | 'acting partner') => {
    await open({ state: 'CONFIRMED', organisation: { id: uuid(40), name: 'City Hotel' } }, as);
    await pane.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible();
    const entries = page.getByRole('menuitem').elements();
    return entries.map((entry) => entry.textContent).filter((name) => OUTLIVES_ACTING.includes(name));
  };

  test('hides actions that reveal a guest link or change who earns', async () => {
    expect(await offeredActions('acting partner')).toEqual([]);
  });

  test('shows those actions to the office', async () => {
    expect((await offeredActions('office')).sort()).toEqual(OUTLIVES_ACTING);
  });

  test('hides actions on guests’ data without the company’s consent', async () => {
    const offers = async (as: Who) => {
      await open({ state: 'CONFIRMED' }, as);
      const names: (string | null)[] = [];
      const menus = page.getByRole('button', { name: 'More' });
      await expect.element(pane.getByRole('button', { name: 'More' })).toBeVisible();
      for (const menu of menus.elements()) {
        // By element, because several menus share a name.
        (menu as HTMLElement).click();
        await expect.element(page.getByRole('menu')).toBeVisible();
        names.push(
          ...page
            .getByRole('menuitem')
            .elements()
            .map((element) => element.textContent),
        );
        await userEvent.keyboard('{Escape}');
        await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      }
      expect(names).toEqual(expect.arrayContaining(['Edit tags…', 'Columns']));
      return ['Edit', 'Outbox', 'Daily close'].filter((name) => names.includes(name));
    };
    expect(await offers('acting partner without consent')).toEqual([]);
    await session.signOut({ discard: true });
    expect(await offers('acting partner')).toEqual(['Edit', 'Outbox', 'Daily close']);
  });

  test('shows the guest’s address read-only', async () => {
    await open({ state: 'CONFIRMED', contactEmail: 'ada@lund.test' }, 'acting partner');
    await inMenu('Edit');
    const email = dialog.getByRole('textbox', { name: 'Email' });
    await expect.element(email).toHaveValue('ada@lund.test');
    await expect.element(email).toHaveAttribute('readonly');
    await expect.element(dialog.getByText('Only the company can change this.')).toBeVisible();
  });
});

describe('the state of a booking', () => {
  test.each(['PENDING', 'ON_HOLD'] as const)('%s is confirmed, and the guest is notified', async (state) => {
    await open({ state });
    await atFoot('Confirm');
    await expect.element(dialog.getByText(/^2 guests on .*\s10:00, DKK.900 due\.$/)).toBeVisible();
    await expect.element(dialog.getByRole('checkbox', { name: 'Send an email to ada@lund.test' })).toBeChecked();
    expect(sentActions()).toEqual([]);
    await carryOut('Confirm booking', 'Ada Lund is confirmed');
    expect(sentActions()).toEqual([{ name: 'confirm_booking', booking: uuid(10), change: {} }]);
  });

  test('a hold is extended by an hour, until the time that the server returns', async () => {
    runAnyBookingActionMock.mockResolvedValue(
      ok(actResult({ state: 'ON_HOLD', expiresAt: '2027-05-01T11:30:00.000Z' })),
    );
    await open({ state: 'ON_HOLD', expiresAt: '2027-05-01T10:30:00.000Z' });
    await atFoot('Extend hold…');
    await expect.element(dialog.getByText(/^2 seats will be held until .*\s13:30\.$/)).toBeVisible();
    await carryOut('Hold for at least an hour', 'Hold extended for Ada Lund');
    expect(sentActions()).toEqual([{ name: 'extend_booking', booking: uuid(10), change: { minutes: 60 } }]);
  });

  test('releasing a hold sends no mail', async () => {
    await open({ state: 'ON_HOLD' });
    await inMenu('Release seats…');
    await expect.element(dialog.getByText(/^2 seats on .*\s10:00 become available again\.$/)).toBeVisible();
    expect(dialog.getByRole('checkbox').elements()).toHaveLength(0);
    await carryOut('Release seats', 'Ada Lund’s seats released');
    expect(sentActions()).toEqual([{ name: 'release_hold', booking: uuid(10), change: {} }]);
  });

  test.each(['CANCELLED', 'EXPIRED', 'REJECTED'] as const)(
    '%s is restored, optionally without a mail',
    async (state) => {
      await open({ state });
      await atFoot('Restore…');
      await expect.element(dialog.getByText(/^Confirmed again for .*\s10:00, DKK.900 due\./)).toBeVisible();
      await dialog.getByRole('checkbox', { name: 'Send an email to ada@lund.test' }).click();
      await carryOut('Restore booking', 'Ada Lund is confirmed again');
      expect(sentActions()).toEqual([{ name: 'restore_booking', booking: uuid(10), change: { mail: false } }]);
    },
  );

  test('a booking that was merged into another cannot be restored', async () => {
    await open({ state: 'CANCELLED', reason: 'merged' });
    await expect.element(pane.getByText('Wheelchair')).toBeVisible();
    expect(pane.getByRole('button', { name: 'Restore…' }).elements()).toHaveLength(0);
  });
});

describe('a message to a guest', () => {
  const drafts = new Map<string, Parameters<typeof writeFormDraft>[0]>();
  beforeEach(() => {
    drafts.clear();
    vi.mocked(readFormDraft).mockImplementation(async (key) => drafts.get(key) ?? null);
    vi.mocked(writeFormDraft).mockImplementation(async (draft) => Boolean(drafts.set(draft.key, draft)));
    vi.mocked(deleteFormDraft).mockImplementation(async (key) => void drafts.delete(key));
  });

  test('is saved as a draft while typing, offered again, and deleted once sent', async () => {
    await open({ contactEmail: 'ada@lund.test' });
    const letter = dialog.getByRole('textbox', { name: 'Message to the guest' });
    await inMenu('Cancel booking…');
    await dialog.getByRole('checkbox', { name: 'Send an email to ada@lund.test' }).click();
    await letter.fill('The storm has come early.');
    await waitFor(() => expect(JSON.stringify([...drafts.values()])).toContain('The storm has come early.'));
    await dialog.getByRole('button', { name: 'Keep booking' }).click();
    await inMenu('Cancel booking…');
    await expect.element(dialog.getByRole('button', { name: 'Continue editing' })).toBeVisible();
    expect(letter.elements()).toHaveLength(0);
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    await expect.element(letter).toHaveValue('The storm has come early.');
    await dialog.getByRole('button', { name: /^Cancel booking/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(sentActions()).toMatchObject([{ name: 'cancel_booking', change: { message: 'The storm has come early.' } }]);
    await waitFor(() => expect(drafts.size).toBe(0));
  });
});

describe('guests of a booking', () => {
  test('are split into a new booking under the typed name, which then opens', async () => {
    runAnyBookingActionMock.mockResolvedValue(
      ok(actResult({ money: { ...money, total: 45_000 }, newBookingId: uuid(11), newReference: 'NEW234' })),
    );
    await open({ guests: [guest(20, { name: 'Ada Lund' }), guest(21, { name: 'Bo Lund' })] });
    await inMenu('Split…');
    await expect.element(dialog.getByRole('button', { name: 'Choose guests' })).toBeDisabled();
    const first = dialog.getByRole('checkbox', { name: /Ada Lund/ });
    const second = dialog.getByRole('checkbox', { name: /Bo Lund/ });
    // Choosing every guest is not a split.
    await first.click();
    await second.click();
    await expect.element(dialog.getByRole('button', { name: 'Split off 2 guests' })).toBeDisabled();
    await first.click();
    await dialog.getByRole('textbox', { name: 'Contact name' }).fill(' Bo Lund ');
    await expect
      .element(dialog.getByText(/^This booking: DKK.450\. New booking: DKK.450, plus anything overpaid\.$/))
      .toBeVisible();
    await carryOut('Split off 1 guest', 'New booking NEW234');
    expect(sentActions()).toEqual([
      { name: 'split_booking', booking: uuid(10), change: { guests: [uuid(21)], contact: { name: 'Bo Lund' } } },
    ]);
    await expect.poll(() => readBookingMock.mock.lastCall?.[0]).toBe(uuid(11));
  });

  test('keep their numbers in the booking’s dialog when others are cancelled', async () => {
    await open({ guests: [guest(20, { cancelled: true }), guest(21, { name: 'Bo Lund' }), guest(22, {})] });
    await inMenu('Edit');
    const names = dialog.getByRole('textbox', { name: /^Name of guest/ });
    await expect.poll(() => names.elements().length).toBe(2);
    await expect.element(dialog.getByRole('textbox', { name: 'Name of guest 2 (Adult)' })).toHaveValue('Bo Lund');
    await expect.element(dialog.getByRole('textbox', { name: 'Name of guest 3 (Adult)' })).toBeVisible();
  });

  test('are marked as arrived after being noted as no-shows', async () => {
    const departure = { ...detailed().departure, departureStatus: 'departed' as const };
    const guests = [
      guest(20, { name: 'Ada Lund', checkIn: 'checked_in' }),
      guest(21, { name: 'Bo Lund', checkIn: 'no_show' }),
      guest(22, { name: 'Eva Lund' }),
    ];
    await open({ departure, guests });
    await inMenu('Check in…');
    // Guests who are not checked in are preselected.
    await expect.element(dialog.getByRole('checkbox', { name: /Ada Lund/ })).not.toBeChecked();
    await expect.element(dialog.getByRole('button', { name: 'Check in 2 guests' })).toBeEnabled();
    await dialog.getByRole('checkbox', { name: /Eva Lund/ }).click();
    await carryOut('Check in 1 guest', '1 guest checked in');
    expect(sentActions()).toEqual([{ name: 'mark_attended', booking: uuid(10), change: { guests: [uuid(21)] } }]);
  });
});

describe('a refund', () => {
  const paid = { ...money, balance: 90_000, due: 0 };

  test('is decided with a reason for the history; no amount is valid, too', async () => {
    await open({ state: 'CANCELLED', money: { ...paid, retained: 90_000 } });
    await inMenu('Set refund…');
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await expect.element(amount).toHaveValue('');
    expect(dialog.getByRole('combobox', { name: 'Payment method' }).elements()).toHaveLength(0);
    await amount.fill('450,50');
    await dialog.getByRole('textbox', { name: 'Comment for the history' }).fill('As a kindness');
    await carryOut('Set refund to DKK 450.50', 'Refund set to DKK 450.50');
    expect(sentActions()).toEqual([
      { name: 'decide_refund', booking: uuid(10), change: { amount: 45_050, reasonNote: 'As a kindness' } },
    ]);
    await inMenu('Set refund…');
    await amount.fill('0');
    await carryOut('Set refund to DKK 0', 'Refund set to DKK 0');
    expect(sentActions()[1]).toMatchObject({ name: 'decide_refund', change: { amount: 0 } });
  });

  test('is refused when it exceeds what was paid, and the dialog keeps the typed amount', async () => {
    runAnyBookingActionMock.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'too_much', max: 90_000 },
    });
    await open({ money: paid });
    await inMenu('Set refund…');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog.getByRole('button', { name: /^Set refund/ }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/More than was paid\. Enter DKK.900 at most\./);
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('1000');
  });

  test.each([
    ['owed', { state: 'CANCELLED', money: { ...paid, owed: 60_000, retained: 30_000 } }, '600', 60_000],
    ['overpaid', { money: { ...money, balance: 95_000, due: 0, overpaid: 5000 } }, '50', 5000],
  ] as const)('that is %s is recorded as paid back by the chosen method', async (_, booking, typed, amount) => {
    await open(booking);
    if ('state' in booking) await atFoot('Record refund…');
    else await inMenu('Record refund…');
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue(typed);
    await dialog.getByRole('combobox', { name: 'Payment method' }).selectOptions('Cash');
    await dialog.getByRole('textbox', { name: 'Receipt or transaction number' }).fill('T-9');
    await carryOut(`Record refund of DKK ${typed}`, `Refund of DKK ${typed} recorded`);
    expect(sentActions()).toEqual([
      { name: 'record_refund', booking: uuid(10), change: { amount, method: 'cash', reference: 'T-9' } },
    ]);
  });
});

describe('a booking on a partner’s account', () => {
  const theirs = {
    account: { name: 'City Stays', availableCredit: 20_000 },
    money: { ...money, balance: 90_000, onAccount: 90_000, due: 0 },
  };

  test('shows the amount on account separately from money, with nothing due', async () => {
    const payment = { id: uuid(70), amount: 90_000, method: 'on_account', paymentStatus: 'RECEIVED', provider: null, reference: null, receivedAt: '2027-05-01T08:00:00.000Z', atRollCall: false, actor: 'Olga' } as const; // prettier-ignore
    await open({ ...theirs, payments: [payment] });
    await expect.element(pane.getByText(/^Charged to partner’s account/)).toBeVisible();
    await expect.element(pane.getByText(/^DKK.900 on the partner’s account\. Guests owe nothing\.$/)).toBeVisible();
    expect(pane.getByText('Paid in full').elements()).toEqual([]);
  });

  test('takes what is due on account; over the limit the office gives a reason', async () => {
    runAnyBookingActionMock.mockResolvedValueOnce({ ok: false, code: 'refused', retry: false, refusal: { status: 'over_limit', availableCredit: 20_000, currency: 'DKK' } }); // prettier-ignore
    await open({ account: theirs.account });
    await atFoot('Record payment…');
    await dialog.getByRole('combobox', { name: 'Payment method' }).selectOptions('On account');
    await expect.element(dialog.getByText(/^City Stays has DKK.200 of credit left\.$/)).toBeVisible();
    await dialog.getByRole('button', { name: /^Record DKK.900/ }).click();
    await expect.element(dialog.getByText(/^Over the credit limit\. Credit left: DKK.200\.$/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Override reason' }).fill('A good partner');
    await dialog.getByRole('button', { name: /^Record DKK.900/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(sentActions().at(-1)).toMatchObject({ name: 'record_payment', change: { amount: 90_000, method: 'on_account', override: 'A good partner' } }); // prettier-ignore
  });

  test('cannot go on account when the partner has no account', async () => {
    await open({});
    await atFoot('Record payment…');
    await expect
      .element(dialog.getByRole('combobox', { name: 'Payment method' }))
      .toHaveTextContent(/Card.*Gift voucher/);
    expect(dialog.getByRole('option', { name: 'On account' }).elements()).toEqual([]);
  });

  test('is taken off the account when it is cancelled, with no refund to its guests', async () => {
    runAnyBookingActionMock.mockResolvedValue(ok(actResult({ refund: 90_000, onAccount: -90_000 })));
    await open(theirs);
    await inMenu('Cancel booking…');
    await expect.element(dialog.getByText(/^−DKK.900 on the partner’s account$/)).toBeVisible();
    await expect.element(dialog.getByText('2 seats will be released.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Cancel booking', exact: true })).toBeVisible();
  });

  test('goes back on account when it is restored, or the guests pay', async () => {
    runAnyBookingActionMock.mockResolvedValue(ok(actResult({ onAccount: 90_000 })));
    await open({ ...theirs, state: 'CANCELLED', money: { ...money, due: 0 } });
    await atFoot('Restore…');
    await expect.element(dialog.getByText(/^\+DKK.900 on the partner’s account$/)).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Settle the difference on the partner’s account' }).click();
    await dialog.getByRole('button', { name: 'Restore booking', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(sentActions().at(-1)).toMatchObject({ name: 'restore_booking', change: { account: false } });
  });
});

describe('the printed booking', () => {
  test('shows guests, codes and money; the sheet is removed after printing', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    onTestFinished(() => print.mockRestore());
    const cancelledGuest = guest(22, { name: 'Eva Lund', cancelled: true });
    await open({
      guests: [guest(20, { name: 'Ada Lund' }), guest(21), cancelledGuest],
      money: { ...money, balance: 20_000, due: 70_000 },
    });
    await inMenu('Print');
    const sheet = page.getByRole('article', { includeHidden: true });
    await expect.element(sheet.getByRole('heading', { name: 'Ada Lund', includeHidden: true })).toBeInTheDocument();
    expect(print).toHaveBeenCalledOnce();
    const text = sheet.element().textContent;
    expect(text).toMatch(/\+45\s32\s12\s34\s56/);
    for (const part of ['ABC 234', 'Harbour walk', '10:00', 'ABCD 2345 EFGH', 'Wheelchair'])
      expect(text).toContain(part);
    expect(text).toMatch(/Total DKK.900 · Paid DKK.200 · Due DKK.700/);
    expect(sheet.getByRole('row', { includeHidden: true }).elements()).toHaveLength(2);
    expect(text).not.toContain('Eva Lund');
    window.dispatchEvent(new Event('afterprint'));
    await expect.element(sheet).not.toBeInTheDocument();
  });
});

describe('the guest’s page', () => {
  const tab = () => {
    const fake = {
      opener: window as Window | null,
      location: { replace: vi.fn<(to: string) => void>() },
      close: vi.fn<() => void>(),
    };
    const opens = vi.spyOn(window, 'open').mockReturnValue(fake as unknown as Window);
    onTestFinished(() => opens.mockRestore());
    return fake;
  };

  test('opens in a new tab without an opener', async () => {
    vi.mocked(createGuestPreviewToken).mockResolvedValue(ok({ token: 'a-token' }));
    const fake = tab();
    await open({});
    await inMenu('View as guest');
    await waitFor(() => expect(fake.location.replace).toHaveBeenCalledOnce());
    expect(vi.mocked(createGuestPreviewToken).mock.lastCall?.[0]).toBe(uuid(10));
    expect(fake.location.replace.mock.lastCall).toEqual([`${location.origin}/en${paths.bookingView}/a-token`]);
    expect(fake.opener).toBeNull();
  });

  test('closes the empty tab and says why when it cannot be opened', async () => {
    vi.mocked(createGuestPreviewToken).mockResolvedValue(fail('offline', { retry: true }));
    const fake = tab();
    await open({});
    await inMenu('View as guest');
    await waitFor(() => expect(fake.close).toHaveBeenCalledOnce());
    expect(fake.location.replace).not.toHaveBeenCalled();
    expect(vi.mocked(showToast).mock.lastCall?.[0]).toMatchObject({
      intent: 'error',
      text: 'You’re offline.',
    });
  });

  test('is not offered when the guest has no page any more', async () => {
    await open({ state: 'EXPIRED' });
    await pane.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'View as guest' }).elements()).toHaveLength(0);
  });
});
