/**
 * Loaded translations: one language, and the catalogues (build/texts.ts) that were requested so far. The build compiles
 * them to syntax trees, so that no ICU parser is shipped.
 */
import type { MessageFormatElement } from 'react-intl';
import { CATALOGUES, officeCatalogues } from 'texts:catalogues';
import type { Locale } from '../lib/locales.ts';
import { createStore } from '../lib/store.ts';
import type { MessageId } from './message-id.ts';

/** The type claims all ids, but only those of requested catalogues exist. */
type Messages = Record<MessageId, MessageFormatElement[]>;

export interface LoadedTexts {
  locale: Locale;
  messages: Messages;
}

const LITERAL = 0;

const store = createStore<LoadedTexts | null>(null);
const requestedFiles = new Set<string>();
const read = new Map<string, Messages>();
/** Language of the first load, for catalogues that are requested before it completes. */
let firstLocale: Locale | undefined;

async function messagesOf(file: string, locale: Locale): Promise<Messages> {
  const key = `${file}/${locale}`;
  const existing = read.get(key);
  if (existing) return existing;
  const load = (CATALOGUES[file] ?? (await officeCatalogues())[file])?.[locale];
  if (!load) throw new Error(`There is no message catalogue “${file}”.`);
  const catalogue = (await load()).default as Record<string, string | MessageFormatElement[]>;
  const messages = {} as Messages;
  for (const [id, message] of Object.entries(catalogue))
    messages[id as MessageId] = typeof message === 'string' ? [{ type: LITERAL, value: message }] : message;
  read.set(key, messages);
  return messages;
}

/** The current texts; null until the first catalogue is loaded. */
export const loadedTexts = { get: store.get, subscribe: store.subscribe };

/** Shows a language with all requested catalogues. Rejects, and changes nothing, when one cannot be fetched. */
export async function showLocale(locale: Locale): Promise<void> {
  const all = await Promise.all([...requestedFiles].map((file) => messagesOf(file, locale)));
  store.set({ locale, messages: Object.assign({}, ...all) as Messages });
}

/** Loads a catalogue in the current language, or in `locale` at startup. Rejects when it cannot be fetched. */
export async function loadTexts(file: string, locale = store.get()?.locale ?? firstLocale): Promise<void> {
  requestedFiles.add(file);
  // Only in tests: the app requests `start`, with its language, before anything else.
  if (locale === undefined) return;
  firstLocale ??= locale;
  const messages = await messagesOf(file, locale);
  const current = store.get();
  // The language changed during the load; `showLocale` has loaded this catalogue too.
  if (current && current.locale !== locale) return;
  store.set({ locale, messages: current ? { ...current.messages, ...messages } : messages });
}

/** Waits for code and the texts that it shows. */
export async function withTexts<Code>(code: Promise<Code>, files: readonly string[]): Promise<Code> {
  const [loaded] = await Promise.all([code, ...files.map((file) => loadTexts(file))]);
  return loaded;
}
