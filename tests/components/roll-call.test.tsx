/** Parts of the roll-call over the real fold of rows and unsent actions. */
import { useEffect, type ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DepartDialog } from '../../src/company/check-in/dialogs/depart-dialog.tsx';
import { RecountDialog } from '../../src/company/check-in/dialogs/recount-dialog.tsx';
import { LastCount } from '../../src/company/check-in/roll-call/last-count.tsx';
import { PartyHistory } from '../../src/company/check-in/party/party-history.tsx';
import { BookingMarks } from '../../src/company/check-in/guest-list/marks.tsx';
import { useRecordActions } from '../../src/company/check-in/roll-call/use-record-actions.ts';
import { RollCallHeader } from '../../src/company/check-in/roll-call/roll-call-header.tsx';
import { RollCallContext, type RollCallContextValue } from '../../src/company/check-in/roll-call/roll-call-context.ts';
import type { Action } from '../../src/domain/actions.ts';
import { partiesOf, type Party } from '../../src/domain/attendance.ts';
import type { BookingStatus } from '../../src/domain/enums.ts';
import type { MirroredAction } from '../../src/domain/mirror.ts';
import { ok } from '../../src/domain/result.ts';
import { loadTexts } from '../../src/i18n/messages.ts';
import { checkIn, undo } from '../../src/offline/outbox/record.ts';
import { departureView } from '../../src/offline/read/departure-view.ts';
import { COMPANY, departureId, departureRows, guestRef, office, PERSON } from '../../src/offline/testing/office.ts';
import { useFormats } from '../../src/ui/format/use-formats.ts';
import { stateColours } from '../../src/ui/theme/state-colours.ts';
import { WaitingIcon } from '../../src/ui/states/waiting-icon.tsx';
import { waitFor } from '../support/wait-for.ts';
import { stays } from '../support/eventually.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockModule(import('../../src/offline/outbox/record.ts'));

const DEVICE = '00000009-0000-4000-8000-000000000001';
let sequence = 0;
const action = (kind: Action['kind'], more: Partial<Action> = {}) =>
  ({
    id: crypto.randomUUID(),
    schemaVersion: 1,
    kind,
    companyId: COMPANY,
    departureId: departureId(),
    ...guestRef(1),
    deviceId: DEVICE,
    deviceSequence: (sequence += 1),
    occurredAt: '2026-05-01T08:52:00.000Z',
    deviceTime: '2026-05-01T08:52:00.000Z',
    userId: PERSON,
    payload: { method: 'tap' },
    ...more,
  }) as Action;
const mirroredAction = (of: Action, flags: MirroredAction['flags'] = []) =>
  ({ ...of, recordedAt: of.occurredAt, flags }) as MirroredAction;

/** Returns a guide's view of a departure with one guest. */
function viewOf({
  actions = [],
  waiting = [],
  status = 'CONFIRMED',
  lateMinutes = null,
  startsAt = '2026-05-01T09:00:00.000Z',
}: Partial<{
  actions: MirroredAction[];
  waiting: Action[];
  status: BookingStatus;
  lateMinutes: number | null;
  startsAt: string;
}>) {
  const { companies, tours } = office();
  const { departures, bookings, guests } = departureRows(1, { startsAt });
  return departureView({
    frame: {
      company: companies![0]!,
      departure: departures[0]!,
      tour: tours![0]!,
      priceCategories: [],
      people: new Map([[PERSON, 'Gry']]),
      devices: new Map(),
      ownDeviceKey: '',
    },
    mirrored: { guests, bookings: bookings.map((booking) => ({ ...booking, status, lateMinutes })), actions },
    pending: waiting.map((each) => ({ action: each, parked: false })),
  });
}

interface ScopeProps {
  view: RollCallContextValue['view'];
  more?: Partial<RollCallContextValue>;
  children(party: Party): ReactNode;
}

function Scope({ view, more, children }: ScopeProps) {
  const formats = useFormats('Europe/Copenhagen');
  const parties = partiesOf(view);
  const rollCall = { view, formats, parties, departures: [], actions: {}, ...more } as unknown as RollCallContextValue;
  return <RollCallContext value={rollCall}>{children(parties[0]!)}</RollCallContext>;
}

const show = (
  view: RollCallContextValue['view'],
  children: (party: Party) => ReactNode,
  more: Partial<RollCallContextValue> = {},
) =>
  renderScreen(
    <Scope view={view} more={more}>
      {children}
    </Scope>,
    { texts: ['roll-call'] },
  );
const pictureOf = (line: ReturnType<typeof page.getByRole>) => line.element().querySelector('path')?.getAttribute('d');

