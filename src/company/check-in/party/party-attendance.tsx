/** Attendance of a party: count, one button to check everyone in, and a button per guest. */
import { Button, makeStyles } from '@fluentui/react-components';
import { PeopleCheckmarkRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMissing, type Party } from '../../../domain/attendance.ts';
import { tabular, touchTarget, type, weight } from '../../../ui/theme/sizes.ts';
import { PartyGuests } from './party-guests.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '0 8px',
    minHeight: touchTarget,
  },
  checkedIn: { ...type.title, ...tabular, fontWeight: weight.bold, margin: 0, whiteSpace: 'nowrap' },
});

export function PartyAttendance({ party }: { party: Party }) {
  const styles = useStyles();
  const intl = useIntl();
  const { actions } = useRollCall();
  const missing = party.lines.filter(isMissing);
  return (
    <section>
      <div className={styles.head}>
        <h3 className={styles.checkedIn}>
          <FormattedMessage id="checkIn.figures" values={{ here: party.checkedIn, total: party.size }} />
        </h3>
        {missing.length > 1 && (
          <Button
            // Only one primary button per screen, and the payment comes first.
            appearance={party.due > 0 ? 'secondary' : 'primary'}
            icon={<PeopleCheckmarkRegular />}
            aria-label={intl.formatMessage(
              { id: 'checkIn.party.checkInAll' },
              { name: party.booking.contactName, count: missing.length },
            )}
            onClick={() => void actions.checkIn(party, missing)}
          >
            <FormattedMessage id="checkIn.party.checkInAllShort" values={{ count: missing.length }} />
          </Button>
        )}
      </div>
      <PartyGuests party={party} />
    </section>
  );
}
