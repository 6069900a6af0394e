/** A guide's working hours and time off: saving, removing, conflicting edits, and affected departures. */
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as guides from '../../src/data/guides.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { GuideTime } from '../../src/features/guide-time/guide-time.tsx';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/data/guides.ts'));

const NOTHING = { languages: ['en', 'da'], hours: null, version: 0, timeOff: [], timeZone: 'Europe/Copenhagen' };
const readAvailabilityMock = vi.mocked(guides.readAvailability);
const saveAvailabilityMock = vi.mocked(guides.saveAvailability);
const addTimeOffMock = vi.mocked(guides.addTimeOff);
const deleteTimeOffMock = vi.mocked(guides.deleteTimeOff);
const readMyMonthMock = vi.mocked(guides.readMyMonth);
const saveGuideRulesMock = vi.mocked(guides.saveGuideRules);
const answerAssignmentMock = vi.mocked(guides.answerAssignment);

async function open(result: Record<string, unknown> = {}, { isDown = false, own = false } = {}) {
  queryClient.clear();
  for (const mock of [
    readAvailabilityMock,
    saveAvailabilityMock,
    addTimeOffMock,
    deleteTimeOffMock,
    readMyMonthMock,
    answerAssignmentMock,
  ])
    mock.mockReset();
  readAvailabilityMock.mockResolvedValue(
    isDown ? fail('server', { retry: true }) : ok({ ...NOTHING, ...result } as never),
  );
  const onClose = vi.fn();
  await renderScreen(
    <GuideTime
      company="c1"
      people={[{ id: 'u1', name: 'Ida' }]}
      isOwn={own}
      zone="Europe/Copenhagen"
      onClose={onClose}
    />,
    {
      texts: ['patterns', 'guide-time'],
    },
  );
  return onClose;
}

const hours = () => page.getByRole('switch', { name: 'Available at any time' });
const saveHours = () => page.getByRole('button', { name: 'Save hours' });

test('a guide without hours sets them, with a span past midnight and a day off', async () => {
  await open();
  await hours().click();
  await page.getByLabelText('Monday, from').fill('9.15');
  await page.getByLabelText('Monday, until').fill('00:00');
  await page.getByRole('button', { name: 'Remove these hours on Tuesday' }).click();
  saveAvailabilityMock.mockResolvedValue(ok({ version: 1 }));
  await saveHours().click();
  await expect.element(page.getByText('Not working').first()).toBeVisible();
  expect(saveAvailabilityMock.mock.calls[0]![1]).toEqual({
    userId: 'u1',
    version: 0,
    changes: {
      hours: [
        [555, 1440],
        [2 * 1440 + 540, 2 * 1440 + 1020],
        [3 * 1440 + 540, 3 * 1440 + 1020],
        [4 * 1440 + 540, 4 * 1440 + 1020],
      ],
    },
  });
});

test('rejects an end before its start, and sends nothing', async () => {
  await open({ hours: [[540, 1020]] as never, version: 3 });
  await page.getByLabelText('Monday, until').fill('08:00');
  await saveHours().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The end must be after the start');
  expect(saveAvailabilityMock).not.toHaveBeenCalled();
});

test('rejects an invalid time at its field, and sends nothing', async () => {
  await open({ hours: [[540, 1020]] as never, version: 3 });
  const until = page.getByLabelText('Monday, until');
  await until.fill('five');
  await saveHours().click();
  await expect.element(until).toHaveAccessibleDescription(/Monday, until/);
  await expect.element(until).toHaveValue('five');
  expect(saveAvailabilityMock).not.toHaveBeenCalled();
});

describe('when a colleague saved first', () => {
  const mockStaleOnce = (now: { hours: unknown; languages: unknown }) =>
    saveAvailabilityMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', version: 4, ...now },
    } as never);
  async function saveStale(): Promise<void> {
    await open({ hours: [[540, 1020]] as never, version: 3 });
    await page.getByLabelText('Monday, until').fill('15:00');
    mockStaleOnce({ hours: [[600, 1020]], languages: ['en', 'da'] });
    await saveHours().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Monday 10:00–17:00');
  }

  test('asks to choose a version before saving: mine', async () => {
    await saveStale();
    await expect.element(page.getByLabelText('Monday, until')).toHaveValue('15:00');
    await saveHours().click({ force: true });
    expect(saveAvailabilityMock).toHaveBeenCalledOnce();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    saveAvailabilityMock.mockResolvedValueOnce(ok({ version: 5 }));
    await saveHours().click();
    await waitFor(() => expect(saveAvailabilityMock).toHaveBeenCalledTimes(2));
    expect(saveAvailabilityMock.mock.calls[1]![1]).toMatchObject({ version: 4, changes: { hours: [[540, 900]] } });
  });

  test('asks to choose a version before saving: theirs, then there is nothing to save', async () => {
    await saveStale();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect.element(page.getByLabelText('Monday, from')).toHaveValue('10:00');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await saveHours().click({ force: true });
    expect(saveAvailabilityMock).toHaveBeenCalledOnce();
  });

  test('merges changes to other fields', async () => {
    await open({ hours: [[540, 1020]] as never, version: 3 });
    await page.getByLabelText('Monday, until').fill('15:00');
    mockStaleOnce({ hours: [[540, 1020]], languages: ['it'] });
    await saveHours().click();
    await expect.element(page.getByText('Both changes are combined below.')).toBeVisible();
    saveAvailabilityMock.mockResolvedValueOnce(ok({ version: 5 }));
    await saveHours().click();
    await waitFor(() => expect(saveAvailabilityMock).toHaveBeenCalledTimes(2));
    // The colleague's languages are not sent, so they stay.
    expect(saveAvailabilityMock.mock.calls[1]![1]).toEqual({
      userId: 'u1',
      version: 4,
      changes: { hours: [[540, 900]] },
    });
  });
});

