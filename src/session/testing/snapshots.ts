/** A signed-in guide of one company, as tests need them. */
import type { Identity } from '../../data/identity.ts';
import type { Snapshot } from '../session-state.ts';

export const company = (id: string, more: Partial<Identity['companies'][number]> = {}) => ({
  id,
  name: id,
  slug: id,
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  brandColour: null,
  hasActiveSubscription: true,
  isActive: true,
  member: true,
  ...more,
});

export const identity = (more: Partial<Identity> = {}): Identity => ({
  userId: 'u1',
  displayName: 'Somebody',
  assignments: [
    { role: 'guide', permissions: ['CHECK_IN_ACCESS'], company: { id: 'c1', isActive: true }, organisation: null },
  ],
  companies: [company('c1')],
  organisations: [],
  overseen: [],
  impersonatedCompanyId: null,
  ...more,
});
export const snapshot = (more: Partial<Identity> = {}): Snapshot => ({
  identity: identity(more),
  email: 'u1@muster.test',
  chosenCompanyId: null,
});
