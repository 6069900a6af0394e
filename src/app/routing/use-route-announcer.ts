/** On navigation, sets the document's title and moves the focus to the heading for screen readers. */
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import type { Visit } from './use-visit.ts';

/** Delays the title so that a chain of redirects sets only the last one (specification, section 9). */
export const TITLE_DELAY_MS = 10;

export function useRouteAnnouncer({ route, decision }: Visit): void {
  const intl = useIntl();
  const { pathname } = useLocation();
  const last = useRef<string | null>(null);
  const isNotFound = decision?.kind === 'not-found' || route === null;
  const app = intl.formatMessage({ id: 'app.name' });
  const title = intl.formatMessage(
    { id: 'app.title' },
    { page: intl.formatMessage({ id: isNotFound ? 'errors.notFound.title' : route.title }), app },
  );

  useEffect(() => {
    if (decision === null || decision.kind === 'redirect') return undefined;
    const timer = setTimeout(() => {
      document.title = title;
    }, TITLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [title, decision]);

  const isSettled = decision !== null && decision.kind !== 'redirect';
  useEffect(() => {
    if (!isSettled) return;
    const from = last.current;
    last.current = pathname;
    if (from === null || from === pathname) return;
    // A screen that focused a field itself keeps it.
    if (document.activeElement instanceof HTMLInputElement) return;
    const target = document.querySelector<HTMLElement>('main [data-page-heading], main h1, main');
    target?.focus({ preventScroll: true });
  }, [pathname, isSettled]);
}
