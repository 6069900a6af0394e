import { readFileSync, readdirSync } from 'node:fs';
import type { Locale } from '../../src/lib/locales.ts';

const FOLDER = new URL('../../locales/', import.meta.url);

const read = new Map<Locale, Record<string, string>>();

export function textsOf(locale: Locale): Record<string, string> {
  const cached = read.get(locale);
  if (cached) return cached;
  const texts = Object.assign(
    {},
    ...readdirSync(FOLDER)
      .filter((area) => area !== 'mail')
      .map((area) => JSON.parse(readFileSync(new URL(`${area}/${locale}.json`, FOLDER), 'utf8')) as object),
  ) as Record<string, string>;
  read.set(locale, texts);
  return texts;
}
