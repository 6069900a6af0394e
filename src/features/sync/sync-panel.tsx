import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, OpenRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { syncNow } from '../../offline/device/current-engine.ts';
import type { SyncState } from '../../offline/read/views.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { ParkedActions } from './parked-actions.tsx';
import { ExportButton } from './outbox-buttons.tsx';
import { isClockWrong } from './sync-texts.ts';
import { formatAge } from '../../ui/format/format-age.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { capitalised } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  facts: { margin: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '8px 24px' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { ...capitalised, margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { flex: '1 1 auto' } },
});

export interface SyncPanelProps {
  sync: SyncState;
  formats: Formats;
  /** Id of the parked action to scroll to. */
  linkedAction?: Uuid;
  onClose(): void;
}

/** A page that the service worker never caches, so that a captive portal can answer it with its sign-in page. */
const NETWORK_PAGE = '/network.html';

function NetworkNotice({ network, failure }: Pick<SyncState, 'network' | 'failure'>) {
  if (network === 'online') {
    if (failure === null) return null;
    return (
      <Message state="attention">
        <FormattedMessage id={FAILURE_TEXTS[failure]} />
      </Message>
    );
  }
  return (
    <Message
      state={network === 'offline' ? 'neutral' : 'attention'}
      actions={
        network !== 'offline' && (
          <Button
            as="a"
            href={NETWORK_PAGE}
            target="_blank"
            rel="noopener"
            appearance={network === 'portal' ? 'primary' : 'secondary'}
            icon={<OpenRegular />}
          >
            <FormattedMessage id="checkIn.sync.network.open" />
          </Button>
        )
      }
    >
      <FormattedMessage id="checkIn.sync.network.advice" values={{ network }} />
    </Message>
  );
}

function SyncFacts({ sync, formats }: Pick<SyncPanelProps, 'sync' | 'formats'>) {
  const styles = useStyles();
  const now = useNow();
  return (
    <dl className={styles.facts}>
      <dt className={styles.term}>
        <FormattedMessage id="checkIn.sync.list" />
      </dt>
      <dd className={styles.value}>
        {sync.pulledAt === null ? (
          <FormattedMessage id="checkIn.sync.never" />
        ) : (
          formatAge(formats, Date.parse(sync.pulledAt), now)
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
        {sync.waiting === 0 ? (
          <FormattedMessage id="checkIn.sync.nothing" />
        ) : (
          <FormattedMessage id="checkIn.sync.waiting" values={{ ...sync.waitingCount }} />
        )}
      </dd>
    </dl>
  );
}

export function SyncPanel({ sync, formats, linkedAction, onClose }: SyncPanelProps) {
  const styles = useStyles();
  const intl = useIntl();

  function showFailure<T>(result: Result<T>): void {
    if (!result.ok) void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
  }

  return (
    <Overlay kind="details" title={<FormattedMessage id="checkIn.sync.title" />} onClose={onClose}>
      <SyncFacts sync={sync} formats={formats} />
      <NetworkNotice network={sync.network} failure={sync.failure} />
      {isClockWrong(sync) && (
        <Message state="attention">
          <FormattedMessage
            id="checkIn.sync.clock"
            values={{
              minutes: Math.round(Math.abs(sync.clockOffset ?? 0) / 60_000),
              way: (sync.clockOffset ?? 0) > 0 ? 'fast' : 'slow',
            }}
          />
        </Message>
      )}
      {sync.persisted === false && (
        <Message state="neutral">
          <FormattedMessage id="checkIn.sync.evictable" />
        </Message>
      )}
      <div className={styles.buttons}>
        <Button
          appearance={sync.network === 'portal' ? 'secondary' : 'primary'}
          icon={sync.syncing ? <Spinner size="tiny" aria-hidden /> : <ArrowSyncRegular />}
          disabledFocusable={sync.syncing}
          onClick={syncNow}
        >
          <FormattedMessage id="checkIn.sync.now" />
        </Button>
        {sync.waiting + sync.parked > 0 && (
          <>
            <ExportButton format="json" onResult={showFailure} />
            <ExportButton format="csv" onResult={showFailure} />
          </>
        )}
      </div>
      <ParkedActions formats={formats} linkedAction={linkedAction} onResult={showFailure} />
    </Overlay>
  );
}
