import { useEffect } from 'react';
import { dismissToast } from '../toasts/toasts.ts';

/** Dismisses toasts that would cover an overlay. Their actions remain available in the page. */
export function useDismissToasts(): void {
  useEffect(() => {
    dismissToast();
  }, []);
}
