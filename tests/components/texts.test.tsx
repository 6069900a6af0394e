/** Texts come by area: those of the start, and those of the screen that is opened. */
import { expect, test } from 'vitest';

/** The module as a new tab has it: no texts are loaded. The page's own has those of earlier files. */
const inNewTab = () =>
  import(/* @vite-ignore */ `/src/i18n/messages.ts?tab=${crypto.randomUUID()}`) as Promise<
    typeof import('../../src/i18n/messages.ts')
  >;

test('a screen that is opened by its address has its texts, though it asks before those of the start are here', async () => {
  const { loadedTexts, loadTexts } = await inNewTab();
  await Promise.all([loadTexts('start', 'en'), loadTexts('companies')]);
  expect(Object.keys(loadedTexts.get()!.messages)).toEqual(
    expect.arrayContaining(['app.name', 'companies.intro', 'companies.open']),
  );
});

test('a change of language brings all that was asked for', async () => {
  const { loadedTexts, showLocale, loadTexts } = await inNewTab();
  await loadTexts('start', 'en');
  await loadTexts('companies');
  await showLocale('it');
  expect(loadedTexts.get()).toMatchObject({ locale: 'it' });
  expect(loadedTexts.get()!.messages['companies.showAll']).not.toEqual([{ type: 0, value: 'Show all' }]);
});
