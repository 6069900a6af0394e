/**
 * Timeout of a request in milliseconds. One timer covers each request: that of the sync pass, of the call, or of the
 * fetch for requests that Supabase Auth makes itself.
 */
export const REQUEST_TIMEOUT_MS = 15_000;
