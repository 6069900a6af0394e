/**
 * Places a form's failure message beside its submit button, which is visible at any screen size; outside a form it
 * renders in place.
 */
import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The element beside the button; null outside a form and before it is mounted. */
export const FailureSlot = createContext<HTMLElement | null>(null);

export function InFailureSlot({ children }: { children: ReactNode }) {
  const slot = useContext(FailureSlot);
  return slot ? createPortal(children, slot) : children;
}
