/** Takes out what an error report must never carry: tokens, e-mail addresses, telephone numbers. */

const RULES: readonly [RegExp, string][] = [
  // JSON Web Tokens, and what stands after "Bearer".
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]+)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  [/\bsb_(?:publishable|secret)_[\w-]+/g, '[token]'],
  [/((?:token|code|password|secret|apikey|api_key|key|access|refresh|otp)[\w-]*["']?\s*[=:]\s*["']?)[^\s&"',;}]+/gi, '$1[token]'],
  // A guest's link: whoever has it, has the booking.
  [/(\/booking\/(?:isolated\/)?(?:view|payment)\/)[^\s/?#"']+/g, '$1[token]'],
  [/[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[e-mail]'],
  [/(?<![\w-])(?:\+|00)\d(?:[\s().-]?\d){6,14}(?![\w-])/g, '[phone]'],
  // Without country code: at least eight digits in groups, so that dates and status codes stay readable.
  [/(?<![\w:.-])\(?\d{2,5}\)?(?:[ .-]\d{2,4}){2,4}(?![\w:-])/g, '[phone]'],
  [/(?<![\w.:-])\d{8,15}(?![\w.:-])/g, '[number]'],
  // Anything long and random enough to open something.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[A-Za-z0-9_-]{40,}(?![\w-])/g, '[token]'],
];

export function redact(text: string): string {
  return RULES.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

const SECRET_KEY = /token|password|secret|authorization|cookie|api_?key|e-?mail|phone|name$/i;
const DEPTH = 8;

/** The same for everything inside a value; keys that name a secret lose theirs altogether. */
export function redactDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_KEY.test(key) && typeof item === 'string' ? '[removed]' : redactDeep(item, depth + 1),
    ]),
  );
}
