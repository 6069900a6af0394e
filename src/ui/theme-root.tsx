/** Gives Fluent its theme and keeps the browser's own chrome in the same colour. */
import { FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { colourMode } from './colour-mode.ts';
import { themeFor } from './theme/themes.ts';
import { TOUCH } from './theme/breakpoints.ts';
import { useMedia } from './use-media.ts';

const useStyles = makeStyles({
  root: {
    minHeight: '100dvh',
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
  },
});

export function ThemeRoot({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const mode = colourMode();
  const { resolved } = useSyncExternalStore(mode.subscribe, mode.getState);
  const mobile = useMedia(TOUCH);
  const theme = themeFor(resolved, { mobile });

  useEffect(() => {
    const colour = theme.colorNeutralBackground1;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = colour;
    const scheme = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
    if (scheme) scheme.content = resolved;
  }, [theme, resolved]);

  return (
    // The provider's own class is given to every portal as well: a ground on it would cover the page.
    <FluentProvider theme={theme}>
      <div className={styles.root}>{children}</div>
    </FluentProvider>
  );
}
