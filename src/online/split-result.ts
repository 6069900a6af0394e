import type { Failure, Refused, Result } from '../domain/result.ts';

/** At most one is not null. */
export interface ResultParts<T, R> {
  data: T | null;
  refusal: R | null;
  failure: Failure | null;
}

/** Splits a result into its data, its refusal or its failure; all are null while there is no result. */
export function splitResult<T, R>(result: Result<T, R> | null): ResultParts<T, R> {
  const known = result as { ok: true; data: T } | Failure | Refused<R> | null;
  const parts: ResultParts<T, R> = { data: null, refusal: null, failure: null };
  if (known === null) return parts;
  if (known.ok) return { ...parts, data: known.data };
  return known.code === 'refused' ? { ...parts, refusal: known.refusal } : { ...parts, failure: known };
}
