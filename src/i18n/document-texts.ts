/** The words of receipts and invoices, in the language of whoever gets them: another one than the screen's, perhaps. */
import type { Locale } from '../lib/locales.ts';

type Words = typeof import('../../locales/documents/en.json');

const WORDS: Record<Locale, () => Promise<{ default: Words }>> = {
  en: () => import('../../locales/documents/en.json'),
  es: () => import('../../locales/documents/es.json'),
  da: () => import('../../locales/documents/da.json'),
  it: () => import('../../locales/documents/it.json'),
};

/** Fails when they cannot be fetched. */
export const loadDocumentTexts = async (locale: Locale): Promise<Words> => (await WORDS[locale]()).default;
