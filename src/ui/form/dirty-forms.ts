/** Forms that hold what nobody has saved yet. While there is one, the app never reloads by itself, and every way out asks first. */
import { useEffect } from 'react';
import { createStore } from '../../lib/store.ts';

/** Where one is: the parts of an address that say which screen, and what of it. */
export interface ScreenPlace {
  pathname: string;
  search: string;
}

interface DirtyForm {
  holds: readonly string[];
  runs: boolean;
}

const NOTHING: readonly string[] = [];
/** Milliseconds after which a form that has just been saved or put back has said so. */
const SETTLED = 50;

const forms = new Set<DirtyForm>();
/** `ends`: all that is unsaved, or the work alone that is under way. */
const leaving = createStore<{ go: () => void; ends: 'all' | 'work' } | null>(null);

export function hasDirtyForms(): boolean {
  return forms.size > 0;
}

/**
 * Marks the form around as holding unsaved input for as long as `isDirty` says so. `holds` are the names in the address's query
 * whose change closes the form, as of a form in a pane; another screen closes every form.
 *
 * `runs`: what is not done yet is no input, but work of this page that ends with it.
 */
export function useDirtyForm(isDirty: boolean, holds: readonly string[] = NOTHING, { runs = false } = {}): void {
  const names = holds.join();
  useEffect(() => {
    if (!isDirty) return undefined;
    const form = { holds: names ? names.split(',') : [], runs };
    forms.add(form);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      forms.delete(form);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty, names, runs]);
}

/** Whether what is not done yet is work that is under way. */
export const isWorkUnderWay = (): boolean => [...forms].some(({ runs }) => runs);

/** Whether the way from one place to the other closes a form that holds unsaved input. */
export function closesDirtyForm(from: ScreenPlace, to: ScreenPlace): boolean {
  if (forms.size === 0) return false;
  if (from.pathname !== to.pathname) return true;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return [...forms].some(({ holds }) => holds.some((name) => before.get(name) !== after.get(name)));
}

/** What waits for an answer to "Leave without saving?"; null while nothing is asked. */
export const leaveQuestion = { get: leaving.get, subscribe: leaving.subscribe };

/** Goes at once where nothing is unsaved; else after the person has said so. */
export function leaveAfterAsking(go: () => void): void {
  if (forms.size === 0) go();
  // What was saved a moment ago is marked until it is drawn again.
  else setTimeout(() => (forms.size === 0 ? go() : leaving.set({ go, ends: 'all' })), SETTLED);
}

/** Ends work that is under way after the person has said so; what is typed stays as it is. Goes at once where there is none. */
export function endWorkAfterAsking(go: () => void): void {
  if (isWorkUnderWay()) leaving.set({ go, ends: 'work' });
  else go();
}

/** The person's answer: `leave` gives up what was typed and goes. */
export function resolveLeaveQuestion(leave: boolean): void {
  const asked = leaving.get();
  leaving.set(null);
  if (!leave || !asked) return;
  if (asked.ends === 'all') forms.clear();
  asked.go();
}
