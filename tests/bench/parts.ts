/** Names of what `npm run bench`, `bench:server` and `bench:trace` can measure alone. */
export const BENCH_PARTS = [
  'start',
  'device',
  'signature',
  'guest',
  'month',
  'charts',
  'planner',
  'import',
  'scroll',
  'export',
  'queue',
  'postgres',
  'server',
  'api',
  'even',
  'webhooks',
] as const;

export const SERVER_PARTS = [
  'postgres',
  'server',
  'calendar',
  'feeds',
  'api',
  'schedules',
  'bookings',
  'lists',
  'dashboard',
  'guests',
  'import',
  'mail',
  'webhooks',
] as const;

export const TRACE_PARTS = ['tap', 'scan', 'open', 'scroll', 'planner'] as const;

/** Returns the names that are not among the parts. */
export const unknownParts = (parts: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) => !parts.includes(name));

/** Returns a function that says whether a part was named on the command line. Ends the process for an unknown name. */
export function requestedParts<Part extends string>(parts: readonly Part[]): (part: Part) => boolean {
  const names = process.argv.slice(2);
  const unknown = unknownParts(parts, names);
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${parts.join(', ')}.`);
    process.exit(1);
  }
  return (part) => names.length === 0 || names.includes(part);
}
