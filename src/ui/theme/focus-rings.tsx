import { useFocusVisible } from '@fluentui/react-components';
import { useImperativeHandle, type RefObject } from 'react';

/** Marks, for Fluent's parts inside of `root`, what the keyboard has the focus on. */
export function FocusRings({ root }: { root: RefObject<HTMLElement | null> }) {
  const scope = useFocusVisible();
  // The element stands already: given to the hook as if it had been drawn here.
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(scope, () => root.current);
  return null;
}
