/**
 * Matches what `JSON.stringify` writes for a lone surrogate or a NUL, after an even number of backslashes. A complete
 * pair is not escaped.
 */
const BROKEN = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/**
 * Replaces lone surrogates and NULs in the output of `JSON.stringify` with U+FFFD. PostgreSQL cannot store them, and
 * PostgREST refuses the whole request before our SQL runs.
 */
export function sanitizeJson(text: string): string {
  if (!/\\u(?:0000|d)/.test(text)) return text;
  // Adjacent matches share no backslash, so two lone surrogates in a row are both replaced.
  return text.replace(BROKEN, '$1\\ufffd');
}
