/** The banner of requests and changes that wait for the user, above every screen. */
import { useState, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PendingRequestsBanner } from '../../src/app/frame/pending-requests-banner.tsx';
import { pollPendingRequests } from '../../src/app/start/poll-pending-requests.ts';
import {
  dismissNotices,
  readPendingRequests,
  type PendingRequests,
  type GuideNotice,
  type GuideRequest,
} from '../../src/data/pending-requests.ts';
import type { MyMonth } from '../../src/data/guides.ts';
import { answerAssignment, readMyMonth } from '../../src/data/guides.ts';
import type { ChangeEvent } from '../../src/data/change-events.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { pendingRequests } from '../../src/session/pending-requests.ts';
import { session } from '../../src/session/session.ts';
import { useCurrentUser } from '../../src/session/use-session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

const changeListener = vi.hoisted(() => ({ notify: null as ((changeEvent: ChangeEvent) => void) | null }));
await mockSession();
await mockModule(import('../../src/data/pending-requests.ts'));
await mockModule(import('../../src/data/change-events.ts'), async (original) => ({
  ...(await original()),
  onChangeEvent: (_, listener) => {
    changeListener.notify = listener;
    return () => (changeListener.notify = null);
  },
}));
await mockModule(import('../../src/data/guides.ts'));

const WALKS = { ...memberCompany('7f1c2b9e-0000-4000-8000-000000000001', 'Harbour Walks'), member: true };
const guide = identity({
  companies: [WALKS],
  assignments: [
    {
      role: 'guide',
      permissions: ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'],
      company: { id: WALKS.id, isActive: true },
      organisation: null,
    },
  ],
});
const NOTHING: PendingRequests = { companyNames: [], requests: [], notices: [] };
const notice = (departure: string, change: GuideNotice['change'], more: Partial<GuideNotice> = {}): GuideNotice => ({
  departureId: departure,
  change,
  notedAt: '2031-03-01T08:00:00.000Z',
  companyName: 'Harbour Walks',
  timeZone: 'Europe/Copenhagen',
  title: { en: 'Old town' },
  startsAt: '2031-03-09T09:00:00.000Z',
  previousStart: null,
  ...more,
});
const request = (departure: string, more: Partial<GuideRequest> = {}): GuideRequest => ({
  departureId: departure,
  companyId: WALKS.id,
  companyName: WALKS.name,
  timeZone: 'Europe/Copenhagen',
  title: { en: `Walk ${departure}` },
  startsAt: '2031-03-09T09:00:00.000Z',
  ...more,
});
const CHANGES = [
  notice('d1', 'unassigned'),
  notice('d2', 'moved', { previousStart: '2031-03-08T09:00:00.000Z', notedAt: '2031-03-02T08:00:00.000Z' }),
  notice('d3', 'cancelled', { companyName: 'Old Town Tours' }),
];
const requests = (count: number) => Array.from({ length: count }, (_, at) => request(`r${at + 1}`));
const region = page.getByRole('region', { name: 'Changes and requests' });
const line = region.getByRole('button');
const sheet = page.getByRole('dialog', { name: 'Changes and requests' });
const row = (text: string | RegExp) => sheet.getByRole('listitem').filter({ hasText: text });

function Bar() {
  const currentUser = useCurrentUser();
  const pending = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.get);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {currentUser && (pending || isOpen) && (
        <PendingRequestsBanner pending={pending} currentUser={currentUser} isOpen={isOpen} onOpenChange={setOpen} />
      )}
      <h1 tabIndex={-1}>The screen</h1>
    </>
  );
}
const setPending = (pending: Partial<PendingRequests>) => pendingRequests.set({ ...NOTHING, ...pending });
async function show(
  pending: Partial<PendingRequests>,
  { at = '/tours', locale = 'en' }: { at?: string; locale?: Locale } = {},
) {
  setPending(pending);
  await renderScreen(<Bar />, { path: '*', at, texts: ['pending-requests', 'patterns', 'guide-time'], locale });
  await expect.element(page.getByText('The screen')).toBeVisible();
}
async function open(pending: Partial<PendingRequests>) {
  await show(pending);
  await line.click();
  await expect.element(sheet).toBeVisible();
}
const focused = () => document.activeElement!;
const topsOf = () =>
  sheet
    .getByRole('listitem')
    .elements()
    .map((element) => Math.round(element.getBoundingClientRect().top));

beforeEach(async () => {
  queryClient.clear();
  vi.mocked(readPendingRequests).mockReset().mockResolvedValue(ok(NOTHING));
  vi.mocked(dismissNotices).mockReset().mockResolvedValue(ok({}));
  vi.mocked(answerAssignment).mockReset().mockResolvedValue(ok({}));
  await signInAs(guide);
});
afterEach(() => session.signOut({ discard: true }));

