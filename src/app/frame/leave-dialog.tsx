import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { resolveLeaveQuestion, isWorkUnderWay } from '../../ui/form/dirty-forms.ts';
import { DiscardChangesDialog } from '../../ui/overlays/discard-changes-dialog.tsx';

/** Asked before a way out that closes a form with unsaved input, or ends what runs. */
export function LeaveDialog() {
  // It may end while it is asked about.
  const [isWork] = useState(isWorkUnderWay);
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
