/** What waits for somebody's answer, above whatever screen they are at. */
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AskedBar } from '../../src/app/frame/asked-bar.tsx';
import { followAskedOfMe } from '../../src/app/start/follow-asked-of-me.ts';
import { putAwayNotices, readAskedOfMe, type AskedOfMe, type GuideNotice } from '../../src/data/asked-of-me.ts';
import type { MyMonth } from '../../src/data/guides.ts';
import { answerAssignment, readMyMonth } from '../../src/data/guides.ts';
import type { Hint } from '../../src/data/hints.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { askedOfMe } from '../../src/session/asked-of-me.ts';
import { session } from '../../src/session/session.ts';
import { useActing } from '../../src/session/use-session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/patience.ts';

const heard = vi.hoisted(() => ({ tell: null as ((hint: Hint) => void) | null }));
await mockSession();
await mockModule(import('../../src/data/asked-of-me.ts'));
await mockModule(import('../../src/data/hints.ts'), async (original) => ({
  ...(await original()),
  onHint: (_, listener) => {
    heard.tell = listener;
    return () => (heard.tell = null);
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
const NOTHING: AskedOfMe = { companies: [], proposals: 0, first: null, elsewhere: [], notices: [] };
const notice = (departure: string, change: GuideNotice['change'], more: Partial<GuideNotice> = {}): GuideNotice => ({
  departure,
  change,
  notedAt: '2031-03-01T08:00:00.000Z',
  company: 'Harbour Walks',
  timeZone: 'Europe/Copenhagen',
  title: { en: 'Old town' },
  startsAt: '2031-03-09T09:00:00.000Z',
  was: null,
  ...more,
});
const region = page.getByRole('region', { name: 'Waiting for your answer' });

function Bar() {
  const acting = useActing();
  const asked = useSyncExternalStore(askedOfMe.subscribe, askedOfMe.get);
  return (
    <>
      {acting && asked && <AskedBar asked={asked} acting={acting} />}
      <p>The screen</p>
    </>
  );
}
const ask = (asked: Partial<AskedOfMe>) => askedOfMe.set({ ...NOTHING, ...asked });
async function show(asked: Partial<AskedOfMe>, at = '/tours'): Promise<void> {
  ask(asked);
  await renderScreen(<Bar />, { path: '*', at, texts: ['asked', 'patterns', 'guide-time'] });
  await expect.element(page.getByText('The screen')).toBeVisible();
}

beforeEach(async () => {
  queryClient.clear();
  vi.mocked(readAskedOfMe).mockReset().mockResolvedValue(ok(NOTHING));
  await signInAs(guide);
});
afterEach(() => session.signOut({ discard: true }));

describe('the bar', () => {
  test('says who asks to be owned, with the way to the answer', async () => {
    await show({ companies: ['Harbour Walks', 'Old Town Tours'] });
    await expect.element(region).toHaveTextContent('You are asked to own Harbour Walks and Old Town Tours.');
    await expect.element(region.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', '/thanks-for-joining');
  });

  test.each([
    ['where the answer is given', '/thanks-for-joining'],
    ['over a roll-call', '/check-in?departure=d1'],
  ])('is not %s', async (_, at) => {
    await show({ companies: ['Harbour Walks'] }, at);
    expect(page.getByText('You are asked').elements()).toEqual([]);
  });

  test('put off, it comes back with something else', async () => {
    await show({ proposals: 2, first: '2026-12-01' });
    await expect.element(region).toHaveTextContent('You are asked to take 2 departures.');
    await region.getByRole('button', { name: 'Later' }).click();
    await expect.element(region).not.toBeInTheDocument();
    ask({ proposals: 3, first: '2026-12-01' });
    await expect.element(region).toHaveTextContent('You are asked to take 3 departures.');
  });

  test('opens the month of the first proposal, and asks again once that was answered', async () => {
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
    vi.mocked(answerAssignment).mockResolvedValue(ok({}));
    await show({ proposals: 1, first: '2031-03-09' });
    await region.getByRole('button', { name: 'Look at the departures you are asked to take' }).click();
    await expect.element(page.getByRole('heading', { name: 'March 2031' })).toBeVisible();
    vi.mocked(readAskedOfMe).mockClear();
    await page.getByRole('button', { name: 'Close' }).click();
    await waitFor(() => expect(readAskedOfMe).toHaveBeenCalledExactlyOnceWith(guide.userId, WALKS.id));
  });
});

describe('news of departures', () => {
  test('are told with their days, and put away once they are seen', async () => {
    vi.mocked(putAwayNotices).mockResolvedValue(ok({}));
    await show({
      notices: [
        notice('d1', 'off'),
        notice('d2', 'moved', { was: '2031-03-08T09:00:00.000Z', notedAt: '2031-03-02T08:00:00.000Z' }),
        notice('d3', 'cancelled', { company: 'Old Town Tours' }),
      ],
    });
    const news = region.getByRole('list', { name: 'News of your departures' }).getByRole('listitem');
    await expect.element(news.first()).toBeVisible();
    expect(news.elements().map(({ textContent }) => textContent?.replaceAll(',', ''))).toEqual([
      'You no longer guide Old town on Sun 9 Mar 10:00.',
      'Old town was moved from Sat 8 Mar 10:00 to Sun 9 Mar 10:00.',
      'Old town on Sun 9 Mar 10:00 is cancelled (Old Town Tours).',
    ]);
    await region.getByRole('button', { name: 'Seen' }).click();
    // By the newest that was there: what comes meanwhile stays.
    expect(vi.mocked(putAwayNotices).mock.lastCall).toEqual([
      guide.userId,
      { departures: ['d1', 'd2', 'd3'], seenUntil: '2031-03-02T08:00:00.000Z' },
    ]);
    await waitFor(() => expect(readAskedOfMe).toHaveBeenCalled());
    await expect.element(region).not.toBeInTheDocument();
  });

  test('of another company lead to it', async () => {
    const chosen = vi.spyOn(session, 'chooseCompany').mockResolvedValue();
    await show({ elsewhere: [{ company: 'c2', name: 'Old Town Tours', proposals: 2 }] });
    await expect.element(region).toHaveTextContent('Old Town Tours asks you to take 2 departures.');
    await region.getByRole('button', { name: 'Go to Old Town Tours' }).click();
    expect(chosen).toHaveBeenCalledExactlyOnceWith('c2');
    chosen.mockRestore();
  });
});

describe('what waits', () => {
  const waiting = { ...NOTHING, proposals: 3, first: '2026-12-01' };

  test('is asked for when somebody comes, and forgotten when they go', async () => {
    await session.signOut({ discard: true });
    // As nothing follows yet, what the tests before have put there is still there.
    askedOfMe.set(null);
    vi.mocked(readAskedOfMe).mockResolvedValue(ok(waiting));
    followAskedOfMe();
    expect(askedOfMe.get()).toBeNull();
    await signInAs(guide);
    await waitFor(() => expect(askedOfMe.get()).toEqual(waiting));
    // A roll-call's hint names departures and nobody; what concerns this person does.
    vi.mocked(readAskedOfMe).mockClear();
    heard.tell!({ departures: ['d1'], people: [], at: null });
    heard.tell!({ departures: ['d1'], people: ['somebody else'], at: null });
    expect(readAskedOfMe).not.toHaveBeenCalled();
    vi.mocked(readAskedOfMe).mockResolvedValue(fail('offline', { retry: true }));
    heard.tell!({ departures: ['d1'], people: [guide.userId], at: null });
    expect(readAskedOfMe).toHaveBeenCalledOnce();
    // What could not be asked stays as it was.
    await Promise.resolve();
    expect(askedOfMe.get()).toEqual(waiting);
    await session.signOut({ discard: true });
    await waitFor(() => expect(askedOfMe.get()).toBeNull());
    expect(heard.tell).toBeNull();
  });
});
