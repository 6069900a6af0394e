/** Contact details, which turn the hold into a booking. */
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { readPublicBooking } from '../../data/public-booking.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { persistentParams, goTo, localizedPath, parseBookingQuery, usePageUrl } from '../page-url.ts';
import { getFlow, setCurrentHold, useBookingFlow, useCurrentHold } from './booking-flow.ts';
import { Heading } from '../ui/page-frame.tsx';
import { DetailsForm, usePreloadForms } from './lazy-forms.tsx';
import { PaymentPage, ViewPage } from '../lazy-pages.tsx';
import { FailureNotice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';

export function DetailsStep({ catalog, tour }: { catalog: Catalog; tour: PublicTour }) {
  const { search } = usePageUrl();
  const { token } = useBookingFlow();
  const hold = useCurrentHold();
  const formats = useFormats(catalog.operator.timeZone);
  // After a reload the hold is loaded by its token; a shared link has none.
  const bookingQuery = usePublicQuery(hold ? 'known' : `booking ${token}`, (signal) =>
    hold
      ? Promise.resolve({ ok: true as const, data: { booking: hold.booking } })
      : readPublicBooking(token, { signal }),
  );
  usePreloadForms({ now: DetailsForm, next: catalog.operator.paysOnline ? PaymentPage : ViewPage });
  const isNotFound = !hold && bookingQuery.state === 'failed' && bookingQuery.failure.code === 'not_found';
  const isBooked = hold !== null && !['ON_HOLD', 'EXPIRED'].includes(hold.booking.state);

  useEffect(() => {
    if (!hold && bookingQuery.state === 'loaded') setCurrentHold(bookingQuery.data.booking);
  }, [hold, bookingQuery]);
  useEffect(() => {
    const { step: _, ...query } = parseBookingQuery(search);
    if (isNotFound) goTo({ query }, { replace: true });
  }, [isNotFound, search]);
  useEffect(() => {
    if (isBooked)
      goTo(
        { path: localizedPath(`/booking/isolated/view/${getFlow().token}`), query: persistentParams() },
        { replace: true },
      );
  }, [isBooked, formats.locale]);

  return (
    <>
      <Heading>
        <FormattedMessage id="booking.details.title" />
      </Heading>
      {!hold && bookingQuery.state === 'waiting' && (
        <Waiting isLong={bookingQuery.isLong} phone={catalog.operator.phone} />
      )}
      {!hold && bookingQuery.state === 'failed' && !isNotFound && (
        <FailureNotice failure={bookingQuery.failure} phone={catalog.operator.phone} onRetry={bookingQuery.refetch} />
      )}
      {hold && !isBooked && <DetailsForm catalog={catalog} tour={tour} hold={hold} />}
    </>
  );
}
