/** The party card: tick who came, collect, call, write a note, settle a conflict, see what happened. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { MoneyRegular, PeopleCheckmarkRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMissing, type Party } from '../../domain/attendance.ts';
import { spacedCode } from '../../domain/codes.ts';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { ConflictCards } from './conflict-card.tsx';
import { PartyContact } from './party-contact.tsx';
import { PartyGuests } from './party-guests.tsx';
import { PartyHistory } from './party-history.tsx';
import { PartyMarks } from './party-marks.tsx';
import { PartyNoteForm, PartyNotes } from './party-notes.tsx';
import { useRollCall } from './roll-call-scope.ts';

const useStyles = makeStyles({
  meta: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', color: tokens.colorNeutralForeground2 },
  code: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.04em', fontWeight: tokens.fontWeightSemibold },
  due: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    color: stateColours.attention.foreground,
    backgroundColor: stateColours.attention.background,
  },
  amount: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500, fontWeight: tokens.fontWeightSemibold },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minHeight: '48px' },
  here: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500, fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums', margin: 0 },
  touch: { minHeight: '48px', flexShrink: 0 },
});

export function PartySheet({ party, onClose }: { party: Party; onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { acts, formats, openDialog } = useRollCall();
  const { booking } = party;
  const missing = party.lines.filter(isMissing);
  return (
    <SideSheet
      title={booking.contactName}
      onClose={onClose}
      head={
        <div className={styles.meta}>
          <span className={styles.code}>{spacedCode(booking.reference)}</span>
          {booking.organisationName && <span>{booking.organisationName}</span>}
          {booking.externalReference && <span className={styles.code}>{booking.externalReference}</span>}
          {booking.source === 'walk-in' && <FormattedMessage id="checkIn.booking.walkIn" />}
          <PartyMarks party={party} />
        </div>
      }
    >
      <PartyNotes party={party} />
      <PartyContact booking={booking} />
      {party.due > 0 && (
        <div className={styles.due}>
          <div>
            <div className={styles.amount}>{formats.money(party.due, booking.currency)}</div>
            <FormattedMessage id="checkIn.due.label" />
          </div>
          <Button
            className={styles.touch}
            appearance="primary"
            icon={<MoneyRegular />}
            onClick={() => openDialog({ kind: 'collect', bookingId: booking.id })}
          >
            <FormattedMessage id="checkIn.collect.open" />
          </Button>
        </div>
      )}
      <ConflictCards party={party} />
      <section>
        <div className={styles.head}>
          <h3 className={styles.here}>
            <FormattedMessage id="checkIn.party.here" values={{ here: party.here, size: party.size }} />
          </h3>
          {missing.length > 1 && (
            <Button
              className={styles.touch}
              appearance="primary"
              icon={<PeopleCheckmarkRegular />}
              aria-label={intl.formatMessage(
                { id: 'checkIn.party.checkInAll' },
                { name: booking.contactName, count: missing.length },
              )}
              onClick={() => void acts.checkIn(party, missing)}
            >
              <FormattedMessage id="checkIn.party.checkInAllShort" values={{ count: missing.length }} />
            </Button>
          )}
        </div>
        <PartyGuests party={party} />
      </section>
      <PartyNoteForm party={party} />
      <PartyHistory party={party} />
    </SideSheet>
  );
}
