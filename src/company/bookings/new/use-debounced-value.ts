import { useEffect, useState } from 'react';

/** Debounce in milliseconds before searching for known guests. */
const DEBOUNCE_MS = 180;

/** Returns the value once it has not changed for a moment. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
