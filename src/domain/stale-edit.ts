/** Two people have changed the same thing: what of it does not go together. */

export interface MergedEdit<T> {
  /** Mine, with what only the others have changed. */
  merged: T;
  /** Fields that both have changed, to different values: a person must choose. */
  conflicts: (keyof T & string)[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** `base`: what I began with; `mine`: what I made of it; `theirs`: what stands now. All have the same fields. */
export function mergeEdits<T extends object>({ base, mine, theirs }: { base: T; mine: T; theirs: T }): MergedEdit<T> {
  const merged = { ...mine };
  const conflicts: MergedEdit<T>['conflicts'] = [];
  for (const field of Object.keys(base) as (keyof T & string)[]) {
    if (same(theirs[field], base[field]) || same(theirs[field], mine[field])) continue;
    if (same(mine[field], base[field])) merged[field] = theirs[field];
    else conflicts.push(field);
  }
  return { merged, conflicts };
}
