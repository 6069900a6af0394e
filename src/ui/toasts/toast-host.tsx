import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pushToastContainer } from './toast-container-stack.ts';
import { followTouches } from './last-touched.ts';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { toasts } from './toasts.ts';

const Toaster = lazyWithPreload(() => import('./toaster.tsx').then((module) => module.Toaster), {
  onLoadError: 'keep',
});

/** Milliseconds after which the page counts as idle. */
const IDLE_MS = 3000;

/** The page's container for toasts. Their code loads when the page is idle, or with the first toast. */
export function ToastHost() {
  const toastsRef = useRef<HTMLDivElement>(null);
  const hasToasts = useSyncExternalStore(toasts.subscribe, () => toasts.getState().length > 0);
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(followTouches, []);
  useEffect(() => {
    if (!toastsRef.current) return undefined;
    return pushToastContainer(toastsRef.current);
  }, []);
  return (
    <>
      <div ref={toastsRef} aria-live="polite" aria-relevant="additions text" />
      {(hasToasts || isIdle) && <Toaster />}
    </>
  );
}
