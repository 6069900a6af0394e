/** The screens' components, loaded on first use. */
import type { ComponentType } from 'react';
import { loadTexts } from '../../i18n/messages.ts';
import { lazyWithPreload, type LazyComponent } from '../../ui/loading/lazy-component.tsx';
import type { RouteMeta } from './route-meta.ts';

const screens = new Map<RouteMeta, LazyComponent<object>>();
/** By path. */
const bundledScreens = new Map<string, ComponentType<object>>();

/** Registers a screen that is part of the main bundle, with all of its texts. */
export function registerScreen(path: string, Screen: ComponentType<object>): void {
  bundledScreens.set(path, Screen);
}

/** Returns the screen of a route, the same component on each call; null if it has none. */
export function lazyScreenFor(route: RouteMeta): LazyComponent<object> | null {
  const { load, texts, path } = route;
  if (!load) return null;
  let screen = screens.get(route);
  if (!screen) {
    const bundled = bundledScreens.get(path);
    // A screen with its own texts belongs to the office and uses the patterns, except for sign-in.
    const areas = texts === undefined ? [] : texts === 'auth-and-guards' ? [texts] : ['patterns', ...[texts].flat()];
    const loadAreas = () => areas.map((area) => loadTexts(area));
    const fetched = () => Promise.all([load(), ...loadAreas()]).then(([{ Component }]) => Component);
    screen = lazyWithPreload(bundled ? () => Promise.resolve(bundled) : fetched, { onLoadError: 'throw' });
    screens.set(route, screen);
  }
  return screen;
}
