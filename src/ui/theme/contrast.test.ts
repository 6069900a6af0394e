import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { darkStates, lightStates } from './state-colours.ts';
import { themeFor } from './themes.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', lightStates],
  ['dark', darkStates],
] as const)('%s', (mode, states) => {
  const theme = themeFor(mode, { mobile: false });
  const pages = [theme.colorNeutralBackground1, theme.colorNeutralBackground2, theme.colorNeutralBackground3];

  it.each(Object.entries(states))('state %s reads at 7:1 on its grounds and on the page', (_, colours) => {
    for (const ground of [...pages, colours.background]) expect(contrast(colours.foreground, ground)).toBeGreaterThanOrEqual(7);
    expect(contrast(colours.onStrong, colours.strong)).toBeGreaterThanOrEqual(7);
  });
  it('all text reads at 7:1', () => {
    for (const ground of pages) {
      expect(contrast(theme.colorNeutralForeground1, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(theme.colorNeutralForeground2, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(theme.colorNeutralForeground3, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(theme.colorBrandForegroundLink, ground)).toBeGreaterThanOrEqual(6);
    }
    expect(contrast(theme.colorNeutralForegroundOnBrand, theme.colorBrandBackground)).toBeGreaterThanOrEqual(7);
    expect(contrast(theme.colorBrandForeground1, theme.colorNeutralBackground1)).toBeGreaterThanOrEqual(7);
    expect(contrast(theme.colorBrandForeground2, theme.colorBrandBackground2)).toBeGreaterThanOrEqual(7);
    expect(contrast(theme.colorPaletteRedForeground1, theme.colorNeutralBackground1)).toBeGreaterThanOrEqual(7);
  });
  it('has the same ground before and after the app starts', () => {
    const css = readFileSync(new URL('../../../public/first-paint.css', import.meta.url), 'utf8');
    expect(css).toContain(`background: ${theme.colorNeutralBackground2}`);
    expect(css).not.toContain('undefined');
  });
});

it('enlarges type and room on phones and tablets', () => {
  const [desktop, mobile] = [themeFor('light', { mobile: false }), themeFor('light', { mobile: true })];
  for (const token of ['fontSizeBase300', 'lineHeightBase300', 'spacingHorizontalM', 'spacingVerticalM'] as const)
    expect(Number.parseInt(mobile[token], 10)).toBeGreaterThan(Number.parseInt(desktop[token], 10));
});
