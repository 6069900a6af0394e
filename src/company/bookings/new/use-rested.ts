import { useEffect, useState } from 'react';

/** Milliseconds of rest in typing after which somebody is looked for. */
const REST = 180;

/** What was typed, once the fingers rest. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
