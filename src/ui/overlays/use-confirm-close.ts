import { useState } from 'react';

/**
 * Asks before closing while work is running: the first attempt sets `asked`, the second closes. Escape, a swipe or a
 * tap on the backdrop is easily accidental.
 */
export function useConfirmClose(isRunning: boolean, close: () => void): { asked: boolean; onClose(): void } {
  const [asked, setAsked] = useState(false);
  return {
    asked: asked && isRunning,
    onClose: () => (isRunning && !asked ? setAsked(true) : close()),
  };
}
