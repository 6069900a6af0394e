/** A link that looks like the one next action; keeps the language prefix of the address that one is at. */
import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { useLocalPath } from './local-link.tsx';
import { touchTarget } from '../theme/sizes.ts';

const useStyles = makeStyles({ touch: { minHeight: touchTarget } });

/** `state`: what only a page of ours can say to the next one, in the history's entry. */
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
