/**
 * The table of all routes (specification, section 2) with their metadata. Rows with `document` are pages of
 * booking.html, listed for their paths and titles. Home has no `load`, as it always redirects. Rows with icons are the
 * menu's entries, in the order of a working day.
 */
import * as icons from '@fluentui/react-icons';
import { authRoute } from '../../auth/auth-route.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';
import { paths } from '../../lib/paths.ts';
import { ChainIcon, ColumnsIcon, PlugIcon, TallyIcon } from './menu-icons.ts';
import type { RouteMeta } from './route-meta.ts';

const isUuid = (value: string | undefined) =>
  value !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

const OFFICE = ['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS'] as const;
const WHO_SEES_TOURS = [...OFFICE, 'CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'] as const;

const companyRoute = (path: string, rest: Omit<RouteMeta, 'path' | 'layout' | 'scope'>): RouteMeta => ({
  path,
  layout: 'default',
  scope: 'company',
  ...rest,
});
const organisationRoute = (path: string, rest: Omit<RouteMeta, 'path' | 'layout' | 'scope'>): RouteMeta => ({
  path,
  layout: 'default',
  scope: 'person',
  ...rest,
});
const guestRoute = (path: string): RouteMeta => ({
  path,
  layout: 'iframe',
  title: 'route.booking',
  isPublic: true,
  document: 'booking',
});

