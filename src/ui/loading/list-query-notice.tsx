/**
 * Notice above a list from the server: that it failed to load, or how old it is. The list itself shows its loading
 * state.
 */
import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { QueryAge, QueryView, type QueryViewState } from './query-view.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { gutter } from '../theme/sizes.ts';

const useStyles = makeStyles({ notice: { padding: `0 ${gutter} 12px` } });

export interface ListQueryNoticeProps {
  query: QueryViewState<unknown>;
  /** Sentence that names what failed to load. */
  failed: ReactNode;
  /** The list; replaced by the failure. */
  children: ReactNode;
}

export function ListQueryNotice({ query, failed, children }: ListQueryNoticeProps) {
  const styles = useStyles();
  if (query.state === 'failed')
    return (
      <div className={styles.notice}>
        <QueryView query={query} skeleton={null} failed={failed}>
          {() => null}
        </QueryView>
      </div>
    );
  return (
    <>
      {query.state === 'stale' && query.failure && (
        <div className={styles.notice}>
          <QueryAge query={query} />
        </div>
      )}
      {query.state === 'loading' && <SlowNotice className={styles.notice} />}
      {children}
    </>
  );
}
