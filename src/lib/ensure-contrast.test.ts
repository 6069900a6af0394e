import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCheckOptions } from './testing/random-cases.ts';
import { contrastRatio } from './contrast.ts';
import { ensureContrast } from './ensure-contrast.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any colour becomes readable on white, on our paper colours and on black', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('#ffffff', '#f5f8f7', '#1c2422', '#000000'), (brandColour, ground) => {
      expect(contrastRatio(ensureContrast(brandColour, ground), ground)).toBeGreaterThanOrEqual(4.5);
    }),
    randomCheckOptions(1000),
  );
});

test('a readable colour is unchanged', () => {
  expect(ensureContrast('#0b5c66', '#ffffff')).toBe('#0b5c66');
  expect(ensureContrast('#ffe600', '#ffffff')).not.toBe('#ffe600');
});