export const ROUTES: readonly RouteMeta[] = [
  { path: paths.all, layout: 'blank', title: 'route.all', isPublic: true, document: 'booking' },
  { path: paths.home, layout: 'blank', title: 'route.home' },

  {
    path: paths.login,
    layout: 'none',
    title: 'route.login',
    texts: 'auth-and-guards',
    isPublic: true,
    load: () => import('../../auth/login/login-page.tsx'),
  },
  {
    ...authRoute(paths.register),
    layout: 'none',
    title: 'route.register',
    isPublic: true,
  },
  {
    ...authRoute(paths.forgotPassword),
    layout: 'none',
    title: 'route.forgotPassword',
    isPublic: true,
  },

  guestRoute('/booking/isolated/:operator'),
  // `BAK` marks a partner's page (fixed by the specification).
  guestRoute('/booking/isolated/:organisation/BAK'),
  guestRoute('/booking/isolated/next/:operator'),
  guestRoute('/booking/isolated/payment/:id'),
  guestRoute('/booking/isolated/view/:id'),
  guestRoute('/booking/isolated/:organisation/:operator'),
  guestRoute('/booking/view/:id'),
  {
    ...authRoute(paths.impersonatePattern),
    layout: 'iframe',
    title: 'route.impersonate',
    scope: 'person',
    anyOf: ['ALL_ACCESS', 'ORGANISATION_ALL_ACCESS'],
    isValid: ({ company: id }) => isUuid(id),
  },
  {
    ...authRoute(paths.updatePassword),
    layout: 'iframe',
    title: 'route.updatePassword',
    isPublic: true,
  },

  {
    path: paths.bookingTester,
    layout: 'default',
    title: 'route.bookingTester',
    texts: 'booking-tester',
    isPublic: true,
    load: () => import('../../company/booking-tester/booking-tester-page.tsx'),
  },
  companyRoute(paths.checkIn, {
    title: 'route.checkIn',
    icons: [icons.PeopleCheckmarkRegular, icons.PeopleCheckmarkFilled],
    anyOf: ['CHECK_IN_ACCESS'],
    middleware: ['subscription'],
    load: () => import('../../company/check-in/check-in-page.tsx'),
  }),
  companyRoute(paths.reportTourNumbers, {
    title: 'route.reportTourNumbers',
    icons: [TallyIcon, TallyIcon],
    // People who submit reports, and accountants, who only read the guides' statements.
    anyOf: ['TOUR_ATTENDANCE_ACCESS', 'CHECK_IN_REPORTING_ACCESS'],
    middleware: ['subscription'],
    load: () => import('../../company/report-tour-numbers/report-tour-numbers-page.tsx'),
  }),
  companyRoute(paths.tours, {
    title: 'route.tours',
    icons: [icons.VehicleBusRegular, icons.VehicleBusFilled],
    texts: 'tours',
    anyOf: WHO_SEES_TOURS,
    load: () => import('../../company/tours/tours-page.tsx'),
  }),
  companyRoute(paths.toursCalendar, {
    title: 'route.toursCalendar',
    icons: [icons.CalendarMonthRegular, icons.CalendarMonthFilled],
    texts: 'calendar',
    anyOf: WHO_SEES_TOURS,
    sidebarCollapsed: true,
    load: () => import('../../company/calendar/calendar-page.tsx'),
  }),
  companyRoute(paths.planner, {
    title: 'route.planner',
    icons: [icons.CalendarPersonRegular, icons.CalendarPersonFilled],
    texts: 'planner',
    anyOf: ['MANAGE_BOOKINGS_ACCESS'],
    sidebarCollapsed: true,
    load: () => import('../../company/planner/planner-page.tsx'),
  }),
  companyRoute(paths.toursManage, {
    title: 'route.toursManage',
    texts: 'tours-manage',
    anyOf: ['COMPANY_ALL_ACCESS'],
    load: () => import('../../company/tours-manage/tours-manage-page.tsx'),
  }),
  companyRoute(paths.bookings, {
    title: 'route.bookings',
    icons: [icons.TicketDiagonalRegular, icons.TicketDiagonalFilled],
    texts: 'bookings',
    anyOf: OFFICE,
    load: () => import('../../company/bookings/bookings-page.tsx'),
  }),
  companyRoute(paths.bookingsAdvanced, {
    title: 'route.bookingsAdvanced',
    icons: [icons.TableSearchRegular, icons.TableSearchFilled],
    texts: ['bookings', 'bookings-advanced'],
    anyOf: ['MANAGE_BOOKINGS_ACCESS'],
    load: () => import('../../company/bookings/advanced/advanced-page.tsx'),
  }),
  organisationRoute(paths.organisationCompanies, {
    title: 'route.organisationCompanies',
    icons: [icons.BuildingMultipleRegular, icons.BuildingMultipleFilled],
    texts: 'companies',
    anyOf: ['ORGANISATION_ALL_ACCESS'],
    load: () => import('../../organisation/companies/companies-page.tsx'),
  }),
  organisationRoute(paths.organisationBookings, {
    title: 'route.organisationBookings',
    menuLabel: 'route.bookings',
    icons: [icons.TicketDiagonalRegular, icons.TicketDiagonalFilled],
    texts: ['bookings', 'partner-bookings'],
    anyOf: ['ORGANISATION_ALL_ACCESS', 'TRUSTED_PARNER_ACCESS'],
    load: () => import('../../organisation/bookings/bookings-page.tsx'),
  }),
  organisationRoute(paths.organisationReferrals, {
    title: 'route.organisationReferrals',
    menuLabel: 'menu.links',
    icons: [ChainIcon, ChainIcon],
    texts: ['commission', 'referrals'],
    anyOf: ['ORGANISATION_ALL_ACCESS', 'TRUSTED_PARNER_ACCESS'],
    load: () => import('../../organisation/referrals/referrals-page.tsx'),
  }),
  companyRoute('/dashboard', {
    title: 'route.dashboard',
    icons: [ColumnsIcon, ColumnsIcon],
    anyOf: ['COMPANY_ALL_ACCESS', 'CHECK_IN_REPORTING_ACCESS'],
    load: () => import('../../company/dashboard/dashboard-page.tsx'),
  }),
  companyRoute(paths.integrations, {
    title: 'route.integrations',
    icons: [PlugIcon, PlugIcon],
    anyOf: ['COMPANY_ALL_ACCESS'],
    load: () => import('../../company/integrations/integrations-page.tsx'),
  }),
  companyRoute(paths.companyTeam, {
    title: 'route.companyTeam',
    icons: [icons.PersonRegular, icons.PersonFilled],
    texts: 'team',
    anyOf: ['COMPANY_ALL_ACCESS'],
    load: () => import('../../company/company-team/company-team-page.tsx'),
  }),
  companyRoute(paths.companySettings, {
    title: 'route.companySettings',
    menuLabel: 'menu.settings',
    icons: [icons.SettingsRegular, icons.SettingsFilled],
    texts: ['company-settings', 'audit'],
    anyOf: ['COMPANY_ALL_ACCESS'],
    load: () => import('../../company/company-settings/company-settings-page.tsx'),
  }),
  organisationRoute(paths.organisationSettings, {
    title: 'route.organisationSettings',
    menuLabel: 'menu.settings',
    icons: [icons.SettingsRegular, icons.SettingsFilled],
    texts: ['company-settings', 'organisation-settings', 'team'],
    anyOf: ['ORGANISATION_ALL_ACCESS'],
    load: () => import('../../organisation/organisation-settings/settings-page.tsx'),
  }),
  {
    path: paths.thanksForJoining,
    layout: 'default',
    title: 'route.thanksForJoining',
    texts: ['auth-and-guards', 'registration', 'team'],
    load: () =>
      import('../../auth/join/join-bundle.ts').then(({ ThanksForJoiningPage }) => ({
        Component: ThanksForJoiningPage,
      })),
  },
  {
    ...authRoute(paths.thanksForRegistering),
    layout: 'default',
    title: 'route.thanksForRegistering',
  },
];

export interface RouteVariant {
  /** With language prefix. */
  path: string;
  locale: Locale | null;
  meta: RouteMeta;
}

/** Returns five variants of each row: without prefix and with each of the four languages. */
export function expandRoutes(table: readonly RouteMeta[]): RouteVariant[] {
  return [null, ...LOCALES].flatMap((locale) =>
    table.map((meta) => ({
      path: locale === null ? meta.path : meta.path === '/' ? `/${locale}` : `/${locale}${meta.path}`,
      locale,
      meta,
    })),
  );
}
