import { useFocusVisible } from '@fluentui/react-components';
import { useImperativeHandle, type RefObject } from 'react';

/** Marks the element with keyboard focus inside `root`, for Fluent's focus rings. */
export function FocusRings({ root }: { root: RefObject<HTMLElement | null> }) {
  const scope = useFocusVisible();
  // The element exists already, so it is handed to the hook as if rendered here.
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(scope, () => root.current);
  return null;
}
