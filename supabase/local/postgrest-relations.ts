/**
 * PostgREST relates two tables many-to-many only through a table whose key holds both foreign keys. `@supabase/lite` takes any
 * table with both, so that `users?select=companies(id)` is ambiguous there and not on the hosted service. This hides from
 * one request the foreign keys that could only make such a false bridge: those outside a key, of tables it does not name.
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

/** The names that a request's address contains: its table, its embedded tables, its hints. */
export function namesIn(url: string): Set<string> {
  const { pathname, search } = new URL(url);
  let text = `${pathname} ${search.replaceAll('+', ' ')}`;
  try {
    text = decodeURIComponent(text);
  } catch {
    // An address that is not well formed names what it names undecoded; lite answers for it.
  }
  return new Set(text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
}

export function withoutFalseJunctions<T extends Introspection>(all: T, names: ReadonlySet<string>): T {
  if (!all.foreign_keys) return all;
  const keys = new Map((all.primary_keys ?? []).map(({ table, columns }) => [table, new Set(columns)]));
  const kept = all.foreign_keys.filter(
    ({ table, column, foreign_key_name: name }) =>
      names.has(table) || (name !== undefined && names.has(name)) || keys.get(table)?.has(column) === true,
  );
  return { ...all, foreign_keys: kept };
}

/** Makes the connection answer each request with the relations that PostgREST would see. Call `serving` before each one. */
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
