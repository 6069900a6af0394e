/** Where a guard keeps somebody out of the screen that shows it: what was recorded here is not lost behind the door. */
import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowSyncRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { syncNow } from '../offline/current-engine.ts';
import { saveQueue } from '../offline/export-queue.ts';
import { useSyncValue } from '../offline/live.ts';
import { retryParked } from '../offline/parked.ts';
import { download } from '../ui/download.ts';
import { FAILURE_TEXTS } from '../ui/failure-texts.ts';
import { Message } from '../ui/message.tsx';
import type { FailureCode } from '../domain/result.ts';

export function UnsentCard() {
  const parked = useSyncValue('parkedDeeds');
  const waiting = useSyncValue('waitingDeeds');
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const count = parked.count + waiting.count;
  if (count === 0) return null;

  async function save(): Promise<void> {
    const answer = await saveQueue('csv', download);
    setFailure(answer.ok ? null : answer.code);
  }

  async function sendAgain(): Promise<void> {
    const answer = await retryParked('all');
    setFailure(answer.ok ? null : answer.code);
    syncNow();
  }

  return (
    <Message
      state="attention"
      actions={
        <>
          <Button icon={<ArrowDownloadRegular />} onClick={() => void save()}>
            <FormattedMessage id="checkIn.sync.export" values={{ format: 'CSV' }} />
          </Button>
          <Button icon={<ArrowSyncRegular />} onClick={() => void sendAgain()}>
            <FormattedMessage id="checkIn.parked.retry" />
          </Button>
        </>
      }
    >
      {failure ? (
        <FormattedMessage id={FAILURE_TEXTS[failure]} />
      ) : (
        <FormattedMessage id="guard.unsent" values={{ count }} />
      )}
    </Message>
  );
}
