/**
 * The main menu: a sidebar on desktops, a narrow strip on tablets, and on any width for the calendar and the
 * planner; a bottom bar on phones.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useIntl, FormattedMessage } from 'react-intl';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { LANDSCAPE_PHONE, PHONE, WIDE } from '../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import type { NavigationItem } from './menu.tsx';
import { barHeight, touchTarget } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  side: {
    gridArea: 'side',
    boxSizing: 'border-box',
    width: '232px',
    padding: '16px 12px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  strip: { width: '88px', padding: '12px 4px' },
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
    minHeight: touchTarget,
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
  // Not bold, as bold labels would overflow the strip and shift on selection.
  active: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  stacked: {
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '4px',
    padding: '8px 0',
    minHeight: barHeight,
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
  more: { display: 'grid', placeItems: 'center' },
  row: { display: 'flex', margin: 0, padding: 0, listStyleType: 'none', '& > li': { flex: '1 1 0', minWidth: 0 } },
});

/** Entries that fit on a phone; if there are more, the last place is a menu. */
const MAX_BOTTOM_ENTRIES = 5;

/**
 * Returns the path of the current entry: the longest prefix of the address, as one screen's path may begin with
 * another's.
 */
function useCurrentPath(menu: readonly NavigationItem[]): string | undefined {
  const path = withoutLocale(useLocation().pathname);
  return menu
    .map(({ route }) => route.path)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function Entry({ item, stacked, active }: { item: NavigationItem; stacked: boolean; active: boolean }) {
  const styles = useStyles();
  const { route, label } = item;
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
          <FormattedMessage id={label} />
        </span>
      </Link>
    </li>
  );
}

/** Returns whether a roll-call is open, which nothing may interrupt. */
export function useIsInRollCall(): boolean {
  const { pathname, search } = useLocation();
  return withoutLocale(pathname) === paths.checkIn && new URLSearchParams(search).has('departure');
}

/** Returns whether a roll-call covers the menu on a phone, in either orientation; its own bar has the way back. */
export function useIsNavigationCovered(): boolean {
  const phone = useMediaQuery(`${PHONE}, ${LANDSCAPE_PHONE}`);
  return useIsInRollCall() && phone;
}

/** Sidebar and bottom bar are hidden if the menu has a single entry. */
export function Sidebar({ menu, collapsed }: { menu: readonly NavigationItem[]; collapsed: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const phone = useMediaQuery(PHONE);
  const narrow = !useMediaQuery(WIDE) || collapsed;
  const isCovered = useIsNavigationCovered();
  const currentPath = useCurrentPath(menu);
  if (phone || isCovered || menu.length < 2) return null;
  return (
    <nav
      className={mergeClasses(styles.side, narrow && styles.strip)}
      aria-label={intl.formatMessage({ id: 'frame.menu' })}
      data-collapsed={collapsed || undefined}
    >
      <ul className={styles.list}>
        {menu.map((item) => (
          <Entry key={item.route.path} item={item} stacked={narrow} active={item.route.path === currentPath} />
        ))}
      </ul>
    </nav>
  );
}

export function BottomBar({ menu }: { menu: readonly NavigationItem[] }) {
  const styles = useStyles();
  const intl = useIntl();
  const phone = useMediaQuery(PHONE);
  const isCovered = useIsNavigationCovered();
  const currentPath = useCurrentPath(menu);
  const localPath = useLocalPath();
  const navigate = useNavigate();
  if (!phone || isCovered || menu.length < 2) return null;
  const visibleItems = menu.length > MAX_BOTTOM_ENTRIES ? menu.slice(0, MAX_BOTTOM_ENTRIES - 1) : menu;
  const others = menu.slice(visibleItems.length).map(({ route, label, icon: Icon }) => ({
    label: intl.formatMessage({ id: label }),
    icon: <Icon />,
    onSelect: () => void navigate(localPath(route.path)),
  }));
  return (
    <nav className={styles.bottom} data-bottom-bar aria-label={intl.formatMessage({ id: 'frame.menu' })}>
      <ul className={styles.row}>
        {visibleItems.map((item) => (
          <Entry key={item.route.path} item={item} stacked active={item.route.path === currentPath} />
        ))}
        {others.length > 0 && (
          <li className={styles.more}>
            <MoreMenu label={intl.formatMessage({ id: 'frame.more' })} entries={others} />
          </li>
        )}
      </ul>
    </nav>
  );
}
