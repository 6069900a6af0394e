/** Texts come as one lazy chunk a language, compiled to syntax trees by the build so that no parser travels. */
import type { MessageFormatElement } from 'react-intl';
import type { Locale } from '../lib/locales.ts';

type Catalogue = Record<string, string | MessageFormatElement[]>;

const LOADERS: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('../../locales/en.json'),
  es: () => import('../../locales/es.json'),
  da: () => import('../../locales/da.json'),
  it: () => import('../../locales/it.json'),
};

const LITERAL = 0;

/** The messages of a language. Fails when its chunk cannot be fetched. */
export async function loadMessages(locale: Locale): Promise<Record<string, MessageFormatElement[]>> {
  const catalogue = (await LOADERS[locale]()).default as Catalogue;
  const messages: Record<string, MessageFormatElement[]> = {};
  for (const [id, message] of Object.entries(catalogue))
    messages[id] = typeof message === 'string' ? [{ type: LITERAL, value: message }] : message;
  return messages;
}
