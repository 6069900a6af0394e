/** The screens' components, fetched when they are first wanted. */
import { late, type Late } from '../ui/late.tsx';
import type { RouteMeta } from './route-meta.ts';

const screens = new Map<RouteMeta, Late<object>>();

/** The screen of a mounted route; the same component every time. */
export function screenOf(route: RouteMeta): Late<object> | null {
  const { load } = route;
  if (!load) return null;
  let screen = screens.get(route);
  if (!screen) {
    screen = late(() => load().then(({ Component }) => Component), { whenLost: 'throw' });
    screens.set(route, screen);
  }
  return screen;
}
