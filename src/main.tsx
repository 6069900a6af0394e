/** Mounts the app: texts, the device's own snapshot of the session and the present screen's code come side by side. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { afterPaint } from './app/after-paint.ts';
import { uncover, watchPicture } from './app/first-picture.ts';
import { followSession } from './app/follow-session.ts';
import { installOffer } from './app/install-offer.ts';
import { matchOf } from './app/match.ts';
import { screenOf } from './app/screens.tsx';
import { reloadOnLostChunks } from './app/updates.ts';
import { currentLocale } from './i18n/locale-store.ts';
import { loadMessages } from './i18n/messages.ts';
import { session } from './session/session.ts';
// The screen that nearly everybody starts on travels with the start: each further file costs the worker a request.
import './company/check-in/check-in-page.tsx';

async function mount(): Promise<void> {
  const locale = currentLocale(window.location.pathname);
  // Begins to fetch the screen; whether it may be shown is decided when it comes to it.
  const { route } = matchOf(window.location.pathname);
  const screen =
    route &&
    screenOf(route)
      ?.preload()
      .catch(() => undefined);
  // The device's database opens while the screen's code is still on its way.
  const identity = session.start().then(() => {
    watchPicture();
    followSession();
  });
  const [messages] = await Promise.all([loadMessages(locale), identity, screen]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app.');
  createRoot(root).render(
    <StrictMode>
      <App texts={{ locale, messages }} />
    </StrictMode>,
  );
}

reloadOnLostChunks();
installOffer.listen();
try {
  await mount();
  afterPaint();
} catch (error) {
  uncover();
  console.error('Error while mounting app:', error);
  throw error;
}
