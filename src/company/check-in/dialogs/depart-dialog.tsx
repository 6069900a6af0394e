import { makeStyles, tokens } from '@fluentui/react-components';
import { MoneyRegular, VehicleBusRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useNow } from '../../../ui/dates/clock.ts';
import { Message } from '../../../ui/states/message.tsx';
import { MissingCalls } from './missing-calls.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'baseline', gap: '12px' },
  count: { ...type.hero, fontWeight: weight.bold, fontVariantNumeric: 'tabular-nums' },
  due: { display: 'flex', alignItems: 'center', gap: '8px', '& svg': { fontSize: '20px', flexShrink: 0 } },
  line: { margin: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Departing more than this many minutes before the start needs a warning. */
const EARLY_MINUTES = 15;

/** Confirms a departure and lists its effects: the head count, the no-shows and amounts still due. */
export function DepartDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const { view, actions, formats } = useRollCall();
  const { tally } = view.rollCall;
  const now = useNow();
  // Rounded as the header rounds it, so that both show the same minute.
  const minutes = Math.floor((Date.parse(view.departure.startsAt) - now) / 60_000);
  const isLongBefore = minutes > EARLY_MINUTES;
  const guestCount = tally.checkedIn + tally.expected;
  const isMostlyMissing = tally.checkedIn * 2 < guestCount;
  const isUnlikely = isLongBefore || isMostlyMissing;
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="checkIn.depart.title" values={{ time: formats.time(view.departure.startsAt) }} />}
      confirm={
        <FormattedMessage
          id={isUnlikely ? 'checkIn.depart.hold' : 'checkIn.depart.confirm'}
          values={{ count: tally.checkedIn }}
        />
      }
      requiresHold={isUnlikely}
      icon={<VehicleBusRegular />}
      onClose={onClose}
      onConfirm={() => actions.depart(tally.checkedIn)}
    >
      <div className={styles.head}>
        <FormattedMessage
          id="checkIn.depart.onBoard"
          values={{
            count: tally.checkedIn,
            big: (text) => (
              <span key="big" className={styles.count}>
                {text}
              </span>
            ),
          }}
        />
      </div>
      {isUnlikely && (
        <Message state="no" alert>
          {isLongBefore && <LongBefore minutes={minutes} />}
          {isMostlyMissing && (
            <p className={styles.line}>
              <FormattedMessage id="checkIn.depart.mostlyMissing" values={{ here: tally.checkedIn, all: guestCount }} />
            </p>
          )}
        </Message>
      )}
      <MissingCalls />
      <AmountDue />
      <p className={styles.quiet}>
        <FormattedMessage id="checkIn.depart.after" />
      </p>
    </FormDialog>
  );
}

function LongBefore({ minutes }: { minutes: number }) {
  const styles = useStyles();
  return (
    <p className={styles.line}>
      <FormattedMessage
        id="checkIn.depart.longBefore"
        values={
          minutes < 120 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) }
        }
      />
    </p>
  );
}

function AmountDue() {
  const styles = useStyles();
  const { view, parties, formats } = useRollCall();
  const due = parties.reduce((sum, party) => sum + party.due, 0);
  if (due <= 0) return null;
  return (
    <div className={styles.due}>
      <MoneyRegular aria-hidden />
      <span>
        <FormattedMessage id="checkIn.depart.due" values={{ amount: formats.money(due, view.company.currency) }} />
      </span>
    </div>
  );
}
