/** Default responses of the fake data port, and how to delay them. */
import { vi } from 'vitest';
import { signIn, type signOut } from '../../src/data/auth.ts';
import { loadIdentity, type Identity, type MemberCompany } from '../../src/data/identity.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';
import { mockModule, spiesOn } from './mock-module.ts';

/** A response that the test resolves later. */
export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

export const memberCompany = (id: Uuid, name: string): MemberCompany => ({
  id,
  name,
  slug: id,
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  brandColour: null,
  hasActiveSubscription: true,
  isActive: true,
  member: false,
});

export const identity = (more: Partial<Identity> = {}): Identity => ({
  userId: '11111111-0000-4000-8000-000000000001',
  displayName: 'Pernille Partner',
  assignments: [],
  companies: [],
  organisations: [],
  overseen: [],
  impersonatedCompanyId: null,
  ...more,
});

/** Mocks `data/auth` and `data/identity`. Signing out succeeds, because each file's tests end with it. */
export async function mockSession(): Promise<void> {
  await mockModule(import('../../src/data/identity.ts'));
  await mockModule(import('../../src/data/auth.ts'), async (original) => ({
    ...spiesOn(await original()),
    signOut: vi.fn<typeof signOut>(async () => ok(null)),
  }));
}

/** A partner admin who acts for a company and has no role of their own there. */
export function actingPartner(company: MemberCompany, userId: Uuid, { dataSharing = true } = {}): Identity {
  const organisation = crypto.randomUUID() as Uuid;
  return identity({
    userId,
    companies: [company],
    overseen: [{ companyId: company.id, organisationId: organisation, dataSharing }],
    impersonatedCompanyId: company.id,
    assignments: [
      {
        role: 'partner_admin',
        permissions: ['ORGANISATION_ALL_ACCESS'],
        company: null,
        organisation: { id: organisation, isActive: true },
      },
    ],
  });
}

/** Signs in to the real session, over the mocks of `mockSession()`. */
export async function signInAs(who: Identity): Promise<void> {
  vi.mocked(signIn).mockResolvedValue(ok({ userId: who.userId, email: 'pernille@muster.test' }));
  vi.mocked(loadIdentity).mockResolvedValue(ok(who));
  await session.signIn('pernille@muster.test', 'a password');
}
