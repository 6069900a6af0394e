import { describe, expect, test } from 'vitest';
import type { Identity } from '../data/identity.ts';
import {
  actingCompany,
  hasAnyRole,
  hasPermissionIn,
  ownCompanies,
  seesGuestData,
  type Snapshot,
} from './session-state.ts';

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
    const companies = ownCompanies(
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
    expect(companies.map(({ id }) => id)).toEqual(['held', 'member']);
  });
});

describe('actingCompany', () => {
  const companies = [company('a', { member: true }), company('b', { member: true }), company('c')];
  test.each([
    [null, null, 'a'],
    [null, 'b', 'b'],
    // A company that is not theirs cannot be chosen.
    [null, 'c', 'a'],
    ['c', 'b', 'c'],
    ['gone', 'b', undefined],
  ])('acting for %s, with %s as the chosen company: returns %s', (impersonatedCompanyId, chosen, acting) =>
    expect(actingCompany(snapshot({ companies, impersonatedCompanyId }, chosen))?.id).toBe(acting),
  );
  test('is null without any company', () => expect(actingCompany(snapshot({}))).toBeNull());
});

describe('hasPermissionIn', () => {
  const two = (selected: string | null) =>
    snapshot(
      {
        assignments: [assignment(active('a'), ['CHECK_IN_ACCESS']), assignment(active('b'), ['VIEW_BOOKINGS_ACCESS'])],
        companies: [company('a'), company('b')],
      },
      selected,
    );
  test('checks the company that the person acts for, or all of their assignments', () => {
    expect(hasPermissionIn(two('a'), 'CHECK_IN_ACCESS')).toBe(true);
    expect(hasPermissionIn(two('a'), 'VIEW_BOOKINGS_ACCESS')).toBe(false);
    expect(hasPermissionIn(two('b'), 'VIEW_BOOKINGS_ACCESS')).toBe(true);
    expect(hasPermissionIn(two('a'), 'VIEW_BOOKINGS_ACCESS', 'person')).toBe(true);
    expect(hasPermissionIn(two('a'), 'MANAGE_BOOKINGS_ACCESS', 'person')).toBe(false);
  });
  test('is granted to a partner’s admin in the company for which they act, and their own rights remain', () => {
    const partner: Partial<Identity> = {
      assignments: [
        {
          role: 'partner_admin',
          permissions: ['ORGANISATION_ALL_ACCESS'],
          company: null,
          organisation: active('o1'),
        },
      ],
      companies: [company('a')],
      overseen: [{ companyId: 'a', organisationId: 'o1' }],
    };
    expect(actingCompany(snapshot(partner))).toBeNull();
    expect(hasPermissionIn(snapshot(partner), 'CHECK_IN_ACCESS')).toBe(false);
    const acting = snapshot({ ...partner, impersonatedCompanyId: 'a' });
    expect(actingCompany(acting)?.id).toBe('a');
    expect(hasPermissionIn(acting, 'CHECK_IN_ACCESS')).toBe(true);
    expect(hasPermissionIn(acting, 'ORGANISATION_ALL_ACCESS', 'person')).toBe(true);
  });
});

describe('seesGuestData', () => {
  const admin = (organisation: string, isActive = true) =>
    ({ role: 'partner_admin', permissions: ['ORGANISATION_ALL_ACCESS'], company: null, organisation: { id: organisation, isActive } }) as Assignment; // prettier-ignore
  const link = (dataSharing: boolean | undefined, organisationId = 'o', companyId = 'a') =>
    ({ companyId, organisationId, ...(dataSharing === undefined ? {} : { dataSharing }) }) as Identity['overseen'][number]; // prettier-ignore
  const acting = (identity: Partial<Identity>) =>
    seesGuestData(snapshot({ assignments: [admin('o')], impersonatedCompanyId: 'a', ...identity }));

  test('is true for a company’s own people', () => {
    expect(acting({ impersonatedCompanyId: null })).toBe(true);
    expect(acting({ assignments: [assignment(active('a'), ['MANAGE_BOOKINGS_ACCESS']), admin('o')] })).toBe(true);
  });

  test.each([
    ['data sharing', [link(true)], true],
    ['data sharing refused', [link(false)], false],
    ['a snapshot of an older app, which does not say', [link(undefined)], false],
    ['data sharing with another partner', [link(true, 'another')], false],
    ['data sharing of another company', [link(true, 'o', 'b')], false],
    ['no agreement', [], false],
  ])('while acting with %s returns $2', (_, overseen, sees) => expect(acting({ overseen })).toBe(sees));

  test('is false through an inactive organisation', () =>
    expect(acting({ overseen: [link(true)], assignments: [admin('o', false)] })).toBe(false));
});

describe('hasAnyRole', () => {
  test.each([
    ['no role', {}, false],
    ['an assignment', { assignments: [assignment(null)] }, true],
    ['a company without membership', { companies: [company('a')] }, false],
    ['membership in one of two companies', { companies: [company('a'), company('b', { member: true })] }, true],
    ['an organisation', { organisations: [{ id: 'o' }] as never }, true],
  ])('with %s returns $2', (_, identity, expected) => expect(hasAnyRole(snapshot(identity))).toBe(expected));
});
