/**
 * Which partner links a guest's browser remembers: for the agreement's period, per operator, and nothing about the
 * guest.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordLinkClick, rememberedClicks } from '../../src/booking/link-clicks.ts';
import { countClick } from '../../src/data/public-booking.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { mockModule } from './mock-module.ts';

await mockModule(import('../../src/data/public-booking.ts'));
await mockModule(import('../../src/booking/embedding.ts'), async (original) => ({
  ...(await original()),
  isEmbedded: () => embedded,
}));

let embedded = false;
const startUrl = window.location.href;
const visit = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
const at = (path: string) => window.history.replaceState(null, '', path);
const countClickMock = vi.mocked(countClick);
async function follow(path: string, days: number): Promise<void> {
  countClickMock.mockResolvedValueOnce(ok({ days }));
  at(path);
  recordLinkClick();
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  embedded = false;
  countClickMock.mockReset();
  visit('navigate');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', startUrl);
});

test('counts a link once per visit, and stores only its code and day for the operator', async () => {
  vi.useFakeTimers({ now: new Date('2026-05-02T10:00:00Z'), toFake: ['Date'] });
  await follow('/da/booking/isolated/stays/walks?ref=LOBBY234', 30);
  await follow('/booking/isolated/next/walks?ref=POSTER55', 7);
  await follow('/booking/isolated/others?ref=ELSEWHR2', 30);
  expect(countClickMock.mock.calls.map(([{ code }]) => code)).toEqual(['LOBBY234', 'POSTER55', 'ELSEWHR2']);
  at('/booking/isolated/walks');
  const first = { ref: 'LOBBY234', day: '2026-05-02' };
  expect(rememberedClicks()).toEqual([first, { ref: 'POSTER55', day: '2026-05-02' }]);
  expect(Object.keys((JSON.parse(localStorage.getItem('muster-links') ?? '') as object[])[0]!).toSorted()).toEqual(['day', 'operator', 'ref', 'until']); // prettier-ignore
  vi.setSystemTime(new Date('2026-05-10T10:00:00Z'));
  expect(rememberedClicks()).toEqual([first]);
  vi.setSystemTime(new Date('2026-06-02T10:00:00Z'));
  expect(rememberedClicks()).toBeNull();
});

test('counts nothing without a link or on a reload', () => {
  at('/booking/isolated/walks');
  recordLinkClick();
  visit('reload');
  at('/booking/isolated/walks?ref=LOBBY234');
  recordLinkClick();
  visit('back_forward');
  recordLinkClick();
  expect(countClickMock).not.toHaveBeenCalled();
});

test('stores nothing if the agreement has no window, the count failed, or the page is embedded', async () => {
  await follow('/booking/isolated/walks?ref=LOBBY234', 0);
  countClickMock.mockResolvedValueOnce(fail('offline', { retry: true }));
  recordLinkClick();
  await Promise.resolve();
  embedded = true;
  await follow('/booking/isolated/walks?ref=LOBBY234', 30);
  expect(countClickMock).toHaveBeenCalledTimes(3);
  embedded = false;
  expect(localStorage.getItem('muster-links')).toBeNull();
});

test('ignores malformed storage', () => {
  at('/booking/isolated/walks');
  localStorage.setItem('muster-links', '{"not": "a list"}');
  expect(rememberedClicks()).toBeNull();
});
