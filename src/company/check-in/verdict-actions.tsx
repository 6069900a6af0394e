import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowRightRegular, ArrowUndoRegular, MoneyRegular, PeopleRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMissing } from '../../domain/attendance.ts';
import type { ScanVerdict } from '../../domain/verdict.ts';
import { useRollCall } from './roll-call-scope.ts';

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', ':empty': { display: 'none' } },
  touch: { minHeight: '48px' },
});

/** What can be done about a verdict, the likeliest first. */
export function VerdictActions({ answer }: { answer: ScanVerdict }) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, parties, acts, openParty, openDialog, openDeparture } = useRollCall();
  const { verdict, ticket } = answer;
  if (!ticket) return null;
  const party = parties.find((one) => one.booking.id === ticket.bookingId);
  const open = party?.lines.filter((line) => isMissing(line) && (ticket.guestId === null || line.guest.id === ticket.guestId)) ?? [];
  const isHere = ticket.departureId === view.departure.id;
  const mayLetIn = isHere && party && open.length > 0 && ['unpaid', 'on_hold', 'departed'].includes(verdict.code);
  const elsewhere = (verdict.code === 'wrong_departure' || verdict.code === 'wrong_day') && answer.source !== 'server';
  const undoable = answer.actionIds.filter((id) => party?.lines.some((line) => line.state.checkIns.some((action) => action.id === id)));
  return (
    <div className={styles.actions}>
      {party && party.due > 0 && (verdict.code === 'unpaid' || verdict.code === 'departed') && (
        <Button
          className={styles.touch}
          appearance="primary"
          icon={<MoneyRegular />}
          onClick={() => openDialog({ kind: 'collect', bookingId: party.booking.id })}
        >
          <FormattedMessage id="checkIn.verdict.collectAndCheckIn" />
        </Button>
      )}
      {mayLetIn && (
        <Button className={styles.touch} onClick={() => void acts.checkIn(party, open)}>
          <FormattedMessage id={verdict.code === 'unpaid' ? 'checkIn.verdict.withoutPaying' : 'checkIn.verdict.anyway'} />
        </Button>
      )}
      {undoable.length > 0 && (
        <Button
          className={styles.touch}
          icon={<ArrowUndoRegular />}
          onClick={() => void acts.undo(undoable, intl.formatMessage({ id: 'checkIn.done.undone' }))}
        >
          <FormattedMessage id="checkIn.undo" />
        </Button>
      )}
      {party && (
        <Button
          className={styles.touch}
          appearance={answer.opensParty ? 'primary' : 'secondary'}
          icon={<PeopleRegular />}
          onClick={() => openParty(party.booking.id)}
        >
          <FormattedMessage id="checkIn.verdict.openParty" />
        </Button>
      )}
      {elsewhere && (
        <Button className={styles.touch} icon={<ArrowRightRegular />} onClick={() => openDeparture(ticket.departureId)}>
          <FormattedMessage id="checkIn.verdict.openDeparture" />
        </Button>
      )}
    </div>
  );
}
