import { Button, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowSyncRegular, OpenRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Result } from '../../domain/result.ts';
import { syncNow } from '../../offline/current-engine.ts';
import { saveQueue, type QueueFormat } from '../../offline/export-queue.ts';
import type { SyncState } from '../../offline/views.ts';
import { download } from '../../ui/download.ts';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { stateColours, type StateName } from '../../ui/theme/state-colours.ts';
import { showToast } from '../../ui/toasts.ts';
import { ParkedActions } from './parked-actions.tsx';
import { isClockWrong } from './sync-texts.ts';
import type { Formats } from './use-formats.ts';
import { useNow } from './use-now.ts';

const useStyles = makeStyles({
  touch: { minHeight: '48px' },
  facts: { margin: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '8px 24px' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', '@media (max-width: 599px)': { flexDirection: 'column' } },
  notice: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '12px', padding: '12px 16px', borderRadius: tokens.borderRadiusLarge },
  attention: { color: stateColours.attention.foreground, backgroundColor: stateColours.attention.background },
  neutral: { color: stateColours.neutral.foreground, backgroundColor: stateColours.neutral.background },
});

/** A page of ours that no worker keeps: asked for over the network, so that a Wi-Fi's sign-in can stand in its place. */
const NETWORK_PAGE = '/network.html';

function Notice({ state, children }: { state: Extract<StateName, 'attention' | 'neutral'>; children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.notice, styles[state])}>{children}</div>;
}

function NetworkNotice({ network, failure }: Pick<SyncState, 'network' | 'failure'>) {
  const styles = useStyles();
  if (network === 'online') {
    if (failure === null) return null;
    return (
      <Notice state="attention">
        <FormattedMessage id={FAILURE_TEXTS[failure]} />
      </Notice>
    );
  }
  return (
    <Notice state={network === 'offline' ? 'neutral' : 'attention'}>
      <FormattedMessage id="checkIn.sync.network.advice" values={{ network }} />
      {network !== 'offline' && (
        <Button as="a" href={NETWORK_PAGE} target="_blank" rel="noopener" className={styles.touch} appearance={network === 'portal' ? 'primary' : 'secondary'} icon={<OpenRegular />}>
          <FormattedMessage id="checkIn.sync.network.open" />
        </Button>
      )}
    </Notice>
  );
}

export function SyncPanel({ sync, formats, onClose }: { sync: SyncState; formats: Formats; onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();

  function tellFailure<T>(result: Result<T>): void {
    if (!result.ok) void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
  }

  const save = async (format: QueueFormat) => tellFailure(await saveQueue(format, download));

  return (
    <SideSheet title={<FormattedMessage id="checkIn.sync.title" />} onClose={onClose}>
      <dl className={styles.facts}>
        <dt className={styles.term}>
          <FormattedMessage id="checkIn.sync.list" />
        </dt>
        <dd className={styles.value}>
          {sync.pulledAt === null ? (
            <FormattedMessage id="checkIn.sync.never" />
          ) : (
            formats.relative(Math.min(0, Date.parse(sync.pulledAt) - now))
          )}
        </dd>
        <dt className={styles.term}>
          <FormattedMessage id="checkIn.sync.network" />
        </dt>
        <dd className={styles.value}>
          <FormattedMessage id="checkIn.sync.network.value" values={{ network: sync.network }} />
        </dd>
        <dt className={styles.term}>
          <FormattedMessage id="checkIn.sync.queue" />
        </dt>
        <dd className={styles.value}>
          {sync.waiting === 0 ? <FormattedMessage id="checkIn.sync.nothing" /> : <FormattedMessage id="checkIn.sync.waiting" values={{ ...sync.waitingDeeds }} />}
        </dd>
      </dl>
      <NetworkNotice network={sync.network} failure={sync.failure} />
      {isClockWrong(sync) && (
        <Notice state="attention">
          <FormattedMessage
            id="checkIn.sync.clock"
            values={{
              minutes: Math.round(Math.abs(sync.clockOffset ?? 0) / 60_000),
              way: (sync.clockOffset ?? 0) > 0 ? 'fast' : 'slow',
            }}
          />
        </Notice>
      )}
      {sync.persisted === false && (
        <Notice state="neutral">
          <FormattedMessage id="checkIn.sync.evictable" />
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button className={styles.touch} appearance={sync.network === 'portal' ? 'secondary' : 'primary'} icon={sync.syncing ? <Spinner size="tiny" /> : <ArrowSyncRegular />} disabledFocusable={sync.syncing} onClick={syncNow}>
          <FormattedMessage id="checkIn.sync.now" />
        </Button>
        {sync.waiting + sync.parked > 0 && (
          <>
            <Button className={styles.touch} icon={<ArrowDownloadRegular />} onClick={() => void save('json')}>
              <FormattedMessage id="checkIn.sync.export" values={{ format: 'JSON' }} />
            </Button>
            <Button className={styles.touch} icon={<ArrowDownloadRegular />} onClick={() => void save('csv')}>
              <FormattedMessage id="checkIn.sync.export" values={{ format: 'CSV' }} />
            </Button>
          </>
        )}
      </div>
      <ParkedActions formats={formats} onResult={tellFailure} />
    </SideSheet>
  );
}
