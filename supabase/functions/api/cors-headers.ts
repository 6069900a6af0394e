/** Pages of any origin may call with a key; cookies are not used. */
export const API_CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Octo-Capabilities, Content-Language, Available-Languages',
};

export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'authorization, content-type, idempotency-key, if-none-match, octo-capabilities, accept-language',
  'Access-Control-Max-Age': '86400',
};
