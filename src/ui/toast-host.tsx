import { useEffect, useState } from 'react';
import { late } from './late.tsx';
import { onToastsWanted } from './toasts.ts';

const Toaster = late(() => import('./toaster.tsx').then((module) => module.Toaster), { whenLost: 'wait' });

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
  return wanted && <Toaster />;
}
