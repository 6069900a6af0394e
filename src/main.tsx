/** Mounts the app. Texts, the stored session and the code of the first screen load in parallel. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startAfterPaint, startEngineAfter } from './app/start/after-paint.ts';
import { isSnapshotShown, removeSnapshot, manageStartupSnapshot } from './app/start/startup-snapshot.ts';
import { installOffer } from './app/start/install-offer.ts';
import { homePathFor } from './app/routing/guards.ts';
import { matchRoute } from './app/routing/match-route.ts';
import { lazyScreenFor, registerScreen } from './app/routing/screens.tsx';
import { reloadOnChunkLoadError } from './app/start/updates.ts';
import { CheckInPage } from './company/check-in/check-in-page.tsx';
import { parseCheckInUrl } from './company/check-in/use-check-in-url.ts';
import { withoutLocale } from './i18n/locale-choice.ts';
import { currentLocale } from './i18n/locale-store.ts';
import { loadTexts } from './i18n/messages.ts';
import { warmIntl } from './i18n/warm-intl.ts';
import { focusOnRelease } from './lib/focus-on-release.ts';
import { watchChunk } from './lib/chunk-load-error.ts';
import { paths } from './lib/paths.ts';
import { preopenDatabase, takePreopenedDatabase } from './offline/device/preopened-database.ts';
import { loadStartupList } from './offline/read/startup-list.ts';
import { session } from './session/session.ts';
import { toCurrentUser } from './session/use-session.ts';

/** Milliseconds to wait for the list before rendering; the snapshot stays longer. */
const MAX_LIST_WAIT_MS = 2500;
const atMost = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Reads today's list from the device if the app starts on it. Returns whether there was one. */
async function readListOfStart(): Promise<boolean> {
  const state = session.getState();
  if (state.status === 'signed_in') {
    const { userId, company, impersonating, can } = toCurrentUser(state.snapshot);
    const { pathname, search } = window.location;
    const place = withoutLocale(pathname);
    const start = place === paths.home ? homePathFor({ company, impersonating, can }) : place;
    const isList = start === paths.checkIn && parseCheckInUrl(new URLSearchParams(search)).departureId === null;
    if (company && isList) return loadStartupList(userId, company.id);
  }
  // Closes the preopened database, as the first screen doesn't read it.
  await takePreopenedDatabase(null);
  return false;
}

async function mount(): Promise<void> {
  // The usual first screen is in the main bundle, as each further file costs a request.
  registerScreen(paths.checkIn, CheckInPage);
  const locale = currentLocale(window.location.pathname);
  const texts = watchChunk(loadTexts('start', locale));
  // Preloads the screen; the guards decide later whether to show it.
  const { route } = matchRoute(window.location.pathname);
  const screen =
    route &&
    lazyScreenFor(route)
      ?.preload()
      .catch(() => undefined);
  // Opens the device's databases while the screen's code is loading.
  preopenDatabase();
  const identity = session.start().then(() => {
    manageStartupSnapshot();
  });
  const list = identity.then(readListOfStart);
  startEngineAfter(list);
  // Uses the time until storage responds.
  warmIntl(locale);
  // Behind the snapshot no frame is visible, so rendering waits for the list.
  const listed = isSnapshotShown() && Promise.race([list, atMost(MAX_LIST_WAIT_MS)]);
  await Promise.all([texts, identity, screen, listed]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

reloadOnChunkLoadError();
focusOnRelease();
installOffer.listen();
try {
  await mount();
  startAfterPaint();
} catch (error) {
  removeSnapshot();
  console.error('The app could not be mounted:', error);
  throw error;
}
