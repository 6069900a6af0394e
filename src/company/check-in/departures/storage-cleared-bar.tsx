import { FormattedMessage } from 'react-intl';
import { acknowledgeStorageCleared } from '../../../offline/device/current-engine.ts';
import { Message } from '../../../ui/states/message.tsx';

/** The browser emptied what was stored; it has been fetched anew. */
export function StorageClearedBar({ className }: { className?: string | undefined }) {
  return (
    <Message state="waiting" className={className} onClose={acknowledgeStorageCleared}>
      <FormattedMessage id="checkIn.storageCleared" />
    </Message>
  );
}
