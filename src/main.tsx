/** Mounts the app: texts, the device's own snapshot of the session and the present screen's code come side by side. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { afterPaint } from './app/start/after-paint.ts';
import { isCovered, uncover, watchPicture } from './app/start/first-picture.ts';
import { followSession } from './app/start/follow-session.ts';
import { installOffer } from './app/start/install-offer.ts';
import { matchOf } from './app/routing/match.ts';
import { screenOf, travelsAlong } from './app/routing/screens.tsx';
import { reloadOnLostChunks } from './app/start/updates.ts';
import { CheckInPage } from './company/check-in/check-in-page.tsx';
import { currentLocale } from './i18n/locale-store.ts';
import { wantTexts } from './i18n/messages.ts';
import { warmIntl } from './i18n/warm-intl.ts';
import { wantCode } from './lib/lost-code.ts';
import { paths } from './lib/paths.ts';
import { openAhead } from './offline/device/opened-ahead.ts';
import { readDeparturesAhead } from './offline/read/live.ts';
import { session } from './session/session.ts';
import { actingAs } from './session/use-session.ts';

/** Milliseconds that the frame waits for the list; the picture stays longer. */
const LIST = 2500;
const atMost = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function readListAhead(): Promise<void> {
  const state = session.getState();
  const company = state.status === 'signed_in' && actingAs(state.snapshot).company;
  // What cannot be read now is read, and its failure shown, by the screen.
  if (company) await readDeparturesAhead(company.id).catch(() => undefined);
}

async function mount(): Promise<void> {
  // The screen that nearly everybody starts on: each further file costs the worker a request.
  travelsAlong(paths.checkIn, CheckInPage);
  const locale = currentLocale(window.location.pathname);
  const texts = wantCode(wantTexts('start', locale));
  // Begins to fetch the screen; whether it may be shown is decided when it comes to it.
  const { route } = matchOf(window.location.pathname);
  const screen =
    route &&
    screenOf(route)
      ?.preload()
      .catch(() => undefined);
  // The device's databases open while the screen's code is still on its way.
  openAhead();
  const identity = session.start().then(() => {
    watchPicture();
    return { engine: followSession() };
  });
  // The storage answers from elsewhere: meanwhile there is time.
  warmIntl(locale);
  // Behind the picture nobody sees a frame, so that the list is drawn with it, at once.
  const list = isCovered() && identity.then(({ engine }) => Promise.race([engine.then(readListAhead), atMost(LIST)]));
  await Promise.all([texts, identity, screen, list]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app.');
  createRoot(root).render(
    <StrictMode>
      <App />
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
