import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { CurrentUser } from '../../session/use-session.ts';
import { BrandMark } from '../../ui/theme/brand-mark.tsx';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { barHeight, gutter, touchTarget, weight } from '../../ui/theme/sizes.ts';
import { AccountButton } from './account-button.tsx';
import { CompanySwitch } from './company-switch/company-switch.tsx';
import { PreferenceMenus } from './preference-menus.tsx';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: barHeight,
    padding: `0 ${gutter}`,
  },
  home: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: touchTarget,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: weight.bold,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  divider: { width: '1px', height: '24px', backgroundColor: tokens.colorNeutralStroke2, margin: '0 4px' },
  space: { flex: 1 },
});

export function TopBar({ currentUser }: { currentUser: CurrentUser }) {
  const styles = useStyles();
  const intl = useIntl();
  const compact = useMediaQuery(PHONE);
  return (
    <header className={styles.bar}>
      <Link
        to={useLocalPath()(paths.home)}
        className={styles.home}
        aria-label={intl.formatMessage({ id: 'frame.home' })}
      >
        <BrandMark size={32} />
        {!compact && <FormattedMessage id="app.name" />}
      </Link>
      {!compact && <span className={styles.divider} aria-hidden />}
      <CompanySwitch currentUser={currentUser} />
      <span className={styles.space} />
      {!compact && <PreferenceMenus />}
      <AccountButton name={currentUser.snapshot.identity.displayName} />
    </header>
  );
}
