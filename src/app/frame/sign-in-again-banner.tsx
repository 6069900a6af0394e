import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { loginReturningTo } from '../../lib/paths.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { gutter, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 16px',
    padding: `0 ${gutter}`,
    backgroundColor: stateColours.no.strong,
    color: stateColours.no.onStrong,
  },
  link: { padding: '12px 0', color: 'inherit', fontWeight: weight.bold },
});

/** Shown when the server has ended the session. Recorded actions stay on the device until the person signs in. */
export function SignInAgainBanner() {
  const styles = useStyles();
  const { pathname, search } = useLocation();
  const to = useLocalPath()(loginReturningTo(pathname + search));
  return (
    <div className={styles.bar} role="alert">
      <span>
        <FormattedMessage id="frame.signInAgain.text" />
      </span>
      <Link to={to} className={styles.link}>
        <FormattedMessage id="frame.signInAgain.link" />
      </Link>
    </div>
  );
}
