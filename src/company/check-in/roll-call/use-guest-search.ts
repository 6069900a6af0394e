import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckInNavigation } from '../use-check-in-url.ts';

/** Debounce in milliseconds before typing updates the URL. */
const URL_DELAY_MS = 400;

/** Returns the searched text, which the URL follows once typing pauses, and the search field. */
export function useGuestSearch({ state, go }: CheckInNavigation) {
  const [query, setQuery] = useState(state.query);
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (query === state.query) return;
    const timer = setTimeout(() => go({ query }, { replace: true }), URL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, state.query, go]);
  const focus = useCallback(() => {
    fieldRef.current?.focus();
    fieldRef.current?.select();
  }, []);
  const clear = useCallback(() => setQuery(''), []);
  return { query, setQuery, fieldRef, focus, clear };
}

export type GuestSearch = ReturnType<typeof useGuestSearch>;
