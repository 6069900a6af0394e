import { useEffect, useState } from 'react';

/** Milliseconds of rest in typing after which somebody is looked for. */
const REST = 180;

/** What was typed, once the fingers rest. */
export function useDebouncedValue(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), REST);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}
