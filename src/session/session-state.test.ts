import { describe, expect, test } from 'vitest';
import type { Identity } from '../data/identity.ts';
import { actingCompany, belongsSomewhere, canIn, ownCompanies, type Snapshot } from './session-state.ts';

type Company = Identity['companies'][number];
type Assignment = Identity['assignments'][number];

const company = (id: string, more: Partial<Company> = {}) =>
  ({ id, name: id, isActive: true, member: false, ...more }) as Company;
const assignment = (company: Assignment['company'], permissions: string[] = ['CHECK_IN_ACCESS']) =>
  ({ role: 'guide', permissions, company, organisation: null }) as Assignment;
const snapshot = (identity: Partial<Identity>, chosenCompanyId: string | null = null): Snapshot => ({
  identity: {
    userId: 'u1',
    assignments: [],
    companies: [],
    organisations: [],
    overseen: [],
    impersonatedCompanyId: null,
    ...identity,
  } as Identity,
  email: 'u1@muster.test',
  chosenCompanyId,
});
const active = (id: string) => ({ id, isActive: true });

describe('ownCompanies', () => {
  test('are active ones in which the person has a role or is a member', () => {
    const own = ownCompanies(
      snapshot({
        assignments: [
          assignment(active('held')),
          assignment({ id: 'ended', isActive: false }),
          assignment(active('closed')),
          assignment(null),
        ],
        companies: [
          company('held'),
          company('member', { member: true }),
          company('neither'),
          company('ended'),
          company('closed', { isActive: false }),
          company('inactive', { isActive: false, member: true }),
        ],
      }),
    );
    expect(own.map(({ id }) => id)).toEqual(['held', 'member']);
  });
});

describe('actingCompany', () => {
  const companies = [company('a', { member: true }), company('b', { member: true }), company('c')];
  test.each([
    [null, null, 'a'],
    [null, 'b', 'b'],
    // What is not theirs cannot be chosen.
    [null, 'c', 'a'],
    ['c', 'b', 'c'],
    ['gone', 'b', undefined],
  ])('impersonating %s, having chosen %s: %s', (impersonatedCompanyId, chosen, acting) =>
    expect(actingCompany(snapshot({ companies, impersonatedCompanyId }, chosen))?.id).toBe(acting),
  );
  test('is null without any company', () => expect(actingCompany(snapshot({}))).toBeNull());
});

describe('canIn', () => {
  const two = (chosen: string | null) =>
    snapshot(
      {
        assignments: [assignment(active('a'), ['CHECK_IN_ACCESS']), assignment(active('b'), ['VIEW_BOOKINGS_ACCESS'])],
        companies: [company('a'), company('b')],
      },
      chosen,
    );
  test('asks about the company that the person acts for, or about the person', () => {
    expect(canIn(two('a'), 'CHECK_IN_ACCESS')).toBe(true);
    expect(canIn(two('a'), 'VIEW_BOOKINGS_ACCESS')).toBe(false);
    expect(canIn(two('b'), 'VIEW_BOOKINGS_ACCESS')).toBe(true);
    expect(canIn(two('a'), 'VIEW_BOOKINGS_ACCESS', 'person')).toBe(true);
    expect(canIn(two('a'), 'MANAGE_BOOKINGS_ACCESS', 'person')).toBe(false);
  });
});

describe('belongsSomewhere', () => {
  test.each([
    [{}, false],
    [{ assignments: [assignment(null)] }, true],
    [{ companies: [company('a')] }, false],
    [{ companies: [company('a'), company('b', { member: true })] }, true],
    [{ organisations: [{ id: 'o' }] as never }, true],
  ])('case %#', (identity, does) => expect(belongsSomewhere(snapshot(identity))).toBe(does));
});
