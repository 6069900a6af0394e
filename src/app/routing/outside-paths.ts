/** Paths of our host outside the installed app, which the service worker must not answer with the app's page. */
const LANGUAGE = '(?:/(?:en|es|da|it))?';

/** Guest pages; /booking/tester is a screen of the app. */
const BOOKING = new RegExp(`^${LANGUAGE}/(?:booking/(?:isolated|view)/|all/?(?:\\?|$))`);

/** First path segments of files and endpoints, never of pages. */
export const RESERVED_PATHS = [
  'auth',
  'rest',
  'realtime',
  'functions',
  'storage',
  'local',
  'icons',
  'assets',
  'screenshots',
];

/** Tested by the service worker against path and query. */
export const PATHS_OUTSIDE_APP: RegExp[] = [
  BOOKING,
  /^\/booking\.html/,
  new RegExp(`^/(?:${RESERVED_PATHS.join('|')})(?:[/?]|$)`),
  // Callbacks of the auth service must reach the network, never a cached page.
  /[?&](?:code|token_hash|error_description)=/,
  /\/[^/?]+\.[a-z0-9]{2,12}(?:\?|$)/i,
];

export function isBookingPage(path: string): boolean {
  return BOOKING.test(path);
}

/** Whether the installed app answers a navigation to this path and query. */
export function isAppPath(pathAndQuery: string): boolean {
  return !PATHS_OUTSIDE_APP.some((pattern) => pattern.test(pathAndQuery));
}
