import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { isAppPath, isBookingPage } from './outside-paths.ts';
import { ROUTES, expandRoutes } from './routes.ts';

/** Section 2 of the specification. Screens that it does not name have the default layout. */
const SPECIFIED = {
  blank: ['/all', '/'],
  none: ['/register', '/login', '/forgot-password'],
  iframe: [
    '/booking/isolated/:operator',
    '/booking/isolated/:organisation/:operator',
    '/booking/isolated/:organisation/BAK',
    '/booking/isolated/next/:operator',
    '/booking/isolated/payment/:id',
    '/booking/isolated/view/:id',
    '/booking/view/:id',
    '/impersonate/:company',
    '/update-password',
  ],
  default: [
    '/booking/tester',
    '/bookings',
    '/bookings-advanced',
    '/check-in',
    '/company-settings',
    '/company-team',
    '/dashboard',
    '/integrations',
    '/organisation-settings',
    '/organisation/bookings',
    '/organisation/companies',
    '/organisation/referrals',
    '/report-tour-numbers',
    '/thanks-for-joining',
    '/thanks-for-registering',
    '/tours',
    '/tours/calendar',
    '/tours/calendar2',
    '/tours/manage',
  ],
};

describe('route table', () => {
  const specified = Object.entries(SPECIFIED).flatMap(([layout, paths]) => paths.map((path) => ({ path, layout })));
  it('has every route of the specification', () => {
    expect(ROUTES.map(({ path }) => path)).toEqual(expect.arrayContaining(specified.map(({ path }) => path)));
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
  });
  it.each(ROUTES)('gives $path its layout', ({ path, layout }) => {
    expect(layout).toBe(specified.find((each) => each.path === path)?.layout ?? 'default');
  });
  it('collapses the sidebar on the two calendars only', () => {
    const collapsed = ROUTES.filter((route) => route.sidebarCollapsed).map(({ path }) => path);
    expect(collapsed).toEqual(['/tours/calendar', '/tours/calendar2']);
  });
});

describe('language variants', () => {
  const variants = expandRoutes(ROUTES);
  it('are five per route', () => {
    expect(variants).toHaveLength(ROUTES.length * 5);
    expect(new Set(variants.map(({ path }) => path)).size).toBe(variants.length);
  });
  it.each([
    ['/check-in', '/check-in', null],
    ['/da/check-in', '/check-in', 'da'],
    ['/it', '/', 'it'],
    ['/en/tours/calendar2', '/tours/calendar2', 'en'],
    ['/es/booking/isolated/nordic/BAK', '/booking/isolated/:organisation/BAK', 'es'],
    ['/booking/isolated/next/copenhagen', '/booking/isolated/next/:operator', null],
    ['/booking/isolated/nordic/copenhagen', '/booking/isolated/:organisation/:operator', null],
  ])('%s matches %s', (path, pattern, locale) => {
    const match = matchRoutes(
      variants.map(({ path: each, ...handle }) => ({ path: each, handle })),
      path,
    )?.at(-1);
    expect(match?.route.handle.meta.path).toBe(pattern);
    expect(match?.route.handle.locale).toBe(locale);
  });
  it('reject an unsupported language', () =>
    expect(
      matchRoutes(
        variants.map(({ path }) => ({ path })),
        '/de/check-in',
      ),
    ).toBeNull());
});

describe('paths that the service worker must not answer with the app', () => {
  it.each([
    '/booking/isolated/copenhagen',
    '/da/booking/isolated/nordic/BAK?theme=dark',
    '/booking/view/abc',
    '/it/booking/view/abc',
    '/booking.html',
    '/auth/v1/verify?token=1',
    '/rest/v1/companies',
    '/functions/v1/x',
    '/realtime/v1/websocket',
    '/local/inbox',
    '/update-password?code=abc',
    '/da/update-password?token_hash=abc&type=recovery',
    '/login?error_description=expired',
    '/icons/muster.svg',
    '/manifest.webmanifest',
  ])('excludes %s', (path) => expect(isAppPath(path)).toBe(false));
  it.each([
    '/',
    '/check-in?departure=1',
    '/da/tours/calendar',
    '/booking/tester',
    '/bookings',
    '/login?to=%2Fcheck-in',
    '/nowhere',
  ])('includes %s', (path) => expect(isAppPath(path)).toBe(true));
  it('agree with the route table on guest pages', () => {
    for (const { document, path } of ROUTES) expect(isBookingPage(path), path).toBe(document === 'booking');
  });
});
