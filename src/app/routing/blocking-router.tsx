/**
 * React Router's `BrowserRouter` with one addition: navigation away from unsaved input asks first, whether by link,
 * button or browser history. The router's own blockers need its data routers, which are three times as large.
 */
import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import {
  parsePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type To,
} from 'react-router';
import { closesDirtyForm, leaveAfterAsking, type ScreenLocation } from '../../ui/form/dirty-forms.ts';

const history = createBrowserHistory({ window, v5Compat: true });

/** The index that the router's history stores in each entry. */
const indexNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

let renderedLocation: ScreenLocation = history.location;
let index = indexNow();
/** Whether the next location renders synchronously instead of in a transition. */
let isSynchronous = false;
/** Marks the next popstate as caused by this module: going back to the form, or on after the answer. */
let ownStep: 'back' | 'on' | null = null;

function onPop(event: PopStateEvent): void {
  const step = ownStep;
  ownStep = null;
  if (step === 'on') return;
  const delta = indexNow() - index;
  const mustAsk = step === null && delta !== 0 && closesDirtyForm(renderedLocation, window.location);
  if (step !== 'back' && !mustAsk) return;
  // Hidden from the router, as for the person the page has not changed.
  event.stopImmediatePropagation();
  if (!mustAsk) return;
  ownStep = 'back';
  window.history.go(-delta);
  leaveAfterAsking(() => {
    ownStep = 'on';
    window.history.go(delta);
  });
}

// Registered before the router's own listener.
window.addEventListener('popstate', onPop, { capture: true });

function afterAsking(go: (to: To, state?: unknown) => void): Navigator['push'] {
  return (to, state, options) => {
    const { pathname = renderedLocation.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to;
    if (closesDirtyForm(renderedLocation, { pathname, search })) {
      leaveAfterAsking(() => go(to, state));
      return;
    }
    isSynchronous = options?.flushSync ?? false;
    go(to, state);
    isSynchronous = false;
  };
}

export function BlockingRouter({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    const stop = history.listen(({ action, location }) => {
      renderedLocation = location;
      index = indexNow();
      const show = () => setState({ action, location });
      // A transition would reset a field bound to the address to its previous text while the person types.
      if (isSynchronous) show();
      else startTransition(show);
    });
    return stop;
  }, []);
  const navigator = useMemo(
    () => ({
      /** The actual location, ahead of the rendered one (`ui/address/use-query.ts`). */
      get location() {
        return history.location;
      },
      createHref: (to: To) => history.createHref(to),
      encodeLocation: (to: To) => history.encodeLocation(to),
      go: (steps: number) => history.go(steps),
      push: afterAsking((to, state) => history.push(to, state)),
      replace: afterAsking((to, state) => history.replace(to, state)),
    }),
    [],
  );
  return (
    <Router location={state.location} navigationType={state.action} navigator={navigator}>
      {children}
    </Router>
  );
}
