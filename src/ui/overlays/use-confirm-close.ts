import { useState } from 'react';

/**
 * Asks before closing while work is running: the first attempt sets `isClosePending`, the second closes. Escape, a
 * swipe or a tap on the backdrop is easily accidental.
 */
export function useConfirmClose(isRunning: boolean, close: () => void): { isClosePending: boolean; onClose(): void } {
  const [isClosePending, setIsClosePending] = useState(false);
  return {
    isClosePending: isClosePending && isRunning,
    onClose: () => (isRunning && !isClosePending ? setIsClosePending(true) : close()),
  };
}
