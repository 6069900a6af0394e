import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutSonnerStyles } from './without-sonner-styles.ts';

const CODE = readFileSync(
  createRequire(import.meta.url)
    .resolve('sonner')
    .replace(/\.js$/, '.mjs'),
  'utf8',
);

const transform = (code: string, id = '/app/node_modules/sonner/dist/index.mjs') =>
  (withoutSonnerStyles().transform as (code: string, id: string) => { code: string } | null)(code, id);

test('leaves out Sonner’s styles, and nothing else', () => {
  const { code } = transform(CODE)!;
  expect(CODE).toMatch(/\[data-sonner-toaster\]/);
  expect(code).not.toMatch(/\[data-sonner-toaster\]|@keyframes|@media/);
  expect(code).toMatch(/export\{[\w$]+ as Toaster,[\w$]+ as toast/);
  expect(CODE.length - code.length).toBeGreaterThan(14_000);
});

test('leaves other modules alone', () => expect(transform(CODE, '/app/src/main.tsx')).toBeNull());

test('fails when Sonner inserts its styles in another way', () =>
  expect(() => transform('export {};')).toThrow('Sonner no longer inserts its styles'));
