/** Calendar feeds: switching on, copying, changing and switching off, as owner and as guide. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CalendarsSection } from '../../src/company/integrations/calendars/calendars-section.tsx';
import {
  changeCalendarFeed,
  createCalendarFeed,
  readCalendarFeeds,
  readOwnCalendarFeed,
  deleteCalendarFeed,
  type CalendarFeed,
  type CalendarFeeds,
} from '../../src/data/calendar-feeds.ts';
import { readMyMonth } from '../../src/data/guides.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { GuideTime } from '../../src/features/guide-time/guide-time.tsx';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/data/guides.ts'));
await mockModule(import('../../src/data/calendar-feeds.ts'), async (original) => ({
  ...(await original()),
  readCalendarFeeds: vi.fn<typeof readCalendarFeeds>(),
  readOwnCalendarFeed: vi.fn<typeof readOwnCalendarFeed>(),
  createCalendarFeed: vi.fn<typeof createCalendarFeed>(),
  changeCalendarFeed: vi.fn<typeof changeCalendarFeed>(),
  deleteCalendarFeed: vi.fn<typeof deleteCalendarFeed>(),
}));

const COMPANY = '00000000-0000-4000-8000-0000000000c1';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEF';
const feed = (overrides: Partial<CalendarFeed> = {}): CalendarFeed => ({
  id: 'f1',
  kind: 'company',
  tourId: null,
  person: null,
  locale: 'en',
  token: TOKEN,
  madeAt: new Date().toISOString(),
  fetchedAt: null,
  fetchedBy: null,
  ...overrides,
});
let serverState: CalendarFeeds;
let ownFeed: CalendarFeed | null;
beforeEach(() => {
  queryClient.clear();
  vi.clearAllMocks();
  serverState = { mayDecide: true, tours: [{ id: 't1', title: { en: 'Harbour walk', da: 'Havneturen' } }], feeds: [] };
  ownFeed = null;
  vi.mocked(readCalendarFeeds).mockImplementation(async () => ok(structuredClone(serverState)));
  vi.mocked(readOwnCalendarFeed).mockImplementation(async () => ok({ feed: ownFeed }));
  vi.mocked(readMyMonth).mockResolvedValue(fail('offline', { retry: true }));
  vi.mocked(createCalendarFeed).mockImplementation(async ({ kind, subject, locale }) => {
    const newFeed = feed({ id: `f-${kind}`, kind, tourId: kind === 'tour' ? subject : null, locale });
    if (kind === 'guide') ownFeed = newFeed;
    else
      serverState.feeds = [
        ...serverState.feeds.filter((feed) => feed.tourId !== newFeed.tourId || feed.kind !== kind),
        newFeed,
      ];
    return ok({});
  });
  vi.mocked(deleteCalendarFeed).mockImplementation(async (id) => {
    serverState.feeds = serverState.feeds.filter((feed) => feed.id !== id);
    ownFeed = null;
    return ok({});
  });
  vi.mocked(changeCalendarFeed).mockResolvedValue(ok({}));
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const texts = ['integrations', 'calendar-feeds', 'patterns'];
const open = (locale: Locale = 'en') => renderScreen(<CalendarsSection company={COMPANY} />, { texts, locale });

describe('the company’s feeds', () => {
  test('are switched on and show their address, and are switched off', async () => {
    await open();
    await button('Switch on calendar feed: Harbour walk').click();
    const dialog = page.getByRole('dialog', { name: 'Harbour walk' });
    await expect.element(dialog.getByText(TOKEN)).toBeVisible();
    expect(vi.mocked(createCalendarFeed).mock.calls[0]![0]).toEqual({
      company: COMPANY,
      kind: 'tour',
      subject: 't1',
      locale: 'en',
    });
    const link = dialog.getByRole('link', { name: 'Add to this device’s calendar' });
    expect(link.element().getAttribute('href')).toMatch(
      new RegExp(`^webcal://.+/functions/v1/calendar-feed\\?token=${TOKEN}$`),
    );
    await dialog.getByRole('button', { name: 'Switch off…' }).click();
    await expect.element(page.getByText('the address will be different', { exact: false })).toBeVisible();
    await page
      .getByRole('dialog', { name: 'Switch off the calendar feed “Harbour walk”?' })
      .getByRole('button', { name: 'Switch off' })
      .click();
    await expect.element(button('Switch on calendar feed: Harbour walk')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    expect(vi.mocked(deleteCalendarFeed).mock.calls).toEqual([['f-tour', expect.any(String)]]);
    // A colleague switches it on again: no dialog opens for a user who did not ask for it.
    serverState.feeds = [feed({ id: 'f-other', kind: 'tour', tourId: 't1' })];
    await queryClient.invalidateQueries();
    await expect.element(button('Open Harbour walk')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('change an address only after confirmation, and keep the dialog when the response is lost', async () => {
    serverState.feeds = [feed()];
    await open();
    await button('Open All departures').click();
    await button('Change address…').click();
    await button('Cancel').click();
    expect(changeCalendarFeed).not.toHaveBeenCalled();
    vi.mocked(changeCalendarFeed).mockResolvedValueOnce(fail('timeout', { retry: true }));
    await button('Change address…').click();
    await button('Change address').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await button('Change address').click();
    await waitFor(() => expect(page.getByRole('alert').elements()).toEqual([]));
    await expect.element(button('Change address…')).toBeVisible();
    const ids = vi.mocked(changeCalendarFeed).mock.calls.map(([id]) => id);
    expect(ids).toEqual(['f1', 'f1']);
  });

  test('copy the address, or select it when the clipboard is denied', async () => {
    serverState.feeds = [feed()];
    await open();
    await button('Open All departures').click();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce(undefined);
    await button('Copy address').click();
    await expect.element(button('Copied')).toBeVisible();
    expect(write.mock.calls[0]![0]).toMatch(new RegExp(`^http.+${TOKEN}$`));
    write.mockRejectedValueOnce(new Error('closed'));
    await button('Copied').click();
    await waitFor(() => expect(String(getSelection())).toContain(TOKEN));
    write.mockRestore();
  });

  test('show when and by what they were last read, and change language at the same address', async () => {
    serverState.feeds = [
      feed({
        fetchedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
        fetchedBy: 'Google-Calendar-Importer/1.0 (x)',
      }),
    ];
    await open();
    await expect
      .element(page.getByText('Last read 3 hr ago by Google-Calendar-Importer', { exact: true }))
      .toBeVisible();
    await button('Open All departures').click();
    await page.getByLabelText('Calendar language').selectOptions('da');
    await waitFor(() =>
      expect(vi.mocked(createCalendarFeed).mock.calls[0]?.[0]).toEqual({
        company: COMPANY,
        kind: 'company',
        subject: null,
        locale: 'da',
      }),
    );
  });

  test('show no address of a guide’s feed, which can be switched off', async () => {
    serverState.feeds = [feed({ id: 'g1', kind: 'guide', token: null, person: { id: 'u1', name: 'Ida Kjær' } })];
    await open('da');
    await button('Slå Ida Kjær fra').click();
    await button('Slå fra').click();
    await waitFor(() => expect(vi.mocked(deleteCalendarFeed).mock.calls[0]?.[0]).toBe('g1'));
    await expect.element(page.getByText('Ingen guide har slået et til endnu.')).toBeVisible();
  });

  test('can only be switched off while acting for the company', async () => {
    serverState = { ...serverState, mayDecide: false, feeds: [feed({ token: null })] };
    await open();
    await expect.element(button('Switch off calendar feed: All departures')).toBeVisible();
    await expect.element(page.getByText('Only the company’s owner', { exact: false })).toBeVisible();
    expect(page.getByRole('button').elements()).toHaveLength(1);
  });

  test('show that they could not be loaded', async () => {
    vi.mocked(readCalendarFeeds).mockResolvedValue(fail('server', { retry: true }));
    await open();
    await expect.element(page.getByText('The calendar feeds could not be loaded.')).toBeVisible();
  });
});

test('a guide switches their own feed on and off beside their month', async () => {
  await renderScreen(
    <GuideTime
      isOwn
      company={COMPANY}
      zone="Europe/Copenhagen"
      people={[{ id: 'u1', name: 'Ida' }]}
      onClose={() => undefined}
    />,
    { texts: [...texts, 'guide-time'], locale: 'it' },
  );
  // Nothing is requested before: the month is viewed without a network.
  await expect.element(button('Aggiungi al tuo calendario')).toBeVisible();
  expect(readOwnCalendarFeed).not.toHaveBeenCalled();
  await button('Aggiungi al tuo calendario').click();
  await expect.element(page.getByRole('heading', { name: 'Il tuo feed del calendario' })).toHaveFocus();
  await button('Attiva').click();
  await expect.element(page.getByText(TOKEN)).toBeVisible();
  expect(vi.mocked(createCalendarFeed).mock.calls[0]![0]).toEqual({
    company: COMPANY,
    kind: 'guide',
    subject: 'u1',
    locale: 'it',
  });
  await button('Disattiva…').click();
  await button('Disattiva').click();
  await expect.element(button('Attiva')).toBeVisible();
});
