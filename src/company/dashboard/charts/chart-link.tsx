import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocalPath } from '../../../ui/address/local-link.tsx';

export interface ChartLinkProps {
  /** Null if the user may not see the list behind the figure. */
  to: string | null;
  className?: string;
  children: ReactNode;
}

/** Part of a drawing that links to its list. For the keyboard, the table that replaces the chart has the same link. */
export function ChartLink({ to, className, children }: ChartLinkProps) {
  const localPath = useLocalPath();
  return to === null ? (
    <g>{children}</g>
  ) : (
    <Link className={className} to={localPath(to)} tabIndex={-1}>
      {children}
    </Link>
  );
}
