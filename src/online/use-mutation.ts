/** Mutations of online screens: sent at once, never queued, and safe to retry. */
import { useCallback, useRef, useState } from 'react';
import type { Uuid } from '../domain/ids.ts';
import type { Failure, Refused, Result } from '../domain/result.ts';
import { queryClient } from './query-client.ts';

export interface Mutation<Args, T, R> {
  /** `requestId` is the idempotency key: a retry after a lost response has one effect. */
  send(args: Args, requestId: Uuid): Promise<Result<T, R>>;
  /** Prefixes of the query keys to invalidate afterwards. */
  invalidates: readonly (readonly [Uuid, ...unknown[]])[];
  /** Invalidate also after a refusal, because the displayed data is probably out of date. */
  invalidateOnRefusal?: boolean;
}

export interface MutationState<Args, T, R> {
  busy: boolean;
  /** Result of the last attempt; null before the first and after `reset`. */
  result: Result<T, R> | null;
  save(args: Args): Promise<Result<T, R>>;
  reset(): void;
}

export function useMutation<Args, T, R = never>(mutation: Mutation<Args, T, R>): MutationState<Args, T, R> {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result<T, R> | null>(null);
  const request = useRef<{ id: Uuid; args: string } | null>(null);
  const running = useRef<Promise<Result<T, R>> | null>(null);
  const latest = useRef(mutation);
  latest.current = mutation;

  const save = useCallback((args: Args) => {
    // A double click joins the running request.
    running.current ??= (async () => {
      // JSON.stringify returns undefined without arguments.
      const argsText = JSON.stringify(args) ?? '';
      // Without a response the last attempt may have had an effect, so a retry must reuse its key.
      if (request.current?.args !== argsText) request.current = { id: crypto.randomUUID(), args: argsText };
      setBusy(true);
      try {
        const { send, invalidates, invalidateOnRefusal } = latest.current;
        const result = await send(args, request.current.id);
        if (result.ok || !result.retry) request.current = null;
        if (result.ok || (invalidateOnRefusal && result.code === 'refused'))
          await Promise.all(
            invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: true })),
          );
        setResult(result);
        return result;
      } finally {
        running.current = null;
        setBusy(false);
      }
    })();
    return running.current;
  }, []);

  const reset = useCallback(() => {
    request.current = null;
    setResult(null);
  }, []);
  return { busy, result, save, reset };
}

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
