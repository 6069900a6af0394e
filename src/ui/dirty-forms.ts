/** Forms that hold what nobody has saved yet. While there is one, the app never reloads by itself or without asking. */
import { useEffect } from 'react';

let dirty = 0;

export function hasDirtyForms(): boolean {
  return dirty > 0;
}

/** Marks the form around as holding unsaved input for as long as `isDirty` says so. */
export function useDirtyForm(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    dirty += 1;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      dirty -= 1;
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);
}
