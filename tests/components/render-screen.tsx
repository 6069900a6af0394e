/** Renders one screen inside the app's providers (texts, theme, router); the test mocks `src/data`. */
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { IntlProvider } from '../../src/i18n/intl-provider.tsx';
import { showLocale, loadTexts } from '../../src/i18n/messages.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { ThemeRoot } from '../../src/ui/theme/theme-root.tsx';
import '../../src/ui/theme/page.css';

export interface ScreenOptions {
  /** The route's pattern and the URL that is open; `state` is the history state. */
  path?: string;
  at?: string;
  state?: unknown;
  /** The text areas that the screen's route names, beside those of the start. */
  texts?: readonly string[];
  locale?: Locale;
}

function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="Place">{pathname + search}</output>;
}

export const place = () => page.getByRole('status', { name: 'Place' });

/** Mounts the screen, and unmounts it when the test ends. */
export async function renderScreen(screen: ReactNode, options: ScreenOptions = {}): Promise<void> {
  const { path = '/', at = path, state, texts = [], locale = 'en' } = options;
  await showLocale(locale);
  for (const file of ['start', ...texts]) await loadTexts(file, locale);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  root.render(
    <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
      <IntlProvider locale={locale}>
        <ThemeRoot>
          <Routes>
            <Route path={path} element={<main>{screen}</main>} />
            <Route path="*" element={<Place />} />
          </Routes>
        </ThemeRoot>
      </IntlProvider>
    </MemoryRouter>,
  );
}
