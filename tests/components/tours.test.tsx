/** /tours: its states, what needs attention, and pictures without layout shift. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ToursPage } from '../../src/company/tours/tours-page.tsx';
import { readTours, readTourPicture, type ListedTour } from '../../src/data/tours.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { readStoredResponse } from '../../src/offline/device/cached-responses.ts';
import { session } from '../../src/session/session.ts';
import { identity, deferred, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/offline/device/cached-responses.ts'), async (original) => ({
  ...(await original()),
  readStoredResponse: vi.fn<typeof readStoredResponse>(),
}));
await mockModule(import('../../src/data/tours.ts'), async (original) => ({
  ...(await original()),
  readTours: vi.fn<typeof readTours>(),
  readTourPicture: vi.fn<typeof readTourPicture>(),
}));

/** One pixel. */
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const listed = (title: string, more: Partial<ListedTour> = {}): ListedTour => ({
  id: crypto.randomUUID(),
  slug: 'walk',
  tourStatus: 'live',
  colour: '#2f6fd0',
  durationMinutes: 90,
  capacity: 20,
  version: 1,
  title: { en: title },
  pictureTag: null,
  own: false,
  week: { departures: 3, guests: 12, taken: 12, seats: 60 },
  departures: [],
  attention: [],
  ...more,
});
const list = (...tours: ListedTour[]) => ({ today: '2031-05-01', timeZone: 'Europe/Copenhagen', tours });
const listOf = (...tours: ListedTour[]) => ok(list(...tours));

let company = '';
const show = () => renderScreen(<ToursPage />, { path: '/tours', texts: ['patterns', 'tours'] });
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const signInWith = (permissions: readonly Permission[]) =>
  signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company, 'Walks'), member: true }],
      assignments: [
        { company: { id: company, isActive: true }, organisation: null, role: 'own', permissions: [...permissions] },
      ],
    }),
  );

beforeEach(async () => {
  await page.viewport(1200, 900);
  company = crypto.randomUUID();
  vi.resetAllMocks();
  vi.mocked(readStoredResponse).mockResolvedValue(null);
  await signInWith(BUILT_IN_ROLES.owner);
});
afterEach(() => session.signOut({ discard: true }));

describe('the list', () => {
  test('shows a skeleton while loading, then what needs attention', async () => {
    const deferredResponse = deferred<Awaited<ReturnType<typeof readTours>>>();
    vi.mocked(readTours).mockReturnValueOnce(deferredResponse.promise);
    await show();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(0);
    deferredResponse.resolve(
      listOf(
        listed('Harbour walk', { attention: ['no_guide'], own: true }),
        listed('New one', { tourStatus: 'draft' }),
      ),
    );
    await expect.element(card('Harbour walk')).toHaveTextContent(/No guide/);
    await expect.element(card('New one')).toHaveTextContent(/Draft/);
  });

  test('explains a failure and reloads on request', async () => {
    vi.mocked(readTours).mockResolvedValueOnce(fail('server', { retry: true }));
    vi.mocked(readTours).mockResolvedValue(listOf(listed('Harbour walk')));
    await show();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.element(card('Harbour walk')).toBeVisible();
  });

  test('shows the device’s copy with its age when offline, but not one of another version', async () => {
    vi.mocked(readTours).mockResolvedValue(fail('offline', { retry: true }));
    const keptAt = (data: unknown) =>
      vi.mocked(readStoredResponse).mockImplementation(async (key) => ({
        key,
        owner: company,
        at: Date.now() - 3 * 3_600_000,
        data,
      }));
    const data = list(listed('Harbour walk'));
    keptAt(data);
    await show();
    await expect.element(card('Harbour walk')).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('status')).toHaveTextContent(/3 hr ago/);
    company = crypto.randomUUID();
    keptAt({ ...data, tours: [{ title: 'of before' }] });
    await signInWith(BUILT_IN_ROLES.owner);
    await expect.element(page.getByRole('alert')).toHaveTextContent('could not be loaded');
  });

  test('without tours invites an owner to make one, and links a guide to the calendar', async () => {
    vi.mocked(readTours).mockResolvedValue(listOf());
    await signInWith(BUILT_IN_ROLES.guide);
    await show();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('main').getByRole('link').click();
    await expect.element(place()).toHaveTextContent('/tours/calendar');
  });
});

