/** A request ends after this many milliseconds. Each has one clock over it: the pass's, the call's, or for what Auth asks by itself the fetch's. */
export const REQUEST_TIMEOUT_MS = 15_000;
