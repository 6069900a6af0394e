/**
 * Paths that code links to, without their language prefix: a pattern, or a function that builds the link. The route
 * table (app/routing/routes.ts) lists all.
 */
export const paths = {
  home: '/',
  /** Directory of all operators, for guests. */
  all: '/all',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  updatePassword: '/update-password',
  checkIn: '/check-in',
  reportTourNumbers: '/report-tour-numbers',
  tours: '/tours',
  toursManage: '/tours/manage',
  toursCalendar: '/tours/calendar',
  planner: '/tours/calendar2',
  bookings: '/bookings',
  bookingsAdvanced: '/bookings-advanced',
  companySettings: '/company-settings',
  companyTeam: '/company-team',
  integrations: '/integrations',
  organisationCompanies: '/organisation/companies',
  organisationBookings: '/organisation/bookings',
  organisationReferrals: '/organisation/referrals',
  organisationSettings: '/organisation-settings',
  thanksForJoining: '/thanks-for-joining',
  thanksForRegistering: '/thanks-for-registering',
  bookingTester: '/booking/tester',
  bookingView: '/booking/view',
  impersonatePattern: '/impersonate/:company',
  impersonate: (company: string) => `/impersonate/${encodeURIComponent(company)}`,
} as const;

/** Returns the login path that redirects to `pathAndQuery` after sign-in. */
export function loginReturningTo(pathAndQuery: string): string {
  return `${paths.login}?to=${encodeURIComponent(pathAndQuery)}`;
}
