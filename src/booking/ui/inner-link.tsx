import type { MouseEvent, ReactNode } from 'react';
import { goTo, localizedPath, formatBookingQuery, usePageUrl, type BookingQuery } from '../page-url.ts';

export interface InnerLinkProps {
  /** A path without language prefix and its query; without a path, the current one. */
  to: { path?: string; query: BookingQuery };
  className?: string;
  /** Called before the navigation. */
  onGo?: () => void;
  children: ReactNode;
}

/** A link between guest pages without a page load, which would lose the embedding page's origin. */
export function InnerLink({ to: { path, query }, className, onGo, children }: InnerLinkProps) {
  // Renders again when the language in the URL changes, which `localizedPath` reads.
  usePageUrl();
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
