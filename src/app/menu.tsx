/** What the sidebar and the bottom bar offer: mounted screens that the person may open, in the order of a day's work. */
import type { FluentIcon } from '@fluentui/react-icons';
import {
  BuildingMultipleFilled,
  BuildingMultipleRegular,
  PeopleCheckmarkFilled,
  PeopleCheckmarkRegular,
} from '@fluentui/react-icons';
import { paths } from '../lib/paths.ts';
import { decide, type Visitor } from './guards.ts';
import type { RouteMeta } from './route-meta.ts';
import { ROUTES } from './routes.ts';

export interface MenuItem {
  route: RouteMeta;
  icon: FluentIcon;
  activeIcon: FluentIcon;
}

const ITEMS: readonly { path: string; icon: FluentIcon; activeIcon: FluentIcon }[] = [
  { path: paths.checkIn, icon: PeopleCheckmarkRegular, activeIcon: PeopleCheckmarkFilled },
  { path: paths.organisationCompanies, icon: BuildingMultipleRegular, activeIcon: BuildingMultipleFilled },
];

/** The entries for one person; a screen that says "a subscription is needed" stays offered, as it explains itself. */
export function menuFor(visitor: Visitor): MenuItem[] {
  return ITEMS.flatMap(({ path, ...icons }) => {
    const route = ROUTES.find((row) => row.path === path);
    if (!route?.load) return [];
    const { kind } = decide({ route, params: {}, path, pathAndQuery: path, visitor });
    return kind === 'show' || kind === 'no-subscription' ? [{ route, ...icons }] : [];
  });
}
