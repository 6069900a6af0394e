/** A form shows the failure of its act beside the button, which is in sight at any size; elsewhere a failure is shown where it is written. */
import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The element beside the button; null outside of forms and before it is in the document. */
export const FailureSlot = createContext<HTMLElement | null>(null);

export function InFailureSlot({ children }: { children: ReactNode }) {
  const place = useContext(FailureSlot);
  return place ? createPortal(children, place) : children;
}
