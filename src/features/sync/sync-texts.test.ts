import { createIntl } from '@formatjs/intl';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ActionCount } from '../../domain/counted-actions.ts';
import { INITIAL_SYNC_STATE } from '../../offline/sync/sync-state.ts';
import type { SyncState } from '../../offline/read/views.ts';
import { isClockWrong, refusalText, syncTexts } from './sync-texts.ts';

const LOCALES = ['en', 'es', 'da', 'it'] as const;
const intlOf = (locale: (typeof LOCALES)[number]) =>
  createIntl({
    locale,
    messages: JSON.parse(
      readFileSync(new URL(`../../../locales/check-in/${locale}.json`, import.meta.url), 'utf8'),
    ) as Record<string, string>,
  }) as never;
const english = intlOf('en');
const NETWORKS = ['no_response', 'portal', 'unreachable', 'offline'] as const;

const state = (more: Partial<SyncState> = {}): SyncState => ({
  ...INITIAL_SYNC_STATE,
  pulledAt: '2026-05-01T07:00:00.000Z',
  clockOffset: 0,
  persisted: true,
  ...more,
});
const waitingState = (kind: ActionCount['kind'], count: number, actions = count): Partial<SyncState> => ({
  waiting: actions,
  waitingCount: { kind, count },
});

test.each<[string, Partial<SyncState>, string, string | null]>([
  ['nothing waiting', {}, 'All saved', null],
  ['three check-ins', waitingState('check_in', 3), '3 check-ins waiting', '3 waiting'],
  ['one check-in', waitingState('check_in', 1), '1 check-in waiting', '1 waiting'],
  ['a walk-in of five actions', waitingState('walk_in', 1, 5), '1 walk-in waiting', '1 waiting'],
  ['actions of several kinds', waitingState('mixed', 4, 9), '4 actions waiting', '4 waiting'],
  [
    'three check-ins and no network',
    { ...waitingState('check_in', 3), network: 'offline' },
    '3 check-ins waiting, no network',
    'Offline · 3',
  ],
  [
    'one check-in and no answer',
    { ...waitingState('check_in', 1), network: 'no_response' },
    '1 check-in waiting, server not responding',
    'No response · 1',
  ],
  [
    'a walk-in and a captive portal',
    { ...waitingState('walk_in', 1, 3), network: 'portal' },
    '1 walk-in waiting, Wi-Fi sign-in required',
    'Wi-Fi sign-in · 1',
  ],
  [
    'two payments and an unreachable server',
    { ...waitingState('payment', 2), network: 'unreachable' },
    '2 payments waiting, server unreachable',
    'No server · 2',
  ],
  ['no network', { network: 'offline' }, 'No network', 'Offline'],
  ['no answer', { network: 'no_response' }, 'Server not responding', 'No response'],
  ['a captive portal', { network: 'portal' }, 'Wi-Fi sign-in required', 'Wi-Fi sign-in'],
  [
    'a refused walk-in',
    { parked: 3, parkedCount: { kind: 'walk_in', count: 1 }, ...waitingState('check_in', 3), network: 'offline' },
    '1 needs your attention',
    '1 needs your attention',
  ],
  ['an ended session', { failure: 'signed_out', ...waitingState('check_in', 3) }, 'Sign in to send', 'Sign in'],
  ['a full device', { failure: 'storage_full' }, 'Device storage is full', 'Storage full'],
  ['a list that was never fetched', { pulledAt: null }, 'Loading the list…', 'Loading…'],
])('the text for %s is $2', (_, more, full, short) => {
  expect(syncTexts(state(more), english)).toMatchObject({ full, short });
});

test('never says that all is saved while actions wait or are parked, or the network is down', () => {
  for (const network of ['online', ...NETWORKS] as const)
    for (const more of [
      waitingState('undo', 1),
      { parked: 1, parkedCount: { kind: 'check_in', count: 1 } as const },
      { failure: 'storage_failed' as const },
    ]) {
      const texts = syncTexts(state({ network, ...more }), english);
      expect(texts.icon).not.toBe('saved');
      expect(texts.short).not.toBeNull();
    }
  for (const network of NETWORKS) expect(syncTexts(state({ network }), english).icon).not.toBe('saved');
});

describe.each(LOCALES)('in %s', (locale) => {
  test('has distinct texts for each kind and network, and short ones that fit a phone’s bar', () => {
    const intl = intlOf(locale);
    const kinds = ['check_in', 'walk_in', 'payment', 'note', 'count', 'no_show', 'depart', 'undo', 'mixed'] as const;
    const texts = kinds.flatMap((kind) =>
      [1, 2].map((count) => syncTexts(state(waitingState(kind, count)), intl).full),
    );
    expect(new Set(texts).size).toBe(texts.length);
    const networks = NETWORKS.map((network) => syncTexts(state({ network, ...waitingState('check_in', 12) }), intl));
    expect(new Set(networks.map(({ full }) => full)).size).toBe(NETWORKS.length);
    for (const { short } of networks) expect(short?.length).toBeLessThanOrEqual(24);
  });
});

test('warns of a clock that is more than two minutes off in either direction', () => {
  expect(isClockWrong(state({ clockOffset: 119_000 }))).toBe(false);
  expect(isClockWrong(state({ clockOffset: -121_000 }))).toBe(true);
  expect(isClockWrong(state({ clockOffset: null }))).toBe(false);
});

test.each([
  ['en', 'Clock is wrong'],
  ['da', 'Uret går forkert'],
  ['es', 'El reloj está mal'],
  ['it', 'L’ora è sbagliata'],
] as const)('says in %s that the clock is wrong, after more urgent problems', (locale, text) => {
  const intl = intlOf(locale);
  const texts = syncTexts(state({ clockOffset: 26 * 3_600_000 }), intl);
  expect(texts).toMatchObject({ short: text, state: 'attention', icon: 'needs_you' });
  for (const more of [
    { network: 'offline' },
    { parked: 1 },
    { failure: 'signed_out' },
    waitingState('check_in', 1),
  ] as const)
    expect(syncTexts(state({ clockOffset: 26 * 3_600_000, ...more }), intl).short).not.toBe(text);
});

test('has a fallback text for an unknown refusal', () => {
  expect(refusalText('from_the_future')).toBe('checkIn.refusal.malformed');
});
