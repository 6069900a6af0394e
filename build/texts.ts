/**
 * Merges the texts of `locales/<area>/<language>.json` into the catalogues that are shipped: those of
 * `AREAS_BY_CATALOGUE`, and one for each other area, loaded with its screens.
 *
 * `texts:catalogues` exports loaders by catalogue and language; those of office screens are loaded separately, as their
 * names alone would be too much for the start. `texts:<catalogue>-<language>` is one catalogue.
 */
import { parse } from '@formatjs/icu-messageformat-parser';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '..', 'locales');
const LANGUAGES = ['en', 'es', 'da', 'it'];
/** Catalogues that have another name than their area, or texts of several areas. */
export const AREAS_BY_CATALOGUE: Readonly<Record<string, readonly string[]>> = {
  start: ['shared', 'app', 'check-in'],
  // Seldom shown, but needed on every device.
  'auth-and-guards': ['auth', 'guards'],
  // Used both for sending an invitation and for accepting it.
  team: ['company-team', 'join'],
  // Needed for registration, whatever the sign-in method.
  registration: ['registration', 'mfa', 'providers'],
  patterns: ['patterns', 'detail'],
  // With the texts of lists with details, as it must work offline.
  'report-tour-numbers': ['report-tour-numbers', 'detail'],
  booking: ['shared', 'booking'],
};
/** Catalogues that the start knows, as they are precached; all others belong to the office. */
const START_CATALOGUES = new Set(['start', 'auth-and-guards', 'roll-call', 'report-tour-numbers', 'booking']);
/** Read only by Edge Functions, or in the guest's language (src/i18n/document-texts.ts). */
const AREAS_WITHOUT_CATALOGUE = new Set(['mail', 'documents']);

/** Page titles are also the labels of the menu, so they are part of the start, whatever their area. */
export const isPageTitle = (id: string): boolean => id.startsWith('route.');

const areas = () => readdirSync(FOLDER).filter((area) => !AREAS_WITHOUT_CATALOGUE.has(area));
const catalogueNames = () => {
  const merged = new Set(Object.values(AREAS_BY_CATALOGUE).flat());
  return [...Object.keys(AREAS_BY_CATALOGUE), ...areas().filter((area) => !merged.has(area))];
};

/**
 * Compiles texts with values or tags to syntax trees, so that the parser (a fifth of the texts' code) is not shipped.
 */
const compileMessage = (message: string) => (/[{}<>']/.test(message) ? parse(message) : message);

/** `includesBothApps` adds the catalogues of both apps, for component tests. */
export function texts({ includesBothApps = false } = {}): Plugin {
  return {
    name: 'muster:texts',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith('texts:') ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith('\0texts:')) return null;
      const name = id.slice('\0texts:'.length);
      if (name === 'catalogues' || name === 'office-catalogues') {
        const isStart = name === 'catalogues';
        const loaders = (catalogue: string) =>
          LANGUAGES.map((language) => `${language}: () => import('texts:${catalogue}-${language}')`).join(', ');
        const isOurs = (catalogue: string) =>
          includesBothApps || (this.environment.name === 'booking') === (catalogue === 'booking');
        const listed = catalogueNames().filter(
          (catalogue) => isOurs(catalogue) && START_CATALOGUES.has(catalogue) === isStart,
        );
        const list = `{ ${listed.map((catalogue) => `'${catalogue}': { ${loaders(catalogue)} }`).join(', ')} }`;
        if (!isStart) return `export const OFFICE_CATALOGUES = ${list};`;
        const office =
          this.environment.name === 'booking'
            ? '() => ({})'
            : `() => import('texts:office-catalogues').then((module) => module.OFFICE_CATALOGUES)`;
        return `export const CATALOGUES = ${list};\nexport const officeCatalogues = ${office};`;
      }
      const [catalogue, language] = [name.slice(0, -3), name.slice(-2)];
      const messages: Record<string, unknown> = {};
      const merged = AREAS_BY_CATALOGUE[catalogue] ?? [catalogue];
      const isStart = catalogue === 'start';
      for (const area of isStart ? areas() : merged) {
        const path = join(FOLDER, area, `${language}.json`);
        if (!existsSync(path)) continue;
        this.addWatchFile(path);
        const read = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
        for (const [id, text] of Object.entries(read))
          if (isPageTitle(id) ? isStart : merged.includes(area)) messages[id] = compileMessage(text);
      }
      // As a string: browsers parse JSON several times faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
  };
}