describe('the banner', () => {
  test.each([
    ['en', '3 changes, 15 requests'],
    ['es', '3 cambios, 15 solicitudes'],
    ['da', '3 ændringer, 15 forespørgsler'],
    ['it', '3 modifiche, 15 richieste'],
  ] as const)('counts changes and requests in %s, 40 px high on a phone of 320 px', async (locale, words) => {
    await page.viewport(320, 640);
    await show({ notices: CHANGES, requests: requests(15) }, { locale });
    const button = page.getByRole('button', { name: words });
    await expect.element(button).toBeVisible();
    expect(button.element().getBoundingClientRect()).toMatchObject({ height: 40, width: 320 });
    expect(button.element().parentElement!.getBoundingClientRect().height).toBe(40);
  });

  test.each([
    ['1 change', { notices: [notice('d1', 'unassigned')] }],
    ['1 request', { requests: [request('r1')] }],
    [
      '1 change, 2 requests',
      { notices: [notice('d1', 'unassigned')], requests: [request('r1')], companyNames: ['Old Town Tours'] },
    ],
  ])('omits what there is none of: “%s”', async (words, pending) => {
    await show(pending);
    await expect.element(line).toHaveAccessibleName(words);
  });

  test.each([
    ['on the page where an offer is answered', '/thanks-for-joining'],
    ['over a roll-call', '/check-in?departure=d1'],
  ])('is hidden %s', async (_, at) => {
    await show({ companyNames: ['Harbour Walks'] }, { at });
    expect(region.elements()).toEqual([]);
  });

  test('returns the focus to the page when nothing is left', async () => {
    await open({ requests: [request('r1')] });
    await sheet.getByRole('button', { name: /^Accept Walk r1/ }).click();
    await expect.element(row('Accepted')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect.element(region).not.toBeInTheDocument();
    await waitFor(() => expect(focused()).toBe(page.getByRole('heading', { name: 'The screen' }).element()));
  });
});

describe('a request', () => {
  test('is accepted for the company that asks, and its row stays in place', async () => {
    await page.viewport(360, 740);
    await open({
      requests: [request('r1'), request('r2', { companyId: 'c2', companyName: 'Old Town Tours' }), request('r3')],
    });
    await expect.element(row('Walk r2')).toHaveTextContent('Old Town Tours');
    await expect.element(row('Walk r1')).not.toHaveTextContent('Harbour Walks');
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const before = topsOf();
    await sheet.getByRole('button', { name: /^Accept Walk r2/ }).click();
    await expect.element(row('Walk r2')).toHaveTextContent('Accepted');
    expect(vi.mocked(answerAssignment).mock.calls).toEqual([['c2', { departureId: 'r2', reply: 'accepted' }]]);
    expect(topsOf()).toEqual(before);
    await waitFor(() => expect(focused()).toBe(row('Walk r2').element()));
  });

  test('is declined only after confirmation', async () => {
    await open({ requests: [request('r1')] });
    const decline = sheet.getByRole('button', { name: /^Decline Walk r1/ });
    await decline.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Only the office can ask you again.');
    await waitFor(() => expect(focused()).toBe(sheet.getByRole('button', { name: 'Don’t decline' }).element()));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe(decline.element()));
    expect(answerAssignment).not.toHaveBeenCalled();
    await decline.click();
    await decline.click();
    await expect.element(row('Walk r1')).toHaveTextContent('Declined');
    expect(vi.mocked(answerAssignment).mock.lastCall).toEqual([WALKS.id, { departureId: 'r1', reply: 'declined' }]);
  });

  test('that cannot be answered now says so beside its buttons', async () => {
    vi.mocked(answerAssignment).mockResolvedValueOnce(fail('offline', { retry: true }));
    await open({ requests: [request('r1')] });
    const accept = sheet.getByRole('button', { name: /^Accept Walk r1/ });
    await accept.click();
    await expect.element(row('Walk r1').getByRole('alert')).toBeVisible();
    await accept.click();
    await expect.element(row('Walk r1')).toHaveTextContent('Accepted');
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  test('is accepted with all others; one that has ended is marked', async () => {
    vi.mocked(answerAssignment).mockImplementation(async (_, { departureId }) =>
      departureId === 'r2'
        ? { ok: false as const, code: 'refused' as const, retry: false as const, refusal: { status: 'ended' as const } }
        : ok({}),
    );
    await open({ requests: requests(15) });
    await sheet.getByRole('button', { name: 'Accept all 15' }).click();
    await expect.element(sheet.getByRole('status')).toHaveTextContent('14 requests accepted');
    await expect.element(row(/Walk r2\D/)).toHaveTextContent('No longer open');
    expect(vi.mocked(answerAssignment).mock.calls.map(([, { departureId }]) => departureId)).toEqual(
      requests(15).map(({ departureId }) => departureId),
    );
    expect(focused()).toBe(sheet.getByRole('heading', { name: '15 requests' }).element());
  });

  test('is declined with all others after confirmation', async () => {
    await open({ requests: requests(3) });
    await sheet.getByRole('button', { name: 'Decline all…' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Decline all 3 requests?');
    expect(answerAssignment).not.toHaveBeenCalled();
    await sheet.getByRole('button', { name: 'Decline all 3' }).click();
    await expect.element(sheet.getByRole('status')).toHaveTextContent('3 requests declined');
    expect(vi.mocked(answerAssignment).mock.calls.every(([, { reply }]) => reply === 'declined')).toBe(true);
  });

  test('leads to the month of the first one', async () => {
    const month: MyMonth = {
      languages: null,
      hours: null,
      version: 0,
      timeOff: [],
      timeZone: 'Europe/Copenhagen',
      tours: [],
      departures: [],
    };
    vi.mocked(readMyMonth).mockResolvedValue(ok(month));
    await open({ requests: [request('r1')] });
    await sheet.getByRole('button', { name: 'My schedule' }).click();
    await expect.element(page.getByRole('heading', { name: 'March 2031' })).toBeVisible();
  });

  test('to own a company leads to its answer page', async () => {
    await open({ companyNames: ['Old Town Tours'] });
    await expect.element(row('Old Town Tours has asked you to become an owner.')).toBeVisible();
    await expect.element(sheet.getByRole('link', { name: 'Respond' })).toHaveAttribute('href', '/thanks-for-joining');
  });
});

describe('a change', () => {
  test('shows its days, and the company when it is another one', async () => {
    await open({ notices: CHANGES });
    const texts = sheet
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.replaceAll(',', ''));
    expect(texts).toEqual([
      expect.stringContaining('You’re no longer guiding Old town on Sun 9 Mar 10:00.'),
      expect.stringContaining('Old town was moved from Sat 8 Mar 10:00 to Sun 9 Mar 10:00.'),
      expect.stringContaining('Old town on Sun 9 Mar 10:00 is cancelled (Old Town Tours).'),
    ]);
  });

  test('is dismissed alone, and a new one is listed', async () => {
    await open({ notices: CHANGES.slice(0, 2) });
    await row('was moved').getByRole('button', { name: 'Got it' }).click();
    await expect.element(row('was moved')).toHaveTextContent('Seen');
    expect(vi.mocked(dismissNotices).mock.lastCall).toEqual([
      guide.userId,
      { departures: ['d2'], seenUntil: '2031-03-02T08:00:00.000Z' },
    ]);
    setPending({ notices: CHANGES });
    await expect.element(row('is cancelled').getByRole('button', { name: 'Got it' })).toBeVisible();
    await expect.element(row('was moved')).toHaveTextContent('Seen');
  });

  test('is dismissed with all others, up to the newest shown', async () => {
    await open({ notices: CHANGES });
    await sheet.getByRole('button', { name: 'Mark all as seen' }).click();
    await expect.element(sheet.getByRole('status')).toHaveTextContent('3 changes marked as seen');
    expect(vi.mocked(dismissNotices).mock.calls).toEqual([
      [guide.userId, { departures: ['d1', 'd2', 'd3'], seenUntil: '2031-03-02T08:00:00.000Z' }],
    ]);
    expect(focused()).toBe(sheet.getByRole('heading', { name: '3 changes' }).element());
    // The sheet stays open until it is closed, even when nothing is pending on the server.
    pendingRequests.set(null);
    await expect.element(row('was moved')).toHaveTextContent('Seen');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await waitFor(() => expect(readPendingRequests).toHaveBeenCalledWith(guide.userId));
  });
});

describe('pending requests', () => {
  const waiting = { ...NOTHING, requests: requests(3) };

  test('are fetched at sign-in and on the person’s change events, and cleared at sign-out', async () => {
    await session.signOut({ discard: true });
    // The poller has not started, so what earlier tests stored is still there.
    pendingRequests.set(null);
    vi.mocked(readPendingRequests).mockResolvedValue(ok(waiting));
    pollPendingRequests();
    expect(pendingRequests.get()).toBeNull();
    await signInAs(guide);
    await waitFor(() => expect(pendingRequests.get()).toEqual(waiting));
    // A roll-call's change event names departures and no people; one that names this person triggers a fetch.
    vi.mocked(readPendingRequests).mockClear();
    changeListener.notify!({ departures: ['d1'], people: [], at: null });
    changeListener.notify!({ departures: ['d1'], people: ['somebody else'], at: null });
    expect(readPendingRequests).not.toHaveBeenCalled();
    vi.mocked(readPendingRequests).mockResolvedValue(fail('offline', { retry: true }));
    changeListener.notify!({ departures: ['d1'], people: [guide.userId], at: null });
    expect(readPendingRequests).toHaveBeenCalledOnce();
    // A failed fetch keeps the last value.
    await Promise.resolve();
    expect(pendingRequests.get()).toEqual(waiting);
    await session.signOut({ discard: true });
    await waitFor(() => expect(pendingRequests.get()).toBeNull());
    expect(changeListener.notify).toBeNull();
  });
});
