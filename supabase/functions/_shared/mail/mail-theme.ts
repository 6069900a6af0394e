/** Colours of mails: the app's theme as literals, since mail programs do not support variables. */
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

/** Dark mode condition; the inbox replaces it to show either theme. */
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

/** Colours of a mail's button, links and logo: ours or the company's, adjusted for contrast in light and dark. */
export interface MailTheme {
  light: { brand: string; onBrand: string };
  dark: { brand: string; onBrand: string };
}
const OURS: MailTheme = { light: LIGHT, dark: DARK };
export const mailThemeFor = (colour: string | null): MailTheme =>
  colour === null
    ? OURS
    : {
        // Contrast with the page and card; white text on it.
        light: { brand: ensureContrast(colour, LIGHT.page), onBrand: LIGHT.onBrand },
        // Contrast with the dark card; dark text on it.
        dark: { brand: ensureContrast(colour, DARK.card), onBrand: DARK.onBrand },
      };

const dark = (prefix: string, colours: Record<Colour, string>) =>
  RULES.map(([selector, property, colour]) => `${prefix}${selector}{${property}:${colours[colour]}!important}`).join(
    '',
  );

/**
 * Returns the styles of a mail. On phones buttons are full width and facts stack. Outlook's dark mode sets `data-ogsc`
 * instead of matching the media query.
 */
export const mailStyles = (theme: MailTheme) => {
  const darkColours = { ...DARK, ...theme.dark };
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}${DARK_MODE_QUERY}{${dark('', darkColours)}}${dark('[data-ogsc] ', darkColours)}@media (max-width:480px){.m-pad{padding:24px 20px!important}.m-wide{display:block!important;width:auto!important;text-align:center!important}.m-button{width:100%!important}.m-stack{display:block!important;width:auto!important}.m-value{border-top:0!important;padding-top:0!important}}`;
};
