/** Texts of receipts and invoices in the recipient's language, which may differ from the screen's. */
import type { Locale } from '../lib/locales.ts';

type Words = typeof import('../../locales/documents/en.json');

const WORDS: Record<Locale, () => Promise<{ default: Words }>> = {
  en: () => import('../../locales/documents/en.json'),
  es: () => import('../../locales/documents/es.json'),
  da: () => import('../../locales/documents/da.json'),
  it: () => import('../../locales/documents/it.json'),
};

/** Loads the texts of a language; rejects when they cannot be fetched. */
export const loadDocumentTexts = async (locale: Locale): Promise<Words> => (await WORDS[locale]()).default;
