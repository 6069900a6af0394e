import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pushToastContainer } from './toast-container-stack.ts';
import { followTouches } from './last-touched.ts';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { toasts } from './toasts.ts';

const Toaster = lazyWithPreload(() => import('./toaster.tsx').then((module) => module.Toaster), {
  onLoadError: 'keep',
});

/** Milliseconds after which the page counts as idle. */
const QUIET = 3000;

/** The page's container for toasts. Their code loads when the page is idle, or with the first toast. */
export function ToastHost() {
  const dock = useRef<HTMLDivElement>(null);
  const hasToasts = useSyncExternalStore(toasts.subscribe, () => toasts.getState().length > 0);
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), QUIET);
    return () => clearTimeout(timer);
  }, []);
  useEffect(followTouches, []);
  useEffect(() => {
    if (!dock.current) return undefined;
    return pushToastContainer(dock.current);
  }, []);
  return (
    <>
      <div ref={dock} aria-live="polite" aria-relevant="additions text" />
      {(hasToasts || quiet) && <Toaster />}
    </>
  );
}
