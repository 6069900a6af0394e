/** The current route and person, as the guards see them. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { toCurrentUser, useSessionState, type CurrentUser } from '../../session/use-session.ts';
import { paths } from '../../lib/paths.ts';
import { decideRoute, type RouteDecision, type RouteUser } from './guards.ts';
import { matchRoute } from './match-route.ts';
import type { RouteMeta } from './route-meta.ts';

export interface Visit {
  route: RouteMeta | null;
  /** The route's path with its language prefix. */
  pattern: string;
  /** Null until the session is known. */
  decision: RouteDecision | null;
  currentUser: CurrentUser | null;
  routeUser: RouteUser | null;
  mustSignInAgain: boolean;
}

const TO_LOGIN: RouteDecision = { kind: 'redirect', to: paths.login };

export function toRouteUser({ company, impersonating, can }: CurrentUser): RouteUser {
  return { company, impersonating, can };
}

export function useVisit(): Visit {
  const { pathname, search, hash } = useLocation();
  const { route, pattern, params } = matchRoute(pathname);
  const state = useSessionState();
  const snapshot = state.status === 'signed_in' ? state.snapshot : null;
  const currentUser = useMemo(() => (snapshot === null ? null : toCurrentUser(snapshot)), [snapshot]);
  const path = withoutLocale(pathname).replace(/(.)\/$/, '$1');
  const mustSignInAgain = state.status === 'signed_in' && state.mustSignInAgain;
  const routeUser = useMemo(() => currentUser && toRouteUser(currentUser), [currentUser]);
  // With an expired session, /login is shown and all other screens continue with the device's data.
  const guardedUser = mustSignInAgain && path === paths.login ? null : routeUser;
  // Public pages need not wait for the session unless their frame shows who is signed in.
  const needsNoSession = route?.isPublic && path !== paths.login && route.layout !== 'default';
  const decision =
    state.status === 'unknown' && !needsNoSession
      ? null
      : decideRoute({ route, params, path, fullPath: pathname + search + hash, routeUser: guardedUser });
  // No return path after a deliberate sign-out, as the next person may be someone else.
  const isDeliberateSignOut =
    state.status === 'signed_out' && state.isDeliberate === true && decision?.kind === 'redirect';
  return {
    route,
    pattern,
    decision: isDeliberateSignOut ? TO_LOGIN : decision,
    currentUser,
    routeUser,
    mustSignInAgain,
  };
}
