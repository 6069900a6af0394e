/**
 * Entries of the sidebar and the bottom bar: implemented screens that the person may open, in the order of a working
 * day.
 */
import type { FluentIcon } from '@fluentui/react-icons';
import {
  BuildingMultipleFilled,
  BuildingMultipleRegular,
  CalendarMonthFilled,
  CalendarMonthRegular,
  CalendarPersonFilled,
  CalendarPersonRegular,
  PeopleCheckmarkFilled,
  PeopleCheckmarkRegular,
  PersonFilled,
  PersonRegular,
  SettingsFilled,
  SettingsRegular,
  TableSearchFilled,
  TableSearchRegular,
  TicketDiagonalFilled,
  TicketDiagonalRegular,
  VehicleBusFilled,
  VehicleBusRegular,
} from '@fluentui/react-icons';
import { paths } from '../../lib/paths.ts';
import { decideRoute, type Visitor } from '../routing/guards.ts';
import type { RouteMeta } from '../routing/route-meta.ts';
import { ROUTES } from '../routing/routes.ts';
import { ChainIcon } from './chain-icon.ts';
import { ColumnsIcon } from './columns-icon.ts';
import { PlugIcon } from './plug-icon.ts';
import { TallyIcon } from './tally-icon.ts';

export interface NavigationItem {
  route: RouteMeta;
  icon: FluentIcon;
  activeIcon: FluentIcon;
}

const ITEMS: readonly { path: string; icon: FluentIcon; activeIcon: FluentIcon }[] = [
  { path: paths.checkIn, icon: PeopleCheckmarkRegular, activeIcon: PeopleCheckmarkFilled },
  { path: paths.reportTourNumbers, icon: TallyIcon, activeIcon: TallyIcon },
  { path: paths.tours, icon: VehicleBusRegular, activeIcon: VehicleBusFilled },
  { path: paths.toursCalendar, icon: CalendarMonthRegular, activeIcon: CalendarMonthFilled },
  { path: paths.toursCalendar2, icon: CalendarPersonRegular, activeIcon: CalendarPersonFilled },
  { path: paths.bookings, icon: TicketDiagonalRegular, activeIcon: TicketDiagonalFilled },
  { path: paths.bookingsAdvanced, icon: TableSearchRegular, activeIcon: TableSearchFilled },
  { path: paths.organisationCompanies, icon: BuildingMultipleRegular, activeIcon: BuildingMultipleFilled },
  { path: paths.organisationBookings, icon: TicketDiagonalRegular, activeIcon: TicketDiagonalFilled },
  { path: paths.organisationReferrals, icon: ChainIcon, activeIcon: ChainIcon },
  { path: paths.dashboard, icon: ColumnsIcon, activeIcon: ColumnsIcon },
  { path: paths.integrations, icon: PlugIcon, activeIcon: PlugIcon },
  { path: paths.companyTeam, icon: PersonRegular, activeIcon: PersonFilled },
  { path: paths.companySettings, icon: SettingsRegular, activeIcon: SettingsFilled },
  { path: paths.organisationSettings, icon: SettingsRegular, activeIcon: SettingsFilled },
];

/**
 * COMPANY_ALL_ACCESS includes the permissions of a partner's agent (specification, section 6), but company staff don't
 * need organisation screens.
 */
const isOffered = (path: string, { can }: Visitor) =>
  !path.startsWith('/organisation/') ||
  can('ORGANISATION_ALL_ACCESS', 'person') ||
  !can('COMPANY_ALL_ACCESS', 'person');

/** Returns a person's menu. Screens that need a subscription are included, as they explain that. */
export function menuFor(visitor: Visitor): NavigationItem[] {
  return ITEMS.flatMap(({ path, ...icons }) => {
    const route = ROUTES.find((row) => row.path === path);
    if (!route?.load || !isOffered(path, visitor)) return [];
    const { kind } = decideRoute({ route, params: {}, path, pathAndQuery: path, visitor });
    return kind === 'show' || kind === 'no-subscription' ? [{ route, ...icons }] : [];
  });
}
