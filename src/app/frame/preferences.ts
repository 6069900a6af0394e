/** The person's language and colour mode, and how to change them. */
import { useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { localeOfPath, withLocale } from '../../i18n/locale-choice.ts';
import { currentLocale, setLocale, subscribeToLocale } from '../../i18n/locale-store.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { isLocale, type Locale } from '../../lib/locales.ts';
import { COLOUR_MODES, colourMode, type ColourMode } from '../../ui/theme/colour-mode.ts';

export const MODE_NAMES: Record<ColourMode, MessageId> = {
  light: 'frame.colours.light',
  dark: 'frame.colours.dark',
  system: 'frame.colours.system',
};

/**
 * Returns the current language and its setter, which also updates the language prefix of the address, if it has one.
 */
export function useLanguage(): { locale: Locale; choose: (locale: Locale) => void } {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const locale = useSyncExternalStore(subscribeToLocale, () => currentLocale(pathname));
  return {
    locale,
    choose: (next) => {
      setLocale(next);
      if (localeOfPath(pathname) !== null)
        void navigate(withLocale(pathname, next) + search + hash, { replace: true, preventScrollReset: true });
    },
  };
}

/** Returns the checked values and the change handler for Fluent's menus. */
export function usePreferences() {
  const { locale, choose } = useLanguage();
  const mode = colourMode();
  const { preference } = useSyncExternalStore(mode.subscribe, mode.getState);
  return {
    locale,
    preference,
    menu: {
      checkedValues: { language: [locale], colours: [preference] },
      onCheckedValueChange: (_: unknown, { name, checkedItems }: { name: string; checkedItems: string[] }) => {
        const value = checkedItems[0];
        if (name === 'language' && isLocale(value)) choose(value);
        const selected = COLOUR_MODES.find((each) => each === value);
        if (name === 'colours' && selected) mode.choose(selected);
      },
    },
  };
}
