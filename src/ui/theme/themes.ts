import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { brand, ground, paper } from './brand.ts';
import { darkStates, lightStates, stateTokens } from './state-colours.ts';

/** Inter, with a metric-compatible fallback until it is loaded (page.css), so that the layout doesn't shift. */
export const fontFamilyBase =
  "'Inter Variable', 'Inter as Arial', 'Inter as Roboto', system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";

/** Maps all of Fluent's font tokens to five sizes and two weights. */
const shared: Partial<Theme> = {
  fontFamilyBase,
  fontFamilyNumeric: fontFamilyBase,
  fontSizeBase100: '12px',
  fontSizeBase200: '12px',
  fontSizeBase300: '14px',
  fontSizeBase400: '16px',
  fontSizeBase500: '20px',
  fontSizeBase600: '20px',
  fontSizeHero700: '28px',
  fontSizeHero800: '28px',
  fontSizeHero900: '28px',
  fontSizeHero1000: '28px',
  lineHeightBase100: '16px',
  lineHeightBase200: '16px',
  lineHeightBase300: '20px',
  lineHeightBase400: '24px',
  lineHeightBase500: '28px',
  lineHeightBase600: '28px',
  lineHeightHero700: '36px',
  lineHeightHero800: '36px',
  lineHeightHero900: '36px',
  lineHeightHero1000: '36px',
  fontWeightRegular: 400,
  fontWeightMedium: 400,
  fontWeightSemibold: 600,
  fontWeightBold: 600,
  borderRadiusMedium: '6px',
  borderRadiusLarge: '10px',
  borderRadiusXLarge: '14px',
};

const light: Theme = {
  ...createLightTheme(brand),
  ...shared,
  colorNeutralBackground1: paper.light,
  colorNeutralBackground2: ground.light,
  colorNeutralBackground3: '#edf2f0',
  colorNeutralForeground1: '#16201d',
  colorNeutralForeground2: '#36413e',
  colorNeutralForeground3: '#434e4b',
  // Field errors stay readable in sunlight.
  colorPaletteRedForeground1: '#9d1c22',
  colorStatusDangerForeground1: '#9d1c22',
  colorNeutralStroke1: '#c8d2cf',
  colorNeutralStroke2: '#dde4e2',
  ...stateTokens(lightStates),
};

const dark: Theme = {
  ...createDarkTheme(brand),
  ...shared,
  colorNeutralBackground1: paper.dark,
  colorNeutralBackground1Hover: '#26302d',
  colorNeutralBackground1Pressed: '#151c1a',
  colorNeutralBackground1Selected: '#2a3532',
  colorNeutralBackground2: ground.dark,
  colorNeutralBackground3: '#0e1311',
  colorSubtleBackgroundHover: '#27322f',
  colorSubtleBackgroundSelected: '#27322f',
  colorSubtleBackgroundPressed: '#1f2926',
  colorNeutralForeground1: '#f3f6f5',
  colorNeutralForeground2: '#d5dcda',
  colorNeutralForeground3: '#bfc8c5',
  colorPaletteRedForeground1: '#f1a8aa',
  colorStatusDangerForeground1: '#f1a8aa',
  colorNeutralStroke1: '#4c5855',
  colorNeutralStroke2: '#333d3a',
  colorBrandBackground: brand[80],
  colorBrandForeground1: brand[130],
  colorBrandForeground2: brand[140],
  colorBrandForegroundLink: brand[130],
  colorBrandForegroundLinkHover: brand[140],
  colorBrandForegroundLinkPressed: brand[120],
  colorCompoundBrandForeground1: brand[130],
  colorCompoundBrandForeground1Hover: brand[140],
  colorCompoundBrandForeground1Pressed: brand[120],
  colorCompoundBrandStroke: brand[120],
  colorCompoundBrandBackground: brand[110],
  colorBrandStroke1: brand[120],
  colorNeutralForeground2BrandHover: brand[130],
  colorNeutralForeground2BrandSelected: brand[130],
  colorNeutralForeground2BrandPressed: brand[120],
  ...stateTokens(darkStates),
};

/** Touch screens: larger type, line heights and spacing. */
const mobile: Partial<Theme> = {
  fontSizeBase200: '14px',
  lineHeightBase200: '20px',
  fontSizeBase300: '16px',
  lineHeightBase300: '24px',
  spacingHorizontalSNudge: '8px',
  spacingHorizontalMNudge: '12px',
  spacingHorizontalM: '16px',
  spacingHorizontalL: '20px',
  spacingVerticalSNudge: '8px',
  spacingVerticalS: '12px',
  spacingVerticalM: '16px',
};

const themes = {
  light: { desktop: light, mobile: { ...light, ...mobile } },
  dark: { desktop: dark, mobile: { ...dark, ...mobile } },
};

/** Returns the theme of a mode. Used by the build (build/themes.ts) and by tests; not part of the bundle. */
export function themeFor(mode: 'light' | 'dark', options: { mobile: boolean }): Theme {
  return themes[mode][options.mobile ? 'mobile' : 'desktop'];
}
