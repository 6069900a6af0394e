/** Infinite list with cursor pagination that refetches only the pages in view. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import type { Result } from '../domain/result.ts';
import type { QueryKey } from './query-key.ts';
import { QueryFailed, queryClient } from './query-client.ts';
import { isAccessLost, type QueryState } from './use-server-query.ts';

export interface PagedQuery<Page, Cursor, Row extends { id: string }> {
  key: QueryKey;
  /** `after`: cursor of the page; null for the first. */
  fetch(after: Cursor | null, signal: AbortSignal): Promise<Result<Page>>;
  /** Cursor of the next page; null after the last. */
  nextCursorOf(page: Page): Cursor | null;
  rowsOf(page: Page): readonly Row[];
}

export type PagedQueryState<Page, Row> = QueryState<readonly Page[]> & {
  /** Rows of all pages, without duplicates. */
  rows: readonly Row[] | undefined;
  /** Fetches the next page; undefined when there is none or it is already being fetched. */
  fetchMore: (() => void) | undefined;
  hasMore: boolean;
  /** Sets the rows in view: only their pages are refetched after a change, the others when they come into view. */
  setVisibleRange(first: number, last: number): void;
};

/** Debounce in milliseconds before refetching stale pages that came into view. */
const SCROLL_PAUSE_MS = 150;