test('adds time off of whole days, and names departures in it', async () => {
  await open();
  await page.getByLabelText('First day').fill('2026-12-01');
  await page.getByLabelText('Last day').fill('2026-12-03');
  addTimeOffMock.mockResolvedValue(ok({ departures: [{ id: 'd1', tourId: 't1', startsAt: '2026-12-02T09:00:00Z' }] }));
  await page.getByRole('button', { name: 'Add time off' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This guide has a departure then');
  expect(addTimeOffMock.mock.calls[0]![1]).toMatchObject({
    from: '2026-12-01',
    fromTime: '00:00',
    to: '2026-12-03',
    toTime: '24:00',
  });
});

test('resends time off with the same idempotency key after a lost response; changed, it has a new key', async () => {
  await open();
  const send = page.getByRole('button', { name: 'Add time off' });
  addTimeOffMock.mockResolvedValue(fail('server', { retry: true }));
  await page.getByLabelText('First day').fill('2026-12-01');
  for (const [times, last] of [
    [1, ''],
    [2, ''],
    [3, '2026-12-02'],
  ] as const) {
    if (last) await page.getByLabelText('Last day').fill(last);
    await send.click();
    await waitFor(() => expect(addTimeOffMock).toHaveBeenCalledTimes(times));
    await expect.element(send).toBeEnabled();
  }
  const [first, repeated, other] = addTimeOffMock.mock.calls.map(([, { id }]) => id);
  expect(repeated).toBe(first);
  expect(other).not.toBe(first);
});

test('does not send time off that ends before it starts', async () => {
  await open();
  await page.getByLabelText('First day').fill('2026-12-03');
  await page.getByLabelText('Last day').fill('2026-12-01');
  await page.getByRole('button', { name: 'Add time off' }).click();
  await expect.element(page.getByText('Choose a first day, and an end that comes after the start.')).toBeVisible();
  expect(addTimeOffMock).not.toHaveBeenCalled();
});

test('shows time off in the company’s time zone, and removes it', async () => {
  // Two whole days in Copenhagen, which differ from those in UTC.
  const off = { id: 'o1', startsAt: '2026-11-30T23:00:00Z', endsAt: '2026-12-02T23:00:00Z', note: 'Wedding' };
  await open({ timeOff: [off] as never });
  deleteTimeOffMock.mockResolvedValue(ok({}));
  await page.getByRole('button', { name: /Remove time off Tue,? 1 Dec – Wed,? 2 Dec/ }).click();
  expect(deleteTimeOffMock).toHaveBeenCalledWith('o1');
});

test('retries a failed load', async () => {
  await open({}, { isDown: true });
  await expect.element(page.getByText('The working hours could not be loaded.')).toBeVisible();
  readAvailabilityMock.mockResolvedValue(ok(NOTHING as never));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(hours()).toBeVisible();
});

test('the office sets a guide’s languages without touching the hours', async () => {
  await open({ version: 2 });
  await expect.element(page.getByRole('button', { name: 'Danish' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Danish' }).click();
  await page.getByRole('button', { name: 'Italian' }).click();
  saveAvailabilityMock.mockResolvedValue(ok({ version: 3 }));
  await saveHours().click();
  expect(saveAvailabilityMock.mock.calls[0]![1]).toEqual({
    userId: 'u1',
    version: 2,
    changes: { languages: ['en', 'it'] },
  });
});

test('guides cannot change their own languages', async () => {
  await open({}, { own: true });
  readMyMonthMock.mockResolvedValue(ok({ ...NOTHING, tours: [], departures: [] } as never));
  await page.getByRole('tab', { name: 'Hours' }).click();
  await expect.element(page.getByText('You guide in English and Danish. Ask the office to change this.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Danish' }).query()).toBeNull();
});

describe('the minutes between two tours', () => {
  const openWith = async (mayChange: boolean) => {
    queryClient.clear();
    readAvailabilityMock.mockResolvedValue(ok(NOTHING as never));
    saveGuideRulesMock.mockReset();
    await renderScreen(
      <GuideTime
        company="c4"
        people={[{ id: 'u1', name: 'Ida' }]}
        isOwn={false}
        zone="Europe/Copenhagen"
        between={{ minutes: 15, mayChange }}
        onClose={() => {}}
      />,
      { texts: ['patterns', 'guide-time'] },
    );
  };

  test('are saved by an owner; an invalid number is marked at the field', async () => {
    await openWith(true);
    const minutes = page.getByRole('textbox', { name: 'Minutes' });
    await minutes.fill('241');
    await expect.element(minutes).toHaveAccessibleDescription(/Enter a whole number from 0 to 240/);
    await minutes.fill('30');
    saveGuideRulesMock.mockResolvedValue(ok({}));
    await page.getByRole('button', { name: 'Save break' }).click();
    await expect.poll(() => saveGuideRulesMock.mock.calls).toEqual([['c4', 30]]);
  });

  test('are read-only for others', async () => {
    await openWith(false);
    await expect.element(page.getByText('15 minutes plus the walk. Only an owner can change this.')).toBeVisible();
    expect(page.getByRole('textbox', { name: 'Minutes' }).query()).toBeNull();
  });
});

test('a guide accepts a request, and is told when it is too late', async () => {
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const duty = {
    id: 'd1',
    tourId: 't1',
    startsAt: soon(300),
    endsAt: soon(420),
    localDate: soon(300).slice(0, 10),
    language: 'en',
    status: 'scheduled',
    meetingNote: null,
    booked: 8,
    capacity: 20,
    role: 'lead',
    state: 'proposed',
    colleagues: ['Bo'],
  };
  const tour = {
    id: 't1',
    title: { en: 'Harbour walk' },
    meetingPoint: {},
    colour: '#112233',
    latitude: null,
    longitude: null,
  };
  readMyMonthMock.mockResolvedValue(ok({ ...NOTHING, tours: [tour], departures: [duty] } as never));
  queryClient.clear();
  readMyMonthMock.mockClear();
  await renderScreen(
    <GuideTime company="c3" people={[{ id: 'u1', name: 'Ida' }]} isOwn zone="Europe/Copenhagen" onClose={() => {}} />,
    { texts: ['patterns', 'guide-time'] },
  );
  answerAssignmentMock.mockResolvedValueOnce({
    ok: false,
    code: 'refused',
    retry: false,
    refusal: { status: 'ended' },
  } as never);
  const accept = page.getByRole('button', { name: /^Accept .* Harbour walk/ });
  await accept.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('too late to change this here');
  answerAssignmentMock.mockResolvedValueOnce(ok({}));
  readMyMonthMock.mockResolvedValue(
    ok({ ...NOTHING, tours: [tour], departures: [{ ...duty, state: 'accepted' }] } as never),
  );
  await accept.click();
  await expect.element(page.getByText('Accepted')).toBeVisible();
  expect(answerAssignmentMock.mock.calls[1]).toEqual(['c3', { departureId: 'd1', reply: 'accepted' }]);
});

test('declining needs a confirmation, and can be cancelled', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const duty = {
    id: 'd1',
    tourId: 't1',
    startsAt: at(300),
    endsAt: at(420),
    localDate: at(300).slice(0, 10),
    language: 'en',
    status: 'scheduled',
    meetingNote: null,
    booked: 8,
    capacity: 20,
    role: 'lead',
    state: 'accepted',
    colleagues: [],
  };
  const tour = {
    id: 't1',
    title: { en: 'Harbour walk' },
    meetingPoint: {},
    colour: '#112233',
    latitude: null,
    longitude: null,
  };
  queryClient.clear();
  answerAssignmentMock.mockReset();
  readMyMonthMock.mockResolvedValue(ok({ ...NOTHING, tours: [tour], departures: [duty] } as never));
  await renderScreen(
    <GuideTime company="c5" people={[{ id: 'u1', name: 'Ida' }]} isOwn zone="Europe/Copenhagen" onClose={() => {}} />,
    { texts: ['patterns', 'guide-time'] },
  );
  const decline = page.getByRole('button', { name: /^Decline .* Harbour walk/ });
  await decline.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The office will find another guide');
  await page.getByRole('button', { name: 'Don’t decline', exact: true }).click();
  expect(answerAssignmentMock).not.toHaveBeenCalled();
  answerAssignmentMock.mockResolvedValue(ok({}));
  await decline.click();
  await decline.click();
  await expect.poll(() => answerAssignmentMock.mock.calls).toEqual([['c5', { departureId: 'd1', reply: 'declined' }]]);
});
