/** What the rows of guests and of parties are made of. */
import { mergeClasses } from '@fluentui/react-components';
import {
  ClockRegular,
  MoneyRegular,
  NoteRegular,
  PersonProhibitedRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { GuestLine, Party, RefusedDeed } from '../../domain/attendance.ts';
import { KIND_TEXTS } from './kind-texts.ts';
import { useListStyles } from './list-styles.ts';
import type { RowProps } from './row-acts.ts';
import { useRowStyles } from './row-styles.ts';

type Tone = 'attention' | 'no' | 'neutral';

/** Icon, word and colour together, in the line of a row. */
function RowMark({ tone, icon, children }: { tone: Tone; icon: ReactElement; children: ReactNode }) {
  const styles = useListStyles();
  return (
    <span className={mergeClasses(styles.mark, styles[tone])}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

/** What one must know of a guest before anything else. */
export function GuestMarks({ line }: { line: GuestLine }) {
  return (
    <>
      {line.status === 'no_show' && (
        <RowMark tone="neutral" icon={<PersonProhibitedRegular aria-hidden />}>
          <FormattedMessage id="checkIn.status.noShow" />
        </RowMark>
      )}
      {line.status === 'cancelled' && (
        <RowMark tone="no" icon={<PersonProhibitedRegular aria-hidden />}>
          <FormattedMessage id="checkIn.status.cancelled" />
        </RowMark>
      )}
      {line.conflict && (
        <RowMark tone="attention" icon={<WarningRegular aria-hidden />}>
          <FormattedMessage id="checkIn.conflict.mark" />
        </RowMark>
      )}
    </>
  );
}

/** What hangs on the booking: not confirmed, a note. Where somebody of it is here, it matters no more that its hold ran out. */
export function BookingMarks({ party, noteText }: { party: Party; noteText: boolean }) {
  const { status } = party.booking;
  return (
    <>
      {(status === 'ON_HOLD' || status === 'PENDING') && party.here < party.size && (
        <RowMark tone="attention" icon={<ClockRegular aria-hidden />}>
          <FormattedMessage id={status === 'ON_HOLD' ? 'checkIn.booking.onHold' : 'checkIn.booking.pending'} />
        </RowMark>
      )}
      {status === 'EXPIRED' && party.here === 0 && (
        <RowMark tone="attention" icon={<ClockRegular aria-hidden />}>
          <FormattedMessage id="checkIn.booking.expired" />
        </RowMark>
      )}
      {party.hasNote &&
        (noteText ? (
          <span title={latestNote(party)}>{latestNote(party)}</span>
        ) : (
          <RowMark tone="neutral" icon={<NoteRegular aria-hidden />}>
            <FormattedMessage id="checkIn.booking.note" />
          </RowMark>
        ))}
    </>
  );
}

const latestNote = ({ booking, state }: Party): string => state?.notes.at(-1)?.payload.text ?? booking.note ?? '';

export function CollectButton({ party, formats, acts, active, columns }: { party: Party } & RowProps) {
  const styles = useListStyles();
  const intl = useIntl();
  const amount = formats.money(party.due, party.booking.currency);
  return (
    <button
      type="button"
      className={mergeClasses(styles.money, columns && styles.moneyColumn)}
      tabIndex={active ? 0 : -1}
      data-part="collect"
      aria-label={intl.formatMessage({ id: 'checkIn.due.collectOf' }, { amount, name: party.booking.contactName })}
      onClick={() => acts.collect(party)}
    >
      <MoneyRegular aria-hidden />
      <span>{columns ? amount : formats.amount(party.due, party.booking.currency)}</span>
    </button>
  );
}

/** Stands where the act would be that was not saved, and leads to it. */
export function SettleButton({
  deed,
  name,
  acts,
  active,
}: { deed: RefusedDeed; name: string } & Pick<RowProps, 'acts' | 'active'>) {
  const styles = useRowStyles();
  const listStyles = useListStyles();
  const intl = useIntl();
  const what = intl.formatMessage({ id: KIND_TEXTS[deed.kind] });
  return (
    <button
      type="button"
      className={mergeClasses(styles.check, listStyles.settle)}
      tabIndex={active ? 0 : -1}
      data-part="primary"
      aria-label={intl.formatMessage({ id: 'checkIn.notSaved.of' }, { what, name })}
      onClick={() => acts.settle(deed)}
    >
      <FormattedMessage id="checkIn.notSaved" />
    </button>
  );
}
