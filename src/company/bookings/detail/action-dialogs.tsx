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

export function ActionDialogs({ act, ...of }: BookingDialogProps & { act: BookingActionName }) {
  switch (act) {
    case 'move':
      return <MoveDialog {...of} />;
    case 'party':
      return <PartyDialog {...of} />;
    case 'split':
      return <SplitDialog {...of} />;
    case 'merge':
      return <MergeDialog {...of} />;
    case 'cancel':
      return <CancelDialog {...of} />;
    case 'edit':
      return <EditDialog {...of} />;
    case 'tag':
      return <TagDialog {...of} />;
    case 'partner':
      return <PartnerDialog {...of} />;
    case 'code':
      return <CodeDialog {...of} />;
    case 'invoice':
      return <InvoiceDialog {...of} />;
    case 'resend':
      return <ResendDialog {...of} />;
    case 'noShow':
    case 'came':
      return <AttendanceDialog {...of} what={act} />;
    case 'payment':
    case 'refunded':
    case 'refund':
      return <MoneyDialog {...of} what={act} />;
    default:
      return <StatusDialog {...of} what={act} />;
  }
}
