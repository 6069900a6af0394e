import { expect, test } from 'vitest';
import { needsSecondFactor } from './auth.ts';

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object) => `${encodePart({ alg: 'HS256' })}.${encodePart(claims)}.c2ln`;
const withFactor = { factors: [{ status: 'unverified' }, { status: 'verified' }] };

test.each([
  ['a password sign-in of a user with an authenticator', { aal: 'aal1' }, withFactor, true],
  ['a sign-in with the authenticator’s code', { aal: 'aal2' }, withFactor, false],
  ['a password sign-in of a user without an authenticator', { aal: 'aal1' }, {}, false],
  ['an authenticator that was never confirmed', { aal: 'aal1' }, { factors: [{ status: 'unverified' }] }, false],
  ['a backend without assurance levels', {}, withFactor, false],
  ['a token with non-ASCII claims', { aal: 'aal1', name: 'Åse ☂ \u00ff\u00fe?>' }, withFactor, true],
])('needsSecondFactor returns $3 for %s', (_, claims, user, expected) => {
  expect(needsSecondFactor({ access_token: token(claims), user })).toBe(expected);
});