describe('the history of a party', () => {
  const lines = page.getByRole('listitem');
  const history = (party: Party) => <PartyHistory party={party} />;

  test('marks unsent actions with the common waiting icon', async () => {
    await show(viewOf({ waiting: [action('check_in')] }), (party) => (
      <>
        {history(party)}
        <ul>
          <li>
            <WaitingIcon /> as everywhere
          </li>
        </ul>
      </>
    ));
    await expect.element(lines.filter({ hasText: 'waiting to be sent' })).toBeVisible();
    expect(pictureOf(lines.filter({ hasText: 'Gry' }))).toBe(pictureOf(lines.filter({ hasText: 'as everywhere' })));
  });

  test('shows a colleague’s undone payment, and why the office should check it', async () => {
    const colleague = { userId: crypto.randomUUID() };
    const payment = action('payment', {
      ...colleague,
      payload: { amount: 5000, currency: 'DKK', method: 'cash' },
    } as Partial<Action>);
    const undo = action('undo', { payload: { actions: [payment.id] } } as Partial<Action>);
    await show(viewOf({ actions: [mirroredAction(payment), mirroredAction(undo, ['undid_payment'])] }), history);
    const line = lines.filter({ hasText: 'DKK' });
    await expect.element(line).toHaveTextContent(/Undone:.*50/);
    await expect.element(line).toHaveTextContent('Originally collected by someone else');
  });
});

describe('the mark of a booking', () => {
  const marks = (party: Party) => (
    <p role="status">
      <BookingMarks party={party} />
    </p>
  );
  const mark = page.getByRole('status');

  test.each([
    ['EXPIRED', 'Expired'],
    ['ON_HOLD', 'On hold'],
    ['PENDING', 'Pending'],
  ] as const)('%s is shown while no guest has arrived', async (status, word) => {
    await show(viewOf({ status }), marks);
    await expect.element(mark).toHaveTextContent(word);
  });

  test('shows by how many minutes a guest runs late', async () => {
    await show(viewOf({ lateMinutes: 20 }), marks);
    await expect.element(mark).toHaveTextContent(/^20 min late$/);
  });
  test.each([{ lateMinutes: 20, actions: [mirroredAction(action('check_in'))] }, { lateMinutes: null }])(
    'no longer shows a delay after arrival or withdrawal',
    async (view) => {
      await show(viewOf(view), marks);
      await expect.element(mark).toBeInTheDocument();
      await expect.element(mark).toHaveTextContent(/^$/);
    },
  );

  test.each(['EXPIRED', 'ON_HOLD', 'PENDING'] as const)('%s is hidden once the guest has arrived', async (status) => {
    await show(viewOf({ status, actions: [mirroredAction(action('check_in'))] }), marks);
    await expect.element(mark).toBeInTheDocument();
    await expect.element(mark).toHaveTextContent(/^$/);
  });
});

describe('the header of a departure', () => {
  const MINUTE_MS = 60_000;
  const bar = (actions: MirroredAction[] = []) =>
    show(viewOf({ startsAt: new Date(Date.now() - 7.5 * MINUTE_MS).toISOString(), actions }), () => (
      <>
        <RollCallHeader phone onBack={null} status={null} actions={null} />
        <p style={{ color: stateColours.attention.foreground }}>amber</p>
      </>
    ));
  const colourOf = (of: ReturnType<typeof page.getByText>) => getComputedStyle(of.element()).color;

  test('shows its delay in amber', async () => {
    await bar();
    const late = page.getByText(/^7\smins? late$/);
    await expect.element(late).toBeVisible();
    expect(colourOf(late)).toBe(colourOf(page.getByText('amber')));
    expect(colourOf(late)).not.toBe(colourOf(page.getByRole('heading')));
  });

  test('shows when it departed, and no delay', async () => {
    await bar([
      mirroredAction(
        action('depart', { occurredAt: new Date().toISOString(), payload: { headCount: 0 } } as Partial<Action>),
      ),
    ]);
    await expect.element(page.getByText(/^Departed/)).toBeVisible();
    await expect.element(page.getByText(/late/)).not.toBeInTheDocument();
  });
});

