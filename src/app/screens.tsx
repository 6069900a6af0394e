/** The screens' components, fetched when they are first wanted. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { RouteMeta } from './route-meta.ts';

const screens = new Map<RouteMeta, LazyExoticComponent<ComponentType>>();

/** The screen of a mounted route; the same component every time. */
export function screenOf(route: RouteMeta): ComponentType | null {
  const { load } = route;
  if (!load) return null;
  let screen = screens.get(route);
  if (!screen) {
    screen = lazy(() => load().then(({ Component }) => ({ default: Component })));
    screens.set(route, screen);
  }
  return screen;
}