/** Returns a function that joins the rows of pages; known pages are not processed again. */
function makeJoin<Page, Row extends { id: string }>(rowsOf: (page: Page) => readonly Row[]) {
  interface Joined {
    pages: readonly Page[];
    rows: Row[];
    ids: Set<string>;
    /** Number of rows up to the end of each page. */
    ends: number[];
  }
  const nothing = (): Joined => ({ pages: [], rows: [], ids: new Set(), ends: [] });
  let before = nothing();
  return (pages: readonly Page[]) => {
    const continues = before.pages.every((page, at) => page === pages[at]);
    const { ids, rows: previousRows, ends } = continues ? before : nothing();
    const rows = [...previousRows];
    for (const page of pages.slice(ends.length)) {
      // A moved row is on two pages until both have been refetched.
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

/** First and last page in view. */
type ViewedPages = readonly [number, number];

/** Queries the pages. A refetch keeps the pages outside of `viewRef`, and adds them to `oldRef`. */
function useInfinitePages<Page extends object, Cursor>(
  { key, fetch, nextCursorOf }: Pick<PagedQuery<Page, Cursor, { id: string }>, 'key' | 'fetch' | 'nextCursorOf'>,
  viewRef: RefObject<ViewedPages>,
  oldRef: RefObject<WeakSet<Page>>,
) {
  const walks = useRef(new WeakMap<AbortSignal, number>());
  return useInfiniteQuery(
    {
      queryKey: key,
      initialPageParam: null as Cursor | null,
      queryFn: async ({ pageParam, signal }) => {
        const after = pageParam as Cursor | null;
        // A refetch loads the pages one after another from the first, under one signal.
        const at = after === null ? 0 : walks.current.has(signal) ? walks.current.get(signal)! + 1 : null;
        const cachedPage = at === null ? undefined : queryClient.getQueryData<{ pages: Page[] }>(key)?.pages[at];
        if (at !== null) walks.current.set(signal, at);
        const [first, last] = viewRef.current;
        if (cachedPage && (at! < first || at! > last)) {
          oldRef.current.add(cachedPage);
          return cachedPage;
        }
        const response = await fetch(after, signal);
        if (!response.ok) throw new QueryFailed(response);
        if (cachedPage) oldRef.current.delete(cachedPage);
        return response.data;
      },
      getNextPageParam: (page: Page) => nextCursorOf(page),
      // Keep the rows while a new filter loads, but never those of another owner or topic.
      placeholderData: (before, previous) =>
        previous?.queryKey[0] === key[0] && previous.queryKey[1] === key[1] ? before : undefined,
    },
    queryClient,
  );
}

type NextPageQuery = Pick<ReturnType<typeof useInfiniteQuery>, 'isFetching' | 'fetchNextPage'>;

/** Fetches the next page, after a running refetch, which it would cancel. */
function useFetchNextPage({ isFetching, fetchNextPage }: NextPageQuery, keyText: string): () => void {
  const nextRequested = useRef(false);
  const busy = useRef(false);
  busy.current = isFetching;
  const next = useCallback(() => {
    if (busy.current) nextRequested.current = true;
    else void fetchNextPage();
  }, [fetchNextPage]);
  useEffect(() => {
    if (isFetching || !nextRequested.current) return;
    nextRequested.current = false;
    void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  // A new list starts at its top.
  useEffect(() => {
    nextRequested.current = false;
  }, [keyText]);
  return next;
}

interface RefetchInView<Page extends object> {
  pages: readonly Page[] | undefined;
  /** Number of rows up to the end of each page. */
  ends: readonly number[] | undefined;
  viewRef: RefObject<ViewedPages>;
  oldRef: RefObject<WeakSet<Page>>;
  query: Pick<ReturnType<typeof useInfiniteQuery>, 'isFetching' | 'refetch'>;
  keyText: string;
}

/** Returns a function that takes the rows in view, and refetches their pages if they are old. */
function useRefetchInView<Page extends object>({ pages, ends, viewRef, oldRef, query, keyText }: RefetchInView<Page>) {
  const { isFetching, refetch } = query;
  const busy = useRef(false);
  busy.current = isFetching;
  const pauseTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pauseTimer.current), []);
  const setVisibleRange = useCallback(
    (first: number, last: number) => {
      const allEnds = ends ?? [];
      const pageOf = (row: number) => {
        let [from, to] = [0, allEnds.length];
        while (from < to) {
          const middle = (from + to) >> 1;
          if (row < allEnds[middle]!) to = middle;
          else from = middle + 1;
        }
        return from === allEnds.length ? 0 : from;
      };
      viewRef.current = [pageOf(first), pageOf(last)];
      const isOld = () =>
        pages?.slice(viewRef.current[0], viewRef.current[1] + 1).some((page) => oldRef.current.has(page)) === true;
      clearTimeout(pauseTimer.current);
      if (isOld()) pauseTimer.current = setTimeout(() => isOld() && !busy.current && void refetch(), SCROLL_PAUSE_MS);
    },
    [ends, pages, refetch, viewRef, oldRef],
  );
  // A new list starts at its top.
  useEffect(() => {
    viewRef.current = [0, 0];
  }, [keyText, viewRef]);
  return setVisibleRange;
}

export function usePagedQuery<Page extends object, Cursor, Row extends { id: string }>({
  key,
  fetch,
  nextCursorOf,
  rowsOf,
}: PagedQuery<Page, Cursor, Row>): PagedQueryState<Page, Row> {
  const viewRef = useRef<ViewedPages>([0, 0]);
  const oldRef = useRef(new WeakSet<Page>());
  const query = useInfinitePages({ key, fetch, nextCursorOf }, viewRef, oldRef);
  // Unexpected errors go to the route's error view.
  if (query.error && !(query.error instanceof QueryFailed)) throw query.error;
  const failure = query.error?.failure ?? null;
  const { refetch, hasNextPage, isFetching, isFetchingNextPage } = query;
  const refetchQuery = useCallback(() => void refetch(), [refetch]);
  const pages = useMemo(() => query.data?.pages, [query.data]);
  const latest = useRef(rowsOf);
  latest.current = rowsOf;
  const keyText = JSON.stringify(key);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const join = useMemo(() => makeJoin<Page, Row>((page) => latest.current(page)), [keyText]);
  const joined = useMemo(() => pages && join(pages), [join, pages]);

  const next = useFetchNextPage(query, keyText);
  const setVisibleRange = useRefetchInView({ pages, ends: joined?.ends, viewRef, oldRef, query, keyText });

  const state = {
    fetching: isFetching,
    refetch: refetchQuery,
    setVisibleRange,
    rows: joined?.rows,
    hasMore: hasNextPage,
    // After a failure wait for the person's retry instead of retrying at every scroll event.
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
