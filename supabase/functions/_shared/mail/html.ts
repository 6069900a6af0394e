/** HTML that cannot be broken by what is put into it. */
const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

type Hole = string | number | Html | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

const written = (hole: Hole): string =>
  typeof hole === 'object'
    ? MARKUP in hole
      ? hole[MARKUP]
      : hole.map((one) => one[MARKUP]).join('')
    : escape(String(hole));

/** Every hole is text and is escaped, unless it was made by `html` itself. */
export const html = (parts: TemplateStringsArray, ...holes: Hole[]): Html => ({
  [MARKUP]: parts.map((part, place) => (place === 0 ? part : written(holes[place - 1]!) + part)).join(''),
});

/** Text of ours that is markup already and comes from no one else. */
export const asIs = (ours: string): Html => ({ [MARKUP]: ours });

export const markup = (of: Html): string => of[MARKUP];

/** Only what leads to a web page; a mail is no place for anything else. Throws TypeError. */
export function webAddress(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('A link of a mail leads to the web');
  return href;
}
