/** Decides what a route shows to a person. A pure function, tested as a table. */
import type { Permission } from '../../domain/permissions.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { loginReturningTo, paths } from '../../lib/paths.ts';
import { isAppPath } from './outside-paths.ts';
import type { MiddlewareName, RouteMeta } from './route-meta.ts';

/** What guards need to know of the person. */
export interface RouteUser {
  /** The company that the person works in or acts for, or null. */
  company: { hasActiveSubscription: boolean } | null;
  impersonating: boolean;
  /** Checks all of the person's assignments (`person`), or those for the current company. */
  can: (permission: Permission, scope: 'company' | 'person') => boolean;
}

export type RouteDecision =
  | { kind: 'show' }
  | { kind: 'redirect'; to: string }
  | { kind: 'not-found' }
  | { kind: 'no-access'; anyOf: readonly Permission[] }
  | { kind: 'no-company' }
  | { kind: 'no-subscription' };

const MIDDLEWARE: Record<MiddlewareName, (routeUser: RouteUser) => RouteDecision | null> = {
  subscription: ({ company }) => (company?.hasActiveSubscription ? null : { kind: 'no-subscription' }),
};

export interface RouteRequest {
  /** Null if no route matches. */
  route: RouteMeta | null;
  params: Readonly<Record<string, string | undefined>>;
  /** Without language prefix. */
  path: string;
  /** With query and hash. */
  fullPath: string;
  /** Null if signed out. */
  routeUser: RouteUser | null;
}

/** Returns where /login and home redirect a signed-in person (specification, section 4). */
export function homePathFor(routeUser: RouteUser): string {
  if (routeUser.impersonating) return paths.tours;
  if (routeUser.can('ORGANISATION_ALL_ACCESS', 'person')) return paths.organisationCompanies;
  return routeUser.company?.hasActiveSubscription ? paths.checkIn : paths.toursManage;
}

/** Returns a return path if it is a path of this app, else null, to prevent open redirects. */
export function safeReturnPath(value: string | null): string | null {
  if (value === null || !/^\/(?![/\\])/.test(value) || /[\\\p{Cc}]/u.test(value)) return null;
  const url = new URL(value, 'https://muster.invalid');
  if (url.origin !== 'https://muster.invalid') return null;
  const path = url.pathname + url.search + url.hash;
  const isLogin = withoutLocale(url.pathname).replace(/\/$/, '') === paths.login;
  return path.startsWith('//') || isLogin || !isAppPath(path) ? null : path;
}

/**
 * Checks the route, then sign-in, the redirects of /login and home, permissions, company and subscription. Throws for
 * an unknown middleware name.
 */
export function decideRoute({ route, params, path, fullPath, routeUser }: RouteRequest): RouteDecision {
  for (const name of route?.middleware ?? [])
    if (!(name in MIDDLEWARE)) throw new Error(`Unknown route middleware: '${name}'.`);
  // The login page handles a link from a mail, even for a signed-in person.
  const isMailLink = fullPath.includes('#token_hash=');
  if (!route || route.isValid?.(params) === false) return { kind: 'not-found' };
  if (routeUser === null) {
    if (!route.isPublic)
      return { kind: 'redirect', to: path === paths.home ? paths.login : loginReturningTo(fullPath) };
  } else if ((path === paths.login && !isMailLink) || path === paths.home) {
    const query = fullPath.split('?')[1]?.split('#')[0] ?? '';
    const back = path === paths.login ? safeReturnPath(new URLSearchParams(query).get('to')) : null;
    return { kind: 'redirect', to: back ?? homePathFor(routeUser) };
  } else {
    const refused = refusal(route, routeUser);
    if (refused) return refused;
  }
  return route.load ? { kind: 'show' } : { kind: 'not-found' };
}

function refusal(route: RouteMeta, routeUser: RouteUser): RouteDecision | null {
  const scope = route.scope ?? 'person';
  const { anyOf } = route;
  const lacksCompany = scope === 'company' && routeUser.company === null;
  if (anyOf && !anyOf.some((permission) => routeUser.can(permission, scope))) {
    // A person whose role would suffice in some company needs to choose one, not another role.
    return lacksCompany && anyOf.some((permission) => routeUser.can(permission, 'person'))
      ? { kind: 'no-company' }
      : { kind: 'no-access', anyOf };
  }
  if (lacksCompany) return { kind: 'no-company' };
  for (const name of route.middleware ?? []) {
    const result = MIDDLEWARE[name](routeUser);
    if (result) return result;
  }
  return null;
}
