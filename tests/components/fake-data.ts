/** What the fake data port answers with, and how it is told to wait. */
import { vi } from 'vitest';
import { signIn } from '../../src/data/auth.ts';
import { loadIdentity, type Identity, type MemberCompany } from '../../src/data/identity.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';

/** An answer that comes when the test says so. */
export function later<T>(): { answer: Promise<T>; come(with_: T): void } {
  let come!: (value: T) => void;
  const answer = new Promise<T>((resolve) => (come = resolve));
  return { answer, come };
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

/** The real session, entered over the faked `data/auth` and `data/identity`: the test file mocks both. */
export async function signInAs(who: Identity): Promise<void> {
  vi.mocked(signIn).mockResolvedValue(ok({ userId: who.userId, email: 'pernille@muster.test' }));
  vi.mocked(loadIdentity).mockResolvedValue(ok(who));
  await session.signIn('pernille@muster.test', 'a password');
}
