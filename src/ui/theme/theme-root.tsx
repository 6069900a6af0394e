/** The ground that everything stands on. The themes themselves are a style sheet (build/themes.ts), which Fluent's parts read as they are. */
import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import { colourMode } from './colour-mode.ts';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { paper } from './brand.ts';

// Fluent draws its rings where the keyboard leads; what watches for it is of no use before anything can be reached.
const FocusRings = lazyWithPreload(() => import('./focus-rings.tsx').then((module) => module.FocusRings), {
  onLoadError: 'keep',
});

/** Milliseconds after which the rings come although no screen has said that it has painted. */
const AT_MOST = 2000;

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
    afterScreenPaint(() => setPainted(true), AT_MOST);
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
