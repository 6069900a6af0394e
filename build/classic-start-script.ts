/**
 * Bundles the code that runs before the first paint into one classic script. Chromium compiles classic scripts when the
 * service worker stores them and caches the compiled code; modules are compiled lazily again at every start. Later code
 * stays modules, which get the start's exports through re-exporting modules.
 */
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Global with the start's exports for later modules; classic scripts cannot export. */
const EXPORTS = 'musterStart';

interface Names {
  /** The name within the chunk. */
  local: string;
  /** The name for other chunks. */
  exported: string;
}

interface Parts {
  body: string;
  imports: { from: string; names: Names[] }[];
  exports: Names[];
}

const nameOf = (node: { name?: string; value?: unknown }) => node.name ?? String(node.value);

/** Splits a chunk into its named imports and exports and the body between them. */
function partsOf(code: string, parse: Rolldown.PluginContext['parse']): Parts {
  const parts: Parts = { body: '', imports: [], exports: [] };
  let at = 0;
  const cut = ({ start, end }: { start: number; end: number }) => {
    parts.body += code.slice(at, start);
    at = end;
  };
  for (const node of parse(code).body) {
    if (node.type === 'ImportDeclaration') {
      const names = node.specifiers.map((specifier): Names => {
        if (specifier.type !== 'ImportSpecifier')
          throw new Error(
            `The start script has a default or namespace import from ${node.source.value}: use named imports.`,
          );
        return { local: specifier.local.name, exported: nameOf(specifier.imported as { name?: string }) };
      });
      parts.imports.push({ from: node.source.value, names });
      cut(node);
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source) {
      parts.exports.push(
        ...node.specifiers.map((specifier) => ({
          local: nameOf(specifier.local),
          exported: nameOf(specifier.exported),
        })),
      );
      cut(node);
    } else if (node.type.startsWith('Export'))
      throw new Error(`The start script contains ${node.type}, which classic scripts do not support.`);
  }
  parts.body += code.slice(at);
  return parts;
}

export function classicStartScript(): Plugin {
  return {
    name: 'muster:classic-start',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((chunk): chunk is Chunk => chunk.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        if (!entry) throw new Error('The build has no entry chunk.');
        const order: Chunk[] = [];
        const visit = (chunk: Chunk) => {
          if (order.includes(chunk)) return;
          for (const file of chunk.imports) visit(bundle[file] as Chunk);
          order.push(chunk);
        };
        visit(entry);

        const scopes = new Map(order.map((chunk, index) => [chunk.fileName.replace(/^.*\//, ''), `_${index}`]));
        const scopeOf = (from: string) => scopes.get(from.replace(/^.*\//, ''));
        const scripts = order.map((chunk) => {
          const { body, imports, exports } = partsOf(chunk.code, (code) => this.parse(code));
          const bindings = imports.map(
            ({ from, names }) =>
              `const{${names.map(({ local, exported }) => `${exported}:${local}`).join()}}=${scopeOf(from)};`,
          );
          const exported = exports.map(({ local, exported }) => `${exported}:${local}`).join();
          // A chunk's import.meta.url becomes the script's URL, which is in the same folder.
          const code = body.replaceAll('import.meta', '_meta').replace(/^\/\/# sourceMappingURL.*$/m, '');
          if (chunk === entry) return `(async()=>{${bindings.join('')}${code}\n})();`;
          // Later modules read the exports after the start has run; the values do not change any more.
          chunk.code = `const s=globalThis.${EXPORTS}.${scopeOf(chunk.fileName)};const ${exports.map(({ exported }, index) => `e${index}=s.${exported}`).join()};export{${exports.map(({ exported }, index) => `e${index} as ${exported}`).join()}};`;
          chunk.imports = [];
          return `const ${scopeOf(chunk.fileName)}=(()=>{${bindings.join('')}${code}\nreturn{${exported}}})();`;
        });
        const shared = order.filter((chunk) => chunk !== entry).map((chunk) => scopeOf(chunk.fileName));
        scripts.splice(-1, 0, `Object.defineProperty(globalThis,"${EXPORTS}",{value:{${shared.join()}}});`);
        const source = `(()=>{"use strict";const _meta={url:document.currentScript.src};${scripts.join('\n')}})();\n`;

        const name = `assets/muster-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
        this.emitFile({ type: 'asset', fileName: name, source });
        delete bundle[entry.fileName];
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no index.html.');
        page.source = String(page.source)
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<script type="module"[^>]*><\/script>/, `<script defer src="/${name}"></script>`);
      },
    },
  };
}
