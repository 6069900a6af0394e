/** The only action of an error or empty page. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../session/use-session.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import type { NavigationItem } from './menu.tsx';
import { touchTarget } from '../../ui/theme/sizes.ts';

const SignOutDialog = lazyWithPreload(() => import('./sign-out-dialog.tsx').then((module) => module.SignOutDialog), {
  onLoadError: 'keep',
});

const useStyles = makeStyles({ touch: { minHeight: touchTarget } });

/** Leads to the first screen of the menu; if there is none, to sign in or to switch accounts. */
export function FirstScreenButton({ menu }: { menu: readonly NavigationItem[] }) {
  const styles = useStyles();
  const { status } = useSessionState();
  const [leaving, setLeaving] = useState(false);
  const [first] = menu;
  if (first) {
    return (
      <LinkButton to={first.route.path}>
        <FormattedMessage id="errors.goTo" values={{ page: <FormattedMessage id={first.label} /> }} />
      </LinkButton>
    );
  }
  if (status !== 'signed_in') {
    return (
      <LinkButton to={paths.login}>
        <FormattedMessage id="route.login" />
      </LinkButton>
    );
  }
  return (
    <>
      <Button className={styles.touch} appearance="primary" size="large" onClick={() => setLeaving(true)}>
        <FormattedMessage id="signOut.action" />
      </Button>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </>
  );
}
