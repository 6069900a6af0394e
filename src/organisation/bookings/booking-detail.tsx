/** One booking beside the list: as much of it as its company shares. */
import { Link as FluentLink, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readPartnerBooking, type WholePartnerBooking } from '../../data/partner-bookings.ts';
import { spacedCode } from '../../domain/codes.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { BookingStateBadge } from '../../parts/booking-state.tsx';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { CATEGORY_TEXTS } from '../../ui/words/category-texts.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { Message } from '../../ui/states/message.tsx';
import { SectionRow, SectionRows } from '../../ui/facts/section-rows.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { useFormats } from '../../ui/words/use-formats.ts';
import { timeOf } from './booking-words.ts';

const useStyles = makeStyles({
  note: { whiteSpace: 'pre-line' },
});

export function BookingDetail({ organisation, id }: { organisation: Uuid; id: Uuid }) {
  const intl = useIntl();
  const answer = useAnswer({
    key: [organisation, 'booking', id],
    ask: (signal) => readPartnerBooking({ organisation, booking: id }, { signal }),
  });
  const booking = answer.data?.booking;
  const named = booking && (booking.isMasked ? spacedCode(booking.reference) : booking.contact.name);
  return (
    <Detail
      title={named ?? intl.formatMessage({ id: 'bookings.one' })}
      status={booking && <BookingStateBadge state={booking.status} />}
      meta={
        booking &&
        joinFacts(
          !booking.isMasked && spacedCode(booking.reference),
          booking.company.name,
          booking.partner?.name ?? intl.formatMessage({ id: `bookings.source.${booking.source}` }),
        )
      }
    >
      <AnswerView
        answer={answer}
        failed={<FormattedMessage id="bookings.one.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 280 }} />
          </Skeleton>
        }
      >
        {(read) => <Read whole={read} />}
      </AnswerView>
    </Detail>
  );
}

function Read({ whole }: { whole: WholePartnerBooking }) {
  const styles = useStyles();
  const intl = useIntl();
  const { booking, title, guests, phone, email } = whole;
  const formats = useFormats(booking.company.timeZone);
  const { departure, contact, voucher, note, currency, isMasked } = booking;
  const [guestPhone, guestEmail] = [contact.phone, contact.email];
  return (
    <>
      {isMasked && (
        <Message state="neutral" title={<FormattedMessage id="partnerBookings.masked" />}>
          <FormattedMessage id="partnerBookings.masked.why" values={{ company: booking.company.name }} />
        </Message>
      )}
      {departure.departureStatus === 'cancelled' && (
        <Message state="no">
          <FormattedMessage id="bookings.departureCancelled" />
        </Message>
      )}
      <Facts>
        <Fact term="bookings.column.departure">
          {joinFacts(
            formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' }),
            formats.date(departure.localDate),
            timeOf(booking, intl),
            formats.language(departure.language),
          )}
        </Fact>
        {voucher && <Fact term="partnerBookings.voucher">{voucher}</Fact>}
        {guestPhone && (
          <Fact term="bookings.field.phone">
            <FluentLink href={`tel:${guestPhone}`}>{guestPhone}</FluentLink>
          </Fact>
        )}
        {guestEmail && (
          <Fact term="bookings.field.email">
            <FluentLink href={`mailto:${guestEmail}`}>{guestEmail}</FluentLink>
          </Fact>
        )}
        {note && (
          <Fact term="bookings.field.note">
            <span className={styles.note}>{note}</span>
          </Fact>
        )}
        <Fact term="bookings.column.total">
          {joinFacts(
            formats.money(booking.total, currency),
            booking.onAccount > 0 && intl.formatMessage({ id: 'bookings.method.on_account' }),
            booking.due > 0 &&
              intl.formatMessage({ id: 'bookings.due' }, { amount: formats.money(booking.due, currency) }),
          )}
        </Fact>
        {(phone || email) && (
          <Fact term="partnerBookings.reach">
            {phone && (
              <div>
                <FluentLink href={`tel:${phone}`}>{phone}</FluentLink>
              </div>
            )}
            {email && (
              <div>
                <FluentLink href={`mailto:${email}`}>{email}</FluentLink>
              </div>
            )}
          </Fact>
        )}
      </Facts>
      <SectionRows>
        {guests.map(({ id, type, name, isCancelled, checkIn }) => {
          const kind = intl.formatMessage({ id: CATEGORY_TEXTS[type] });
          return (
            <SectionRow
              key={id}
              name={name ?? kind}
              state={joinFacts(
                name !== null && kind,
                isCancelled && intl.formatMessage({ id: 'partnerBookings.gone' }),
              )}
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
        })}
      </SectionRows>
    </>
  );
}
