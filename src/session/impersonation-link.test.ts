import { expect, test } from 'vitest';
import { isFromImpersonationLink, impersonationLinkState } from './impersonation-link.ts';

const ONE = '7f1c2b9e-0000-4000-8000-000000000001';

test('isFromImpersonationLink accepts only the link to this company', () => {
  expect(isFromImpersonationLink(impersonationLinkState(ONE), ONE)).toBe(true);
  for (const state of [
    null,
    undefined,
    'actFor',
    true,
    {},
    { actFor: true },
    impersonationLinkState('7f1c2b9e-0000-4000-8000-000000000002'),
    [ONE],
  ])
    expect(isFromImpersonationLink(state, ONE)).toBe(false);
});
