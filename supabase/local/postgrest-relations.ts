/**
 * PostgREST detects a many-to-many relation only through a table whose key contains both foreign keys. `@supabase/lite`
 * accepts any table with both, which makes `users?select=companies(id)` ambiguous. This hides the foreign keys that
 * could only form such a false junction: those outside a key, of tables the request does not name.
 */
interface ForeignKey {
  table: string;
  column: string;
  foreign_key_name?: string;
}

interface Introspection {
  foreign_keys?: ForeignKey[];
  primary_keys?: { table: string; columns: string[] }[];
}

interface Introspecting {
  introspect(options?: unknown): Promise<unknown>;
}

/** Returns the names in a request's URL: its table, embedded tables and hints. */
export function namesIn(url: string): Set<string> {
  const { pathname, search } = new URL(url);
  let text = `${pathname} ${search.replaceAll('+', ' ')}`;
  try {
    text = decodeURIComponent(text);
  } catch {
    // A malformed URL is used undecoded; lite answers it.
  }
  return new Set(text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
}

export function withoutFalseJunctions<T extends Introspection>(all: T, names: ReadonlySet<string>): T {
  if (!all.foreign_keys) return all;
  const keys = new Map((all.primary_keys ?? []).map(({ table, columns }) => [table, new Set(columns)]));
  const visibleKeys = all.foreign_keys.filter(
    ({ table, column, foreign_key_name: name }) =>
      names.has(table) || (name !== undefined && names.has(name)) || keys.get(table)?.has(column) === true,
  );
  return { ...all, foreign_keys: visibleKeys };
}

/**
 * Limits the connection's introspection to the relations that PostgREST would see. Call `serving` before each request.
 */
export function limitToPostgrestRelations(connection: Introspecting): { serving(url: string): void } {
  let names: ReadonlySet<string> | null = null;
  const introspect = connection.introspect.bind(connection);
  connection.introspect = async (options) => {
    const all = (await introspect(options)) as Introspection;
    return names === null ? all : withoutFalseJunctions(all, names);
  };
  return {
    serving(url) {
      names = namesIn(url);
    },
  };
}
