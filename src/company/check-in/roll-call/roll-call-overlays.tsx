/** Dialogs and sheets of a roll-call; loaded after the list has painted. */
import type { Party } from '../../../domain/attendance.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';
import { CollectDialog } from '../dialogs/collect-dialog.tsx';
import { DepartDialog } from '../dialogs/depart-dialog.tsx';
import { RefusedActionDialog } from '../dialogs/refused-action-dialog.tsx';
import { PartySheet } from '../party/party-sheet.tsx';
import { RecountDialog } from '../dialogs/recount-dialog.tsx';
import { useRollCall, type RollCallDialog } from './roll-call-context.ts';
import { WalkInDialog } from '../dialogs/walk-in-dialog.tsx';

const PhonePaymentDialog = lazyWithPreload(
  () => import('../dialogs/phone-payment-dialog.tsx').then((module) => module.PhonePaymentDialog),
  { onLoadError: 'keep' },
);
const ScanPanel = lazyWithPreload(() => import('../scan/scan-panel.tsx').then((module) => module.ScanPanel), {
  onLoadError: 'keep',
});

export { PartySheet };

export interface RollCallOverlaysProps {
  dialog: RollCallDialog | null;
  scanning: boolean;
  party: Party | null;
  onCloseDialog(): void;
  onCloseScan(): void;
  onCloseParty(): void;
  /** Filters the list by guests not checked in yet. */
  onFindMissing(): void;
}

export function RollCallOverlays(props: RollCallOverlaysProps) {
  const { dialog, scanning, party, onCloseDialog, onCloseScan, onCloseParty, onFindMissing } = props;
  const { view, parties, formats } = useRollCall();
  const payer =
    dialog && 'bookingId' in dialog
      ? parties.find((candidate) => candidate.booking.id === dialog.bookingId)
      : undefined;
  return (
    <>
      {scanning && <ScanPanel departureId={view.departure.id} onClose={onCloseScan} />}
      {party && <PartySheet key={party.booking.id} party={party} onClose={onCloseParty} />}
      {payer && dialog?.kind === 'collect' && <CollectDialog party={payer} onClose={onCloseDialog} />}
      {payer && dialog?.kind === 'phone_payment' && <PhonePaymentDialog party={payer} onClose={onCloseDialog} />}
      {dialog?.kind === 'resolve' && (
        <RefusedActionDialog actionId={dialog.actionId} formats={formats} onClose={onCloseDialog} />
      )}
      {dialog?.kind === 'walk_in' && <WalkInDialog onClose={onCloseDialog} />}
      {dialog?.kind === 'depart' && <DepartDialog onClose={onCloseDialog} />}
      {dialog?.kind === 'recount' && <RecountDialog onClose={onCloseDialog} onFind={onFindMissing} />}
    </>
  );
}
