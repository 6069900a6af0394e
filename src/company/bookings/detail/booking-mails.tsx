/** The mails that went out to the guest, the newest first. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { joinFacts } from '../../../lib/join-facts.ts';
import { type } from '../../../ui/theme/sizes.ts';
import type { BookingScope } from '../booking-scope.ts';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  meta: { ...type.note, display: 'block', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

const NAMES: Readonly<Record<string, MessageId>> = {
  'booking-confirmed': 'bookings.mail.booking-confirmed',
  'booking-cancelled': 'bookings.mail.booking-cancelled',
  'departure-cancelled': 'bookings.mail.departure-cancelled',
  'departure-moved': 'bookings.mail.departure-moved',
};

export function BookingMails({ booking, scope }: { booking: BookingDetail; scope: BookingScope }) {
  const styles = useStyles();
  const intl = useIntl();
  if (booking.mails.length === 0) return null;
  return (
    <Section title={<FormattedMessage id="bookings.mails" />}>
      <ul className={styles.list}>
        {booking.mails.map(({ id, template, recipient, mailState, createdAt, sentAt }) => (
          <li key={id}>
            <FormattedMessage id={NAMES[template] ?? 'bookings.mail.other'} />
            <span className={styles.meta}>
              {joinFacts(
                intl.formatMessage({ id: `bookings.mail.${mailState}` }),
                scope.when(sentAt ?? createdAt),
                recipient,
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
