import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { brand } from './brand.ts';
import { darkStates, lightStates, stateTokens } from './state-colours.ts';

const fontFamilyBase =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

const shared: Partial<Theme> = {
  fontFamilyBase,
  fontFamilyNumeric: fontFamilyBase,
  borderRadiusMedium: '6px',
  borderRadiusLarge: '10px',
  borderRadiusXLarge: '14px',
};

const light: Theme = {
  ...createLightTheme(brand),
  ...shared,
  colorNeutralBackground2: '#f5f8f7',
  colorNeutralBackground3: '#edf2f0',
  colorNeutralForeground1: '#16201d',
  colorNeutralForeground2: '#36413e',
  colorNeutralForeground3: '#434e4b',
  // What is wrong in a field is read in the sun, too.
  colorPaletteRedForeground1: '#9d1c22',
  colorStatusDangerForeground1: '#9d1c22',
  colorNeutralStroke1: '#c8d2cf',
  colorNeutralStroke2: '#dde4e2',
  ...stateTokens(lightStates),
};

const dark: Theme = {
  ...createDarkTheme(brand),
  ...shared,
  colorNeutralBackground1: '#1c2422',
  colorNeutralBackground1Hover: '#26302d',
  colorNeutralBackground1Pressed: '#151c1a',
  colorNeutralBackground1Selected: '#2a3532',
  colorNeutralBackground2: '#141a18',
  colorNeutralBackground3: '#0e1311',
  colorSubtleBackgroundHover: '#27322f',
  colorSubtleBackgroundSelected: '#27322f',
  colorSubtleBackgroundPressed: '#1f2926',
  colorNeutralForeground1: '#f3f6f5',
  colorNeutralForeground2: '#d5dcda',
  colorNeutralForeground3: '#b4bebb',
  colorPaletteRedForeground1: '#f1a8aa',
  colorStatusDangerForeground1: '#f1a8aa',
  colorNeutralStroke1: '#4c5855',
  colorNeutralStroke2: '#333d3a',
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

/** Phones and tablets: larger type, taller lines and more room, so that what is touched can be hit. */
const mobile: Partial<Theme> = {
  fontSizeBase100: '12px',
  fontSizeBase200: '14px',
  fontSizeBase300: '16px',
  fontSizeBase400: '18px',
  lineHeightBase100: '16px',
  lineHeightBase200: '20px',
  lineHeightBase300: '24px',
  lineHeightBase400: '26px',
  spacingHorizontalSNudge: '8px',
  spacingHorizontalS: '10px',
  spacingHorizontalMNudge: '12px',
  spacingHorizontalM: '14px',
  spacingHorizontalL: '18px',
  spacingVerticalXS: '6px',
  spacingVerticalSNudge: '8px',
  spacingVerticalS: '10px',
  spacingVerticalM: '14px',
};

const themes = {
  light: { desktop: light, mobile: { ...light, ...mobile } },
  dark: { desktop: dark, mobile: { ...dark, ...mobile } },
};

/** The theme of a mode; the same object every time, so that nothing below repaints without need. */
export function themeFor(mode: 'light' | 'dark', options: { mobile: boolean }): Theme {
  return themes[mode][options.mobile ? 'mobile' : 'desktop'];
}
