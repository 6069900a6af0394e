/** The words of receipts and invoices, in the language of whoever gets them: another one than the screen's, perhaps. */
import type { DocumentWords } from '../domain/document-sheet.ts';
import type { Locale } from '../lib/locales.ts';

const WORDS: Record<Locale, () => Promise<{ default: DocumentWords }>> = {
  en: () => import('../../locales/documents/en.json'),
  es: () => import('../../locales/documents/es.json'),
  da: () => import('../../locales/documents/da.json'),
  it: () => import('../../locales/documents/it.json'),
};

/** Fails when they cannot be fetched. */
export const documentWords = async (locale: Locale): Promise<DocumentWords> => (await WORDS[locale]()).default;
