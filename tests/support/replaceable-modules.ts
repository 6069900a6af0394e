/** Wraps the exports of each module that component tests name in `mockModule()` (tests/components/mock-module.ts). */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const TESTS = join(import.meta.dirname, '../components');
const RUNTIME = join(TESTS, 'mock-module.ts');
const ORIGINAL = '?original';

function replacedModules(): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(TESTS).filter((name) => /\.tsx?$/.test(name)))
    for (const [, path] of readFileSync(join(TESTS, file), 'utf8').matchAll(/mockModule\(\s*import\('([^']+)'\)/g))
      found.add(resolve(TESTS, path!));
  return found;
}

export function replaceableModules(): Plugin {
  const modules = replacedModules();
  return {
    name: 'muster:replaceable-modules',
    enforce: 'pre',
    async load(id) {
      if (!modules.has(id)) return null;
      const { code } = await transformWithOxc(readFileSync(id, 'utf8'), id, { sourcemap: false });
      const names = this.parse(code).body.flatMap((node) => {
        if (node.type !== 'ExportNamedDeclaration') return [];
        const { declaration, specifiers } = node;
        if (declaration?.type === 'VariableDeclaration')
          return declaration.declarations.flatMap(({ id: name }) => (name.type === 'Identifier' ? [name.name] : []));
        if (declaration)
          return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
        return specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? [exported.name] : []));
      });
      return [
        `import * as original from ${JSON.stringify(id + ORIGINAL)};`,
        `import { replaceable } from ${JSON.stringify(RUNTIME)};`,
        ...names.map((name) => `export const ${name} = replaceable(original.${name});`),
      ].join('\n');
    },
  };
}
