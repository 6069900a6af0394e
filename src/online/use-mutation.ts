/** What an online screen writes: one intention, sent when the person says so, never queued, safe to send again. */
import { useCallback, useRef, useState } from 'react';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { queryClient } from './query-client.ts';

export interface Mutation<Args, T, R> {
  /** `requestId`: the server knows a repeat by it, so a save whose answer was lost has one effect. */
  send(args: Args, requestId: Uuid): Promise<Result<T, R>>;
  /** Beginnings of the keys of answers that are other ones afterwards. */
  invalidates: readonly (readonly [Uuid, ...unknown[]])[];
  /** Also after a refusal: somebody was quicker, or an answer was lost, and what is shown is no more. */
  invalidateOnRefusal?: boolean;
}

export interface MutationState<Args, T, R> {
  busy: boolean;
  /** Of the last try; null before the first and after `forget`. */
  result: Result<T, R> | null;
  save(args: Args): Promise<Result<T, R>>;
  reset(): void;
}

export function useMutation<Args, T, R = never>(intention: Mutation<Args, T, R>): MutationState<Args, T, R> {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result<T, R> | null>(null);
  const request = useRef<{ id: Uuid; args: string } | null>(null);
  const running = useRef<Promise<Result<T, R>> | null>(null);
  const latest = useRef(intention);
  latest.current = intention;

  const save = useCallback((args: Args) => {
    // Two clicks are one intention.
    running.current ??= (async () => {
      // What has no arguments is one intention as well.
      const written = JSON.stringify(args) ?? '';
      // Whether the last try had an effect is not known while no answer came: the same again must have the same name.
      if (request.current?.args !== written) request.current = { id: crypto.randomUUID(), args: written };
      setBusy(true);
      try {
        const { send, invalidates, invalidateOnRefusal } = latest.current;
        const answer = await send(args, request.current.id);
        if (answer.ok || !answer.retry) request.current = null;
        if (answer.ok || (invalidateOnRefusal && answer.code === 'refused'))
          await Promise.all(
            invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: true })),
          );
        setResult(answer);
        return answer;
      } finally {
        running.current = null;
        setBusy(false);
      }
    })();
    return running.current;
  }, []);

  const forget = useCallback(() => {
    request.current = null;
    setResult(null);
  }, []);
  return { busy, result, save, reset: forget };
}
