/** Totals of the search result by company and currency: numbers of bookings and guests, and amounts. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PartnerSum } from '../../data/partner-bookings.ts';
import { gutter, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  sums: {
    ...type.body,
    ...tabular,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px 24px',
    margin: 0,
    padding: `0 ${gutter} 12px`,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
  },
  name: { marginInlineEnd: '6px', fontWeight: weight.bold, color: tokens.colorNeutralForeground1 },
});

export function BookingTotals({ sums }: { sums: readonly PartnerSum[] }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  if (sums.length === 0) return null;
  return (
    <ul className={styles.sums} aria-label={intl.formatMessage({ id: 'partnerBookings.totals' })}>
      {sums.map(({ company, name, currency, count, guests, total, due }) => (
        <li key={company + currency}>
          <span className={styles.name}>{name}</span>
          <FormattedMessage
            id="partnerBookings.total"
            values={{
              count,
              guests,
              total: formats.money(total, currency),
              due: due > 0 ? formats.money(due, currency) : 'none',
            }}
          />
        </li>
      ))}
    </ul>
  );
}
