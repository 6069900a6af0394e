import { MoneyDialog } from '../acts/money-dialog.tsx';
import { AttendanceDialog } from '../acts/attendance-dialog.tsx';
import { CancelDialog } from '../acts/cancel-dialog.tsx';
import { CodeDialog } from '../acts/code-dialog.tsx';
import type { DialogOf } from '../acts/dialog-of.ts';
import { EditDialog } from '../acts/edit-dialog.tsx';
import { InvoiceDialog } from '../acts/invoice-dialog.tsx';
import { MergeDialog } from '../acts/merge-dialog.tsx';
import { MoveDialog } from '../acts/move-dialog.tsx';
import { PartnerDialog } from '../acts/partner-dialog.tsx';
import { PartyDialog } from '../acts/party-dialog.tsx';
import { ResendDialog } from '../acts/resend-dialog.tsx';
import { SplitDialog } from '../acts/split-dialog.tsx';
import { StateDialog } from '../acts/state-dialogs.tsx';
import { TagDialog } from '../acts/tag-dialog.tsx';
import type { ActName } from './booking-acts.ts';

/** The dialog of an act. */
export function ActDialogs({ act, ...of }: DialogOf & { act: ActName }) {
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
      return <StateDialog {...of} what={act} />;
  }
}
