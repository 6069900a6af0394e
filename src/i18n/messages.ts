/**
 * The texts that are loaded: of one language, and of the files (build/texts.ts) that were asked for so far. Compiled to syntax
 * trees by the build, so that no parser travels.
 */
import type { MessageFormatElement } from 'react-intl';
import { CATALOGUES, officeCatalogues } from 'texts:catalogues';
import type { Locale } from '../lib/locales.ts';
import { createStore } from '../lib/store.ts';
import type { MessageId } from './message-id.ts';

/** What was not asked for yet is not there, though the type says so. */
type Messages = Record<MessageId, MessageFormatElement[]>;

export interface LoadedTexts {
  locale: Locale;
  messages: Messages;
}

const LITERAL = 0;

const store = createStore<LoadedTexts | null>(null);
const wanted = new Set<string>();
const read = new Map<string, Messages>();
/** The language that the first texts are being fetched in: the screen asks for its own before these are here. */
let firstLocale: Locale | undefined;

async function messagesOf(file: string, locale: Locale): Promise<Messages> {
  const key = `${file}/${locale}`;
  const known = read.get(key);
  if (known) return known;
  const load = (CATALOGUES[file] ?? (await officeCatalogues())[file])?.[locale];
  if (!load) throw new Error(`There are no texts “${file}”.`);
  const catalogue = (await load()).default as Record<string, string | MessageFormatElement[]>;
  const messages = {} as Messages;
  for (const [id, message] of Object.entries(catalogue))
    messages[id as MessageId] = typeof message === 'string' ? [{ type: LITERAL, value: message }] : message;
  read.set(key, messages);
  return messages;
}

/** What is shown: null until the first texts are here. */
export const loadedTexts = { get: store.get, subscribe: store.subscribe };

/** Shows a language, with all files that were asked for. Fails, and changes nothing, when one cannot be fetched. */
export async function showLocale(locale: Locale): Promise<void> {
  const all = await Promise.all([...wanted].map((file) => messagesOf(file, locale)));
  store.set({ locale, messages: Object.assign({}, ...all) as Messages });
}

/** Fetches a file of texts in the language that is shown, or in `locale` at the start. Fails when it cannot be fetched. */
export async function loadTexts(file: string, locale = store.get()?.locale ?? firstLocale): Promise<void> {
  wanted.add(file);
  if (locale === undefined) return;
  firstLocale ??= locale;
  const messages = await messagesOf(file, locale);
  const shown = store.get();
  // Another language was chosen meanwhile: showing that one has brought this file, too.
  if (shown && shown.locale !== locale) return;
  store.set({ locale, messages: shown ? { ...shown.messages, ...messages } : messages });
}