test('shows a departure’s guide, whether it reaches its minimum, and seats left, in words', async () => {
  const departure = (hour: number, more: Partial<ListedTour['departures'][number]> = {}) => ({
    id: crypto.randomUUID(),
    startsAt: `2031-05-02T0${hour}:00:00Z`,
    localDate: '2031-05-02',
    language: 'en',
    capacity: 20,
    seatsLeft: 12,
    hasGuide: true,
    own: false,
    belowMinimum: false,
    availability: 'AVAILABLE' as const,
    ...more,
  });
  vi.mocked(readTours).mockResolvedValue(
    listOf(
      listed('Harbour walk', {
        departures: [
          departure(6),
          departure(7, { hasGuide: false }),
          departure(8, { belowMinimum: true, seatsLeft: 18 }),
          departure(9, { availability: 'LIMITED', seatsLeft: 2 }),
        ],
      }),
    ),
  );
  await show();
  const row = (time: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^Fri\\s2\\sMay,\\s${time}`) });
  await expect.element(row('08:00')).toHaveTextContent(/12 left$/);
  expect(row('08:00').getByRole('img').elements()).toHaveLength(0);
  await expect.element(row('09:00').getByRole('img')).toHaveAccessibleName('No guide yet');
  await expect.element(row('10:00').getByRole('img')).toHaveAccessibleName('Below the minimum');
  await expect.element(row('11:00')).toHaveTextContent(/2 left$/);
});

test('shows this week’s figures on the card, and says when a draft is complete', async () => {
  const tour = listed('Harbour walk', { week: { departures: 1, guests: 0, taken: 6, seats: 20 } });
  const none = { departures: 0, guests: 0, taken: 0, seats: 0 };
  vi.mocked(readTours).mockResolvedValue(
    listOf(
      tour,
      listed('Bike', { week: { departures: 3, guests: 12, taken: 12, seats: 60 } }),
      listed('New one', { tourStatus: 'draft', attention: ['draft_ready'], week: none }),
      listed('Newer one', { tourStatus: 'draft', attention: ['draft_unfinished'], week: none }),
    ),
  );
  await show();
  await expect.element(card('Bike')).toHaveTextContent(/12 ?guests this week on 3 departures/);
  await expect.element(page.getByText('2 tours on sale, 12 guests this week')).toBeVisible();
  await expect.element(card('New one')).toHaveTextContent('Ready to publish');
  await expect.element(card('Newer one')).toHaveTextContent('Unfinished draft');
});

describe('a picture', () => {
  test('reserves its space before it loads, and is requested only where there is one', async () => {
    const deferredResponse = deferred<Awaited<ReturnType<typeof readTourPicture>>>();
    vi.mocked(readTourPicture).mockReturnValue(deferredResponse.promise);
    const pictured = listed('Harbour walk', { pictureTag: '0123456789abcdef' });
    vi.mocked(readTours).mockResolvedValue(listOf(pictured, listed('Old walk')));
    await show();
    const heightOf = () => card('Harbour walk').element().getBoundingClientRect().height;
    await expect.element(card('Harbour walk')).toBeVisible();
    const before = heightOf();
    deferredResponse.resolve(ok({ picture: { tag: '0123456789abcdef', base64: WEBP } }));
    await waitFor(() => expect(card('Harbour walk').element().querySelector('img')?.naturalWidth).toBe(1));
    expect(heightOf()).toBe(before);
    expect(vi.mocked(readTourPicture).mock.calls.map(([tour]) => tour)).toEqual([pictured.id]);
    expect(card('Old walk').element().querySelector('img')).toBeNull();
  });
});
