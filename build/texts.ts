/**
 * The texts of `locales/<area>/<language>.json`, merged into the files that travel: what is on the screen at the start is one,
 * the guests' pages have their own, every other area comes with the screen that names it.
 *
 * `texts:catalogues` holds the loaders by file and language, of the office's screens by one more step: their names alone are more
 * than the start can bear. `texts:<file>-<language>` is one file.
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
  'auth-and-guards': ['auth', 'guards'],
  // An invitation is sent from the one and opened by the other, and both tell what a role may do.
  team: ['company-team', 'join'],
  // What is needed to come in, by whichever way.
  registration: ['registration', 'mfa', 'providers'],
  // What stands over a detail, also where the patterns are not: the numbers of a tour are there without a network.
  patterns: ['patterns', 'detail'],
  'report-tour-numbers': ['report-tour-numbers', 'detail'],
  booking: ['shared', 'booking'],
};
/** Known to the start; the rest is the office's. */
const KNOWN = new Set(['start', 'auth-and-guards', 'roll-call', 'booking']);
/** Read by functions alone, and what is read in the language of a guest (i18n/document-texts.ts). */
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
      if (name === 'catalogues' || name === 'office-catalogues') {
        const isStart = name === 'catalogues';
        const loaders = (file: string) =>
          LANGUAGES.map((language) => `${language}: () => import('texts:${file}-${language}')`).join(', ');
        const ours = (file: string) => isEverywhere || (this.environment.name === 'booking') === (file === 'booking');
        const listed = files().filter((file) => ours(file) && KNOWN.has(file) === isStart);
        const list = `{ ${listed.map((file) => `'${file}': { ${loaders(file)} }`).join(', ')} }`;
        if (!isStart) return `export const OFFICE_CATALOGUES = ${list};`;
        const office =
          this.environment.name === 'booking'
            ? '() => ({})'
            : `() => import('texts:office-catalogues').then((module) => module.OFFICE_CATALOGUES)`;
        return `export const CATALOGUES = ${list};\nexport const officeCatalogues = ${office};`;
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
