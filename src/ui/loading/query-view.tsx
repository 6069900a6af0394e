/** Renders a query's state: loading, empty, failed, stale or loaded. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular, CloudOffRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../domain/result.ts';
import { useNow } from '../dates/clock.ts';
import { LoadingRegion } from './loading-region.tsx';
import { FAILURE_TEXTS } from '../format/failure-texts.ts';
import { Message } from '../states/message.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { type } from '../theme/sizes.ts';
import { formatAge } from '../format/format-age.ts';
import { useFormats } from '../format/use-formats.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

const useStyles = makeStyles({
  // Rendered at once but visible after a delay, so that fast responses don't flicker.
  loading: {
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
  },
  old: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 8px',
    minHeight: '32px',
    color: tokens.colorNeutralForeground3,
    '& svg': { flexShrink: 0, fontSize: '16px' },
  },
  retry: { minWidth: 0 },
});

/** The result of `useServerQuery`. */
export interface QueryViewState<T> {
  state: 'loading' | 'failed' | 'stale' | 'full';
  data: T | undefined;
  failure: Failure | null;
  /** When the server sent it, in milliseconds since 1970. */
  at: number | null;
  fetching: boolean;
  refetch(): void;
}

export interface QueryViewProps<T> {
  query: QueryViewState<T>;
  /** Has the shape of the loaded content. */
  skeleton: ReactNode;
  /** Shown if there is no data, with the next step; returns null if there is data. */
  empty?(data: T): ReactNode;
  /** Sentence that names what failed to load. */
  failed: ReactNode;
  children(data: T): ReactNode;
}

export function QueryView<T>({ query, skeleton, empty, failed, children }: QueryViewProps<T>) {
  const styles = useStyles();
  const { state, data, failure, fetching, refetch } = query;
  if (state === 'loading')
    return (
      <>
        <LoadingRegion className={styles.loading}>{skeleton}</LoadingRegion>
        <SlowNotice />
      </>
    );
  if (state === 'failed' || data === undefined)
    return (
      <Message
        state="no"
        alert
        title={failed}
        actions={
          <Button icon={<ArrowClockwiseRegular />} disabledFocusable={fetching} onClick={refetch}>
            <FormattedMessage id="query.retry" />
          </Button>
        }
      >
        {failure && <FormattedMessage id={FAILURE_TEXTS[failure.code]} />}
      </Message>
    );
  return (
    <>
      {state === 'stale' && failure !== null && <QueryAge query={query} />}
      {empty?.(data) ?? children(data)}
    </>
  );
}

/** Says that the data shown is stale, and how old it is. */
export function QueryAge({ query }: { query: QueryViewState<unknown> }) {
  const styles = useStyles();
  const now = useNow();
  const formats = useFormats(deviceTimeZone());
  const intl = useIntl();
  const { failure, at, fetching, refetch } = query;
  const texts = [
    at !== null && intl.formatMessage({ id: 'query.age' }, { age: formatAge(formats, at, now) }),
    failure && intl.formatMessage({ id: FAILURE_TEXTS[failure.code] }),
  ];
  return (
    <div className={styles.old} role="status">
      <CloudOffRegular aria-hidden />
      <span>{texts.filter(Boolean).join(' ')}</span>
      <Button
        className={styles.retry}
        size="small"
        appearance="transparent"
        disabledFocusable={fetching}
        onClick={refetch}
      >
        <FormattedMessage id="query.retry" />
      </Button>
    </div>
  );
}
