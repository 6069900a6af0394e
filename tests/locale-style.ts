/** Style rules for product texts (docs/glossary.md): `npm run locales` refuses a message that breaks one. */
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type Locale = 'en' | 'es' | 'da' | 'it';

interface StyleRule {
  problem: string;
  breaks(text: string): boolean;
  /** Only in these languages; in all without it. */
  locales?: readonly Locale[];
  /** Ids of messages that may break it. */
  exceptions?: RegExp;
}

const MAX_LENGTH = 200;
/** Characters of Inter's subsets (src/ui/theme/page.css) that the texts use, and the arrow between old and new. */
const CHARACTERS = /^[\n\u0020-\u007e\u00a0-\u00ff’“”–−…→]*$/;
const LABEL_WORDS = 2;

/** Refuses words that the glossary has replaced. */
const retired = (locale: Locale, words: string, better: string, exceptions?: RegExp): StyleRule => {
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
  return {
    problem: `“${words}”: write “${better}”`,
    breaks: (text) => pattern.test(text),
    locales: [locale],
    ...(exceptions && { exceptions }),
  };
};

export const STYLE_RULES: readonly StyleRule[] = [
  { problem: 'straight quotes', breaks: (text) => /["']/.test(text) },
  { problem: 'three dots instead of “…”', breaks: (text) => text.includes('...') },
  // After a comma it stands for further examples, before a value for a part that is not shown.
  {
    problem: 'a space before “…”',
    breaks: (text) => /[^,]\s…(?!\{)/.test(text),
    locales: ['en', 'es', 'it'],
  },
  { problem: 'no space before “…”', breaks: (text) => /[^\s(]…/.test(text), locales: ['da'] },
  { problem: 'two spaces', breaks: (text) => / {2}/.test(text) },
  {
    problem: 'a space at an end',
    breaks: (text) => /^ | $/.test(text),
    // Their parts are never all empty; the last is added to a name.
    exceptions: /^(?:departureOverrides\.guide\.informed|pendingRequests\.summary|login\.demo\.place)$/,
  },
  { problem: 'a character that the typeface lacks', breaks: (text) => !CHARACTERS.test(text) },
  {
    problem: 'a full stop after a label',
    breaks: (text) => /[^.]\.$/.test(text) && text.trim().split(/\s+/).length <= LABEL_WORDS,
    locales: ['en'],
    // Short ones among sentences that stand in the same place.
    exceptions: /^(?:import\.reason\..*|failure\.offline|advanced\.bulk\.over|emailTemplates\.placeholders)$/,
  },
  { problem: `over ${MAX_LENGTH} characters`, breaks: (text) => text.length > MAX_LENGTH, exceptions: /^mail\./ },

  retired('en', 'e-mails?', 'email'),
  retired('en', 'shall', 'should'),
  retired('en', 'whoever|whomever', 'the role'),
  retired('en', 'meanwhile', 'in the meantime'),
  retired('en', 'all the same', 'anyway'),
  retired('en', 'of its own|of their own', 'own'),
  retired('en', 'by itself|by themselves', 'automatically'),
  retired('en', 'somebody', 'someone'),
  retired('en', 'nobody', 'no one'),
  retired('en', 'telephone', 'phone'),
  retired('en', 'letters?', 'email template', /^codes\.code\.hint$/),
  retired('en', 'cannot', 'can’t'),
  retired('da', 'e-mails?|emails?', 'mail'),
  retired('es', 'e-mails?|emails?', 'correo'),
  retired('es', 'ustedes|usted', 'tú'),
  retired('it', 'e-mails?', 'email'),
];

/** Returns the texts of a message, one for each combination of its options, with `{}` for values. */
function textsOf(elements: readonly MessageFormatElement[]): string[] {
  const partsOf = (element: MessageFormatElement): string[] => {
    switch (element.type) {
      case TYPE.literal:
        return [element.value];
      case TYPE.pound:
        return ['1'];
      case TYPE.plural:
      case TYPE.select:
        return Object.values(element.options).flatMap(({ value }) => textsOf(value));
      case TYPE.tag:
        return textsOf(element.children);
      default:
        return ['{}'];
    }
  };
  return elements
    .map(partsOf)
    .reduce((texts, parts) => texts.flatMap((text) => parts.map((part) => text + part)), ['']);
}

const ABBREVIATION = /(?<![\p{L}\d])(?:min|d|kl|bookingnr)\.$/iu;

/** Returns how a text ends: with a punctuation mark, or with nothing. */
const endingOf = (text: string): string => (ABBREVIATION.test(text) ? '' : (/[.…?!:]$/.exec(text)?.[0] ?? ''));

/** Returns the problems of the rules that a message breaks. */
export function styleProblems(locale: Locale, id: string, message: readonly MessageFormatElement[]): string[] {
  const texts = textsOf(message);
  return STYLE_RULES.filter(
    ({ locales, exceptions, breaks }) =>
      (locales ?? [locale]).includes(locale) && !exceptions?.test(id) && texts.some(breaks),
  ).map(({ problem }) => problem);
}

/** Returns whether a translation ends as the English message does, such as with a full stop. */
export function endsAlike(one: readonly MessageFormatElement[], other: readonly MessageFormatElement[]): boolean {
  const endings = (message: readonly MessageFormatElement[]) => new Set(textsOf(message).map(endingOf));
  const [first, second] = [endings(one), endings(other)];
  return [...first].every((ending) => second.has(ending));
}
