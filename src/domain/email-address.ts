/**
 * Validates email addresses. Rule pair of `private.is_email_address`; both are tested with
 * `testing/email-addresses.ts`.
 *
 * Accepted: the address of WHATWG HTML (`<input type=email>`), restricted to what mail servers accept and people mean,
 * plus non-ASCII letters (RFC 6531). The local part is a dot-string of RFC 5321: no dot first, last or twice, no
 * quotes. The domain has two labels or more, each of at most 63 characters; the last has at least two, the first of
 * them a letter. IP addresses are refused. At most 64 octets before the @ and 254 in total (RFC 5321, erratum 1690).
 */

/** Zero-width: controls, zero-width characters, direction marks, fillers, variation selectors, tags. */
const INVISIBLE = String.raw`\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
/** Blank but with a width. */
const SPACE = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000`;
/** Lone surrogates, the replacement characters, and noncharacters. */
const BROKEN = String.raw`\ud800-\udfff\ufffc-\uffff`;

const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]+`, 'gu');
const OUTER_SPACE = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, 'gu');
const NOT_IN_AN_ADDRESS = new RegExp(`[${INVISIBLE}${SPACE}${BROKEN}]`, 'u');

const BEYOND_ASCII = String.raw`\u00a1-\u{10ffff}`;
const ATOM = `[a-zA-Z0-9!#$%&'*+/=?^_\`{|}~${BEYOND_ASCII}-]+`;
const LETTER = `a-zA-Z${BEYOND_ASCII}`;
/** What may follow the first character of a label. */
const LABEL_REST = `(?:[${LETTER}0-9-]{0,61}[${LETTER}0-9])`;
const ADDRESS = new RegExp(
  `^(${ATOM}(?:\\.${ATOM})*)@(?:[${LETTER}0-9]${LABEL_REST}?\\.)+[${LETTER}]${LABEL_REST}$`,
  'u',
);

export const MAX_EMAIL_ADDRESS_LENGTH = 254;
const MAX_LOCAL_BYTES = 64;
const octets = (text: string) => new TextEncoder().encode(text).length;

/** Returns a text without invisible characters and outer whitespace. As `private.visible_text`. */
export const visibleText = (text: string): string => text.replace(ANY_INVISIBLE, '').replace(OUTER_SPACE, '');

/** Whitespace and some zero-width characters around a text; not the joiners of emoji and of some scripts. */
const OUTER_BLANK = new RegExp(`^[${SPACE}\\u200b\\u2060\\ufeff]+|[${SPACE}\\u200b\\u2060\\ufeff]+$`, 'gu');

/** Trims a longer text; '' if none of it is visible. As `private.trim_text`. */
export const trimmedText = (text: string): string => (visibleText(text) === '' ? '' : text.replace(OUTER_BLANK, ''));

/** Fields up to this length are names, codes or references; longer ones are free text. */
const MAX_NAME_LENGTH = 200;
/** Cleans the input of a field with at most `longest` characters. As `private.parse_text`. */
export const parseTextInput = (text: string, longest: number): string =>
  longest <= MAX_NAME_LENGTH ? visibleText(text) : trimmedText(text);

/** Returns a typed or pasted email address without invisible characters, ready to be checked and sent. */
export const normalizeEmailAddress = visibleText;

/** Returns whether a normalised text is an email address. */
export function isEmailAddress(text: string): boolean {
  // Before the regular expression, so that long texts are cheap.
  if (text.length > MAX_EMAIL_ADDRESS_LENGTH || octets(text) > MAX_EMAIL_ADDRESS_LENGTH || NOT_IN_AN_ADDRESS.test(text))
    return false;
  const local = ADDRESS.exec(text)?.[1];
  return local !== undefined && octets(local) <= MAX_LOCAL_BYTES;
}
