/** Departure being scanned for and its number of check-ins, over the camera image. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { tabular, type, weight } from '../../../ui/theme/sizes.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const useStyles = makeStyles({
  title: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px', minHeight: '32px' },
  label: { minWidth: 0, flex: '1 1 0', ...type.lead },
  name: { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
  small: { display: 'block', ...type.note, fontWeight: weight.regular },
  count: { ...type.title, ...tabular, whiteSpace: 'nowrap' },
});

export function ScanTitle() {
  const styles = useStyles();
  const { view, formats } = useRollCall();
  const { checkedIn, expected, noShow } = view.rollCall.tally;
  return (
    <span className={styles.title}>
      <span className={styles.label}>
        <span className={styles.small}>
          <FormattedMessage id="checkIn.scan.title" />
        </span>
        <span className={styles.name}>
          {formats.time(view.departure.startsAt)} {formats.text(view.tour.title)}
        </span>
      </span>
      <span className={styles.count}>
        <FormattedMessage id="checkIn.party.figure" values={{ here: checkedIn, size: checkedIn + expected + noShow }} />
      </span>
    </span>
  );
}
