/**
 * The texts of `locales/<area>/<language>.json`, merged into the files that travel: what is on the screen at the start is one,
 * the guests' pages have their own, every other area comes with the screen that names it.
 *
 * `texts:catalogues` holds the loaders by file and language, `texts:<file>-<language>` one file.
 */
import { parse } from '@formatjs/icu-messageformat-parser';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '..', 'locales');
const LANGUAGES = ['en', 'es', 'da', 'it'];
const MERGED: Readonly<Record<string, readonly string[]>> = {
  start: ['shared', 'app', 'check-in'],
  // Seldom seen, and held by every device all the same.
  doors: ['auth', 'guards'],
  booking: ['shared', 'booking'],
};
/** Read by functions alone, and what is read in the language of a guest (i18n/document-words.ts). */
const ELSEWHERE = new Set(['mail', 'documents']);

const areas = () => readdirSync(FOLDER).filter((area) => !ELSEWHERE.has(area));
const files = () => {
  const merged = new Set(Object.values(MERGED).flat());
  return [...Object.keys(MERGED), ...areas().filter((area) => !merged.has(area))];
};

/** Texts with values or tags become syntax trees, so that the parser (a fifth of the texts' code) stays at home. */
const compiled = (message: string) => (/[{}<>']/.test(message) ? parse(message) : message);

/** `isEverywhere`: component tests show the screens of both programs. */
export function texts({ isEverywhere = false } = {}): Plugin {
  return {
    name: 'muster:texts',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith('texts:') ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith('\0texts:')) return null;
      const name = id.slice('\0texts:'.length);
      if (name === 'catalogues') {
        const loaders = (file: string) =>
          LANGUAGES.map((language) => `${language}: () => import('texts:${file}-${language}')`).join(', ');
        const ours = (file: string) => isEverywhere || (this.environment.name === 'booking') === (file === 'booking');
        return `export const CATALOGUES = { ${files()
          .filter(ours)
          .map((file) => `'${file}': { ${loaders(file)} }`)
          .join(', ')} };`;
      }
      const [file, language] = [name.slice(0, -3), name.slice(-2)];
      const messages: Record<string, unknown> = {};
      for (const area of MERGED[file] ?? [file]) {
        const path = join(FOLDER, area, `${language}.json`);
        if (!existsSync(path)) continue;
        this.addWatchFile(path);
        const read = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
        for (const [key, text] of Object.entries(read)) messages[key] = compiled(text);
      }
      // As a string: a browser reads JSON several times faster than the same object in a script.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
  };
}
