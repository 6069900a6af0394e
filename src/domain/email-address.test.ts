import { describe, expect, test } from 'vitest';
import { isEmailAddress, normalizeEmailAddress } from './email-address.ts';
import { EMAIL_ADDRESSES, TYPED_EMAIL_ADDRESSES } from './testing/email-addresses.ts';

describe('isEmailAddress', () => {
  test.each(EMAIL_ADDRESSES)('accepts %j: %j', (text, isOne) => expect(isEmailAddress(text)).toBe(isOne));

  test.each(['\ud800@holm.test', 'anna\udc00@holm.test', 'anna@holm\uffff.test', 'anna\u0000@holm.test'])(
    'refuses %j, which no database stores',
    (text) => expect(isEmailAddress(text)).toBe(false),
  );
});

test.each(TYPED_EMAIL_ADDRESSES)('normalizeEmailAddress reads %j as %j', (input, read) =>
  expect(normalizeEmailAddress(input)).toBe(read),
);
