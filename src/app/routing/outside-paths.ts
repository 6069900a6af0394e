/** Paths of our host that are not the installed app: the worker must never answer them with the app's page. */
const LANGUAGE = '(?:/(?:en|es|da|it))?';

/** Guests' pages; /booking/tester is a screen of the app. */
const BOOKING = new RegExp(`^${LANGUAGE}/(?:booking/(?:isolated|view)/|all/?(?:\\?|$))`);

/** First parts of paths under which there are files and endpoints, and never a page. */
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

/** Tested by the worker against path plus query. */
export const PATHS_OUTSIDE_APP: RegExp[] = [
  BOOKING,
  /^\/booking\.html/,
  new RegExp(`^/(?:${RESERVED_PATHS.join('|')})(?:[/?]|$)`),
  // What the sign-in service sends people back with must reach the network's page, never a stored one.
  /[?&](?:code|token_hash|error_description)=/,
  /\/[^/?]+\.[a-z0-9]{2,12}(?:\?|$)/i,
];

export function isBookingPage(path: string): boolean {
  return BOOKING.test(path);
}

/** Whether a navigation to this path plus query is the installed app's to answer. */
export function isAppPath(pathAndQuery: string): boolean {
  return !PATHS_OUTSIDE_APP.some((pattern) => pattern.test(pathAndQuery));
}
