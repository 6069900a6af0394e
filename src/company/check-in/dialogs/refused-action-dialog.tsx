import type { Uuid } from '../../../domain/ids.ts';
import { useSyncState } from '../../../offline/read/live-queries.ts';
import { SyncPanel } from '../../../features/sync/sync-panel.tsx';
import type { Formats } from '../../../ui/format/use-formats.ts';

/** Dialog for an action that the server refused, opened from its row. */
export function RefusedActionDialog({
  actionId,
  formats,
  onClose,
}: {
  actionId: Uuid;
  formats: Formats;
  onClose(): void;
}) {
  return <SyncPanel sync={useSyncState()} formats={formats} linkedAction={actionId} onClose={onClose} />;
}
