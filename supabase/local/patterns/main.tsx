import '../../../src/ui/theme/page.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useSearchParams } from 'react-router';
import { IntlProvider } from '../../../src/i18n/intl-provider.tsx';
import { loadTexts } from '../../../src/i18n/messages.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../../src/lib/locales.ts';
import { reportScreenPainted } from '../../../src/lib/screen-painted.ts';
import { colourMode } from '../../../src/ui/theme/colour-mode.ts';
import { ThemeRoot } from '../../../src/ui/theme/theme-root.tsx';
import { ToastHost } from '../../../src/ui/toasts/toast-host.tsx';
import { Patterns } from './patterns.tsx';

function languageOf(query: URLSearchParams): Locale {
  const language = query.get('language') ?? undefined;
  return isLocale(language) ? language : DEFAULT_LOCALE;
}

/** Sets the locale from the query, also when it changes. */
function InItsLanguage({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  return <IntlProvider locale={languageOf(query)}>{children}</IntlProvider>;
}

const first = languageOf(new URLSearchParams(location.search));
// The section sheet uses texts of the settings, a password field those of the auth pages.
await Promise.all(['start', 'auth-and-guards', 'patterns', 'company-settings'].map((file) => loadTexts(file, first)));
document.documentElement.dataset['colourMode'] = colourMode().getState().resolved;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <InItsLanguage>
        <ThemeRoot>
          <Patterns />
          <ToastHost />
        </ThemeRoot>
      </InItsLanguage>
    </BrowserRouter>
  </StrictMode>,
);
reportScreenPainted();
