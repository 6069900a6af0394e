/** Capitalises the first letter, for a name that begins in lower case inside a text and stands alone here. */
export const capitalise = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
