/** Texts come by area: those of the start, and those of the screen that is opened. */
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.resetModules());

test('a screen that is opened by its address has its texts, though it asks before those of the start are here', async () => {
  const { loadedTexts, wantTexts } = await import('../../src/i18n/messages.ts');
  await Promise.all([wantTexts('start', 'en'), wantTexts('companies')]);
  expect(Object.keys(loadedTexts.get()!.messages)).toEqual(
    expect.arrayContaining(['app.name', 'companies.intro', 'companies.open']),
  );
});

test('a change of language brings all that was asked for', async () => {
  const { loadedTexts, showLocale, wantTexts } = await import('../../src/i18n/messages.ts');
  await wantTexts('start', 'en');
  await wantTexts('companies');
  await showLocale('it');
  expect(loadedTexts.get()).toMatchObject({ locale: 'it' });
  expect(loadedTexts.get()!.messages['companies.showAll']).not.toEqual([{ type: 0, value: 'Show all' }]);
});
