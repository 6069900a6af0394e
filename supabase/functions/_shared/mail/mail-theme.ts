/** The colours of mails: those of the app's theme, written out since a mail program knows no variables. */
import { ensureContrast } from '../../../../src/lib/ensure-contrast.ts';

export const LIGHT = {
  page: '#f5f8f7',
  card: '#ffffff',
  line: '#dde4e2',
  text: '#16201d',
  quiet: '#434e4b',
  brand: '#0b6157',
  onBrand: '#ffffff',
  wash: '#edf2f0',
} as const;

export const DARK: Record<keyof typeof LIGHT, string> = {
  page: '#141a18',
  card: '#1c2422',
  line: '#333d3a',
  text: '#f3f6f5',
  quiet: '#bfc8c5',
  brand: '#87beb5',
  onBrand: '#021512',
  wash: '#26302d',
};

/** How a program says that it is dark; the inbox puts another condition in its place to show either. */
export const DARK_MODE_QUERY = '@media (prefers-color-scheme: dark)';

type Colour = keyof typeof LIGHT;

const RULES: [string, 'color' | 'background-color' | 'border-color', Colour][] = [
  ['.m-page', 'background-color', 'page'],
  ['.m-card', 'background-color', 'card'],
  ['.m-card', 'border-color', 'line'],
  ['.m-text', 'color', 'text'],
  ['.m-quiet', 'color', 'quiet'],
  ['.m-brand', 'color', 'brand'],
  ['.m-fill', 'background-color', 'brand'],
  ['.m-on', 'color', 'onBrand'],
  ['.m-wash', 'background-color', 'wash'],
  ['.m-line', 'border-color', 'line'],
];

/** The colours of one mail's button, links and sign: ours, or a company's own, bent until they are read in either look. */
export interface MailTheme {
  light: { brand: string; onBrand: string };
  dark: { brand: string; onBrand: string };
}
const OURS: MailTheme = { light: LIGHT, dark: DARK };
export const mailThemeFor = (colour: string | null): MailTheme =>
  colour === null
    ? OURS
    : {
        // It is read on the page, and so on the card; white is read on it.
        light: { brand: ensureContrast(colour, LIGHT.page), onBrand: LIGHT.onBrand },
        // So light that it is read on the dark card: dark words are read on it.
        dark: { brand: ensureContrast(colour, DARK.card), onBrand: DARK.onBrand },
      };

const dark = (prefix: string, look: Record<Colour, string>) =>
  RULES.map(([selector, property, colour]) => `${prefix}${selector}{${property}:${look[colour]}!important}`).join('');

/** On a phone the button has all the width and names stand above their values. Outlook's own dark mode marks the document instead of answering the question. */
export const mailStyles = (brand: MailTheme) => {
  const look = { ...DARK, ...brand.dark };
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}${DARK_MODE_QUERY}{${dark('', look)}}${dark('[data-ogsc] ', look)}@media (max-width:480px){.m-pad{padding:24px 20px!important}.m-wide{display:block!important;width:auto!important;text-align:center!important}.m-button{width:100%!important}.m-stack{display:block!important;width:auto!important}.m-value{border-top:0!important;padding-top:0!important}}`;
};
