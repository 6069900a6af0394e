/** Texts load by area: those of the start, and those of the open screen. */
import { expect, test } from 'vitest';

/**
 * Imports a fresh copy of the module without loaded texts, as in a new tab. The page's own copy holds those of earlier
 * files.
 */
const inNewTab = () =>
  import(/* @vite-ignore */ `/src/i18n/messages.ts?tab=${crypto.randomUUID()}`) as Promise<
    typeof import('../../src/i18n/messages.ts')
  >;

test('a screen opened by URL loads its texts even when requested before those of the start area', async () => {
  const { loadedTexts, loadTexts } = await inNewTab();
  await Promise.all([loadTexts('start', 'en'), loadTexts('companies')]);
  expect(Object.keys(loadedTexts.get()!.messages)).toEqual(
    expect.arrayContaining(['app.name', 'companies.intro', 'companies.open']),
  );
});

test('a language change loads all requested areas', async () => {
  const { loadedTexts, showLocale, loadTexts } = await inNewTab();
  await loadTexts('start', 'en');
  await loadTexts('companies');
  await showLocale('it');
  expect(loadedTexts.get()).toMatchObject({ locale: 'it' });
  expect(loadedTexts.get()!.messages['companies.showAll']).not.toEqual([{ type: 0, value: 'Show all' }]);
});
