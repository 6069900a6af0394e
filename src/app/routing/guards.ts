/** What a route answers to somebody: one pure decision, so that it can be tested as a table. */
import type { Permission } from '../../domain/permissions.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { loginReturningTo, paths } from '../../lib/paths.ts';
import { isAppPath } from './outside-paths.ts';
import type { MiddlewareName, RouteMeta } from './route-meta.ts';

/** Who asks, as far as a guard needs to know. */
export interface Visitor {
  /** The company that the person acts for, or null. */
  company: { hasActiveSubscription: boolean } | null;
  impersonating: boolean;
  /** Over all of the person's assignments (`person`), or for the company that they act for. */
  can: (permission: Permission, scope: 'company' | 'person') => boolean;
}

export type RouteDecision =
  | { kind: 'show' }
  | { kind: 'redirect'; to: string }
  | { kind: 'not-found' }
  | { kind: 'no-access'; anyOf: readonly Permission[] }
  | { kind: 'no-company' }
  | { kind: 'no-subscription' };

const MIDDLEWARE: Record<MiddlewareName, (visitor: Visitor) => RouteDecision | null> = {
  subscription: ({ company }) => (company?.hasActiveSubscription ? null : { kind: 'no-subscription' }),
};

export interface Visit {
  /** Null where no route matches. */
  route: RouteMeta | null;
  params: Readonly<Record<string, string | undefined>>;
  /** Without language prefix. */
  path: string;
  /** As it stands in the address bar after the origin. */
  pathAndQuery: string;
  /** Null when signed out. */
  visitor: Visitor | null;
}

/** Where /login and home lead somebody who is signed in (section 4). */
export function homePathFor(visitor: Visitor): string {
  if (visitor.impersonating) return paths.tours;
  if (visitor.can('ORGANISATION_ALL_ACCESS', 'person')) return paths.organisationCompanies;
  return visitor.company?.hasActiveSubscription ? paths.checkIn : paths.toursManage;
}

/** A return path is honoured only if it is a path of this app; anything else could lead people elsewhere. */
export function safeReturnPath(value: string | null): string | null {
  if (value === null || !/^\/(?![/\\])/.test(value) || /[\\\p{Cc}]/u.test(value)) return null;
  const url = new URL(value, 'https://muster.invalid');
  if (url.origin !== 'https://muster.invalid') return null;
  const path = url.pathname + url.search + url.hash;
  const isLogin = withoutLocale(url.pathname).replace(/\/$/, '') === paths.login;
  return path.startsWith('//') || isLogin || !isAppPath(path) ? null : path;
}

/** Decides; throws for a middleware name that nobody has written. */
export function decideRoute({ route, params, path, pathAndQuery, visitor }: Visit): RouteDecision {
  for (const name of route?.middleware ?? [])
    if (!(name in MIDDLEWARE)) throw new Error(`Unknown route middleware: '${name}'.`);
  if (!route || route.isValid?.(params) === false) return { kind: 'not-found' };
  if (visitor === null) {
    if (!route.isPublic)
      return { kind: 'redirect', to: path === paths.home ? paths.login : loginReturningTo(pathAndQuery) };
  } else if ((path === paths.login && !pathAndQuery.includes('#token_hash=')) || path === paths.home) {
    const query = pathAndQuery.split('?')[1]?.split('#')[0] ?? '';
    const back = path === paths.login ? safeReturnPath(new URLSearchParams(query).get('to')) : null;
    return { kind: 'redirect', to: back ?? homePathFor(visitor) };
  } else {
    const refused = refusal(route, visitor);
    if (refused) return refused;
  }
  return route.load ? { kind: 'show' } : { kind: 'not-found' };
}

function refusal(route: RouteMeta, visitor: Visitor): RouteDecision | null {
  const scope = route.scope ?? 'person';
  const { anyOf } = route;
  if (anyOf && !anyOf.some((permission) => visitor.can(permission, scope))) {
    // Somebody who would pass with a company chosen is not told that they lack a role.
    const withCompany = scope === 'company' && visitor.company === null;
    return withCompany && anyOf.some((permission) => visitor.can(permission, 'person'))
      ? { kind: 'no-company' }
      : { kind: 'no-access', anyOf };
  }
  if (scope === 'company' && visitor.company === null) return { kind: 'no-company' };
  for (const name of route.middleware ?? []) {
    const answer = MIDDLEWARE[name](visitor);
    if (answer) return answer;
  }
  return null;
}
