/** Three-way merge of concurrent edits. */

export interface MergedEdit<T> {
  /** My edit with the fields that only the others changed. */
  merged: T;
  /**
   * Paths that both changed to different values: a person must choose. `field` names a field, `field.id.name` a field
   * of a list's row, and `field.id` a row that one side changed and the other removed.
   */
  conflicts: string[];
}

type Row = { id: string };
type Edit<T> = { base: T; mine: T; theirs: T };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
const areRows = (...lists: unknown[]): boolean => lists.every((list) => Array.isArray(list) && list.every(isRow));
const rowOf = (rows: unknown, id: string) => (rows as readonly Row[]).find((row) => row.id === id);

/** Merges `mine` and `theirs`, which both started from `base`. All have the same fields. */
export function mergeEdits<T extends object>({ base, mine, theirs }: Edit<T>): MergedEdit<T> {
  const merged = { ...mine };
  const conflicts: string[] = [];
  for (const field of Object.keys(base) as (keyof T & string)[]) {
    if (same(theirs[field], base[field]) || same(theirs[field], mine[field])) continue;
    if (same(mine[field], base[field])) merged[field] = theirs[field];
    else if (areRows(base[field], mine[field], theirs[field])) {
      const rows = mergeRows({ base: base[field], mine: mine[field], theirs: theirs[field] } as Edit<unknown> as Edit<
        Row[]
      >);
      merged[field] = rows.merged as T[typeof field];
      conflicts.push(...rows.conflicts.map((path) => `${field}.${path}`));
    } else conflicts.push(field);
  }
  return { merged, conflicts };
}

/** Merges rows by id, in my order; rows that only the others added come last. */
function mergeRows({ base, mine, theirs }: Edit<Row[]>): MergedEdit<Row[]> {
  const conflicts: string[] = [];
  const mergeRow = ({ id }: Row): Row[] => {
    const [was, my, their] = [rowOf(base, id), rowOf(mine, id), rowOf(theirs, id)];
    if (my && their && was) {
      const row = mergeEdits({ base: was, mine: my, theirs: their });
      conflicts.push(...row.conflicts.map((name) => `${id}.${name}`));
      return [row.merged];
    }
    if (!was) return [my ?? their!];
    if (!my && !their) return [];
    const isChanged = !same(my ?? their, was);
    // One side removed the row and the other changed it.
    if (isChanged) conflicts.push(id);
    return isChanged && my ? [my] : [];
  };
  const added = theirs.filter(({ id }) => !rowOf(mine, id));
  return { merged: [...mine, ...added].flatMap(mergeRow), conflicts };
}

/** Returns the value at a conflict's path; undefined if its row does not exist. */
export function valueAt(edit: object, path: string): unknown {
  const [field = '', id, name] = path.split('.');
  const value = (edit as Record<string, unknown>)[field];
  if (id === undefined) return value;
  const row = rowOf(value, id) as Record<string, unknown> | undefined;
  return name === undefined ? row : row?.[name];
}

/** Returns the edit with their values at `paths`. */
export function withTheirs<T extends object>(merged: T, { theirs, paths }: { theirs: T; paths: readonly string[] }): T {
  const result = { ...merged } as Record<string, unknown>;
  for (const path of paths) {
    const [field = '', id, name] = path.split('.');
    const value = valueAt(theirs, path);
    if (id === undefined) {
      result[field] = value;
      continue;
    }
    const rows = result[field] as Row[];
    if (name !== undefined) result[field] = rows.map((row) => (row.id === id ? { ...row, [name]: value } : row));
    else result[field] = [...rows.filter((row) => row.id !== id), ...(value ? [value as Row] : [])];
  }
  return result as T;
}
