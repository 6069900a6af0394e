import { createDOMRenderer, renderToStyleElements } from '@fluentui/react-components';
import { resolveStyleRulesForSlots } from '@griffel/core';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { compileStyles, type Rules } from './compile-styles.ts';
import { joinRules, removeUnusedVariables } from './style-sheet.ts';

const ID = join(import.meta.dirname, '../src/ui/a-part.tsx');
const compile = (code: string) => compileStyles(code, ID, parseAst as never);

describe('a module of the app', () => {
  it('contains class names only, evaluated from the constants that its styles use', async () => {
    const made = await compile(`
      import { Button, makeStyles, tokens } from '@fluentui/react-components';
      import { type } from './theme/sizes.ts';
      const title = document.title;
      const gap = 4;
      const room = { padding: \`\${gap * 2}px\` };
      export const useStyles = makeStyles({ lead: { ...type.lead, ...room, color: tokens.colorBrandForeground1 } });
      export const line = tokens.colorNeutralStroke1;
    `);
    expect(made!.code).toContain("import { Button, __css as makeStyles, tokens } from '@fluentui/react-components'");
    expect(made!.code).toMatch(/makeStyles\(\{"lead":\{/);
    expect(made!.code).not.toContain('type.lead');
    expect(made!.code).toContain('line = "var(--colorNeutralStroke1)"');
    const sheet = joinRules(made!.rules);
    for (const rule of ['{font-size:16px;}', '{padding:8px;}', '{color:var(--colorBrandForeground1);}'])
      expect(sheet).toContain(rule);
  });

  it('without styles is unchanged', async () => {
    expect(await compile(`export const a = 1;`)).toBeNull();
    expect(await compile(`import { tokens } from './own.ts'; export const a = tokens.b;`)).toBeNull();
  });

  it('whose styles need a browser API fails the build', async () => {
    await expect(
      compile(`import { makeStyles } from '@fluentui/react-components';
        const width = innerWidth; export const useStyles = makeStyles({ a: { width } });`),
    ).rejects.toThrow('innerWidth');
  });
});

describe('a precompiled module of Fluent', () => {
  it('loses its rules and its right-to-left classes', async () => {
    const made = await compile(`
      import { __styles, __resetStyles, mergeClasses } from '@griffel/react';
      const useReset = __resetStyles("r1", "r2", [".r1{left:0;}", ".r2{right:0;}"]);
      const useStyles = __styles({ root: { a: "f1", b: ["f2", "f3"], c: 0 } }, {
        d: [".f1{color:red;}", [".f2{animation-name:fk1;}", { p: -1 }], ".f3{animation-name:fk2;}"],
        k: ["@keyframes fk1{from{left:0;}}", "@keyframes fk2{from{right:0;}}"],
      });
    `);
    expect(made!.code).toContain('__css as __styles, __resetCSS as __resetStyles');
    expect(made!.code).toContain('__resetStyles("r1")');
    expect(made!.code).toContain('__styles({"root":{"a":"f1","b":"f2","c":0}})');
    expect(joinRules(made!.rules).split('\n')).toEqual([
      '.r1{left:0;}',
      '.f2{animation-name:fk1;}',
      '.f1{color:red;}',
      '@keyframes fk1{from{left:0;}}',
    ]);
  });
});

it('sorts rules as Griffel’s own style sheets, without duplicates', () => {
  const part = (colour: string) =>
    resolveStyleRulesForSlots({
      a: {
        '@media (min-width: 1000px)': { padding: 0, ':hover': { color: colour } },
        '@media (max-width: 599px)': { paddingLeft: 0, padding: '1px' },
        '@supports (display: grid)': { color: colour },
        ':active': { color: colour },
        ':hover': { color: colour },
        ':focus-visible': { border: `1px solid ${colour}` },
        padding: '4px',
        paddingLeft: '3px',
        animationName: { from: { opacity: 0 } },
      },
    })[1] as Rules;
  const all = [part('red'), part('blue'), part('red')];
  const renderer = createDOMRenderer(undefined);
  for (const rules of all) renderer.insertCSSRules(rules as never);
  const theirs = renderToStyleElements(renderer).map(
    (style) => (style.props as { dangerouslySetInnerHTML: { __html: string } }).dangerouslySetInnerHTML.__html,
  );
  const ours = joinRules(all);
  expect(ours.replaceAll('\n', '')).toHaveLength(theirs.join('').length);
  let at = 0;
  for (const sheet of theirs) {
    const rules = ours.replaceAll('\n', '').slice(at, (at += sheet.length));
    expect([...rules].toSorted().join('')).toBe([...sheet].toSorted().join(''));
  }
});

it('removes variables that nothing reads', () => {
  const css = ':root{--a:#fff;--ab:1px;--musterRow:2px;--c:url(x)}.f{color:var(--a);padding:var(--b,var(--c))}';
  expect(removeUnusedVariables(css, 'style="--ab"')).toBe(css);
  expect(removeUnusedVariables(css, '')).toBe(css.replace('--ab:1px;', ''));
});
