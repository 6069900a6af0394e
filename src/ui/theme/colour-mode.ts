/** Light, dark or system: the person's choice in a cookie, what a route forces, and what follows from both. */
import { documentCookies, serializeCookie, setCookie, readCookie } from '../../lib/cookie.ts';
import { createStore } from '../../lib/store.ts';

export const COLOUR_MODES = ['light', 'dark', 'system'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

export const COLOUR_MODE_COOKIE = 'muster_colour_mode';
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
  /** What the route's metadata forces, if it does. */
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

  /** The document follows, also where nothing is different: something else may have painted over it. */
  function apply(state: ColourModeState): void {
    const root = document.documentElement;
    root.dataset['colourMode'] = state.resolved;
    root.style.colorScheme = state.resolved;
    store.set(state);
  }
  /** Reads everything anew: another tab may have changed the cookie, the device its scheme. */
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
      // A browser that refuses cookies still gets what was asked for, until the page goes.
      const choice = { preference: mode, forced: store.get().forced, systemDark: dark.matches };
      apply({ ...choice, resolved: resolveColourMode(choice) });
    },
    force: (mode: 'light' | 'dark' | null) => refresh(mode),
  };
}

let store: ReturnType<typeof createColourModeStore> | undefined;

/** The page's colour mode; made with the first use, so that tests of the pure parts need no page. */
export function colourMode(): ReturnType<typeof createColourModeStore> {
  store ??= createColourModeStore();
  return store;
}
