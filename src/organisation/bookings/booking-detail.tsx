/** Detail of a booking, as far as its company shares guest data. */
import { Link as FluentLink, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readPartnerBooking, type PartnerBookingDetail } from '../../data/partner-bookings.ts';
import { formatCode } from '../../domain/codes.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { BookingStateBadge } from '../../features/bookings/booking-state.tsx';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { Message } from '../../ui/states/message.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { PhoneNumber } from '../../ui/format/phone-number.tsx';

const useStyles = makeStyles({
  note: { whiteSpace: 'pre-line' },
});

export function BookingDetail({ organisation, id }: { organisation: Uuid; id: Uuid }) {
  const intl = useIntl();
  const query = useServerQuery({
    key: [organisation, 'booking', id],
    fetch: (signal) => readPartnerBooking({ organisation, booking: id }, { signal }),
  });
  const booking = query.data?.booking;
  const title = booking && (booking.isMasked ? formatCode(booking.reference) : booking.contact.name);
  return (
    <Detail
      title={title ?? intl.formatMessage({ id: 'bookings.one' })}
      status={booking && <BookingStateBadge state={booking.status} />}
      meta={
        booking &&
        joinWithDots(
          !booking.isMasked && formatCode(booking.reference),
          booking.company.name,
          booking.partner?.name ?? intl.formatMessage({ id: `bookings.source.${booking.source}` }),
        )
      }
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="bookings.one.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 280 }} />
          </Skeleton>
        }
      >
        {(detail) => <BookingFacts detail={detail} />}
      </QueryView>
    </Detail>
  );
}

function BookingFacts({ detail }: { detail: PartnerBookingDetail }) {
  const { booking, guests } = detail;
  return (
    <>
      {booking.isMasked && (
        <Message state="neutral" title={<FormattedMessage id="partnerBookings.masked" />}>
          <FormattedMessage id="partnerBookings.masked.why" values={{ company: booking.company.name }} />
        </Message>
      )}
      {booking.departure.departureStatus === 'cancelled' && (
        <Message state="no">
          <FormattedMessage id="bookings.departureCancelled" />
        </Message>
      )}
      <BookingDescription detail={detail} />
      <SectionRows>
        {guests.map((guest) => (
          <GuestRow key={guest.id} guest={guest} />
        ))}
      </SectionRows>
    </>
  );
}

function BookingDescription({ detail: { booking, title, phone, email } }: { detail: PartnerBookingDetail }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(booking.company.timeZone);
  const { departure, contact, voucherNumber, note, currency } = booking;
  return (
    <DescriptionList>
      <DescriptionItem term="bookings.column.departure">
        {joinWithDots(
          formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' }),
          formats.date(departure.localDate),
          formats.time(departure.startsAt),
          formats.language(departure.language),
        )}
      </DescriptionItem>
      {voucherNumber && <DescriptionItem term="partnerBookings.voucher">{voucherNumber}</DescriptionItem>}
      {contact.phone && (
        <DescriptionItem term="bookings.field.phone">
          <FluentLink href={`tel:${contact.phone}`}>
            <PhoneNumber phone={contact.phone} />
          </FluentLink>
        </DescriptionItem>
      )}
      {contact.email && (
        <DescriptionItem term="bookings.field.email">
          <FluentLink href={`mailto:${contact.email}`}>{contact.email}</FluentLink>
        </DescriptionItem>
      )}
      {note && (
        <DescriptionItem term="bookings.field.note">
          <span className={styles.note}>{note}</span>
        </DescriptionItem>
      )}
      <DescriptionItem term="bookings.column.total">
        {joinWithDots(
          formats.money(booking.total, currency),
          booking.onAccount > 0 && intl.formatMessage({ id: 'bookings.method.on_account' }),
          booking.due > 0 &&
            intl.formatMessage({ id: 'bookings.due' }, { amount: formats.money(booking.due, currency) }),
        )}
      </DescriptionItem>
      {(phone || email) && <CompanyContact phone={phone} email={email} />}
    </DescriptionList>
  );
}

/** Phone number and email of the company. */
function CompanyContact({ phone, email }: Pick<PartnerBookingDetail, 'phone' | 'email'>) {
  return (
    <DescriptionItem term="partnerBookings.reach">
      {phone && (
        <div>
          <FluentLink href={`tel:${phone}`}>
            <PhoneNumber phone={phone} />
          </FluentLink>
        </div>
      )}
      {email && (
        <div>
          <FluentLink href={`mailto:${email}`}>{email}</FluentLink>
        </div>
      )}
    </DescriptionItem>
  );
}

function GuestRow({ guest }: { guest: PartnerBookingDetail['guests'][number] }) {
  const intl = useIntl();
  const { type, name, isCancelled, checkIn } = guest;
  const kind = intl.formatMessage({ id: CATEGORY_TEXTS[type] });
  return (
    <SectionRow
      name={name ?? kind}
      state={joinWithDots(name !== null && kind, isCancelled && intl.formatMessage({ id: 'partnerBookings.gone' }))}
      action={
        checkIn === 'checked_in' ? (
          <StateBadge state="ok">
            <FormattedMessage id="bookings.guest.checked_in" />
          </StateBadge>
        ) : (
          checkIn === 'no_show' && (
            <StateBadge state="attention">
              <FormattedMessage id="bookings.guest.no_show" />
            </StateBadge>
          )
        )
      }
    />
  );
}
