import { describe, expect, it } from 'vitest';
import { redactEvent } from './bugsnag.ts';
import { redact, redactDeep } from './redact.ts';

describe('what a report must not carry', () => {
  it.each([
    ['anna.lindqvist+tour@example.co.uk', '[e-mail]'],
    ['anna%40example.com', '[e-mail]'],
    ['søren@kjær.dk', '[e-mail]'],
    ['+45 12 34 56 78', '[phone]'],
    ['+393491234567', '[phone]'],
    ['0034 612 345 678', '[phone]'],
    ['20 12 34 56', '[phone]'],
    ['12345678', '[number]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF-_123', '[token]'],
    ['Bearer abcdefghijklmnop', 'Bearer [token]'],
    ['sb_publishable_abc', '[token]'],
    ['https://x.test/update-password?code=0f3b2a11&type=recovery', 'https://x.test/update-password?code=[token]&type=recovery'],
    ['refresh_token: "v1.abc"', 'refresh_token: "[token]"'],
    ['https://x.test/da/booking/view/Q2hlY2s?lang=da', 'https://x.test/da/booking/view/[token]?lang=da'],
    ['/booking/isolated/payment/99aa', '/booking/isolated/payment/[token]'],
    ['k9QmZ2x7Vt4LwP8sRb6NcYd3HfGj5TqUe1AoXi0BvMnKzW', '[token]'],
  ])('%s', (secret, left) => {
    expect(redact(secret)).toBe(left);
    expect(redact(`before ${secret} after`)).toBe(`before ${left} after`);
  });
  it.each([
    'Cannot read properties of undefined (reading "guests")',
    'TypeError at check-in-page.tsx:120:14',
    'https://x.test/assets/index-BdBIxQ0D.js',
    'Departure 7f1c2b9e-1234-4000-8000-00000000abcd at 2026-05-01T08:52:00.000Z',
    'status 503 after 15000 ms',
  ])('leaves %s', (text) => expect(redact(text)).toBe(text));
});

it('looks into whatever hangs on an event', () => {
  expect(redactDeep({ a: ['mail x@y.test'], password: 'p', deep: { contact_phone: '12', count: 3 } })).toEqual({
    a: ['mail [e-mail]'],
    password: '[removed]',
    deep: { contact_phone: '[removed]', count: 3 },
  });
  const round: Record<string, unknown> = {};
  round['self'] = round;
  expect(JSON.stringify(redactDeep(round))).toContain('[deep]');
});

it('redacts every part of an event', () => {
  const event = {
    errors: [{ errorMessage: 'no x@y.test', stacktrace: [{ file: 'https://x.test/booking/view/abc' }] }],
    breadcrumbs: [{ message: 'call +4512345678', metadata: { request: '?token=abc' } }],
    request: { url: 'https://x.test/?access_token=abc', headers: { cookie: 'sb' } },
    context: '/booking/view/abc',
  };
  redactEvent(event);
  expect(event).toEqual({
    errors: [{ errorMessage: 'no [e-mail]', stacktrace: [{ file: 'https://x.test/booking/view/[token]' }] }],
    breadcrumbs: [{ message: 'call [phone]', metadata: { request: '?token=[token]' } }],
    request: { url: 'https://x.test/?access_token=[token]' },
    context: '/booking/view/[token]',
  });
});
