/**
 * Warns about a cancelled, expired or rejected booking: guests already checked in stay, others can come as walk-ins.
 */
import { Button } from '@fluentui/react-components';
import { PersonAddRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import { Message } from '../../../ui/states/message.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

export function VoidBookingNotice({ party }: { party: Party }) {
  const { openDialog } = useRollCall();
  const { status } = party.booking;
  if (status !== 'EXPIRED' && status !== 'CANCELLED' && status !== 'REJECTED') return null;
  const ranOut = status === 'EXPIRED';
  if (party.checkedIn > 0) {
    return (
      <Message
        state="attention"
        title={<FormattedMessage id="checkIn.party.hereAll" values={{ count: party.checkedIn }} />}
      >
        <FormattedMessage id={ranOut ? 'checkIn.party.hereExpired' : 'checkIn.party.hereCancelled'} />
      </Message>
    );
  }
  return (
    <Message
      state="no"
      title={<FormattedMessage id={ranOut ? 'checkIn.scanResult.expired' : 'checkIn.scanResult.cancelled'} />}
      actions={
        <Button icon={<PersonAddRegular />} onClick={() => openDialog({ kind: 'walk_in' })}>
          <FormattedMessage id="checkIn.walkIn.open" />
        </Button>
      }
    >
      <FormattedMessage id={ranOut ? 'checkIn.scanResult.expired.detail' : 'checkIn.scanResult.cancelled.detail'} />
    </Message>
  );
}
