import { describe, expect, it } from 'vitest';
import type { Permission } from '../../domain/permissions.ts';
import { decideRoute, homePathFor, safeReturnPath, type RouteDecision, type RouteUser } from './guards.ts';
import type { RouteMeta } from './route-meta.ts';
import { ROUTES } from './routes.ts';

const routeAt = (path: string) => ROUTES.find((route) => route.path === path) ?? null;

function makeRouteUser(permissions: Permission[], more: Partial<RouteUser> = {}): RouteUser {
  return {
    company: { hasActiveSubscription: true },
    impersonating: false,
    can: (permission) =>
      permissions.includes(permission) ||
      (permission !== 'ORGANISATION_ALL_ACCESS' && permissions.includes('COMPANY_ALL_ACCESS')),
    ...more,
  };
}

const guide = makeRouteUser(['CHECK_IN_ACCESS', 'TOUR_ATTENDANCE_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS']);
const owner = makeRouteUser(['COMPANY_ALL_ACCESS']);
const partner = makeRouteUser(['ORGANISATION_ALL_ACCESS'], { company: null });
const withoutSubscription = makeRouteUser(['COMPANY_ALL_ACCESS'], { company: { hasActiveSubscription: false } });

function at(path: string, who: RouteUser | null, query = ''): RouteDecision {
  return decideRoute({ route: routeAt(path), params: {}, path, fullPath: path + query, routeUser: who });
}

describe('signed out', () => {
  const publicPaths = [
    '/all',
    '/booking/tester',
    '/booking/isolated/next/:operator',
    '/booking/isolated/:organisation/:operator',
    '/booking/isolated/view/:id',
    '/booking/isolated/payment/:id',
    '/booking/isolated/:operator',
    '/booking/view/:id',
    '/forgot-password',
    '/update-password',
    '/register',
  ];
  it.each(publicPaths)('%s needs no sign-in', (path) => expect(at(path, null).kind).not.toBe('redirect'));
  it('shows /login', () => expect(at('/login', null)).toEqual({ kind: 'show' }));
  it('redirects from home to /login', () => expect(at('/', null)).toEqual({ kind: 'redirect', to: '/login' }));

  const others = ROUTES.map(({ path }) => path).filter(
    (path) => !publicPaths.includes(path) && path !== '/login' && path !== '/' && !path.startsWith('/booking/isolated'),
  );
  it('covers every other route', () => expect(others.length).toBeGreaterThan(15));
  it.each(others)('redirects from %s to /login, and returns afterwards', (path) => {
    const { params } = { params: { company: '7f1c2b9e-0000-4000-8000-000000000001' } };
    expect(decideRoute({ route: routeAt(path), params, path, fullPath: `${path}?a=1`, routeUser: null })).toEqual({
      kind: 'redirect',
      to: `/login?to=${encodeURIComponent(`${path}?a=1`)}`,
    });
  });
  it('answers an unknown path with 404, signed in or not', () => {
    expect(at('/nowhere', null)).toEqual({ kind: 'not-found' });
    expect(at('/nowhere', owner)).toEqual({ kind: 'not-found' });
  });
});

describe('signed in at /login or home', () => {
  const home: [string, RouteUser, string][] = [
    [
      'impersonating',
      makeRouteUser(['ORGANISATION_ALL_ACCESS', 'COMPANY_ALL_ACCESS'], { impersonating: true }),
      '/tours',
    ],
    ['overseeing', partner, '/organisation/companies'],
    ['with a subscription', guide, '/check-in'],
    ['without a subscription', withoutSubscription, '/tours/manage'],
    ['with no company at all', makeRouteUser([], { company: null }), '/tours/manage'],
    ['overseeing, with a company of their own', makeRouteUser(['ORGANISATION_ALL_ACCESS']), '/organisation/companies'],
  ];
  it.each(home)('redirects to their start page: %s', (_, who, to) => {
    expect(homePathFor(who)).toBe(to);
    expect(at('/login', who)).toEqual({ kind: 'redirect', to });
    expect(at('/', who)).toEqual({ kind: 'redirect', to });
  });
  it('redirects to the page that they asked for', () => {
    expect(at('/login', guide, '?to=%2Fda%2Fcheck-in%3Fdeparture%3D1')).toEqual({
      kind: 'redirect',
      to: '/da/check-in?departure=1',
    });
  });
  it('shows a mail’s link at /login even when signed in, but nowhere else', () => {
    expect(at('/login', guide, '?to=%2Fbookings#token_hash=abc&type=magiclink')).toEqual({ kind: 'show' });
    expect(at('/', guide, '#token_hash=abc&type=magiclink')).toEqual({ kind: 'redirect', to: '/check-in' });
  });
  it('ignores a return path at home', () =>
    expect(at('/', guide, '?to=%2Fbookings')).toEqual({ kind: 'redirect', to: '/check-in' }));
});

