/** A link that looks like the primary button; keeps the language prefix of the current address. */
import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { useLocalPath } from './local-link.tsx';
import { touchTarget } from '../theme/sizes.ts';

const useStyles = makeStyles({ touch: { minHeight: touchTarget } });

/** `state` is passed to the next page in the history entry. */
export function LinkButton({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) {
  const styles = useStyles();
  const path = useLocalPath()(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(path, { state });
  return (
    <Button as="a" href={useHref(path)} onClick={follow} appearance="primary" size="large" className={styles.touch}>
      {children}
    </Button>
  );
}
