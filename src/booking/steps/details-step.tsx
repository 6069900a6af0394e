/** Contact details, which turn the hold into a booking. */
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { readPublicBooking, type PublicTour, type Shop } from '../../data/public-booking.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { persistentParams, goTo, localizedPath, parseBookingQuery, useAddress } from '../address.ts';
import { getFlow, setCurrentHold, useBookingFlow, useCurrentHold } from './booking-flow.ts';
import { Heading } from '../ui/page-frame.tsx';
import { DetailsForm, usePreloadForms } from './lazy-forms.tsx';
import { PaymentPage, ViewPage } from '../lazy-pages.tsx';
import { FailureNotice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';

export function DetailsStep({ shop, tour }: { shop: Shop; tour: PublicTour }) {
  const { search } = useAddress();
  const { token } = useBookingFlow();
  const held = useCurrentHold();
  const formats = useFormats(shop.operator.timeZone);
  // After a reload the hold is loaded by its token; a shared link has none.
  const answer = usePublicQuery(held ? 'known' : `booking ${token}`, (signal) =>
    held
      ? Promise.resolve({ ok: true as const, data: { booking: held.booking } })
      : readPublicBooking(token, { signal }),
  );
  usePreloadForms({ now: DetailsForm, next: shop.operator.paysOnline ? PaymentPage : ViewPage });
  const nothing = !held && answer.state === 'failed' && answer.failure.code === 'not_found';
  const booked = held !== null && !['ON_HOLD', 'EXPIRED'].includes(held.booking.state);

  useEffect(() => {
    if (!held && answer.state === 'here') setCurrentHold(answer.data.booking);
  }, [held, answer]);
  useEffect(() => {
    const { step: _, ...query } = parseBookingQuery(search);
    if (nothing) goTo({ query }, { replace: true });
  }, [nothing, search]);
  useEffect(() => {
    if (booked)
      goTo(
        { path: localizedPath(`/booking/isolated/view/${getFlow().token}`), query: persistentParams() },
        { replace: true },
      );
  }, [booked, formats.locale]);

  return (
    <>
      <Heading>
        <FormattedMessage id="booking.details.title" />
      </Heading>
      {!held && answer.state === 'waiting' && <Waiting isLong={answer.isLong} phone={shop.operator.phone} />}
      {!held && answer.state === 'failed' && !nothing && (
        <FailureNotice failure={answer.failure} phone={shop.operator.phone} onAgain={answer.again} />
      )}
      {held && !booked && <DetailsForm shop={shop} tour={tour} held={held} />}
    </>
  );
}
