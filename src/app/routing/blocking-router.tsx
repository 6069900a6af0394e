/**
 * React Router's `BrowserRouter`, but for one thing: a form with unsaved input is not left without asking, by a link, a button or
 * the browser's own way back. The router's blockers belong to its data routers, which weigh three times as much.
 */
import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import {
  parsePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type To,
} from 'react-router';
import { closesDirtyForm, leaveAfterAsking, type ScreenPlace } from '../../ui/form/dirty-forms.ts';

const history = createBrowserHistory({ window, v5Compat: true });

/** The number that the router's history gives its entries. */
const indexNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

let shown: ScreenPlace = history.location;
let index = indexNow();
/** What is being gone to is drawn in the turn that asks for it, not when there is time. */
let atOnce = false;
/** The next step through the browser's history is one of ours: back to the form, or on after the answer. */
let ours: 'back' | 'on' | null = null;

function onPop(event: PopStateEvent): void {
  const step = ours;
  ours = null;
  if (step === 'on') return;
  const delta = indexNow() - index;
  const asks = step === null && delta !== 0 && closesDirtyForm(shown, window.location);
  if (step !== 'back' && !asks) return;
  // The router never learns of it: for the person the page has not moved.
  event.stopImmediatePropagation();
  if (!asks) return;
  ours = 'back';
  window.history.go(-delta);
  leaveAfterAsking(() => {
    ours = 'on';
    window.history.go(delta);
  });
}

// Before the router's own listener.
window.addEventListener('popstate', onPop, { capture: true });

function asking(go: (to: To, state?: unknown) => void): Navigator['push'] {
  return (to, state, options) => {
    const { pathname = shown.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to;
    if (closesDirtyForm(shown, { pathname, search })) {
      leaveAfterAsking(() => go(to, state));
      return;
    }
    atOnce = options?.flushSync ?? false;
    go(to, state);
    atOnce = false;
  };
}

export function BlockingRouter({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    const stop = history.listen(({ action, location }) => {
      shown = location;
      index = indexNow();
      const show = () => setState({ action, location });
      // A field whose text is the address would be put back to the text before, and what is typed next would be added to that.
      if (atOnce) show();
      else startTransition(show);
    });
    return stop;
  }, []);
  const navigator = useMemo(
    () => ({
      /** Where one is, before it is drawn (`ui/address/use-query.ts`). */
      get location() {
        return history.location;
      },
      createHref: (to: To) => history.createHref(to),
      encodeLocation: (to: To) => history.encodeLocation(to),
      go: (steps: number) => history.go(steps),
      push: asking((to, given) => history.push(to, given)),
      replace: asking((to, given) => history.replace(to, given)),
    }),
    [],
  );
  return (
    <Router location={state.location} navigationType={state.action} navigator={navigator}>
      {children}
    </Router>
  );
}
