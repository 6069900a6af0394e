/** The query of the address, and how to change it: as the address is, which may be ahead of what has been drawn. */
import { useCallback, useContext, useMemo, useRef } from 'react';
import { UNSAFE_NavigationContext, useLocation, useNavigate, type Location, type NavigateOptions } from 'react-router';

export interface Query {
  /** As it is drawn. */
  params: URLSearchParams;
  /**
   * Goes to what becomes of the query as it is now; null stays. Of two changes in one turn the second would take the first one back if it
   * began with what was drawn; and an answer that comes when one has left the screen leads nobody back to it.
   */
  change(to: (now: URLSearchParams) => URLSearchParams | null, options?: NavigateOptions): void;
}

export function useQuery(): Query {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // The router's own hook knows no address but the drawn one. Its histories have this; the type of what they are handed on as does not.
  const history = useContext(UNSAFE_NavigationContext).navigator as unknown as { location: Location };
  // Whoever waited for an answer meanwhile goes from where the screen is by now, in its language.
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
