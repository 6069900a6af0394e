/** Why a departure is not on this device. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NotHere } from '../../src/company/check-in/roll-call/not-here.tsx';
import type { Permission } from '../../src/domain/permissions.ts';
import { readDepartureDate } from '../../src/data/departure-date.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { useSyncValue } from '../../src/offline/read/live-queries.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/offline/read/live-queries.ts'));
await mockModule(import('../../src/data/departure-date.ts'), async (original) => ({
  ...(await original()),
  readDepartureDate: vi.fn<typeof readDepartureDate>(),
}));

const company = { ...memberCompany('7f1c2b9e-0000-4000-8000-000000000001', 'Harbour Walks'), member: true };
const GUIDE: Permission[] = ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'];
const OFFICE: Permission[] = ['CHECK_IN_ACCESS', 'VIEW_BOOKINGS_ACCESS'];
const PULLED = '2026-05-01T08:00:00.000Z';

const OFFLINE = fail('offline', { retry: true });
const today = new Date().toISOString().slice(0, 10);

test.each<
  [
    string,
    Permission[],
    { pulledAt: string | null; failure: string | null },
    Awaited<ReturnType<typeof readDepartureDate>>,
    string,
  ]
>([
  [
    'a guide offline',
    GUIDE,
    { pulledAt: PULLED, failure: null },
    OFFLINE,
    'isn’t one of your departures from yesterday',
  ],
  ['the office offline', OFFICE, { pulledAt: PULLED, failure: null }, OFFLINE, 'isn’t between yesterday and the day'],
  ['a guide before the first list', GUIDE, { pulledAt: null, failure: 'offline' }, OFFLINE, 'haven’t been downloaded'],
  [
    'a guide with an old link',
    GUIDE,
    { pulledAt: PULLED, failure: null },
    ok('2026-04-28'),
    'is on Tuesday, 28 April 2026.',
  ],
  [
    'a guide before the next download',
    GUIDE,
    { pulledAt: PULLED, failure: null },
    ok(today),
    'haven’t been downloaded',
  ],
  ['a guide who is not assigned', GUIDE, { pulledAt: PULLED, failure: null }, ok(null), 'aren’t assigned'],
  [
    'the office with an unknown link',
    OFFICE,
    { pulledAt: PULLED, failure: null },
    ok(null),
    'couldn’t find this departure',
  ],
  [
    'a guide who lost the permission',
    GUIDE,
    { pulledAt: null, failure: 'not_permitted' },
    ok(null),
    'no longer have access',
  ],
])('%s reads why the departure is not on the device', async (_, permissions, state, result, text) => {
  vi.mocked(useSyncValue).mockImplementation(((key: 'pulledAt' | 'failure') => state[key]) as typeof useSyncValue);
  vi.mocked(readDepartureDate).mockResolvedValue(result);
  await signInAs(
    identity({
      companies: [company],
      assignments: [{ role: 'r', permissions, company: { id: company.id, isActive: true }, organisation: null }],
    }),
  );
  const departure = crypto.randomUUID();
  await renderScreen(<NotHere company={company.id} departure={departure} onBack={() => undefined} />, {
    texts: ['roll-call'],
  });
  await expect.element(page.getByText(text)).toBeVisible();
  await session.signOut({ discard: true });
});
