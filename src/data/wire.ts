/** Between the wire's snake_case and the app's camelCase. */

const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, template: string) => template.toUpperCase());
const toSnake = (key: string) => key.replace(/[A-Z]/g, (template) => `_${template.toLowerCase()}`);

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

/** A copy with all keys, however deep, in camelCase. */
export const fromWire = (value: unknown): unknown => renamed(value, camelName);

/** A copy with all keys, however deep, in snake_case. */
export const toWire = (value: unknown): unknown => renamed(value, toSnake);

/** An instant as the app keeps it, three decimals and `Z`; throws a RangeError for what is none. */
export const readInstant = (value: unknown): string => new Date(String(value)).toISOString();
