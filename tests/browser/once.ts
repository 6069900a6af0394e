/**
 * The journeys that are gone through once, in the newest browser: what hangs on our markup, on the rules of the office or on what the server
 * says, and not on the engine's version. What a guide does at the meeting point, what a guest does on somebody's site, storage, workers, the
 * camera and what lies over what are gone through in each.
 */
export const ONCE = [
  'access-desktop',
  'access-held',
  'acting',
  'booking-tester',
  'bookings',
  'calendar',
  'import',
  'lanes',
  'partners',
  'paying',
  'running-late',
  'second-step',
  'settings',
  'signed-tickets',
  'team',
  'tour-life',
  'tour-numbers',
  'tours-manage',
  'ways-in',
].map((name) => `tests/browser/${name}.test.ts`);
