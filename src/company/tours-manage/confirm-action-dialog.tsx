import { FormattedMessage } from 'react-intl';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import type { TourActions } from './use-tour-actions.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

export type ConfirmedAction = 'pause' | 'archive';

export interface ConfirmActionDialogProps {
  act: ConfirmedAction;
  acts: TourActions;
  /** Version of the tour that the user sees. */
  version: number;
  onClose(): void;
}

/** Confirms an action on a tour, runs it, and explains a refusal. */
export function ConfirmActionDialog({ act, acts, version, onClose }: ConfirmActionDialogProps) {
  const { refused } = acts;
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`manage.ask.${act}`} />}
      confirm={<FormattedMessage id={`manage.${act}`} />}
      onClose={onClose}
      onConfirm={() => acts.run(act, version)}
    >
      <p>
        <FormattedMessage id={`manage.ask.${act}.text`} />
      </p>
      {refused?.act === act && <ActionFailed failure={refused.failure ?? refused.text} />}
    </FormDialog>
  );
}
