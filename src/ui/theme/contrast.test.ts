import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RAIL_COLOURS, railColour } from './rail-colours.ts';
import { brand } from './brand.ts';
import { contrastRatio } from '../../lib/contrast.ts';
import { hueOf } from './hue.ts';
import { DENSITY, type } from './sizes.ts';
import { darkStates, lightStates } from './state-colours.ts';
import { themeFor } from './themes.ts';

function degreesApart(a: string, b: string): number {
  const difference = Math.abs((hueOf(a) ?? Number.NaN) - (hueOf(b) ?? Number.NaN));
  return Math.min(difference, 360 - difference);
}

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8');
const rule = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0]!;

describe.each([
  ['light', lightStates],
  ['dark', darkStates],
] as const)('%s theme', (mode, states) => {
  const theme = themeFor(mode, { mobile: false });
  const pages = [theme.colorNeutralBackground1, theme.colorNeutralBackground2, theme.colorNeutralBackground3];

  it.each(Object.entries(states))('has 7:1 contrast for state %s on its backgrounds and on the page', (_, colours) => {
    for (const ground of [...pages, colours.background])
      expect(contrastRatio(colours.foreground, ground)).toBeGreaterThanOrEqual(7);
    expect(contrastRatio(colours.onStrong, colours.strong)).toBeGreaterThanOrEqual(7);
  });
  it('has 7:1 contrast for all text', () => {
    const rows = [...pages, theme.colorNeutralBackground1Hover, theme.colorSubtleBackgroundHover];
    for (const ground of rows) {
      expect(contrastRatio(theme.colorNeutralForeground1, ground)).toBeGreaterThanOrEqual(7);
      expect(contrastRatio(theme.colorNeutralForeground2, ground)).toBeGreaterThanOrEqual(7);
      expect(contrastRatio(theme.colorNeutralForeground3, ground)).toBeGreaterThanOrEqual(7);
    }
    for (const ground of pages) expect(contrastRatio(theme.colorBrandForegroundLink, ground)).toBeGreaterThanOrEqual(6);
    expect(contrastRatio(theme.colorNeutralForegroundOnBrand, theme.colorBrandBackground)).toBeGreaterThanOrEqual(7);
    expect(contrastRatio(theme.colorBrandForeground1, theme.colorNeutralBackground1)).toBeGreaterThanOrEqual(7);
    expect(contrastRatio(theme.colorBrandForeground2, theme.colorBrandBackground2)).toBeGreaterThanOrEqual(7);
    expect(contrastRatio(theme.colorPaletteRedForeground1, theme.colorNeutralBackground1)).toBeGreaterThanOrEqual(7);
  });
  it('keeps the success hue at least 35 degrees from the brand hue', () => {
    for (const ok of [states.ok.foreground, states.ok.strong, states.ok.border])
      for (const next of [theme.colorBrandBackground, theme.colorBrandForeground1, theme.colorBrandStroke1])
        expect(degreesApart(ok, next)).toBeGreaterThanOrEqual(35);
  });
  it('keeps success backgrounds subtle, and the next step prominent', () => {
    const row = theme.colorNeutralBackground1;
    expect(contrastRatio(states.ok.background, row)).toBeLessThanOrEqual(1.35);
    expect(contrastRatio(theme.colorBrandBackground, row)).toBeGreaterThanOrEqual(2);
    expect(contrastRatio(theme.colorBrandStroke1, row)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(RAIL_COLOURS)('has 3:1 contrast for tour rail %s on every row', (colour) => {
    for (const ground of pages) expect(contrastRatio(colour, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe('tour rails', () => {
  it('keep their hues 35 degrees from the state colours and the brand', () => {
    const coloured = RAIL_COLOURS.filter((rail) => hueOf(rail) !== null);
    expect(coloured.length).toBe(RAIL_COLOURS.length - 1);
    for (const rail of coloured)
      for (const stateColour of [lightStates.ok.strong, lightStates.attention.strong, lightStates.no.strong, brand[80]])
        expect(degreesApart(rail, stateColour)).toBeGreaterThanOrEqual(35);
  });
  it.each(['#b03a2e', '#2f6f4f', '#9a5b13', '#0b5c66', '#777777', 'teal'])(
    'map the company colour %s to a rail colour',
    (colour) => expect(RAIL_COLOURS).toContain(railColour(colour)),
  );
  it('map each rail colour to itself', () => {
    for (const rail of RAIL_COLOURS) expect(railColour(rail)).toBe(rail);
  });
});

it('enlarges type and spacing on touch screens', () => {
  const [desktop, touch] = [themeFor('light', { mobile: false }), themeFor('light', { mobile: true })];
  for (const token of ['fontSizeBase300', 'lineHeightBase300', 'spacingHorizontalM', 'spacingVerticalM'] as const)
    expect(Number.parseInt(touch[token], 10)).toBeGreaterThan(Number.parseInt(desktop[token], 10));
});

it('has exactly five font sizes and two weights', () => {
  for (const mode of ['light', 'dark'] as const)
    for (const mobile of [false, true]) {
      const theme = Object.entries(themeFor(mode, { mobile }));
      const values = (prefix: string) =>
        [...new Set(theme.filter(([name]) => name.startsWith(prefix)).map(([, value]) => value))].toSorted();
      expect(values('fontSize')).toEqual(
        Object.values(type)
          .map(({ fontSize }) => fontSize)
          .toSorted(),
      );
      expect(values('fontWeight')).toEqual([400, 600]);
    }
});

it('sets row heights by pointer type, the same in CSS and in code', () => {
  const { touch, desktop } = DENSITY;
  expect(rule(':root')).toContain(`--musterRow: ${desktop.row}px;\n  --musterTarget: ${desktop.target}px;`);
  expect(css).toContain(
    `@media (pointer: coarse) {\n  :root { --musterRow: ${touch.row}px; --musterTarget: ${touch.target}px; }`,
  );
});
