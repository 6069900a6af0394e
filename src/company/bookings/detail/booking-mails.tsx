/** Mails sent for a booking, newest first, with a link to its outbox. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { MessageState } from '../../../domain/bookings.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { Message } from '../../../ui/states/message.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { Outbox } from '../outbox/lazy-outbox.ts';
import { templateName } from '../outbox/template-names.ts';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  meta: { ...type.note, display: 'block', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

export function BookingMails({ booking, context }: { booking: BookingDetail; context: BookingContext }) {
  const styles = useStyles();
  const intl = useIntl();
  /** Filter of the open outbox; null: the outbox is closed. */
  const [outboxFilter, setOutboxFilter] = useState<MessageState | 'all' | null>(null);
  const { contactSuppression, contactEmail } = booking;
  if (booking.mails.length === 0 && contactSuppression === null) return null;
  return (
    <Section
      title={<FormattedMessage id="bookings.mails" />}
      action={
        context.mayChange && (
          <Button size="small" appearance="subtle" onClick={() => setOutboxFilter('all')}>
            <FormattedMessage id="bookings.outbox" />
          </Button>
        )
      }
    >
      {contactSuppression !== null && (
        <Message state="attention">
          <FormattedMessage
            id={`bookings.outbox.suppression.${contactSuppression}`}
            values={{ address: contactEmail ?? '' }}
          />
        </Message>
      )}
      <ul className={styles.list}>
        {booking.mails.map(({ id, template, recipient, mailState, createdAt, sentAt }) => (
          <li key={id}>
            <FormattedMessage id={templateName(template)} />
            <span className={styles.meta}>
              {joinWithDots(
                intl.formatMessage({ id: `bookings.mail.${mailState}` }),
                context.when(sentAt ?? createdAt),
                recipient,
              )}
            </span>
          </li>
        ))}
      </ul>
      {outboxFilter !== null && (
        <Outbox
          context={context}
          booking={booking.id}
          filter={outboxFilter === 'all' ? null : outboxFilter}
          onFilter={(filter) => setOutboxFilter(filter ?? 'all')}
          onClose={() => setOutboxFilter(null)}
        />
      )}
    </Section>
  );
}
