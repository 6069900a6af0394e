/** A list that is read a page at a time: its rows so far, and more of them when the end comes near. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Result } from '../domain/result.ts';
import type { QueryKey } from './query-key.ts';
import { QueryFailed, queryClient } from './query-client.ts';
import { isAccessLost, type QueryState } from './use-server-query.ts';

export interface PagedQuery<Page, Place, Row extends { id: string }> {
  key: QueryKey;
  /** `after`: where the page begins; null for the first. */
  fetch(after: Place | null, signal: AbortSignal): Promise<Result<Page>>;
  /** Where the next page begins; null after the last. */
  nextCursorOf(page: Page): Place | null;
  rowsOf(page: Page): readonly Row[];
}

export type PagedQueryState<Page, Row> = QueryState<readonly Page[]> & {
  /** Of all pages, each once. */
  rows: readonly Row[] | undefined;
  /** Asks for the next page; undefined when there is none, or it is on its way. */
  fetchMore: (() => void) | undefined;
  hasMore: boolean;
  /** Which rows are in view: these alone are asked for again when something changed, the others once they come into view. */
  setVisibleRange(first: number, last: number): void;
};

/** Milliseconds of rest after which what came into view is brought up to date. */
const REST = 150;

/** Puts rows of pages together; pages that were there before are not gone through again. */
function makeJoin<Page, Row extends { id: string }>(rowsOf: (page: Page) => readonly Row[]) {
  interface Joined {
    pages: readonly Page[];
    rows: Row[];
    ids: Set<string>;
    /** Of each page, how many rows there are up to its end. */
    ends: number[];
  }
  const nothing = (): Joined => ({ pages: [], rows: [], ids: new Set(), ends: [] });
  let before = nothing();
  return (pages: readonly Page[]) => {
    const goesOn = before.pages.every((page, at) => page === pages[at]);
    const { ids, rows: known, ends } = goesOn ? before : nothing();
    const rows = [...known];
    for (const page of pages.slice(ends.length)) {
      // A row that moved stands in two pages until both were asked for again.
      for (const row of rowsOf(page)) {
        if (ids.has(row.id)) continue;
        ids.add(row.id);
        rows.push(row);
      }
      ends.push(rows.length);
    }
    before = { pages, rows, ids, ends };
    return { rows, ends };
  };
}

export function usePagedQuery<Page extends object, Place, Row extends { id: string }>({
  key,
  fetch,
  nextCursorOf,
  rowsOf,
}: PagedQuery<Page, Place, Row>): PagedQueryState<Page, Row> {
  const view = useRef<readonly [number, number]>([0, 0]);
  const old = useRef(new WeakSet<Page>());
  const walks = useRef(new WeakMap<AbortSignal, number>());
  const query = useInfiniteQuery(
    {
      queryKey: key,
      initialPageParam: null as Place | null,
      queryFn: async ({ pageParam, signal }) => {
        const after = pageParam as Place | null;
        // Pages that are asked for again come one after the other from the first on, under one signal.
        const at = after === null ? 0 : walks.current.has(signal) ? walks.current.get(signal)! + 1 : null;
        const known = at === null ? undefined : queryClient.getQueryData<{ pages: Page[] }>(key)?.pages[at];
        if (at !== null) walks.current.set(signal, at);
        const [first, last] = view.current;
        if (known && (at! < first || at! > last)) {
          old.current.add(known);
          return known;
        }
        const answer = await fetch(after, signal);
        if (!answer.ok) throw new QueryFailed(answer);
        if (known) old.current.delete(known);
        return answer.data;
      },
      getNextPageParam: (page: Page) => nextCursorOf(page),
      // A list that is filtered anew keeps its rows until the others are there; another owner's or topic's never show.
      placeholderData: (before, previous) =>
        previous?.queryKey[0] === key[0] && previous.queryKey[1] === key[1] ? before : undefined,
    },
    queryClient,
  );
  // A bug is a bug: it reaches the route's error view.
  if (query.error && !(query.error instanceof QueryFailed)) throw query.error;
  const failure = query.error?.failure ?? null;
  const { refetch, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  const pages = useMemo(() => query.data?.pages, [query.data]);
  const latest = useRef(rowsOf);
  latest.current = rowsOf;
  const name = JSON.stringify(key);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const join = useMemo(() => makeJoin<Page, Row>((page) => latest.current(page)), [name]);
  const joined = useMemo(() => pages && join(pages), [join, pages]);

  // The next page waits for what is being brought up to date: asked for in between, it would end that.
  const wanted = useRef(false);
  const busy = useRef(false);
  busy.current = isFetching;
  const next = useCallback(() => {
    if (busy.current) wanted.current = true;
    else void fetchNextPage();
  }, [fetchNextPage]);
  useEffect(() => {
    if (isFetching || !wanted.current) return;
    wanted.current = false;
    void fetchNextPage();
  }, [isFetching, fetchNextPage]);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const see = useCallback(
    (first: number, last: number) => {
      const ends = joined?.ends ?? [];
      const pageOf = (row: number) => {
        let [from, to] = [0, ends.length];
        while (from < to) {
          const middle = (from + to) >> 1;
          if (row < ends[middle]!) to = middle;
          else from = middle + 1;
        }
        return from === ends.length ? 0 : from;
      };
      view.current = [pageOf(first), pageOf(last)];
      const isOld = () =>
        pages?.slice(view.current[0], view.current[1] + 1).some((page) => old.current.has(page)) === true;
      clearTimeout(rest.current);
      if (isOld()) rest.current = setTimeout(() => isOld() && !busy.current && void refetch(), REST);
    },
    [joined, pages, refetch],
  );
  // Another list is seen from its top.
  useEffect(() => {
    view.current = [0, 0];
    wanted.current = false;
  }, [name]);

  const state = {
    fetching: isFetching,
    refetch: again,
    setVisibleRange: see,
    rows: joined?.rows,
    hasMore: hasNextPage,
    // A page that failed is asked for again when the person says so, not with every turn of the wheel.
    fetchMore: hasNextPage && !isFetchingNextPage && failure === null ? next : undefined,
  };
  if (pages === undefined || (failure && isAccessLost(failure.code)))
    return failure
      ? { state: 'failed', data: undefined, failure, at: null, ...state, rows: undefined }
      : { state: 'loading', data: undefined, failure: null, at: null, ...state, rows: undefined };
  const at = query.dataUpdatedAt;
  return failure
    ? { state: 'stale', data: pages, failure, at, ...state }
    : { state: 'full', data: pages, failure: null, at, ...state };
}