describe('return paths', () => {
  it.each(['/check-in', '/es/tours?x=1#y', '/'])('accepts %s', (path) => expect(safeReturnPath(path)).toBe(path));
  it.each([
    null,
    '',
    'check-in',
    '//evil.test',
    '/\\evil.test',
    '/%5c/..\\evil',
    'https://evil.test/',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/./\n/evil.test',
    '/..//evil.test',
    '/login?to=/login',
    '/da/login/',
    '/booking/view/abc',
    '/auth/v1/authorize',
    '/local/inbox',
  ])('rejects %j', (path) => expect(safeReturnPath(path)).toBeNull());
});

describe('permissions', () => {
  it('shows a screen to people with any one of its permissions', () =>
    expect(at('/check-in', guide)).toEqual({ kind: 'show' }));
  it('names the permissions that would open a screen', () =>
    expect(at('/company-team', guide)).toEqual({ kind: 'no-access', anyOf: ['COMPANY_ALL_ACCESS'] }));
  it('does not accept COMPANY_ALL_ACCESS for organisation screens', () =>
    expect(at('/organisation/companies', owner).kind).toBe('no-access'));
  it('asks for a company if only that is missing', () => {
    const admin = makeRouteUser(['COMPANY_ALL_ACCESS'], { company: null });
    expect(at('/check-in', admin)).toEqual({ kind: 'no-company' });
    expect(at('/check-in', partner).kind).toBe('no-access');
  });
  it('answers that a subscription is needed', () =>
    expect(at('/check-in', withoutSubscription)).toEqual({ kind: 'no-subscription' }));
});

describe('route metadata', () => {
  const base: RouteMeta = {
    path: '/x',
    layout: 'default',
    title: 'route.home',
    load: () => Promise.resolve({ Component: () => null }),
  };
  const visit = (route: RouteMeta, params = {}) =>
    decideRoute({ route, params, path: '/x', fullPath: '/x', routeUser: owner });
  it('answers a failed validity check with 404, before any guard', () => {
    const route = { ...base, isValid: ({ id }: Record<string, string | undefined>) => id === 'good' };
    expect(visit(route, { id: 'bad' })).toEqual({ kind: 'not-found' });
    expect(visit(route, { id: 'good' })).toEqual({ kind: 'show' });
    expect(decideRoute({ route, params: {}, path: '/x', fullPath: '/x', routeUser: null })).toEqual({
      kind: 'not-found',
    });
  });
  it('throws on an unknown middleware, even on a public route', () => {
    const route = { ...base, middleware: ['nobody-wrote-this'] } as unknown as RouteMeta;
    expect(() => visit(route)).toThrow("Unknown route middleware: 'nobody-wrote-this'.");
    expect(() =>
      decideRoute({ route: { ...route, isPublic: true }, params: {}, path: '/x', fullPath: '/x', routeUser: null }),
    ).toThrow();
  });
  it('requires a company id at /impersonate', () => {
    const route = routeAt('/impersonate/:company');
    const visit = (company: string) =>
      decideRoute({
        route,
        params: { company },
        path: `/impersonate/${company}`,
        fullPath: '/',
        routeUser: partner,
      }).kind;
    expect(visit('7f1c2b9e-0000-4000-8000-000000000001')).toBe('show');
    expect(visit('all')).toBe('not-found');
  });
});
