import { useEffect, useState } from 'react';

/** Debounce in milliseconds before searching for known guests. */
const REST = 180;

/** Returns the value once it has not changed for a moment. */
export function useDebouncedValue(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), REST);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}
