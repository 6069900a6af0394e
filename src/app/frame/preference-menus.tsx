import { Button } from '@fluentui/react-components';
import { DarkThemeRegular, LocalLanguageRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';
import { LazyMenuTrigger } from '../../ui/commands/lazy-menu-trigger.tsx';
import { MODE_NAMES, usePreferences } from './preferences.ts';

const LanguageMenu = lazyWithPreload(() => import('./frame-menus.tsx').then((module) => module.LanguageMenu), {
  onLoadError: 'keep',
});
const ColourMenu = lazyWithPreload(() => import('./frame-menus.tsx').then((module) => module.ColourMenu), {
  onLoadError: 'keep',
});

export function PreferenceMenus() {
  const intl = useIntl();
  const { locale, preference } = usePreferences();
  const language = intl.formatMessage({ id: 'frame.language' }, { name: NATIVE_LANGUAGE_NAMES[locale] });
  const colours = intl.formatMessage(
    { id: 'frame.colours' },
    { name: intl.formatMessage({ id: MODE_NAMES[preference] }) },
  );
  const code = locale.toUpperCase();
  // The accessible name starts with the visible label, as voice control needs (WCAG 2.5.3).
  const spoken = [code, language].join(': ');
  return (
    <>
      <LazyMenuTrigger
        menu={LanguageMenu}
        trigger={
          <Button appearance="subtle" icon={<LocalLanguageRegular />} aria-label={spoken} title={language}>
            {code}
          </Button>
        }
      />
      <LazyMenuTrigger
        menu={ColourMenu}
        trigger={<Button appearance="subtle" icon={<DarkThemeRegular />} aria-label={colours} title={colours} />}
      />
    </>
  );
}
