import { readFileSync, readdirSync } from 'node:fs';
import type { Locale } from '../../src/lib/locales.ts';

const FOLDER = new URL('../../locales/', import.meta.url);

/** All texts of the app in a language, as they are written. */
export function textsOf(locale: Locale): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(FOLDER)
      .filter((area) => area !== 'mail')
      .map((area) => JSON.parse(readFileSync(new URL(`${area}/${locale}.json`, FOLDER), 'utf8')) as object),
  ) as Record<string, string>;
}
