import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouteError } from './error-page.tsx';
import { FatalScreen } from './fatal-screen.tsx';
import { Root } from './root.tsx';
import { ROUTES, expandRoutes } from './routes.ts';

/** The routes as the router takes them; guests' pages are another document and not among them. */
export function routeObjects(): RouteObject[] {
  const inApp = ROUTES.filter(({ document }) => document === undefined);
  const screens = expandRoutes(inApp).map(
    ({ path, meta }): RouteObject => ({
      path,
      handle: meta,
      ErrorBoundary: RouteError,
      ...(meta.load ? { lazy: meta.load } : { Component: Nothing }),
    }),
  );
  return [...screens, { path: '*', Component: Nothing }];
}

/** Never seen: the guards answer in its place. */
function Nothing() {
  return null;
}

/** Begins to fetch the present screen's code at once. */
export function createAppRouter() {
  return createBrowserRouter([
    { Component: Root, ErrorBoundary: FatalScreen, HydrateFallback: Nothing, children: routeObjects() },
  ]);
}
