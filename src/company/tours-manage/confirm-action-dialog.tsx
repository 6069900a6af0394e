import { FormattedMessage } from 'react-intl';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import type { TourActions } from './use-tour-actions.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

export type ConfirmedAction = 'pause' | 'archive';

export interface ConfirmActionDialogProps {
  action: ConfirmedAction;
  actions: TourActions;
  /** Version of the tour that the user sees. */
  version: number;
  onClose(): void;
}

/** Confirms an action on a tour, runs it, and explains a refusal. */
export function ConfirmActionDialog({ action, actions, version, onClose }: ConfirmActionDialogProps) {
  const { refused } = actions;
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`manage.ask.${action}`} />}
      confirm={<FormattedMessage id={`manage.${action}`} />}
      onClose={onClose}
      onConfirm={() => actions.run(action, version)}
    >
      <p>
        <FormattedMessage id={`manage.ask.${action}.text`} />
      </p>
      {refused?.action === action && <ActionFailed failure={refused.failure ?? refused.text} />}
    </FormDialog>
  );
}
