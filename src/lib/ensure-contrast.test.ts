import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCheckOptions } from './testing/random-cases.ts';
import { contrastRatio } from './contrast.ts';
import { ensureContrast } from './ensure-contrast.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Those of src/ui/theme/brand.ts, and black. */
const BACKGROUNDS = ['#ffffff', '#f5f8f7', '#1c2422', '#141a18', '#000000'];

test('any colour becomes readable on our backgrounds and on black', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom(...BACKGROUNDS), (brandColour, background) => {
      expect(contrastRatio(ensureContrast(brandColour, background), background)).toBeGreaterThanOrEqual(4.5);
    }),
    randomCheckOptions(1000),
  );
});

test('a readable colour is unchanged', () => {
  expect(ensureContrast('#0b5c66', '#ffffff')).toBe('#0b5c66');
  expect(ensureContrast('#ffe600', '#ffffff')).not.toBe('#ffe600');
});
