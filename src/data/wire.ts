/** Converts between snake_case on the wire and camelCase in the app. */

const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** Returns a name as it is on the wire, in snake_case. */
export const snakeName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) result[rename(key)] = renamed((value as Record<string, unknown>)[key], rename);
  return result;
}

const camelNames = new Map<string, string>();
function camelName(key: string): string {
  let name = camelNames.get(key);
  if (name === undefined) camelNames.set(key, (name = toCamel(key)));
  return name;
}

/** Returns a deep copy with keys in camelCase. */
export const fromWire = (value: unknown): unknown => renamed(value, camelName);

/** Returns a deep copy with keys in snake_case. */
export const toWire = (value: unknown): unknown => renamed(value, snakeName);

/** Normalises an instant to three decimals and `Z`; throws a RangeError for anything else. */
export const readInstant = (value: unknown): string => new Date(String(value)).toISOString();
