import { useState } from 'react';

/** Returns true once `condition` has been true. */
export function useLatch(condition: boolean): boolean {
  const [isSet, setIsSet] = useState(false);
  if (condition && !isSet) setIsSet(true);
  return isSet;
}
