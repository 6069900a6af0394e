/** Guests of a booking with price category, ticket code and check-in state. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { formatCode } from '../../../domain/codes.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { activeGuests } from './active-guests.ts';
import { guestName } from './guest-name.ts';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  guest: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 12px',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  identity: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minWidth: 0 },
  name: { fontWeight: weight.bold, overflowWrap: 'anywhere' },
  cancelled: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through', fontWeight: weight.regular },
  meta: { ...type.note, color: tokens.colorNeutralForeground3 },
  code: { ...type.note, ...tabular, ...noWrap, color: tokens.colorNeutralForeground2 },
  amount: { ...tabular, ...noWrap, textAlign: 'end' },
});

export function BookingGuests({ booking, context }: { booking: BookingDetail; context: BookingContext }) {
  const styles = useStyles();
  const intl = useIntl();
  const count = activeGuests(booking).length;
  return (
    <Section title={<FormattedMessage id="bookings.guests" values={{ count }} />}>
      <ul className={styles.list}>
        {booking.guests.map(({ id, categoryType, ticketCode, amount, cancelled, checkIn, at }) => (
          <li key={id} className={styles.guest}>
            <span className={styles.identity}>
              <span className={mergeClasses(styles.name, cancelled && styles.cancelled)}>
                {guestName(booking, id, intl)}
              </span>
              {checkIn === 'checked_in' && (
                <StateBadge state="ok">
                  <FormattedMessage id="bookings.guest.here" values={{ at: at ? context.formats.time(at) : '' }} />
                </StateBadge>
              )}
              {checkIn === 'no_show' && (
                <StateBadge state="attention">
                  <FormattedMessage id="bookings.guest.no_show" />
                </StateBadge>
              )}
            </span>
            <span className={styles.amount}>
              {amount !== null && !cancelled && context.formats.money(amount, booking.money.currency)}
            </span>
            <span className={styles.meta}>
              <FormattedMessage id={CATEGORY_TEXTS[categoryType]} />
            </span>
            <span className={styles.code}>{formatCode(ticketCode)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
