/** Language and colours, as two small menus. */
import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { DarkThemeRegular, LocalLanguageRegular, WeatherMoonRegular, WeatherSunnyRegular } from '@fluentui/react-icons';
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { localeOfPath, withLocale } from '../../i18n/locale-choice.ts';
import { currentLocale, setLocale, subscribeToLocale } from '../../i18n/locale-store.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { LOCALES, isLocale, type Locale } from '../../lib/locales.ts';
import { COLOUR_MODES, colourMode, type ColourMode } from '../../ui/colour-mode.ts';

/** Each language by its own name, so that whoever reads only that one finds it. */
const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', da: 'Dansk', it: 'Italiano' };

const MODE_NAMES: Record<ColourMode, MessageId> = {
  light: 'frame.colours.light',
  dark: 'frame.colours.dark',
  system: 'frame.colours.system',
};
const MODE_ICONS = { light: <WeatherSunnyRegular />, dark: <WeatherMoonRegular />, system: <DarkThemeRegular /> };

/** The language shown now, and how to change it: the address's prefix follows if it has one. */
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

export function LanguageItems() {
  return LOCALES.map((each) => (
    <MenuItemRadio key={each} name="language" value={each} lang={each}>
      {LANGUAGE_NAMES[each]}
    </MenuItemRadio>
  ));
}

export function ColourItems() {
  const intl = useIntl();
  return COLOUR_MODES.map((each) => (
    <MenuItemRadio key={each} name="colours" value={each} icon={MODE_ICONS[each]}>
      {intl.formatMessage({ id: MODE_NAMES[each] })}
    </MenuItemRadio>
  ));
}

/** The checked values of both, and what a choice does. */
export function usePreferenceValues() {
  const { locale, choose } = useLanguage();
  const mode = colourMode();
  const { preference } = useSyncExternalStore(mode.subscribe, mode.getState);
  return {
    locale,
    preference,
    checkedValues: { language: [locale], colours: [preference] },
    onCheckedValueChange: (_: unknown, { name, checkedItems }: { name: string; checkedItems: string[] }) => {
      const value = checkedItems[0];
      if (name === 'language' && isLocale(value)) choose(value);
      const chosen = COLOUR_MODES.find((each) => each === value);
      if (name === 'colours' && chosen) mode.choose(chosen);
    },
  };
}

export function PreferenceMenus() {
  const intl = useIntl();
  const { locale, preference, ...values } = usePreferenceValues();
  const language = intl.formatMessage({ id: 'frame.language' }, { name: LANGUAGE_NAMES[locale] });
  const colours = intl.formatMessage({ id: 'frame.colours' }, { name: intl.formatMessage({ id: MODE_NAMES[preference] }) });
  return (
    <>
      <Menu {...values}>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<LocalLanguageRegular />} aria-label={language} title={language}>
            {locale.toUpperCase()}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <LanguageItems />
          </MenuList>
        </MenuPopover>
      </Menu>
      <Menu {...values}>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={MODE_ICONS[preference]} aria-label={colours} title={colours} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <ColourItems />
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  );
}
