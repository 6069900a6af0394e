/**
 * Reads and changes the query of the address. Changes start from the actual address, which may be ahead of the rendered
 * one.
 */
import { useCallback, useContext, useMemo, useRef } from 'react';
import { UNSAFE_NavigationContext, useLocation, useNavigate, type Location, type NavigateOptions } from 'react-router';

export interface Query {
  /** As rendered. */
  params: URLSearchParams;
  /**
   * Navigates to the query that `to` returns for the current one; null stays. Starting from the rendered query would
   * undo an earlier change of the same tick. Does nothing if the person has left the screen.
   */
  change(to: (now: URLSearchParams) => URLSearchParams | null, options?: NavigateOptions): void;
}

export function useQuery(): Query {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // The router's own hook returns the rendered location only. Its history has the current one, which the type omits.
  const history = useContext(UNSAFE_NavigationContext).navigator as unknown as { location: Location };
  // An async caller continues from the current location, including its language.
  const latest = useRef({ navigate, pathname });
  latest.current = { navigate, pathname };
  const change = useCallback<Query['change']>(
    (to, options) => {
      const now = history.location;
      if (now.pathname !== latest.current.pathname) return;
      const params = to(new URLSearchParams(now.search));
      if (params) void latest.current.navigate(`?${params}`, { preventScrollReset: true, ...options });
    },
    [history],
  );
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return { params, change };
}