describe('a recount', () => {
  const recount = vi.fn<RollCallContextValue['actions']['recount']>(async () => true);
  const openDialog = vi.fn();
  const find = vi.fn();
  const number = page.getByRole('textbox', { name: 'Guests counted' });
  const save = (name: string) => page.getByRole('button', { name, exact: true });
  const open = (view: RollCallContextValue['view']) =>
    show(view, () => <RecountDialog onClose={() => undefined} onFind={find} />, {
      actions: { recount } as unknown as RollCallContextValue['actions'],
      openDialog,
    });
  const oneHere = () => viewOf({ actions: [mirroredAction(action('check_in'))] });

  test('saves the typed number, also above the checked-in, and offers ways to explain the difference', async () => {
    await open(oneHere());
    await expect.element(save('Save 1 of 1')).toBeEnabled();
    await number.fill('3');
    await expect.element(page.getByText('2 more than checked in.')).toBeVisible();
    await page.getByRole('button', { name: 'Find guests' }).click();
    expect(find).toHaveBeenCalledOnce();
    await page.getByRole('button', { name: 'Add walk-in' }).click();
    expect(openDialog).toHaveBeenLastCalledWith({ kind: 'walk_in' });
    await save('Save 3').click();
    expect(recount).toHaveBeenLastCalledWith({ present: 3, missing: [], stop: null }, 1);
  });

  test('works when no guest is checked in', async () => {
    await open(viewOf({}));
    await number.fill('2');
    await save('Save 2').click();
    expect(recount).toHaveBeenLastCalledWith({ present: 2, missing: [], stop: null }, 0);
  });

  test('keeps a typed number when a guest is ticked as missing; otherwise follows the ticks', async () => {
    await open(oneHere());
    await page.getByRole('button', { name: 'Select who is missing' }).click();
    await page.getByRole('checkbox').click();
    await expect.element(number).toHaveValue('0');
    await number.fill('1');
    await page.getByRole('checkbox').click();
    await page.getByRole('checkbox').click();
    await expect.element(number).toHaveValue('1');
    await save('Save 1 of 1').click();
    expect(recount.mock.lastCall?.[0]).toMatchObject({ present: 1, missing: [expect.any(String)] });
  });

  test.each(['', '1.5', '12345', 'two'])('rejects %j', async (typed) => {
    await open(oneHere());
    await number.fill(typed);
    await expect.element(page.getByText('Enter a whole number.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(save('Save 1 of 1')).toBeDisabled();
  });

  test.each([
    [0, 'Counted 0 of 1 at'],
    [1, 'Counted 1 of 1 at'],
    [5, /Counted 5 at .+, 4 more than checked in/],
  ])('of %i shows the count', async (present, words) => {
    const countAction = action('count', {
      occurredAt: '2026-05-01T10:00:00.000Z',
      payload: { present, missing: [], stop: null },
    } as Partial<Action>);
    await show(viewOf({ actions: [mirroredAction(action('check_in')), mirroredAction(countAction)] }), () => (
      <LastCount />
    ));
    await expect.element(page.getByText(words)).toBeVisible();
  });
});

describe('departing', () => {
  const depart = vi.fn<RollCallContextValue['actions']['depart']>(async () => true);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const open = (view: RollCallContextValue['view']) =>
    show(view, () => <DepartDialog onClose={() => undefined} />, {
      actions: { depart } as unknown as RollCallContextValue['actions'],
    });
  const checkedIn = [mirroredAction(action('check_in'))];
  beforeEach(() => void depart.mockClear());

  test('on time with all guests takes one press', async () => {
    await open(viewOf({ startsAt: inMinutes(5), actions: checkedIn }));
    await page.getByRole('button', { name: 'Depart with 1 guest' }).click();
    await waitFor(() => expect(depart).toHaveBeenCalledExactlyOnceWith(1));
  });

  test.each([
    ['long before the time', 60.9, checkedIn, 'It starts in 60 minutes.', 1],
    ['hours before the time', 300.9, checkedIn, 'It starts in 5 hours.', 1],
    ['with under half of them', 5, [], 'No guests are checked in.', 0],
  ] as const)('%s warns, and must be held for a second', async (_, minutes, actions, words, count) => {
    await open(viewOf({ startsAt: inMinutes(minutes), actions: [...actions] }));
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    const button = page.getByRole('button', { name: /^Hold to depart/ });
    await button.click();
    await stays(
      () => depart.mock.calls.length,
      (calls) => calls === 0,
      300,
    );
    await button.click({ delay: 1200 });
    await waitFor(() => expect(depart).toHaveBeenCalledExactlyOnceWith(count));
  });

  test('can be held by keyboard; a short Enter does nothing', async () => {
    await open(viewOf({ startsAt: inMinutes(60), actions: checkedIn }));
    const button = page.getByRole('button', { name: /^Hold to depart/ });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await stays(
      () => depart.mock.calls.length,
      (calls) => calls === 0,
      300,
    );
    await userEvent.keyboard('{Enter>}');
    await waitFor(() => expect(depart).toHaveBeenCalledOnce());
    await userEvent.keyboard('{/Enter}');
  });
});

test('a second tap undoes nothing, even when texts load between the taps', async () => {
  let actions: RollCallContextValue['actions'];
  function Actions({ party }: { party: Party }) {
    const recorder = useRecordActions(
      { companyId: COMPANY, departureId: departureId() },
      useFormats('Europe/Copenhagen'),
    );
    useEffect(() => {
      actions = recorder;
    }, [recorder]);
    return <p>{party.booking.contactName}</p>;
  }
  vi.mocked(checkIn).mockResolvedValue(ok({ actionIds: [crypto.randomUUID()] }));
  let party: Party;
  await show(viewOf({}), (current) => {
    party = current;
    return <Actions party={current} />;
  });
  await waitFor(() => expect(actions).toBeDefined());
  const first = actions!;
  await first.checkIn(party!, party!.lines);
  await loadTexts('dashboard', 'en');
  await waitFor(() => expect(actions).not.toBe(first));
  expect(await actions!.undoCheckIn(party!, party!.lines[0]!)).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});
