import { FormattedMessage } from 'react-intl';
import { acknowledgeStorageCleared } from '../../../offline/device/current-engine.ts';
import { useSyncValue } from '../../../offline/read/live-queries.ts';
import { Message } from '../../../ui/states/message.tsx';

/** Tells that the browser cleared the stored data: the list was fetched again, but unsent actions are lost. */
export function StorageClearedBanner({ className }: { className?: string | undefined }) {
  const lostActions = useSyncValue('lostActions');
  return (
    <Message
      state={lostActions.count > 0 ? 'attention' : 'waiting'}
      className={className}
      onClose={acknowledgeStorageCleared}
    >
      <FormattedMessage
        id={lostActions.count > 0 ? 'checkIn.storageLost' : 'checkIn.storageCleared'}
        values={{ ...lostActions }}
      />
    </Message>
  );
}
