import { expect, test } from 'vitest';
import { needsSecondFactor } from './auth.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`;
const withFactor = { factors: [{ status: 'unverified' }, { status: 'verified' }] };

test.each([
  ['the password alone, by somebody who has an authenticator', { aal: 'aal1' }, withFactor, true],
  ['its code as well', { aal: 'aal2' }, withFactor, false],
  ['the password alone, by somebody who has none', { aal: 'aal1' }, {}, false],
  ['one that was never confirmed', { aal: 'aal1' }, { factors: [{ status: 'unverified' }] }, false],
  ['a backend that knows no levels', {}, withFactor, false],
  ['a name with signs of every kind', { aal: 'aal1', name: 'Åse ☂ \u00ff\u00fe?>' }, withFactor, true],
])('needsSecondFactor: %s', (_, claims, user, lacks) => {
  expect(needsSecondFactor({ access_token: token(claims), user })).toBe(lacks);
});
