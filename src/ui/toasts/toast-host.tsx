import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pushToastContainer } from './toast-container-stack.ts';
import { followTouches } from './last-touched.ts';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { queuedToasts } from './toasts.ts';

const Toaster = lazyWithPreload(() => import('./toaster.tsx').then((module) => module.Toaster), {
  onLoadError: 'keep',
});

/** Milliseconds after which the page counts as idle. */
const IDLE_MS = 3000;

/** The page's container for toasts. Their code loads when the page is idle, or with the first toast. */
export function ToastHost() {
  const toastsRef = useRef<HTMLDivElement>(null);
  const hasToasts = useSyncExternalStore(queuedToasts.subscribe, () => queuedToasts.getState().length > 0);
  // Stays true, because the queue is empty again once the code has loaded.
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (hasToasts) setIsNeeded(true);
    const timer = setTimeout(() => setIsNeeded(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, [hasToasts]);
  useEffect(followTouches, []);
  useEffect(() => {
    if (!toastsRef.current) return undefined;
    return pushToastContainer(toastsRef.current);
  }, []);
  return (
    <>
      <div ref={toastsRef} />
      {isNeeded && <Toaster />}
    </>
  );
}
