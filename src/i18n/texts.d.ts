/** Made by build/texts.ts. */
declare module 'texts:catalogues' {
  type Catalogues = Readonly<
    Record<string, Readonly<Record<import('../lib/locales.ts').Locale, () => Promise<{ default: unknown }>>>>
  >;
  export const CATALOGUES: Catalogues;
  export const officeCatalogues: () => Catalogues | Promise<Catalogues>;
}
