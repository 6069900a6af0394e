/**
 * Writes the themes of src/ui/theme/themes.ts into page.css at its placeholder comment: both colour modes and pointer
 * types apply before any script runs. The build removes unused variables (build/style-sheet.ts).
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { TOUCH } from '../src/ui/theme/breakpoints.ts';
import { loadModuleExports } from './module-exports.ts';

const THEMES = join(import.meta.dirname, '../src/ui/theme/themes.ts');
const PLACE = '/* themes */';

type Themes = Pick<typeof import('../src/ui/theme/themes.ts'), 'themeFor'>;

const declarations = (theme: object) =>
  Object.entries(theme)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n');
/** Returns only the values that differ from the base. */
const changes = (theme: object, base: object) =>
  Object.fromEntries(Object.entries(theme).filter(([name, value]) => Reflect.get(base, name) !== value));

export async function themeRules(): Promise<string> {
  const { themeFor } = await loadModuleExports<Themes>(THEMES);
  const [light, dark, touched] = [
    themeFor('light', { mobile: false }),
    themeFor('dark', { mobile: false }),
    themeFor('light', { mobile: true }),
  ];
  return [
    `:root {\n${declarations(light)}\n}`,
    `:root[data-colour-mode='dark'] {\n${declarations(changes(dark, light))}\n}`,
    `@media ${TOUCH} {\n:root {\n${declarations(changes(touched, light))}\n}\n}`,
  ].join('\n');
}

export function themes(): Plugin {
  return {
    name: 'muster:themes',
    enforce: 'pre',
    async transform(code, id) {
      // The dev server adds `?direct` to a style sheet that a document links.
      if (!id.split('?')[0]!.endsWith('.css') || !code.includes(PLACE)) return null;
      this.addWatchFile(THEMES);
      const rules = await themeRules();
      return code.replace(PLACE, () => rules);
    },
  };
}
