/** HTML template tag that escapes what is interpolated. */
const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

type Interpolated = string | number | Html | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

const toMarkup = (placeholder: Interpolated): string =>
  typeof placeholder === 'object'
    ? MARKUP in placeholder
      ? placeholder[MARKUP]
      : placeholder.map((part) => part[MARKUP]).join('')
    : escape(String(placeholder));

/** Builds HTML; interpolated values are escaped unless they are Html themselves. */
export const html = (strings: TemplateStringsArray, ...placeholders: Interpolated[]): Html => ({
  [MARKUP]: strings.map((text, index) => (index === 0 ? text : toMarkup(placeholders[index - 1]!) + text)).join(''),
});

/** Marks a constant string of ours as HTML; never for user input. */
export const trustedHtml = (ours: string): Html => ({ [MARKUP]: ours });

export const markup = (of: Html): string => of[MARKUP];

/** Returns the normalised URL if it is http(s); throws TypeError otherwise. */
export function assertWebUrl(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('A link of a mail leads to the web');
  return href;
}
