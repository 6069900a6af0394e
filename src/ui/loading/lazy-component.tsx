/**
 * A component whose code is loaded on demand and rendered at once if it is already loaded. React's `lazy` shows its
 * fallback even then, and keeps it for 300 ms.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { isReloading } from '../../lib/page-reload.ts';
import { RETRY_DELAY_MS, watchChunk } from '../../lib/chunk-load-error.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { withTexts } from '../../i18n/messages.ts';
import { showToast } from '../toasts/toasts.ts';

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code so that the component can render in its first frame. Rejects if the chunk cannot be loaded. */
  preload(): Promise<void>;
  isLoaded(): boolean;
}

export interface LazyOptions {
  fallback?: ReactNode;
  /**
   * What happens if the chunk cannot be loaded, as without a network before the service worker has cached it. `throw`
   * shows the error view; `keep` leaves the fallback, shows a toast and retries.
   */
  onLoadError: 'throw' | 'keep';
}

/** Wraps `load`, which is called again after a failure. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, onLoadError }: LazyOptions,
): LazyComponent<Props> {
  let code: ComponentType<Props> | null = null;
  let pendingLoad: Promise<void> | null = null;

  const preload = () => {
    pendingLoad ??= load().then(
      (component) => {
        code = component;
      },
      (error: unknown) => {
        pendingLoad = null;
        throw error;
      },
    );
    return pendingLoad;
  };

  function Lazy(props: Props): ReactNode {
    const intl = useIntl();
    const [Component, setComponent] = useState(() => code);
    const [loadFailure, setLoadFailure] = useState<{ error: unknown; times: number } | null>(null);

    useEffect(() => {
      if (Component) return undefined;
      let current = true;
      const take = () =>
        void watchChunk(preload()).then(
          () => current && setComponent(() => code),
          (error: unknown) =>
            current && !isReloading() && setLoadFailure((before) => ({ error, times: (before?.times ?? 0) + 1 })),
        );
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (loadFailure) timer = setTimeout(take, RETRY_DELAY_MS);
      else take();
      return () => {
        current = false;
        clearTimeout(timer);
      };
    }, [Component, loadFailure]);

    const isFirstFailure = onLoadError === 'keep' && loadFailure?.times === 1;
    useEffect(() => {
      if (!isFirstFailure) return;
      const text = intl.formatMessage({ id: 'app.chunkMissing' });
      void showToast({ intent: 'warning', text, id: 'part-missing' });
    }, [isFirstFailure, intl]);

    if (Component) return <Component {...props} />;
    if (loadFailure && onLoadError === 'throw') throw loadFailure.error;
    return fallback;
  }

  return Object.assign(Lazy, { preload, isLoaded: () => code !== null });
}

/** Wraps `load` as `lazyWithPreload` does, and loads the texts that the component shows. */
export function lazyWithTexts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  files: readonly string[],
  options: LazyOptions = { onLoadError: 'keep' },
): LazyComponent<Props> {
  return lazyWithPreload(() => withTexts(load(), files), options);
}

/** Preloads components one after the other while the browser is idle. Returns a function that stops it. */
export function preloadWhenIdle(parts: readonly Pick<LazyComponent<object>, 'preload'>[]): () => void {
  const [first, ...remaining] = parts;
  if (!first) return () => undefined;
  let stopRemaining = () => undefined as void;
  const stop = whenIdle(() => {
    // A failed chunk is loaded again, and its failure handled, when it is rendered.
    first.preload().then(
      () => {
        stopRemaining = preloadWhenIdle(remaining);
      },
      () => undefined,
    );
  });
  return () => {
    stop();
    stopRemaining();
  };
}
