import { ClockRegular, NoteRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { Party } from '../../domain/attendance.ts';
import { Mark } from './mark.tsx';

/** What hangs on the booking: not confirmed, a note. Once somebody of it is here, it matters no more that a hold ran out. */
export function PartyMarks({ party }: { party: Party }) {
  const { status } = party.booking;
  return (
    <>
      {(status === 'ON_HOLD' || status === 'PENDING') && party.here < party.size && (
        <Mark state="attention" icon={<ClockRegular />}>
          <FormattedMessage id={status === 'ON_HOLD' ? 'checkIn.booking.onHold' : 'checkIn.booking.pending'} />
        </Mark>
      )}
      {status === 'EXPIRED' && party.here === 0 && (
        <Mark state="attention" icon={<ClockRegular />}>
          <FormattedMessage id="checkIn.booking.expired" />
        </Mark>
      )}
      {party.hasNote && (
        <Mark state="waiting" icon={<NoteRegular />}>
          <FormattedMessage id="checkIn.booking.note" />
        </Mark>
      )}
    </>
  );
}
