/** Colour mode: the person's preference in a cookie, the mode that a route forces, and the result of both. */
import { documentCookies, serializeCookie, setCookie, readCookie } from '../../lib/cookie.ts';
import { createStore } from '../../lib/store.ts';

export const COLOUR_MODES = ['light', 'dark', 'system'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

export const COLOUR_MODE_COOKIE = 'muster_colour_mode';
/** Fixed by the specification. */
const COLOUR_MODE_DAYS = 356;
export const DEFAULT_COLOUR_MODE: ColourMode = 'system';

export function colourModeCookie(mode: ColourMode): string {
  return serializeCookie(COLOUR_MODE_COOKIE, mode, { days: COLOUR_MODE_DAYS, secure: true });
}

export function colourModeOf(cookies: string): ColourMode {
  const value = readCookie(cookies, COLOUR_MODE_COOKIE);
  return COLOUR_MODES.find((mode) => mode === value) ?? DEFAULT_COLOUR_MODE;
}

export interface ColourChoice {
  preference: ColourMode;
  /** The mode that the route's metadata forces, or null. */
  forced: 'light' | 'dark' | null;
  systemDark: boolean;
}

export function resolveColourMode({ preference, forced, systemDark }: ColourChoice): 'light' | 'dark' {
  if (forced) return forced;
  if (preference === 'system') return systemDark ? 'dark' : 'light';
  return preference;
}

export interface ColourModeState extends ColourChoice {
  resolved: 'light' | 'dark';
}

function createColourModeStore() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const read = (forced: 'light' | 'dark' | null): ColourModeState => {
    const choice = { preference: colourModeOf(documentCookies(document)), forced, systemDark: dark.matches };
    return { ...choice, resolved: resolveColourMode(choice) };
  };
  const store = createStore(read(null));

  /** Updates the document even if the mode is unchanged, as other code may have overwritten its attributes. */
  function apply(state: ColourModeState): void {
    const root = document.documentElement;
    root.dataset['colourMode'] = state.resolved;
    root.style.colorScheme = state.resolved;
    store.set(state);
  }
  /** Reads the preference again: another tab may have changed the cookie, or the device its colour scheme. */
  function refresh(forced = store.get().forced): void {
    const next = read(forced);
    const state = store.get();
    const same =
      next.preference === state.preference && next.forced === state.forced && next.systemDark === state.systemDark;
    apply(same ? state : next);
  }

  dark.addEventListener('change', () => refresh());
  window.addEventListener('load', () => refresh());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh();
  });

  return {
    getState: store.get,
    subscribe: store.subscribe,
    choose(mode: ColourMode): void {
      setCookie(document, colourModeCookie(mode));
      // If the browser blocks cookies, the choice lasts until the page is closed.
      const choice = { preference: mode, forced: store.get().forced, systemDark: dark.matches };
      apply({ ...choice, resolved: resolveColourMode(choice) });
    },
    force: (mode: 'light' | 'dark' | null) => refresh(mode),
  };
}

let store: ReturnType<typeof createColourModeStore> | undefined;

/** Returns the page's colour mode store. Created lazily, so that tests of the pure functions need no document. */
export function colourMode(): ReturnType<typeof createColourModeStore> {
  store ??= createColourModeStore();
  return store;
}
