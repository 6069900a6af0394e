import { useEffect } from 'react';
import { dismissToast } from '../toasts/toasts.ts';

/** For what opens over the page: takes the toasts away that would lie upon it. What they offered stays in the page. */
export function useDismissToasts(): void {
  useEffect(() => {
    dismissToast();
  }, []);
}
