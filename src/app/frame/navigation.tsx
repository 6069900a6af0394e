/** The menu: at the side with words on a desktop, as a narrow strip on tablets and calendars, below on phones. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useIntl, FormattedMessage } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { useLocalPath } from '../../ui/local-link.tsx';
import { PHONE, WIDE } from '../../ui/theme/breakpoints.ts';
import { useMedia } from '../../ui/use-media.ts';
import type { MenuItem } from '../menu.tsx';

const useStyles = makeStyles({
  side: {
    gridArea: 'side',
    boxSizing: 'border-box',
    width: '232px',
    padding: '16px 12px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  strip: { width: '88px', padding: '12px 8px' },
  list: {
    position: 'sticky',
    top: '72px',
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '& svg': { flexShrink: 0, fontSize: '24px', width: '24px' },
  },
  active: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  stacked: {
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '4px',
    padding: '8px 4px',
    minHeight: '56px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    textAlign: 'center',
    hyphens: 'auto',
  },
  bottom: {
    gridArea: 'bottom',
    position: 'sticky',
    bottom: 0,
    zIndex: 100,
    padding: '4px 8px calc(4px + env(safe-area-inset-bottom))',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: { display: 'flex', margin: 0, padding: 0, listStyleType: 'none', '& > li': { flex: '1 1 0', minWidth: 0 } },
});

function Entry({ item, stacked }: { item: MenuItem; stacked: boolean }) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const path = withoutLocale(pathname);
  const { route } = item;
  const active = path === route.path || path.startsWith(`${route.path}/`);
  const Icon = active ? item.activeIcon : item.icon;
  return (
    <li>
      <Link
        to={useLocalPath()(route.path)}
        className={mergeClasses(styles.entry, stacked && styles.stacked, active && styles.active)}
        aria-current={active ? 'page' : undefined}
      >
        <Icon aria-hidden />
        <span>
          <FormattedMessage id={route.title} />
        </span>
      </Link>
    </li>
  );
}

/** A roll-call has a phone to itself: the way back is in its own bar. */
export function useHasScreen(): boolean {
  const { pathname, search } = useLocation();
  const phone = useMedia(PHONE);
  return phone && withoutLocale(pathname) === paths.checkIn && new URLSearchParams(search).has('departure');
}

/** Both only where there is a choice: a single entry would take room from the list and lead nowhere. */
export function Sidebar({ menu, collapsed }: { menu: readonly MenuItem[]; collapsed: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const phone = useMedia(PHONE);
  const narrow = !useMedia(WIDE) || collapsed;
  if (phone || menu.length < 2) return null;
  return (
    <nav
      className={mergeClasses(styles.side, narrow && styles.strip)}
      aria-label={intl.formatMessage({ id: 'frame.menu' })}
      data-collapsed={collapsed || undefined}
    >
      <ul className={styles.list}>
        {menu.map((item) => (
          <Entry key={item.route.path} item={item} stacked={narrow} />
        ))}
      </ul>
    </nav>
  );
}

export function BottomBar({ menu }: { menu: readonly MenuItem[] }) {
  const styles = useStyles();
  const intl = useIntl();
  const phone = useMedia(PHONE);
  const taken = useHasScreen();
  if (!phone || taken || menu.length < 2) return null;
  return (
    <nav className={styles.bottom} data-bottom-bar aria-label={intl.formatMessage({ id: 'frame.menu' })}>
      <ul className={styles.row}>
        {menu.map((item) => (
          <Entry key={item.route.path} item={item} stacked />
        ))}
      </ul>
    </nav>
  );
}
