/** Where one is and who one is, as the guards see it. */
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
  /** Null: nothing is known of the session yet. */
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
  // Whose session has ended may open the sign-in page, and goes on with what the device holds everywhere else.
  const asked = mustSignInAgain && path === paths.login ? null : visitor;
  // What anybody may see need not wait, unless the frame around it says who one is.
  const mayBegin = route?.isPublic && path !== paths.login && route.layout !== 'default';
  const decision =
    state.status === 'unknown' && !mayBegin
      ? null
      : decideRoute({ route, params, path, pathAndQuery: pathname + search + hash, visitor: asked });
  // Whoever signed out is not sent back to where they were: the next person may be somebody else.
  const leaving = state.status === 'signed_out' && state.left === true && decision?.kind === 'redirect';
  return { route, pattern, decision: leaving ? TO_LOGIN : decision, acting, visitor, mustSignInAgain };
}
