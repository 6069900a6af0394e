/** Wraps a skeleton and exposes it to screen readers as one progress indicator. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

export function LoadingRegion({ className, children }: { className?: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <div
      className={className}
      role="progressbar"
      aria-busy="true"
      aria-label={intl.formatMessage({ id: 'query.loading' })}
    >
      <div aria-hidden style={{ display: 'contents' }}>
        {children}
      </div>
    </div>
  );
}
