/** The current route and person, as the guards see them. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { actingAs, useSessionState, type Acting } from '../../session/use-session.ts';
import { paths } from '../../lib/paths.ts';
import { decideRoute, type RouteDecision, type Visitor } from './guards.ts';
import { matchRoute } from './match-route.ts';
import type { RouteMeta } from './route-meta.ts';

export interface Visit {
  route: RouteMeta | null;
  /** The route's path with its language prefix. */
  pattern: string;
  /** Null until the session is known. */
  decision: RouteDecision | null;
  acting: Acting | null;
  visitor: Visitor | null;
  mustSignInAgain: boolean;
}

const TO_LOGIN: RouteDecision = { kind: 'redirect', to: paths.login };

export function visitorOf({ company, impersonating, can }: Acting): Visitor {
  return { company, impersonating, can };
}

export function useVisit(): Visit {
  const { pathname, search, hash } = useLocation();
  const { route, pattern, params } = matchRoute(pathname);
  const state = useSessionState();
  const snapshot = state.status === 'signed_in' ? state.snapshot : null;
  const acting = useMemo(() => (snapshot === null ? null : actingAs(snapshot)), [snapshot]);
  const path = withoutLocale(pathname).replace(/(.)\/$/, '$1');
  const mustSignInAgain = state.status === 'signed_in' && state.mustSignInAgain;
  const visitor = useMemo(() => acting && visitorOf(acting), [acting]);
  // With an expired session, /login is shown and all other screens continue with the device's data.
  const guardedVisitor = mustSignInAgain && path === paths.login ? null : visitor;
  // Public pages need not wait for the session unless their frame shows who is signed in.
  const mayBegin = route?.isPublic && path !== paths.login && route.layout !== 'default';
  const decision =
    state.status === 'unknown' && !mayBegin
      ? null
      : decideRoute({ route, params, path, pathAndQuery: pathname + search + hash, visitor: guardedVisitor });
  // No return path after a deliberate sign-out, as the next person may be someone else.
  const leaving = state.status === 'signed_out' && state.left === true && decision?.kind === 'redirect';
  return { route, pattern, decision: leaving ? TO_LOGIN : decision, acting, visitor, mustSignInAgain };
}
