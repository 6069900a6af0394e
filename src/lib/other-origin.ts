/**
 * Another origin that serves the same pages, for showing them as somebody else's site would. This machine has one by itself, as browsers
 * take its two names for two sites; elsewhere VITE_OTHER_ORIGIN names one at the build (docs/deploy.md).
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': 'localhost',
  '[::1]': 'localhost',
};

/** The same port of this machine by its other name; null for an origin that is not this machine's. */
export function otherLoopbackOrigin(origin: string): string | null {
  const url = new URL(origin);
  const other = OTHER_NAMES[url.hostname];
  if (other === undefined) return null;
  url.hostname = other;
  return url.origin;
}
