/** Made by build/texts.ts. */
declare module 'texts:catalogues' {
  export const CATALOGUES: Readonly<
    Record<string, Readonly<Record<import('../lib/locales.ts').Locale, () => Promise<{ default: unknown }>>>>
  >;
}
