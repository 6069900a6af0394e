import '../../../src/ui/theme/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { IntlProvider } from '../../../src/i18n/intl-provider.tsx';
import { wantTexts } from '../../../src/i18n/messages.ts';
import { isLocale } from '../../../src/lib/locales.ts';
import { screenPainted } from '../../../src/lib/screen-painted.ts';
import { colourMode } from '../../../src/ui/theme/colour-mode.ts';
import { ThemeRoot } from '../../../src/ui/theme/theme-root.tsx';
import { ToastHost } from '../../../src/ui/toasts/toast-host.tsx';
import { Patterns } from './patterns.tsx';

const asked = new URLSearchParams(location.search).get('language') ?? undefined;
const locale = isLocale(asked) ? asked : 'en';
// Sections name the settings, and a password's field the way in.
await Promise.all(['start', 'doors', 'patterns', 'company-settings'].map((file) => wantTexts(file, locale)));
document.documentElement.dataset['colourMode'] = colourMode().getState().resolved;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the patterns.');
createRoot(root).render(
  <StrictMode>
    <IntlProvider locale={locale}>
      <BrowserRouter>
        <ThemeRoot>
          <Patterns />
          <ToastHost />
        </ThemeRoot>
      </BrowserRouter>
    </IntlProvider>
  </StrictMode>,
);
screenPainted();
