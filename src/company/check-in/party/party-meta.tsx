import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import { formatCode } from '../../../domain/codes.ts';
import { tabular, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { BookingMarks } from '../guest-list/marks.tsx';

const useStyles = makeStyles({
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    color: tokens.colorNeutralForeground2,
  },
  code: { ...tabular, ...noWrap, letterSpacing: '0.04em', fontWeight: weight.bold },
});

/** Reference, seller and badges of a booking. */
export function PartyMeta({ party }: { party: Party }) {
  const styles = useStyles();
  const { booking } = party;
  return (
    <div className={styles.meta}>
      <span className={styles.code}>{formatCode(booking.reference)}</span>
      {booking.organisationName && <span>{booking.organisationName}</span>}
      {booking.voucherNumber && <span className={styles.code}>{booking.voucherNumber}</span>}
      {booking.source === 'walk-in' && <FormattedMessage id="checkIn.booking.walkIn" />}
      <BookingMarks party={party} />
    </div>
  );
}
