import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { resolveLeaveQuestion, isWorkRunning } from '../../ui/form/dirty-forms.ts';
import { DiscardChangesDialog } from '../../ui/overlays/discard-changes-dialog.tsx';

/** Asks before navigation discards unsaved input or stops running work. */
export function LeaveDialog() {
  // Fixed on opening, as the work may finish while the dialog is open.
  const [isWork] = useState(isWorkRunning);
  return (
    <DiscardChangesDialog
      title={<FormattedMessage id={isWork ? 'leave.work.title' : 'leave.title'} />}
      keep={<FormattedMessage id="leave.stay" />}
      lose={<FormattedMessage id={isWork ? 'leave.work.leave' : 'leave.leave'} />}
      onAnswer={resolveLeaveQuestion}
    >
      <FormattedMessage id={isWork ? 'leave.work.text' : 'leave.text'} />
    </DiscardChangesDialog>
  );
}
