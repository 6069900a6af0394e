/** What `JSON.stringify` writes for half a surrogate pair (a whole one it writes as it is) and for a NUL, each after a whole number of escaped backslashes. */
const BROKEN = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/**
 * JSON that `JSON.stringify` wrote, with U+FFFD for what no database holds: a name cut through an emoji, a NUL pasted from
 * somewhere. PostgREST refuses the whole request for it before our SQL could mend it.
 */
export function sanitizeJson(text: string): string {
  if (!/\\u(?:0000|d)/.test(text)) return text;
  // Neighbours share no backslash, so that two halves in a row are both met.
  return text.replace(BROKEN, '$1\\ufffd');
}
