import { mergeClasses } from '@fluentui/react-components';
import {
  ClockRegular,
  MoneyRegular,
  NoteRegular,
  PersonProhibitedRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type GuestLine, type Party } from '../../domain/attendance.ts';
import { spacedCode } from '../../domain/codes.ts';
import { CheckButton } from './check-button.tsx';
import { dotted } from './dotted.ts';
import { CATEGORY_TEXTS, nameInParty, shownName } from './guest-texts.ts';
import { Mark } from './mark.tsx';
import { useRowStyles } from './row-styles.ts';
import type { Formats } from './use-formats.ts';

export interface RowActs {
  checkIn(party: Party, lines: GuestLine[]): void;
  undoCheckIn(party: Party, line: GuestLine): void;
  collect(party: Party): void;
  open(party: Party): void;
}

export interface GuestRowProps {
  party: Party;
  line: GuestLine;
  alone: boolean;
  waiting: boolean;
  /** Only one row at a time is a stop for Tab; arrows move between rows. */
  active: boolean;
  formats: Formats;
  acts: RowActs;
}

/** Every pull makes all objects anew; a row repaints only when its party looks different. */
function looksTheSame(before: GuestRowProps, after: GuestRowProps): boolean {
  return (
    before.party.signature === after.party.signature &&
    before.line.guest.id === after.line.guest.id &&
    before.alone === after.alone &&
    before.waiting === after.waiting &&
    before.active === after.active &&
    before.formats === after.formats &&
    before.acts === after.acts
  );
}

export const GuestRow = memo(function GuestRow(props: GuestRowProps) {
  const { party, line, alone, waiting, active, formats, acts } = props;
  const styles = useRowStyles();
  const intl = useIntl();
  const name = shownName(line, { party, intl });
  const { booking } = party;
  const here = line.status === 'checked_in';
  const cancelled = line.status === 'cancelled';
  const tabIndex = active ? 0 : -1;
  return (
    <div className={mergeClasses(styles.row, !alone && styles.inParty)}>
      <button type="button" className={styles.main} tabIndex={tabIndex} onClick={() => acts.open(party)} data-part="open">
        <span className={mergeClasses(styles.name, cancelled && styles.gone)}>
          {alone ? name : nameInParty(line, { party, intl })}
        </span>
        <span className={styles.detail}>
          <span>
            {dotted(
              intl.formatMessage({ id: CATEGORY_TEXTS[line.guest.categoryType] }),
              alone && spacedCode(booking.reference),
              alone && booking.organisationName,
            )}
          </span>
          {alone && <PartyMarks party={party} />}
          {line.status === 'no_show' && (
            <Mark state="neutral" icon={<PersonProhibitedRegular />}>
              <FormattedMessage id="checkIn.status.noShow" />
            </Mark>
          )}
          {cancelled && (
            <Mark state="no" icon={<PersonProhibitedRegular />}>
              <FormattedMessage id="checkIn.status.cancelled" />
            </Mark>
          )}
          {line.conflict && (
            <Mark state="attention" icon={<WarningRegular />}>
              <FormattedMessage id="checkIn.conflict.mark" />
            </Mark>
          )}
        </span>
      </button>
      {alone && party.due > 0 && <CollectButton party={party} formats={formats} acts={acts} tabIndex={tabIndex} />}
      {!cancelled && (
        <CheckButton
          name={name}
          hereAt={here ? (line.at ? formats.time(line.at) : '') : null}
          conflict={line.conflict}
          waiting={waiting}
          tabIndex={tabIndex}
          onCheckIn={() => acts.checkIn(party, [line])}
          onUndo={() => acts.undoCheckIn(party, line)}
        />
      )}
    </div>
  );
}, looksTheSame);

/** What hangs on the booking: not confirmed, a note. */
export function PartyMarks({ party }: { party: Party }) {
  const { status } = party.booking;
  return (
    <>
      {(status === 'ON_HOLD' || status === 'PENDING') && (
        <Mark state="attention" icon={<ClockRegular />}>
          <FormattedMessage id={status === 'ON_HOLD' ? 'checkIn.booking.onHold' : 'checkIn.booking.pending'} />
        </Mark>
      )}
      {status === 'EXPIRED' && (
        <Mark state="no" icon={<ClockRegular />}>
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

interface CollectButtonProps {
  party: Party;
  formats: Formats;
  acts: RowActs;
  tabIndex: number;
}

export function CollectButton({ party, formats, acts, tabIndex }: CollectButtonProps) {
  const styles = useRowStyles();
  const intl = useIntl();
  const amount = formats.money(party.due, party.booking.currency);
  return (
    <button
      type="button"
      className={styles.collect}
      tabIndex={tabIndex}
      aria-label={intl.formatMessage({ id: 'checkIn.due.collectOf' }, { amount, name: party.booking.contactName })}
      onClick={() => acts.collect(party)}
    >
      <MoneyRegular aria-hidden />
      <FormattedMessage id="checkIn.due.collect" values={{ amount }} />
    </button>
  );
}
