import { matchRoutes } from 'react-router';
import type { RouteMeta } from './route-meta.ts';
import { ROUTES, expandRoutes } from './routes.ts';

// Guest pages are a separate HTML document, not routes of the app.
const TABLE = expandRoutes(ROUTES.filter(({ document }) => document === undefined)).map(({ path, meta }) => ({
  path,
  handle: meta,
}));

export interface RouteMatch {
  route: RouteMeta | null;
  /** With language prefix, in the router's syntax. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
}

const NO_MATCH: RouteMatch = { route: null, pattern: '*', params: {} };
let last: { pathname: string; match: RouteMatch } | null = null;

/** Returns the route of a path in any language. Caches the last result, as every part of the frame asks for it. */
export function matchRoute(pathname: string): RouteMatch {
  if (last?.pathname === pathname) return last.match;
  const matched = matchRoutes(TABLE, pathname)?.at(-1);
  const match = matched
    ? { route: matched.route.handle, pattern: matched.route.path, params: matched.params }
    : NO_MATCH;
  last = { pathname, match };
  return match;
}
