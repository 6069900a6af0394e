/**
 * Another origin that serves the same pages, to show them embedded in another site. On localhost it is the loopback
 * address's other name, which browsers treat as another site; elsewhere VITE_OTHER_ORIGIN sets it at build time
 * (docs/deploy.md).
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': 'localhost',
  '[::1]': 'localhost',
};

/** Returns the same port on the loopback address's other name; null for any other host. */
export function otherLoopbackOrigin(origin: string): string | null {
  const url = new URL(origin);
  const other = OTHER_NAMES[url.hostname];
  if (other === undefined) return null;
  url.hostname = other;
  return url.origin;
}
