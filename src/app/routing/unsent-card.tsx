/** Shown where a guard denies access to a screen: unsent actions of the device can still be exported or sent. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FailureCode, Result } from '../../domain/result.ts';
import { useSyncValue } from '../../offline/read/live-queries.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { ExportButton, SendAgainButton } from '../../features/sync/outbox-buttons.tsx';

export function UnsentCard() {
  const parked = useSyncValue('parkedCount');
  const waiting = useSyncValue('waitingCount');
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const count = parked.count + waiting.count;
  if (count === 0) return null;
  const showFailure = (result: Result<unknown>) => setFailure(result.ok ? null : result.code);
  return (
    <Message
      state="attention"
      actions={
        <>
          <ExportButton format="csv" onResult={showFailure} />
          <SendAgainButton onResult={showFailure} />
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
