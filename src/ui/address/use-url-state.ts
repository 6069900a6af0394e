/**
 * Keeps filters, sorting, selection and the open entry in the address, so that back, reload and shared links restore
 * them.
 */
import { useCallback, useMemo } from 'react';
import * as v from 'valibot';
import { isLocalDate } from '../../lib/local-date.ts';
import { useQuery } from './use-query.ts';

type Entries = Record<string, v.GenericSchema<unknown>>;
/**
 * An object schema whose entries each parse a query parameter, or its absence, and never fail:
 * `v.fallback(v.optional(…), default)`.
 */
export type UrlShape<E extends Entries> = v.ObjectSchema<E, undefined>;

/** Parses a query; anything invalid gives the default. A repeated parameter is a list. */
export function readUrl<E extends Entries>(shape: UrlShape<E>, params: URLSearchParams): v.InferOutput<UrlShape<E>> {
  const queryValues: Record<string, unknown> = {};
  for (const name of Object.keys(shape.entries)) {
    const values = params.getAll(name);
    if (values.length > 0) queryValues[name] = values.length === 1 ? values[0] : values;
  }
  return v.parse(shape, queryValues);
}

/** Returns the query for a state. Defaults are omitted; parameters that the shape doesn't know are kept. */
export function writeUrl<E extends Entries>(
  shape: UrlShape<E>,
  state: v.InferOutput<UrlShape<E>>,
  before: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const defaults = v.parse(shape, {}) as Record<string, unknown>;
  const params = new URLSearchParams(before);
  for (const name of Object.keys(shape.entries)) {
    params.delete(name);
    const value = (state as Record<string, unknown>)[name];
    if (value === null || value === undefined || JSON.stringify(value) === JSON.stringify(defaults[name])) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
  }
  return params;
}

export interface GoOptions {
  /** Replaces the history entry, for changes that back should skip. */
  replace?: boolean;
  /**
   * For a change by typing in a field: replaces the entry and renders synchronously, as fast typing would otherwise
   * lose letters.
   */
  isTyping?: boolean;
}

export interface UrlState<T> {
  state: T;
  /** Navigates to a state. A function gets the current state, which may be ahead of the rendered one; null stays. */
  go(change: Partial<T> | ((now: T) => Partial<T> | null), options?: GoOptions): void;
}

export function useUrlState<E extends Entries>(shape: UrlShape<E>): UrlState<v.InferOutput<UrlShape<E>>> {
  type State = v.InferOutput<UrlShape<E>>;
  const { params, change } = useQuery();
  const state = useMemo(() => readUrl(shape, params), [shape, params]);
  const go = useCallback(
    (
      to: Partial<State> | ((now: State) => Partial<State> | null),
      { isTyping = false, replace = isTyping }: GoOptions = {},
    ) =>
      change(
        (params) => {
          const now = readUrl(shape, params);
          const next = typeof to === 'function' ? to(now) : to;
          return next && writeUrl(shape, { ...now, ...next }, params);
        },
        { replace, flushSync: isTyping },
      ),
    [change, shape],
  );
  return useMemo(() => ({ state, go }), [state, go]);
}

/** One of a fixed list; the first is the default. */
export const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  v.fallback(v.optional(v.picklist(choices), choices[0]), choices[0]);

const texts = v.fallback(
  v.optional(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((item) => [item]),
      ),
    ]),
    [],
  ),
  [],
);

/** Any of a fixed list, in the list's order; the default is none. */
export const someOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  v.pipe(
    texts,
    v.transform((values) => choices.filter((choice) => values.includes(choice)) as T[number][]),
  );

/** Distinct texts that match `shape`, at most `max`; the default is none. */
export const someTexts = (shape: RegExp, max = 50) =>
  v.pipe(
    texts,
    v.transform((values) => [...new Set(values.filter((value) => shape.test(value)))].slice(0, max)),
  );

/** A text of at most `longest` characters; the default is empty. */
export const text = (longest = 200) => v.fallback(v.optional(v.pipe(v.string(), v.maxLength(longest)), ''), '');

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const uuidOrNull = () => v.fallback(v.nullish(v.pipe(v.string(), v.regex(UUID)), null), null);

/** An existing calendar day, `YYYY-MM-DD`, of the years 1900 to 2999, so that the months around it can be shown. */
export const dateOrNull = () =>
  v.fallback(
    v.nullish(
      v.pipe(
        v.string(),
        v.check((day) => isLocalDate(day) && /^(19|2)/.test(day)),
      ),
      null,
    ),
    null,
  );
