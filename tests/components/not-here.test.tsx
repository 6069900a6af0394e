/** Why a departure is not on this device. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NotHere } from '../../src/company/check-in/roll-call/not-here.tsx';
import type { Permission } from '../../src/domain/permissions.ts';
import { useSyncValue } from '../../src/offline/read/live-queries.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/offline/read/live-queries.ts'));

const company = { ...memberCompany('7f1c2b9e-0000-4000-8000-000000000001', 'Harbour Walks'), member: true };
const GUIDE: Permission[] = ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'];
const OFFICE: Permission[] = ['CHECK_IN_ACCESS', 'VIEW_BOOKINGS_ACCESS'];
const PULLED = '2026-05-01T08:00:00.000Z';

test.each<[string, Permission[], { pulledAt: string | null; failure: string | null }, string]>([
  ['a guide', GUIDE, { pulledAt: PULLED, failure: null }, 'isn’t one of yours between yesterday'],
  ['the office', OFFICE, { pulledAt: PULLED, failure: null }, 'isn’t between yesterday and the day after tomorrow'],
  ['a guide before the first list', GUIDE, { pulledAt: null, failure: 'offline' }, 'haven’t been downloaded'],
  [
    'a guide without the permission any more',
    GUIDE,
    { pulledAt: null, failure: 'not_permitted' },
    'no longer have access',
  ],
])('%s reads why the departure is not on the device', async (_, permissions, state, text) => {
  vi.mocked(useSyncValue).mockImplementation(((key: 'pulledAt' | 'failure') => state[key]) as typeof useSyncValue);
  await signInAs(
    identity({
      companies: [company],
      assignments: [{ role: 'r', permissions, company: { id: company.id, isActive: true }, organisation: null }],
    }),
  );
  await renderScreen(<NotHere onBack={() => undefined} />, { texts: ['roll-call'] });
  await expect.element(page.getByText(text)).toBeVisible();
  await session.signOut({ discard: true });
});
