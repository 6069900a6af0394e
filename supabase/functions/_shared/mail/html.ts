/** HTML that cannot be broken by what is put into it. */
const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

type Hole = string | number | Html | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

const written = (placeholder: Hole): string =>
  typeof placeholder === 'object'
    ? MARKUP in placeholder
      ? placeholder[MARKUP]
      : placeholder.map((one) => one[MARKUP]).join('')
    : escape(String(placeholder));

/** Every hole is text and is escaped, unless it was made by `html` itself. */
export const html = (parts: TemplateStringsArray, ...placeholders: Hole[]): Html => ({
  [MARKUP]: parts.map((part, place) => (place === 0 ? part : written(placeholders[place - 1]!) + part)).join(''),
});

/** Text of ours that is markup already and comes from no one else. */
export const trustedHtml = (ours: string): Html => ({ [MARKUP]: ours });

export const markup = (of: Html): string => of[MARKUP];

/** Only what leads to a web page; a mail is no place for anything else. Throws TypeError. */
export function assertWebUrl(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('A link of a mail leads to the web');
  return href;
}
