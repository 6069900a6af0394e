/** Forms with unsaved input. While there is one, the app doesn't reload automatically, and navigation asks first. */
import { useEffect } from 'react';
import { createStore } from '../../lib/store.ts';

/** The parts of a location that identify a screen and its state. */
export interface ScreenLocation {
  pathname: string;
  search: string;
}

interface DirtyForm {
  closingParams: readonly string[];
  isWork: boolean;
}

const NO_PARAMS: readonly string[] = [];
/** Milliseconds until a form that was just saved or reset has reported that it is clean. */
const SETTLE_MS = 50;

const forms = new Set<DirtyForm>();
/** `ends`: whether leaving discards all unsaved input, or stops only running work. */
const leaving = createStore<{ go: () => void; ends: 'all' | 'work' } | null>(null);

export function hasDirtyForms(): boolean {
  return forms.size > 0;
}

/**
 * Marks the surrounding form as dirty while `isDirty` is true. `closingParams` names the query parameters whose change
 * closes the form, as for a form in a pane; another path closes every form. `isWork` marks running work of the page
 * instead of input; it stops when the page is left.
 */
export function useDirtyForm(
  isDirty: boolean,
  closingParams: readonly string[] = NO_PARAMS,
  { isWork = false } = {},
): void {
  const names = closingParams.join();
  useEffect(() => {
    if (!isDirty) return undefined;
    const form = { closingParams: names ? names.split(',') : [], isWork };
    forms.add(form);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      forms.delete(form);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty, names, isWork]);
}

export const isWorkRunning = (): boolean => [...forms].some(({ isWork }) => isWork);

/** Whether navigating between the two locations closes a form with unsaved input. */
export function closesDirtyForm(from: ScreenLocation, to: ScreenLocation): boolean {
  if (forms.size === 0) return false;
  if (from.pathname !== to.pathname) return true;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return [...forms].some(({ closingParams }) => closingParams.some((name) => before.get(name) !== after.get(name)));
}

/** The pending "Leave without saving?" question; null if there is none. */
export const leaveQuestion = { get: leaving.get, subscribe: leaving.subscribe };

/** Calls `go` at once if nothing is unsaved, else after the person has confirmed. */
export function leaveAfterAsking(go: () => void): void {
  if (forms.size === 0) go();
  // A form that was just saved is marked as dirty until its next render.
  else setTimeout(() => (forms.size === 0 ? go() : leaving.set({ go, ends: 'all' })), SETTLE_MS);
}

/** Stops running work after the person has confirmed; input is kept. Calls `go` at once if no work is running. */
export function endWorkAfterAsking(go: () => void): void {
  if (isWorkRunning()) leaving.set({ go, ends: 'work' });
  else go();
}

/** Answers the pending question; `leave` discards unsaved input and goes. */
export function resolveLeaveQuestion(leave: boolean): void {
  const question = leaving.get();
  leaving.set(null);
  if (!leave || !question) return;
  if (question.ends === 'all') forms.clear();
  question.go();
}
