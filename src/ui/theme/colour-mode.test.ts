import { describe, expect, it } from 'vitest';
import { colourModeCookie, colourModeOf, resolveColourMode } from './colour-mode.ts';

it('keeps the choice for 356 days, on path /, secure, SameSite lax', () => {
  expect(colourModeCookie('dark')).toBe('muster_colour_mode=dark; path=/; max-age=30758400; samesite=lax; secure');
});

it('reads the cookie, and falls back to system for anything else', () => {
  expect(colourModeOf('a=b; muster_colour_mode=light')).toBe('light');
  expect(colourModeOf('muster_colour_mode=purple')).toBe('system');
  expect(colourModeOf('')).toBe('system');
});

describe('resolveColourMode', () => {
  it.each([
    ['light', null, true, 'light'],
    ['dark', null, false, 'dark'],
    ['system', null, true, 'dark'],
    ['system', null, false, 'light'],
    ['dark', 'light', true, 'light'],
    ['system', 'dark', false, 'dark'],
  ] as const)(
    'with preference %s, forced %s and a dark device %s resolves to %s',
    (preference, forced, systemDark, expected) =>
      expect(resolveColourMode({ preference, forced, systemDark })).toBe(expected),
  );
});
