/** Moves the rules that build/compile-styles.ts extracts into the page's one style sheet. */
import { normalizeCSSBucketEntry, styleBucketOrdering } from '@griffel/core';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { compileStyles, type Rules } from './compile-styles.ts';

/** Joins rules without duplicates, in the order of Griffel's own style sheets. */
export function joinRules(all: Iterable<Rules>): string {
  const groups = new Map<string, { bucket: number; condition: string; priority: number; rules: Set<string> }>();
  for (const rules of all)
    for (const [bucket, entries] of Object.entries(rules))
      for (const entry of entries ?? []) {
        // Griffel's metadata: media query, container query, priority.
        const [rule, { m, x, p = 0 } = {}] = normalizeCSSBucketEntry(entry as string) as [
          string,
          { m?: string; x?: string; p?: number }?,
        ];
        const condition = m ?? x ?? '';
        const key = [bucket, condition, p].join(' ');
        const at = styleBucketOrdering.indexOf(bucket as (typeof styleBucketOrdering)[number]);
        if (at < 0) throw new Error(`Unknown Griffel style bucket “${bucket}”: support it in build/style-sheet.ts.`);
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { bucket: at, condition, priority: p, rules: new Set() }));
        group.rules.add(rule);
      }
  const byCondition = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...groups.values()]
    .toSorted((a, b) => a.bucket - b.bucket || byCondition(a.condition, b.condition) || a.priority - b.priority)
    .map(({ rules }) => [...rules].toSorted().join('\n'))
    .join('\n');
}

/**
 * Removes variables that neither style sheet nor scripts read. Our own are few and kept, as scripts compose their
 * names.
 */
export function removeUnusedVariables(css: string, scripts: string): string {
  const reading = `${css.replace(/--[\w-]+\s*:/g, '')}${scripts}`;
  const read = new Set([...reading.matchAll(/--([\w-]+)/g)].map(([, name]) => name));
  return css.replace(/--([\w-]+)\s*:[^;}]*;?/g, (whole, name: string) =>
    read.has(name) || name.startsWith('muster') ? whole : '',
  );
}

const READ = /(?:\/src\/.*\.tsx?|\/node_modules\/@fluentui\/.*\.js)$/;

export function styleSheet(): Plugin {
  const found = new Map<string, Rules[]>();
  return {
    name: 'muster:style-sheet',
    apply: 'build',
    async transform(code, id) {
      if (!READ.test(id)) return null;
      const compiled = await compileStyles(code, id, (text) => this.parse(text));
      if (!compiled) return null;
      found.set(id, compiled.rules);
      return { code: compiled.code, map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const used = new Set(
          outputs
            .flatMap((output) => (output.type === 'chunk' ? Object.entries(output.modules) : []))
            .filter(([, { renderedLength }]) => renderedLength > 0)
            .map(([id]) => id),
        );
        const rules = [...found].filter(([id]) => used.has(id)).flatMap(([, each]) => each);
        const sheet = outputs.find(({ fileName }) => fileName.endsWith('.css'));
        if (sheet?.type !== 'asset') throw new Error('The build has no CSS file.');
        const scripts = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
        const source = removeUnusedVariables(`${String(sheet.source)}\n${joinRules(rules)}`, scripts);
        const name = sheet.fileName.replace(
          /-[\w-]{8}\.css$/,
          `-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.css`,
        );
        this.emitFile({ type: 'asset', fileName: name, source });
        delete bundle[sheet.fileName];
        for (const output of outputs)
          if (output.type === 'asset' && typeof output.source === 'string')
            output.source = output.source.replaceAll(sheet.fileName, name);
      },
    },
  };
}
