import { useState } from 'react';

/** Returns true from the first render on in which `condition` was true. */
export function useLatch(condition: boolean): boolean {
  const [isSet, setIsSet] = useState(false);
  if (condition && !isSet) setIsSet(true);
  return isSet;
}
