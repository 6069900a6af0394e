import { useState } from 'react';

/**
 * Escape, a swipe or a tap beside it are easily made by mistake: while something runs the first asks, and the second ends it.
 * `asked` is to be said where the buttons are.
 */
export function useConfirmClose(isRunning: boolean, close: () => void): { asked: boolean; onClose(): void } {
  const [asked, setAsked] = useState(false);
  return {
    asked: asked && isRunning,
    onClose: () => (isRunning && !asked ? setAsked(true) : close()),
  };
}
