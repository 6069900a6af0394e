import { describe, expect, it } from 'vitest';
import type { Permission } from '../../domain/permissions.ts';
import { menuFor } from './menu.tsx';

const labelsFor = (permissions: Permission[], company: { hasActiveSubscription: boolean } | null) =>
  menuFor({ company, impersonating: false, can: (permission) => permissions.includes(permission) }).map(
    ({ label }) => label,
  );
const company = { hasActiveSubscription: true };

describe('labels of the menu', () => {
  it('are short for an owner', () => {
    const labels = labelsFor(['COMPANY_ALL_ACCESS', 'MANAGE_BOOKINGS_ACCESS'], company);
    expect(labels).toContain('menu.settings');
    expect(labels).not.toContain('route.companySettings');
  });

  it('are short for a partner’s admin', () => {
    const labels = labelsFor(['ORGANISATION_ALL_ACCESS'], null);
    expect(labels).toEqual(['route.organisationCompanies', 'route.bookings', 'menu.links', 'menu.settings']);
  });

  it('are the titles where an admin who acts for a company would have the same label twice', () => {
    const labels = labelsFor(['ORGANISATION_ALL_ACCESS', 'COMPANY_ALL_ACCESS', 'MANAGE_BOOKINGS_ACCESS'], company);
    expect(labels).toEqual(expect.arrayContaining(['route.companySettings', 'route.organisationSettings']));
    expect(labels).toEqual(expect.arrayContaining(['route.bookings', 'route.organisationBookings', 'menu.links']));
    expect(new Set(labels).size).toBe(labels.length);
  });
});
