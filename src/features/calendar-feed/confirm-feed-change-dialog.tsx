/** Confirms that a feed's address stops working: replaced by a new one, or removed. */
import { FormattedMessage, useIntl } from 'react-intl';
import { changeCalendarFeed, deleteCalendarFeed, type CalendarFeed } from '../../data/calendar-feeds.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

/** `change` replaces the URL, `off` deletes the feed. */
const SEND = { change: changeCalendarFeed, off: deleteCalendarFeed } as const;
export type FeedAction = keyof typeof SEND;

export interface ConfirmFeedChangeDialogProps {
  company: Uuid;
  feed: CalendarFeed;
  name: string;
  action: FeedAction;
  onClose(): void;
  /** Called when the feed was removed. */
  onTurnedOff?(): void;
}

export function ConfirmFeedChangeDialog({
  company,
  feed,
  name,
  action,
  onClose,
  onTurnedOff,
}: ConfirmFeedChangeDialogProps) {
  const intl = useIntl();
  const saving = useMutation({ send: SEND[action], invalidates: [[company, 'calendar-feeds']] });

  async function sendAction(): Promise<boolean> {
    const saved = await saving.save(feed.id);
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: `feeds.${action}.done` }) });
    if (saved.ok && action === 'off') onTurnedOff?.();
    return saved.ok;
  }

  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`feeds.${action}.title`} values={{ name }} />}
      confirm={<FormattedMessage id={`feeds.${action}.confirm`} />}
      onClose={onClose}
      onConfirm={sendAction}
    >
      <SaveFailed result={saving.result} />
      <p>
        <FormattedMessage id={`feeds.${action}.text`} />
      </p>
    </FormDialog>
  );
}
