import { expect, test } from 'vitest';
import { otherLoopbackOrigin } from './other-origin.ts';

test('returns the other loopback name at the same port, and null for any other host', () => {
  expect(otherLoopbackOrigin('http://127.0.0.1:4173')).toBe('http://localhost:4173');
  expect(otherLoopbackOrigin('http://localhost:4173')).toBe('http://127.0.0.1:4173');
  expect(otherLoopbackOrigin('http://[::1]:80')).toBe('http://localhost');
  expect(otherLoopbackOrigin('https://muster.example.com')).toBeNull();
  expect(otherLoopbackOrigin('https://localhost.example.com')).toBeNull();
});
