/** Buttons for actions that are still in the outbox: export them to a file, and retry sending. */
import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowSyncRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { Result } from '../../domain/result.ts';
import { syncNow } from '../../offline/device/current-engine.ts';
import { saveQueue, type QueueFormat } from '../../offline/outbox/export-queue.ts';
import { retryParked } from '../../offline/outbox/parked.ts';
import { download } from '../../ui/output/download.ts';

type OnResult = (result: Result<unknown>) => void;

export function ExportButton({ format, onResult }: { format: QueueFormat; onResult: OnResult }) {
  return (
    <Button icon={<ArrowDownloadRegular />} onClick={() => void saveQueue(format, download).then(onResult)}>
      <FormattedMessage id="checkIn.sync.export" values={{ format: format.toUpperCase() }} />
    </Button>
  );
}

export function SendAgainButton({ onResult }: { onResult: OnResult }) {
  async function retrySending(): Promise<void> {
    onResult(await retryParked('all'));
    syncNow();
  }
  return (
    <Button icon={<ArrowSyncRegular />} onClick={() => void retrySending()}>
      <FormattedMessage id="checkIn.parked.retry" />
    </Button>
  );
}
