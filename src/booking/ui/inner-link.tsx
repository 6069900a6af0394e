import type { MouseEvent, ReactNode } from 'react';
import { goTo, localizedPath, formatBookingQuery, useAddress, type BookingQuery } from '../address.ts';

export interface InnerLinkProps {
  /** A path without its language, and what it is asked for; without a path, where one is. */
  to: { path?: string; query: BookingQuery };
  className?: string;
  /** Before it leads on. */
  onGo?: () => void;
  children: ReactNode;
}

/** Another of the guests' pages: without loading the document again, which would forget who embeds it. */
export function InnerLink({ to: { path, query }, className, onGo, children }: InnerLinkProps) {
  useAddress();
  const there = path === undefined ? undefined : localizedPath(path);
  return (
    <a
      className={className}
      href={`${there ?? ''}${formatBookingQuery(query)}`}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onGo?.();
        goTo({ query, ...(there === undefined ? {} : { path: there }) });
      }}
    >
      {children}
    </a>
  );
}
