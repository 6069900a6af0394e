/** Capitalises the first letter, for a name that begins in lower case inside a text and stands alone here. */
export const capitalise = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** Lower-cases the first letter, for a label that is used inside a text. */
export const uncapitalise = (text: string, locale: string): string =>
  text.charAt(0).toLocaleLowerCase(locale) + text.slice(1);

/** Lower-cases all items of a list but the first: `Overlap, outside hours`. */
export const inSentenceCase = (items: readonly string[], locale: string): string[] =>
  items.map((item, at) => (at === 0 ? item : uncapitalise(item, locale)));
