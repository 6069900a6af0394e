import { MoneyDialog } from '../actions/money-dialog.tsx';
import { AttendanceDialog } from '../actions/attendance-dialog.tsx';
import { CancelDialog } from '../actions/cancel-dialog.tsx';
import { CodeDialog } from '../actions/code-dialog.tsx';
import type { BookingDialogProps } from '../actions/dialog-props.ts';
import { EditDialog } from '../actions/edit-dialog.tsx';
import { InvoiceDialog } from '../actions/invoice-dialog.tsx';
import { MergeDialog } from '../actions/merge-dialog.tsx';
import { MoveDialog } from '../actions/move-dialog.tsx';
import { PartnerDialog } from '../actions/partner-dialog.tsx';
import { PartyDialog } from '../actions/party-dialog.tsx';
import { ResendDialog } from '../actions/resend-dialog.tsx';
import { SplitDialog } from '../actions/split-dialog.tsx';
import { StatusDialog } from '../actions/status-dialogs.tsx';
import { TagDialog } from '../actions/tag-dialog.tsx';
import type { BookingActionName } from './booking-actions.ts';

export function ActionDialogs({ action, ...dialogProps }: BookingDialogProps & { action: BookingActionName }) {
  switch (action) {
    case 'move':
      return <MoveDialog {...dialogProps} />;
    case 'party':
      return <PartyDialog {...dialogProps} />;
    case 'split':
      return <SplitDialog {...dialogProps} />;
    case 'merge':
      return <MergeDialog {...dialogProps} />;
    case 'cancel':
      return <CancelDialog {...dialogProps} />;
    case 'edit':
      return <EditDialog {...dialogProps} />;
    case 'tag':
      return <TagDialog {...dialogProps} />;
    case 'partner':
      return <PartnerDialog {...dialogProps} />;
    case 'code':
      return <CodeDialog {...dialogProps} />;
    case 'invoice':
      return <InvoiceDialog {...dialogProps} />;
    case 'resend':
      return <ResendDialog {...dialogProps} />;
    case 'noShow':
    case 'attended':
      return <AttendanceDialog {...dialogProps} action={action} />;
    case 'payment':
    case 'refunded':
    case 'refund':
      return <MoneyDialog {...dialogProps} action={action} />;
    default:
      return <StatusDialog {...dialogProps} action={action} />;
  }
}
