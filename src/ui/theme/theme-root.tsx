/**
 * The root element with the base typography and background. The themes are a style sheet (build/themes.ts) that
 * Fluent's components read directly.
 */
import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import { colourMode } from './colour-mode.ts';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { paper } from './brand.ts';

// Fluent's focus rings; keyboard focus cannot matter before the first paint, so the code loads later.
const FocusRings = lazyWithPreload(() => import('./focus-rings.tsx').then((module) => module.FocusRings), {
  onLoadError: 'keep',
});

/** Milliseconds after which the focus rings load even if no screen has reported its paint. */
const MAX_PAINT_WAIT_MS = 2000;

const useStyles = makeStyles({
  root: {
    ...typographyStyles.body1,
    minHeight: '100dvh',
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
  },
});

export function ThemeRoot({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const mode = colourMode();
  const { resolved } = useSyncExternalStore(mode.subscribe, mode.getState);
  const root = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState(false);

  useEffect(() => {
    afterScreenPaint(() => setPainted(true), MAX_PAINT_WAIT_MS);
  }, []);

  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      meta.content = paper[resolved];
    const scheme = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
    if (scheme) scheme.content = resolved;
  }, [resolved]);

  return (
    <div ref={root} className={styles.root} dir="ltr">
      {children}
      {painted && <FocusRings root={root} />}
    </div>
  );
}
