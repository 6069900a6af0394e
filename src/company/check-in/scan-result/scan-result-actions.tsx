import { Button, makeStyles } from '@fluentui/react-components';
import {
  ArrowRightRegular,
  ArrowUndoRegular,
  CheckmarkRegular,
  MoneyRegular,
  PeopleRegular,
  PersonAddRegular,
} from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMissing, type Party } from '../../../domain/attendance.ts';
import { formatCode } from '../../../domain/codes.ts';
import type { ScannedTicket } from '../../../domain/scan-result.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { guestsLeftToAdmit } from './signed-entry.ts';

const useStyles = makeStyles({
  // Buttons are as wide as their labels and wrap.
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    ':empty': { display: 'none' },
    '& > button': { flex: '1 1 auto' },
  },
});

/** Actions for a scan result, the most likely first as the primary button. */
export function ScanResultActions({ scan }: { scan: ScannedTicket }) {
  const styles = useStyles();
  const intl = useIntl();
  const { parties, actions, openParty } = useRollCall();
  const { ticket } = scan;
  const party = ticket ? parties.find((candidate) => candidate.booking.id === ticket.bookingId) : undefined;
  const undoable = scan.actionIds.filter((id) =>
    party?.lines.some((line) => line.state.checkIns.some((action) => action.id === id)),
  );
  const partyFirst = scan.opensParty || scan.result.code === 'already_checked_in';
  return (
    <div className={styles.actions}>
      <SignedEntryAction scan={scan} />
      {party && <LetInActions scan={scan} party={party} />}
      <OtherWayActions scan={scan} />
      {undoable.length > 0 && (
        <Button
          icon={<ArrowUndoRegular />}
          onClick={() => void actions.undo(undoable, intl.formatMessage({ id: 'checkIn.done.undone' }))}
        >
          <FormattedMessage id="checkIn.undo" />
        </Button>
      )}
      {party && (
        <Button
          appearance={partyFirst ? 'primary' : 'secondary'}
          icon={<PeopleRegular />}
          onClick={() => openParty(party.booking.id)}
        >
          <FormattedMessage id="checkIn.scanResult.openParty" />
        </Button>
      )}
    </div>
  );
}

/** Lets in the guests of a signed ticket that the list does not have yet. */
function SignedEntryAction({ scan: { result, ticket, signed } }: { scan: ScannedTicket }) {
  const { view, actions } = useRollCall();
  const entry = result.code === 'genuine' ? signed : null;
  const admissible = entry ? guestsLeftToAdmit(entry, view) : [];
  if (!entry || admissible.length === 0) return null;
  return (
    <Button
      appearance="primary"
      icon={<CheckmarkRegular />}
      onClick={() => void actions.letInSigned({ ...entry, guests: admissible }, formatCode(ticket?.reference ?? ''))}
    >
      <FormattedMessage id="checkIn.scanResult.letIn" />
    </Button>
  );
}

/** Collects the amount due, or checks in nevertheless. */
function LetInActions({ scan: { result, ticket }, party }: { scan: ScannedTicket; party: Party }) {
  const { view, actions, openDialog } = useRollCall();
  const open = party.lines.filter(
    (line) => isMissing(line) && (ticket?.guestId == null || line.guest.id === ticket.guestId),
  );
  const isOfDeparture = ticket?.departureId === view.departure.id;
  const mayLetIn = isOfDeparture && open.length > 0 && ['unpaid', 'on_hold', 'departed'].includes(result.code);
  const collects = party.due > 0 && (result.code === 'unpaid' || result.code === 'departed');
  return (
    <>
      {collects && (
        <Button
          appearance="primary"
          icon={<MoneyRegular />}
          onClick={() => openDialog({ kind: 'collect', bookingId: party.booking.id })}
        >
          <FormattedMessage id="checkIn.scanResult.collectAndCheckIn" />
        </Button>
      )}
      {mayLetIn && (
        <Button appearance={collects ? 'secondary' : 'primary'} onClick={() => void actions.checkIn(party, open)}>
          <FormattedMessage
            id={result.code === 'unpaid' ? 'checkIn.scanResult.withoutPaying' : 'checkIn.scanResult.anyway'}
          />
        </Button>
      )}
    </>
  );
}

/** Opens the ticket's own departure, or adds a guest without a valid booking as a walk-in. */
function OtherWayActions({ scan: { result, ticket, source } }: { scan: ScannedTicket }) {
  const { openDialog, openDeparture } = useRollCall();
  // A departure that only the server knows cannot be opened on this device.
  const isForOtherDeparture =
    ticket && (result.code === 'wrong_departure' || result.code === 'wrong_day') && source !== 'server';
  const walksIn =
    ['cancelled', 'expired', 'forged', 'foreign_ticket', 'revoked_key'].includes(result.code) ||
    (result.code === 'unknown_ticket' && source === 'server');
  return (
    <>
      {isForOtherDeparture && (
        <Button appearance="primary" icon={<ArrowRightRegular />} onClick={() => openDeparture(ticket.departureId)}>
          <FormattedMessage id="checkIn.scanResult.openDeparture" />
        </Button>
      )}
      {walksIn && (
        <Button appearance="primary" icon={<PersonAddRegular />} onClick={() => openDialog({ kind: 'walk_in' })}>
          <FormattedMessage id="checkIn.walkIn.open" />
        </Button>
      )}
    </>
  );
}
