import { expect, test } from 'vitest';
import { otherNameOf } from './other-origin.ts';

test('this machine is another site by its other name, at the same port; nothing else is', () => {
  expect(otherNameOf('http://127.0.0.1:4173')).toBe('http://localhost:4173');
  expect(otherNameOf('http://localhost:4173')).toBe('http://127.0.0.1:4173');
  expect(otherNameOf('http://[::1]:80')).toBe('http://localhost');
  expect(otherNameOf('https://muster.example.com')).toBeNull();
  expect(otherNameOf('https://localhost.example.com')).toBeNull();
});
