/** Entry point of the guest pages: a small document outside the installed app and its service worker. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '../i18n/messages.ts';
import { reloadPage } from '../lib/page-reload.ts';
import { onChunkLoadError } from '../lib/chunk-load-error.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { colourMode } from '../ui/theme/colour-mode.ts';
import { localeAt } from './page-url.ts';
import { BookingApp } from './booking-app.tsx';
import { startEmbedding, postToHost } from './embedding.ts';
import { showFallbackText } from './fallback-text.ts';
import { formerResumeToken } from './stored-progress.ts';

const theme = new URLSearchParams(window.location.search).get('theme');
colourMode().force(theme === 'light' || theme === 'dark' ? theme : null);

const host = new Promise<string>(startEmbedding);

// A deployment removes an older build's chunks: reload once. Input is kept in the history entry.
onChunkLoadError(() => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigator.onLine && visit?.type !== 'reload') reloadPage();
});

try {
  const former = formerResumeToken();
  await Promise.all([
    loadTexts('booking', localeAt(window.location.pathname)),
    former !== null &&
      import('./steps/resume-hold.ts').then(
        ({ resumeFormerHold }) => resumeFormerHold(former),
        () => undefined,
      ),
  ]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  createRoot(root).render(
    <StrictMode>
      <BookingApp />
    </StrictMode>,
  );
  // Optional code loads when idle, after the first content is visible.
  whenIdle(() => {
    import('../lib/focus-on-release.ts').then(
      ({ focusOnRelease }) => focusOnRelease(),
      () => undefined,
    );
    import('./restore-lost-focus.ts').then(
      ({ restoreLostFocus }) => restoreLostFocus(),
      () => undefined,
    );
    import('./link-clicks.ts').then(
      ({ recordLinkClick, reportHostSite }) => {
        recordLinkClick();
        void host.then(reportHostSite);
      },
      () => undefined,
    );
  });
} catch (error) {
  console.error('The app could not be mounted:', error);
  showFallbackText();
  postToHost({ type: 'failed', code: 'broken' });
  throw error;
}
