/** A link that looks like the one next action; keeps the language prefix of the address that one is at. */
import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { useLocalPath } from './local-link.tsx';

const useStyles = makeStyles({ touch: { minHeight: '48px' } });

export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  const styles = useStyles();
  const path = useLocalPath()(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(path);
  return (
    <Button as="a" href={useHref(path)} onClick={follow} appearance="primary" size="large" className={styles.touch}>
      {children}
    </Button>
  );
}
