/** Departure, contact and notes of a booking. */
import { Button, Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import { CallRegular, EditRegular, MailRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail as Booking } from '../../../data/bookings/detail.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { paths } from '../../../lib/paths.ts';
import { LocalLink } from '../../../ui/address/local-link.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { capitalised, density, type, weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { Section } from './section.tsx';
import { PhoneNumber } from '../../../ui/format/phone-number.tsx';

const useStyles = makeStyles({
  time: { ...type.lead, ...capitalised, margin: 0, fontWeight: weight.bold },
  facts: { ...type.body, ...capitalised, margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  calendarLink: { margin: '-8px 0' },
  links: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px' },
  contact: { ...type.body, display: 'inline-flex', alignItems: 'center', gap: '6px', minHeight: density.target },
  note: { ...type.body, margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

export interface BookingOverviewProps {
  booking: Booking;
  context: BookingContext;
  onEdit: (() => void) | undefined;
}

export function BookingOverview({ booking, context, onEdit }: BookingOverviewProps) {
  return (
    <>
      <DepartureSection booking={booking} context={context} />
      <ContactSection booking={booking} context={context} onEdit={onEdit} />
    </>
  );
}

function DepartureSection({ booking, context }: Omit<BookingOverviewProps, 'onEdit'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { departure, reason, expiresAt } = booking;
  return (
    <Section title={context.title(departure.title)}>
      <p className={styles.time}>
        {joinWithDots(context.formats.date(departure.localDate), context.formats.time(departure.startsAt))}
      </p>
      <p className={styles.facts}>
        {joinWithDots(
          context.formats.language(departure.language),
          intl.formatMessage({ id: 'bookings.time.left' }, { left: departure.left, capacity: departure.capacity }),
          departure.isClosed && intl.formatMessage({ id: 'bookings.time.closed' }),
        )}
      </p>
      {departure.departureStatus === 'cancelled' && (
        <Message state="no">
          <FormattedMessage id="bookings.departureCancelled" />
        </Message>
      )}
      {reason !== null && (
        <p className={styles.facts}>
          <FormattedMessage
            id="bookings.because"
            values={{ reason: intl.formatMessage({ id: `bookings.reason.${reason}` }) }}
          />
        </p>
      )}
      {booking.state === 'ON_HOLD' && expiresAt !== null && (
        <Message state="waiting">
          <FormattedMessage id="bookings.heldUntil" values={{ until: context.when(expiresAt) }} />
        </Message>
      )}
      <div className={styles.calendarLink}>
        <LocalLink isFlush to={`${paths.toursCalendar}?day=${departure.localDate}`}>
          <FormattedMessage id="bookings.toCalendar" />
        </LocalLink>
      </div>
    </Section>
  );
}

function ContactSection({ booking, context, onEdit }: BookingOverviewProps) {
  const styles = useStyles();
  const { contactEmail, contactPhone } = booking;
  return (
    <Section
      title={<FormattedMessage id="bookings.contact" />}
      action={
        onEdit && (
          <Button appearance="subtle" icon={<EditRegular />} onClick={onEdit}>
            <FormattedMessage id="bookings.action.edit" />
          </Button>
        )
      }
    >
      <div className={styles.links}>
        {contactPhone && (
          <ContactLink icon={<CallRegular />} href={`tel:${contactPhone}`}>
            <PhoneNumber phone={contactPhone} />
          </ContactLink>
        )}
        {contactEmail && (
          <ContactLink icon={<MailRegular />} href={`mailto:${contactEmail}`}>
            {contactEmail}
          </ContactLink>
        )}
      </div>
      {!contactPhone && !contactEmail && (
        <p className={styles.facts}>
          <FormattedMessage id="bookings.contact.none" />
        </p>
      )}
      <ContactFacts booking={booking} context={context} />
    </Section>
  );
}

/** Languages, tags, origin, consent and note of the contact. */
function ContactFacts({ booking, context }: Omit<BookingOverviewProps, 'onEdit'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { locale, country, note, voucherNumber, tags, referral, newsConsent } = booking;
  return (
    <>
      <p className={styles.facts}>
        {joinWithDots(
          context.formats.language(locale),
          country && (intl.formatDisplayName(country, { type: 'region' }) ?? country),
          voucherNumber && intl.formatMessage({ id: 'bookings.external' }, { reference: voucherNumber }),
        )}
      </p>
      {tags.length > 0 && (
        <p className={styles.facts}>
          <FormattedMessage
            id="bookings.history.tag_booking"
            values={{ tags: intl.formatList(tags, { type: 'unit' }) }}
          />
        </p>
      )}
      {referral && (
        <p className={styles.facts}>
          <FormattedMessage id="bookings.referral" values={{ referral }} />
        </p>
      )}
      {newsConsent && (
        <p className={styles.facts}>
          <FormattedMessage
            id="bookings.news"
            values={{ at: context.when(newsConsent.at), text: <q lang={newsConsent.locale}>{newsConsent.text}</q> }}
          />
        </p>
      )}
      {note && <p className={styles.note}>{note}</p>}
    </>
  );
}

function ContactLink({ icon, href, children }: { icon: ReactElement; href: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <FluentLink className={styles.contact} href={href}>
      {icon}
      {children}
    </FluentLink>
  );
}
