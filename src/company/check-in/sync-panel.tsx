import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  MessageBar,
  MessageBarBody,
  OverlayDrawer,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowSyncRegular, DismissRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Result } from '../../domain/result.ts';
import { syncNow } from '../../offline/current-engine.ts';
import { exportQueue } from '../../offline/export-queue.ts';
import type { SyncState } from '../../offline/views.ts';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useClearView } from '../../ui/use-clear-view.ts';
import { ParkedActions } from './parked-actions.tsx';
import { isClockWrong } from './sync-texts.ts';
import type { Formats } from './use-formats.ts';
import { useNow } from './use-now.ts';
import { useReturnFocus } from './use-return-focus.ts';

const useStyles = makeStyles({
  end: { width: 'min(100vw, 440px)' },
  bottom: { height: 'auto', maxHeight: '92dvh', borderRadius: '14px 14px 0 0' },
  body: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBottom: 'calc(24px + env(safe-area-inset-bottom))' },
  close: { minWidth: '48px', minHeight: '48px' },
  touch: { minHeight: '48px' },
  facts: { margin: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '8px 24px' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Hands a text to the person as a file. */
function download(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function SyncPanel({ sync, formats, onClose }: { sync: SyncState; formats: Formats; onClose(): void }) {
  const styles = useStyles();
  useClearView();
  const intl = useIntl();
  useReturnFocus();
  const now = useNow();
  const phone = useMedia('(max-width: 599px)');

  function tellFailure<T>(result: Result<T>): void {
    if (!result.ok) void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
  }

  async function save(format: 'json' | 'csv'): Promise<void> {
    const result = await exportQueue();
    if (!result.ok) return tellFailure(result);
    const name = `muster-${new Date(now).toISOString().slice(0, 10)}.${format}`;
    download(result.data[format], { name, type: format === 'json' ? 'application/json' : 'text/csv;charset=utf-8' });
  }

  return (
    <OverlayDrawer
      open
      position={phone ? 'bottom' : 'end'}
      className={phone ? styles.bottom : styles.end}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              className={styles.close}
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={intl.formatMessage({ id: 'checkIn.close' })}
              onClick={onClose}
            />
          }
        >
          <FormattedMessage id="checkIn.sync.title" />
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>
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
          <dd className={styles.value}>{intl.formatNumber(sync.waiting)}</dd>
        </dl>
        {sync.failure && sync.failure !== 'offline' && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              <FormattedMessage id={FAILURE_TEXTS[sync.failure]} />
            </MessageBarBody>
          </MessageBar>
        )}
        {isClockWrong(sync) && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              <FormattedMessage
                id="checkIn.sync.clock"
                values={{
                  minutes: Math.round(Math.abs(sync.clockOffset ?? 0) / 60_000),
                  way: (sync.clockOffset ?? 0) > 0 ? 'fast' : 'slow',
                }}
              />
            </MessageBarBody>
          </MessageBar>
        )}
        {sync.persisted === false && (
          <MessageBar intent="info" layout="multiline">
            <MessageBarBody>
              <FormattedMessage id="checkIn.sync.evictable" />
            </MessageBarBody>
          </MessageBar>
        )}
        <div className={styles.buttons}>
          <Button className={styles.touch} appearance="primary" icon={<ArrowSyncRegular />} disabled={sync.syncing} onClick={syncNow}>
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
      </DrawerBody>
    </OverlayDrawer>
  );
}
