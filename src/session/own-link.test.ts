import { expect, test } from 'vitest';
import { followedOwnLink, ownLinkTo } from './own-link.ts';

const ONE = '7f1c2b9e-0000-4000-8000-000000000001';

test('only the link to this very company counts', () => {
  expect(followedOwnLink(ownLinkTo(ONE), ONE)).toBe(true);
  for (const state of [
    null,
    undefined,
    'actFor',
    true,
    {},
    { actFor: true },
    ownLinkTo('7f1c2b9e-0000-4000-8000-000000000002'),
    [ONE],
  ])
    expect(followedOwnLink(state, ONE)).toBe(false);
});
