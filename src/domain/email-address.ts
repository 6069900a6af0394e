/**
 * What an e-mail address is. `private.is_email_address` is the same rule in SQL; both run on `testing/email-addresses.ts`.
 *
 * Accepted: the address of WHATWG HTML (`<input type=email>`), narrowed to what a mail server takes and a person can mean, and widened by
 * letters beyond ASCII (RFC 6531). The part before the @ is a dot-string of RFC 5321: no dot first, last or twice, no quotes. The domain has
 * two labels or more, each of at most 63 characters, and its last label begins with a letter and is no single one; no IP address.
 * Octets: at most 64 before the @ and 254 altogether (RFC 5321, erratum 1690).
 */

/** Takes no room: controls, zero-width characters, marks of direction, fillers, variation selectors, tags. */
const INVISIBLE = String.raw`\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
/** Shows nothing and takes room. */
const SPACE = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000`;
/** Half of a character, the sign for a broken one, and what is no character at all. */
const BROKEN = String.raw`\ud800-\udfff\ufffc-\uffff`;

const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]+`, 'gu');
const OUTER_SPACE = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, 'gu');
const NOT_IN_AN_ADDRESS = new RegExp(`[${INVISIBLE}${SPACE}${BROKEN}]`, 'u');

const BEYOND_ASCII = String.raw`\u00a1-\u{10ffff}`;
const ATOM = `[a-zA-Z0-9!#$%&'*+/=?^_\`{|}~${BEYOND_ASCII}-]+`;
const LETTER = `a-zA-Z${BEYOND_ASCII}`;
const LABEL_REST = (most: string) => `(?:[${LETTER}0-9-]{0,61}[${LETTER}0-9])${most}`;
const ADDRESS = new RegExp(
  `^(${ATOM}(?:\\.${ATOM})*)@(?:[${LETTER}0-9]${LABEL_REST('?')}\\.)+[${LETTER}]${LABEL_REST('')}$`,
  'u',
);

export const MAX_EMAIL_ADDRESS_LENGTH = 254;
const MOST_LOCAL_OCTETS = 64;
const octets = (text: string) => new TextEncoder().encode(text).length;

/** Returns a text without invisible characters and without the space around it. As `private.visible_text`. */
export const visibleText = (text: string): string => text.replace(ANY_INVISIBLE, '').replace(OUTER_SPACE, '');

/** Space and what takes no room, around a text. The joiners of emoji and of some scripts are not among them. */
const OUTER_BLANK = new RegExp(`^[${SPACE}\\u200b\\u2060\\ufeff]+|[${SPACE}\\u200b\\u2060\\ufeff]+$`, 'gu');

/** Returns a longer text without the space around it, '' where nothing of it can be seen. As `private.trim_text`. */
export const trimmedText = (text: string): string => (visibleText(text) === '' ? '' : text.replace(OUTER_BLANK, ''));

/** The longest name, code or reference; longer fields are people's own words. */
const LONGEST_NAME = 200;
/** Returns what was typed into a field of so many characters. As `private.parse_text`. */
export const parseTextInput = (text: string, longest: number): string =>
  longest <= LONGEST_NAME ? visibleText(text) : trimmedText(text);

/** Returns what was typed or pasted as an e-mail address, as it is checked and sent. */
export const normalizeEmailAddress = visibleText;

/** Returns whether a normalised text is an e-mail address. */
export function isEmailAddress(text: string): boolean {
  // Before the pattern, so that a long text costs nothing.
  if (text.length > MAX_EMAIL_ADDRESS_LENGTH || octets(text) > MAX_EMAIL_ADDRESS_LENGTH || NOT_IN_AN_ADDRESS.test(text))
    return false;
  const local = ADDRESS.exec(text)?.[1];
  return local !== undefined && octets(local) <= MOST_LOCAL_OCTETS;
}
