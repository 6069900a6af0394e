import { describe, expect, test } from 'vitest';
import { can, type Assignment, type Permission, type Subject } from './permissions.ts';

const COPENHAGEN = '10000000-0000-4000-8000-000000000001';
const ROME = '10000000-0000-4000-8000-000000000002';
const PARTNER = '20000000-0000-4000-8000-000000000001';

const assignment = (permissions: Permission[], bound: Partial<Assignment> = {}): Assignment => ({
  role: 'some role',
  permissions,
  company: null,
  organisation: null,
  ...bound,
});
const subject = (assignments: Assignment[], more: Partial<Subject> = {}): Subject => ({
  assignments,
  impersonatedCompanyId: null,
  overseen: [],
  ...more,
});

describe('section 6 of the specification', () => {
  test('an assignment without company and organisation always counts', () => {
    expect(can(subject([assignment(['CHECK_IN_ACCESS'])]), 'CHECK_IN_ACCESS', null)).toBe(true);
  });

  test.each(['company', 'organisation'] as const)('an assignment to a %s counts while it is active', (bound) => {
    const by = (isActive: boolean) => subject([assignment(['CHECK_IN_ACCESS'], { [bound]: { id: ROME, isActive } })]);
    expect(can(by(true), 'CHECK_IN_ACCESS', null)).toBe(true);
    expect(can(by(false), 'CHECK_IN_ACCESS', null)).toBe(false);
  });

  test.each(['ALL_ACCESS', 'COMPANY_ALL_ACCESS'] as const)('%s passes all but ORGANISATION_ALL_ACCESS', (key) => {
    const holder = subject([assignment([key])]);
    expect(can(holder, 'TRUSTED_PARNER_ACCESS', null)).toBe(true);
    expect(can(holder, 'ORGANISATION_ALL_ACCESS', null)).toBe(false);
  });
});

describe('permissions for one company', () => {
  const owner = subject([assignment(['COMPANY_ALL_ACCESS'], { company: { id: COPENHAGEN, isActive: true } })]);

  test('a company assignment does not apply to another company', () => {
    expect(can(owner, 'CHECK_IN_ACCESS', COPENHAGEN)).toBe(true);
    expect(can(owner, 'CHECK_IN_ACCESS', ROME)).toBe(false);
  });

  const partner = assignment(['ORGANISATION_ALL_ACCESS'], { organisation: { id: PARTNER, isActive: true } });
  const overseen = [{ companyId: COPENHAGEN, organisationId: PARTNER }];

  test('a partner admin acts for an overseen company only while impersonating it', () => {
    expect(can(subject([partner], { overseen }), 'CHECK_IN_ACCESS', COPENHAGEN)).toBe(false);
    const acting = subject([partner], { overseen, impersonatedCompanyId: COPENHAGEN });
    expect(can(acting, 'CHECK_IN_ACCESS', COPENHAGEN)).toBe(true);
    expect(can(acting, 'CHECK_IN_ACCESS', ROME)).toBe(false);
  });

  test('a partner admin does not act for a company that they do not oversee', () => {
    const acting = subject([partner], { overseen, impersonatedCompanyId: ROME });
    expect(can(acting, 'CHECK_IN_ACCESS', ROME)).toBe(false);
  });

  test('a partner agent never acts for a company', () => {
    const agent = { ...partner, permissions: ['TRUSTED_PARNER_ACCESS'] as const };
    const acting = subject([agent], { overseen, impersonatedCompanyId: COPENHAGEN });
    expect(can(acting, 'CHECK_IN_ACCESS', COPENHAGEN)).toBe(false);
  });
});
