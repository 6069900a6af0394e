/** Language and colours, as two small menus. */
import { Button } from '@fluentui/react-components';
import { DarkThemeRegular, LocalLanguageRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { LateMenu, type MenuModule } from './late-menu.tsx';
import { LANGUAGE_NAMES, MODE_NAMES, usePreferences } from './preferences.ts';

const languageMenu = (module: MenuModule) => module.LanguageMenu;
const colourMenu = (module: MenuModule) => module.ColourMenu;

export function PreferenceMenus() {
  const intl = useIntl();
  const { locale, preference } = usePreferences();
  const language = intl.formatMessage({ id: 'frame.language' }, { name: LANGUAGE_NAMES[locale] });
  const colours = intl.formatMessage(
    { id: 'frame.colours' },
    { name: intl.formatMessage({ id: MODE_NAMES[preference] }) },
  );
  const code = locale.toUpperCase();
  // The name begins with what is written on it, as whoever speaks to the page says what they see.
  const spoken = [code, language].join(': ');
  return (
    <>
      <LateMenu
        menu={languageMenu}
        trigger={
          <Button appearance="subtle" icon={<LocalLanguageRegular />} aria-label={spoken} title={language}>
            {code}
          </Button>
        }
      />
      <LateMenu
        menu={colourMenu}
        trigger={<Button appearance="subtle" icon={<DarkThemeRegular />} aria-label={colours} title={colours} />}
      />
    </>
  );
}
