/** The screens' components, fetched when they are first wanted. */
import type { ComponentType } from 'react';
import { loadTexts } from '../../i18n/messages.ts';
import { lazyWithPreload, type LazyComponent } from '../../ui/loading/lazy-component.tsx';
import type { RouteMeta } from './route-meta.ts';

const screens = new Map<RouteMeta, LazyComponent<object>>();
const along = new Map<string, ComponentType<object>>();

/** Says that the screen of a path is there already, with all of its texts. */
export function registerScreen(path: string, Screen: ComponentType<object>): void {
  along.set(path, Screen);
}

/** The screen of a mounted route; the same component every time. */
export function lazyScreenFor(route: RouteMeta): LazyComponent<object> | null {
  const { load, texts, path } = route;
  if (!load) return null;
  let screen = screens.get(route);
  if (!screen) {
    const there = along.get(path);
    // What has texts of its own is a screen of the office, made of the patterns; but for signing in.
    const areas = texts === undefined ? [] : texts === 'auth-and-guards' ? [texts] : ['patterns', ...[texts].flat()];
    const wanted = () => areas.map((area) => loadTexts(area));
    const fetched = () => Promise.all([load(), ...wanted()]).then(([{ Component }]) => Component);
    screen = lazyWithPreload(there ? () => Promise.resolve(there) : fetched, { onLoadError: 'throw' });
    screens.set(route, screen);
  }
  return screen;
}
