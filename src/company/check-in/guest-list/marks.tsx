/** Badges of a guest or booking, each with icon, text and colour. */
import { ClockRegular, NoteRegular, PersonProhibitedRegular, WarningRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { GuestLine, Party } from '../../../domain/attendance.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { useRowStyles } from './row-styles.ts';

function CancelledBadge({ plain }: { plain: boolean }) {
  return (
    <StateBadge plain={plain} state="no" icon={<PersonProhibitedRegular aria-hidden />}>
      <FormattedMessage id="checkIn.status.cancelled" />
    </StateBadge>
  );
}

interface GuestMarksProps {
  line: GuestLine;
  /** The badges of the booking say whether its only guest is cancelled. */
  isOnlyGuest: boolean;
}

/** Badges of a guest in a list row; `plain` badges have no background. */
export function GuestMarks({ line, isOnlyGuest }: GuestMarksProps) {
  return (
    <>
      {line.status === 'no_show' && (
        <StateBadge plain state="neutral" icon={<PersonProhibitedRegular aria-hidden />}>
          <FormattedMessage id="checkIn.status.noShow" />
        </StateBadge>
      )}
      {line.status === 'cancelled' && !isOnlyGuest && <CancelledBadge plain />}
      {line.conflict && (
        <StateBadge plain state="attention" icon={<WarningRegular aria-hidden />}>
          <FormattedMessage id="checkIn.conflict.mark" />
        </StateBadge>
      )}
    </>
  );
}

export interface BookingMarksProps {
  party: Party;
  /** Whether the badges are in a list row. */
  plain?: boolean;
  /** Shows the note itself instead of a badge. */
  noteText?: boolean;
}

/** Badges of a booking; an expired hold is not shown once a guest is checked in. */
export function BookingMarks({ party, plain = false, noteText = false }: BookingMarksProps) {
  const styles = useRowStyles();
  const { status, lateMinutes = null } = party.booking;
  return (
    <>
      {lateMinutes !== null && party.checkedIn < party.size && (
        <StateBadge plain={plain} state="attention" icon={<ClockRegular aria-hidden />}>
          {plain && (
            <span aria-hidden>
              <FormattedMessage id="checkIn.booking.late.short" values={{ minutes: lateMinutes }} />
            </span>
          )}
          <span className={plain ? styles.visuallyHidden : undefined}>
            <FormattedMessage id="checkIn.booking.late" values={{ minutes: lateMinutes }} />
          </span>
        </StateBadge>
      )}
      {(status === 'ON_HOLD' || status === 'PENDING') && party.checkedIn < party.size && (
        <StateBadge plain={plain} state="attention" icon={<ClockRegular aria-hidden />}>
          <FormattedMessage id={status === 'ON_HOLD' ? 'checkIn.booking.onHold' : 'checkIn.booking.pending'} />
        </StateBadge>
      )}
      {status === 'EXPIRED' && party.checkedIn === 0 && (
        <StateBadge plain={plain} state="attention" icon={<ClockRegular aria-hidden />}>
          <FormattedMessage id="checkIn.booking.expired" />
        </StateBadge>
      )}
      {party.size === 0 && status !== 'EXPIRED' && <CancelledBadge plain={plain} />}
      {party.hasNote &&
        (noteText ? (
          <span title={latestNote(party)}>{latestNote(party)}</span>
        ) : (
          <StateBadge plain={plain} state="neutral" icon={<NoteRegular aria-hidden />}>
            <FormattedMessage id="checkIn.booking.note" />
          </StateBadge>
        ))}
    </>
  );
}

const latestNote = ({ booking, state }: Party): string => state?.notes.at(-1)?.payload.text ?? booking.note ?? '';
