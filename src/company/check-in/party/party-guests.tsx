import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PersonProhibitedRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { GuestLine, Party } from '../../../domain/attendance.ts';
import { formatCode } from '../../../domain/codes.ts';
import { CheckButton } from '../guest-list/check-button.tsx';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { nameInParty, guestDisplayName } from '../roll-call/guest-texts.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { useRowStyles } from '../guest-list/row-styles.ts';
import { PHONE } from '../../../ui/theme/breakpoints.ts';
import { touchTarget, weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: { paddingInline: 0 },
  text: { flex: '1 1 110px', minWidth: 0 },
  // No room on a phone, where codes are scanned instead of read.
  code: { [`@media ${PHONE}`]: { display: 'none' } },
  // Away from the check-in button, to avoid accidental taps.
  noShow: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: touchTarget,
    // Full touch height within a line of text; it overlaps the name and the row's edge, which are not interactive.
    marginBlock: '-10px',
    marginInlineStart: '-8px',
    padding: '0 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    background: 'none',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textDecorationLine: 'underline',
    textAlign: 'start',
    cursor: 'pointer',
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
    ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
    '& svg': { fontSize: '20px', flexShrink: 0 },
  },
  quiet: {
    minWidth: touchTarget,
    padding: '0 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
    fontWeight: weight.regular,
  },
});

export function PartyGuests({ party }: { party: Party }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {party.lines.map((line) => (
        <PartyGuest key={line.guest.id} party={party} line={line} />
      ))}
    </ul>
  );
}

function PartyGuest({ party, line }: { party: Party; line: GuestLine }) {
  const styles = useStyles();
  const rowStyles = useRowStyles();
  const intl = useIntl();
  const { actions, formats, view } = useRollCall();
  const name = guestDisplayName(line, { party, intl });
  const isCheckedIn = line.status === 'checked_in';
  const cancelled = line.status === 'cancelled';
  return (
    <li className={mergeClasses(rowStyles.row, styles.row)}>
      <div className={styles.text}>
        <div className={mergeClasses(rowStyles.name, cancelled && rowStyles.cancelled)}>
          {nameInParty(line, { party, intl })}
        </div>
        <div className={rowStyles.detail}>
          <FormattedMessage id={CATEGORY_TEXTS[line.guest.categoryType]} />
          <span className={mergeClasses(rowStyles.code, styles.code)}>{formatCode(line.guest.ticketCode)}</span>
          <GuestStatus party={party} line={line} name={name} />
        </div>
      </div>
      {/* Departing makes missing guests no-shows, too, without an action of their own to undo. */}
      {line.status === 'no_show' && line.state.noShows.length > 0 && (
        <button
          type="button"
          className={mergeClasses(rowStyles.check, styles.quiet)}
          aria-label={intl.formatMessage({ id: 'checkIn.guest.undoNoShow' }, { name })}
          onClick={() => void actions.undoNoShow(party, line)}
        >
          <FormattedMessage id="checkIn.undo" />
        </button>
      )}
      {!cancelled && (
        <CheckButton
          name={name}
          checkInTime={isCheckedIn ? (line.at ? formats.time(line.at) : '') : null}
          conflict={line.conflict}
          waiting={line.state.checkIns.some((action) => view.waiting.has(action.id))}
          onCheckIn={() => void actions.checkIn(party, [line])}
          onUndo={() => void actions.undoCheckIn(party, line)}
        />
      )}
    </li>
  );
}

interface GuestStatusProps {
  party: Party;
  line: GuestLine;
  name: string;
}

/** The guest's status, or the button that records a no-show. */
function GuestStatus({ party, line, name }: GuestStatusProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { actions } = useRollCall();
  return (
    <>
      {line.status === 'no_show' && (
        <StateBadge state="neutral" icon={<PersonProhibitedRegular />}>
          <FormattedMessage id="checkIn.status.noShow" />
        </StateBadge>
      )}
      {line.status === 'cancelled' && (
        <StateBadge state="no" icon={<PersonProhibitedRegular />}>
          <FormattedMessage id="checkIn.status.cancelled" />
        </StateBadge>
      )}
      {line.status === 'expected' && (
        <button
          type="button"
          className={styles.noShow}
          aria-label={intl.formatMessage({ id: 'checkIn.guest.markNoShow' }, { name })}
          onClick={() => void actions.markNoShow(party, line)}
        >
          <PersonProhibitedRegular aria-hidden />
          <FormattedMessage id="checkIn.guest.markNoShowShort" />
        </button>
      )}
    </>
  );
}
