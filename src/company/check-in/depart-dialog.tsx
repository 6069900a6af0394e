import { makeStyles, tokens } from '@fluentui/react-components';
import { MoneyRegular, PersonProhibitedRegular, VehicleBusRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormDialog } from './form-dialog.tsx';
import { useRollCall } from './roll-call-scope.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'baseline', gap: '12px' },
  count: { fontSize: tokens.fontSizeHero900, lineHeight: tokens.lineHeightHero900, fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  line: { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', gap: '8px', alignItems: 'center', '& svg': { fontSize: '20px' } },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Says what departing does before it is done: who is counted, who becomes a no-show, what is still to be paid. */
export function DepartDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, parties, acts, formats } = useRollCall();
  const { tally } = view.rollCall;
  const due = parties.reduce((sum, party) => sum + party.due, 0);
  return (
    <FormDialog
      title={<FormattedMessage id="checkIn.depart.title" values={{ time: formats.time(view.departure.startsAt) }} />}
      confirm={<FormattedMessage id="checkIn.depart.confirm" values={{ count: tally.checkedIn }} />}
      icon={<VehicleBusRegular />}
      onClose={onClose}
      onConfirm={() => acts.depart(tally.checkedIn)}
    >
      <div className={styles.head}>
        <span className={styles.count}>{intl.formatNumber(tally.checkedIn)}</span>
        <FormattedMessage id="checkIn.depart.onBoard" values={{ count: tally.checkedIn }} />
      </div>
      <ul className={styles.list}>
        {tally.expected > 0 && (
          <li className={styles.line}>
            <PersonProhibitedRegular aria-hidden />
            <span>
              <FormattedMessage id="checkIn.depart.noShows" values={{ count: tally.expected }} />
            </span>
          </li>
        )}
        {due > 0 && (
          <li className={styles.line}>
            <MoneyRegular aria-hidden />
            <span>
              <FormattedMessage id="checkIn.depart.due" values={{ amount: formats.money(due, view.company.currency) }} />
            </span>
          </li>
        )}
      </ul>
      <p className={styles.quiet}>
        <FormattedMessage id="checkIn.depart.after" />
      </p>
    </FormDialog>
  );
}
