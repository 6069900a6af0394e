import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { themeFor } from '../src/ui/theme/themes.ts';
import { themeRules, themes } from './themes.ts';

const css = await themeRules();
const rule = (selector: string) => {
  const text = css.slice(css.indexOf(`${selector} {`)).split('\n}', 1)[0]!;
  return Object.fromEntries([...text.matchAll(/--([\w-]+): (.*);/g)].map(([, name, value]) => [name, value]));
};
const [light, dark, touched] = [
  rule(':root'),
  rule(":root[data-colour-mode='dark']"),
  rule('@media (pointer: coarse) {\n:root'),
];

it.each([
  ['light', false, { ...light }],
  ['light', true, { ...light, ...touched }],
  ['dark', false, { ...light, ...dark }],
  ['dark', true, { ...light, ...touched, ...dark }],
] as const)('has the theme %s, mobile: %s', (mode, mobile, variables) => {
  const theme = Object.entries(themeFor(mode, { mobile })).map(([name, value]) => [name, String(value)]);
  expect(variables).toEqual(Object.fromEntries(theme));
});

it('page.css has the placeholder', () => {
  const page = readFileSync(new URL('../src/ui/theme/page.css', import.meta.url), 'utf8');
  expect(page).toContain('\n/* themes */\n');
});

it.each(['page.css', 'page.css?direct'])(
  'replaces the placeholder in %s, in the build and in the dev server',
  async (id) => {
    const { transform } = themes() as unknown as { transform(this: object, code: string, id: string): Promise<string> };
    expect(await transform.call({ addWatchFile: () => undefined }, '/* themes */', id)).toBe(css);
  },
);
