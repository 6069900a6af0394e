/** The guests' pages: a light document of their own, outside the installed app and its worker. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { wantTexts } from '../i18n/messages.ts';
import { reloadPage } from '../lib/leaving.ts';
import { onLostCode } from '../lib/lost-code.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { colourMode } from '../ui/theme/colour-mode.ts';
import { localeAt } from './address.ts';
import { BookingApp } from './booking-app.tsx';
import { beginEmbedding, tell } from './embedding.ts';
import { sayPlainly } from './plain-sentence.ts';

const theme = new URLSearchParams(window.location.search).get('theme');
colourMode().force(theme === 'light' || theme === 'dark' ? theme : null);

const host = new Promise<string>(beginEmbedding);

// A deployment takes an older build's files away: loaded anew, once, with all that was typed, which lies in the history's entry.
onLostCode(() => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigator.onLine && visit?.type !== 'reload') reloadPage();
});

try {
  await wantTexts('booking', localeAt(window.location.pathname));
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app.');
  createRoot(root).render(
    <StrictMode>
      <BookingApp />
    </StrictMode>,
  );
  // Waits until the guest has something to look at; the page works without it.
  whenIdle(() => {
    import('../lib/focus-on-release.ts').then(
      ({ focusOnRelease }) => focusOnRelease(),
      () => undefined,
    );
    import('./rescue-focus.ts').then(
      ({ rescueFocus }) => rescueFocus(),
      () => undefined,
    );
    import('./link-clicks.ts').then(
      ({ noteClick, noteHost }) => {
        noteClick();
        void host.then(noteHost);
      },
      () => undefined,
    );
  });
} catch (error) {
  console.error('Error while mounting app:', error);
  sayPlainly();
  tell({ type: 'failed', code: 'broken' });
  throw error;
}
