/**
 * A part of the screen whose code comes when it is wanted, and at once where it is there already. React's own `lazy` shows its
 * fallback even then, and keeps a fallback for 300 ms: a third of a second before every list and dialog.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { isReloading } from '../../lib/page-reload.ts';
import { RETRY_DELAY_MS, watchChunk } from '../../lib/chunk-load-error.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { showToast } from '../toasts/toasts.ts';

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches the code, so that the part is painted in the frame that wants it. Rejects, and is missed by nobody, when the code does not come. */
  preload(): Promise<void>;
  /** Whether the code is here, so that the part is painted at once. */
  isLoaded(): boolean;
}

export interface LazyOptions {
  /** Stands in the place until the code has come. */
  fallback?: ReactNode;
  /**
   * What becomes of the screen when the code does not come, as without a network before the worker has everything. `throw`:
   * the error view takes its place. `keep`: what is on the screen stays, says so, and the part comes with the network.
   */
  onLoadError: 'throw' | 'keep';
}

/** Makes such a part of `load`, which is called again after a failure. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, onLoadError }: LazyOptions,
): LazyComponent<Props> {
  let code: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;

  const preload = () => {
    coming ??= load().then(
      (component) => {
        code = component;
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };

  function Part(props: Props): ReactNode {
    const intl = useIntl();
    // Chosen once: another component in its place would lose the part's state.
    const [Component, setComponent] = useState(() => code);
    const [lost, setLost] = useState<{ error: unknown; times: number } | null>(null);

    useEffect(() => {
      if (Component) return undefined;
      let current = true;
      const take = () =>
        void watchChunk(preload()).then(
          () => current && setComponent(() => code),
          (error: unknown) =>
            current && !isReloading() && setLost((before) => ({ error, times: (before?.times ?? 0) + 1 })),
        );
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (lost) timer = setTimeout(take, RETRY_DELAY_MS);
      else take();
      return () => {
        current = false;
        clearTimeout(timer);
      };
    }, [Component, lost]);

    const saysSo = onLoadError === 'keep' && lost?.times === 1;
    useEffect(() => {
      if (!saysSo) return;
      const text = intl.formatMessage({ id: 'app.chunkMissing' });
      void showToast({ intent: 'warning', text, id: 'part-missing' });
    }, [saysSo, intl]);

    if (Component) return <Component {...props} />;
    if (lost && onLoadError === 'throw') throw lost.error;
    return fallback;
  }

  return Object.assign(Part, { preload, isLoaded: () => code !== null });
}

/** Fetches parts one after the other while nothing else is to be done, so that the first tap on each finds it there. Returns how to stop. */
export function preloadWhenIdle(parts: readonly Pick<LazyComponent<object>, 'preload'>[]): () => void {
  const [first, ...rest] = parts;
  if (!first) return () => undefined;
  let stopRest = () => undefined as void;
  const stop = whenIdle(() => {
    // What does not come now comes, or says why, when it is wanted.
    first.preload().then(
      () => {
        stopRest = preloadWhenIdle(rest);
      },
      () => undefined,
    );
  });
  return () => {
    stop();
    stopRest();
  };
}
