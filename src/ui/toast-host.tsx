import { lazy, Suspense, useEffect, useState } from 'react';
import { onToastsWanted } from './toasts.ts';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Mounts the toaster once the page stands still, or as soon as the first toast is wanted. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), 3000);
    const stop = onToastsWanted(() => setWanted(true));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
