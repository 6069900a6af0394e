/** Entries of the sidebar and the bottom bar: the screens of the route table that the person may open. */
import type { FluentIcon } from '@fluentui/react-icons';
import { decideRoute, type RouteUser } from '../routing/guards.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { RouteMeta } from '../routing/route-meta.ts';
import { ROUTES } from '../routing/routes.ts';

export interface NavigationItem {
  route: RouteMeta;
  label: MessageId;
  icon: FluentIcon;
  activeIcon: FluentIcon;
}

/**
 * COMPANY_ALL_ACCESS includes the permissions of a partner's agent (specification, section 6), but company staff don't
 * need organisation screens.
 */
const isOffered = (path: string, { can }: RouteUser) =>
  !path.startsWith('/organisation/') ||
  can('ORGANISATION_ALL_ACCESS', 'person') ||
  !can('COMPANY_ALL_ACCESS', 'person');

/** Returns a person's menu. Screens that need a subscription are included, as they explain that. */
export function menuFor(routeUser: RouteUser): NavigationItem[] {
  const items = ROUTES.flatMap((route) => {
    const { path, icons, title, menuLabel = title } = route;
    if (!icons || !isOffered(path, routeUser)) return [];
    const { kind } = decideRoute({ route, params: {}, path, fullPath: path, routeUser });
    return kind === 'show' || kind === 'no-subscription'
      ? [{ route, label: menuLabel, icon: icons[0], activeIcon: icons[1] }]
      : [];
  });
  // A partner's admin who acts for a company has the settings of both.
  const isUnique = (label: MessageId) => items.filter((item) => item.label === label).length === 1;
  return items.map((item) => (isUnique(item.label) ? item : { ...item, label: item.route.title }));
}
