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
import { isMissing } from '../../../domain/attendance.ts';
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

/** Actions for a scan result, the most likely first as the primary button. Every refusal offers one. */
export function ScanResultActions({ scan }: { scan: ScannedTicket }) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, parties, mayCheckIn, actions, openParty, openDialog, openDeparture } = useRollCall();
  const { result, ticket } = scan;
  const party = ticket ? parties.find((candidate) => candidate.booking.id === ticket.bookingId) : undefined;
  const open =
    party?.lines.filter((line) => isMissing(line) && (ticket?.guestId == null || line.guest.id === ticket.guestId)) ??
    [];
  const isOfDeparture = ticket?.departureId === view.departure.id;
  const mayLetIn = isOfDeparture && party && open.length > 0 && ['unpaid', 'on_hold', 'departed'].includes(result.code);
  const collects = party && party.due > 0 && (result.code === 'unpaid' || result.code === 'departed');
  const isForOtherDeparture =
    ticket && (result.code === 'wrong_departure' || result.code === 'wrong_day') && scan.source !== 'server';
  // A guest without a valid booking can still come as a walk-in.
  const walksIn =
    mayCheckIn &&
    (['cancelled', 'expired', 'forged', 'foreign_ticket', 'revoked_key'].includes(result.code) ||
      (result.code === 'unknown_ticket' && scan.source === 'server'));
  const undoable = scan.actionIds.filter((id) =>
    party?.lines.some((line) => line.state.checkIns.some((action) => action.id === id)),
  );
  const signedIn = result.code === 'genuine' && mayCheckIn ? scan.signed : null;
  const admissible = signedIn ? guestsLeftToAdmit(signedIn, view) : [];
  const partyFirst = scan.opensParty || result.code === 'already_checked_in';
  return (
    <div className={styles.actions}>
      {signedIn && admissible.length > 0 && (
        <Button
          appearance="primary"
          icon={<CheckmarkRegular />}
          onClick={() =>
            void actions.letInSigned({ ...signedIn, guests: admissible }, formatCode(ticket?.reference ?? ''))
          }
        >
          <FormattedMessage id="checkIn.scanResult.letIn" />
        </Button>
      )}
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
