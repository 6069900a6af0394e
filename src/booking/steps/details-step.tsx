/** Who books: the seats are held, what is typed here makes them a booking. */
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { readPublicBooking, type PublicTour, type Shop } from '../../data/public-booking.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import { carried, goTo, pathHere, readQuery, useAddress } from '../address.ts';
import { currentFlow, keepHeld, useFlow, useHeld } from './flow.ts';
import { Heading } from '../parts/frame.tsx';
import { DetailsForm, useFetchedAhead } from './late-forms.tsx';
import { PaymentPage, ViewPage } from '../late-pages.tsx';
import { FailureNotice, Waiting } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';

export function DetailsStep({ shop, tour }: { shop: Shop; tour: PublicTour }) {
  const { search } = useAddress();
  const { token } = useFlow();
  const held = useHeld();
  const formats = useFormats(shop.operator.timeZone);
  // After a reload what is held is asked for; a link that somebody sent holds nothing.
  const answer = useAnswer(held ? 'known' : `booking ${token}`, (signal) =>
    held
      ? Promise.resolve({ ok: true as const, data: { booking: held.booking } })
      : readPublicBooking(token, { signal }),
  );
  useFetchedAhead({ now: DetailsForm, next: shop.operator.paysOnline ? PaymentPage : ViewPage });
  const nothing = !held && answer.state === 'failed' && answer.failure.code === 'not_found';
  const booked = held !== null && !['ON_HOLD', 'EXPIRED'].includes(held.booking.state);

  useEffect(() => {
    if (!held && answer.state === 'here') keepHeld(answer.data.booking);
  }, [held, answer]);
  useEffect(() => {
    const { step: _, ...query } = readQuery(search);
    if (nothing) goTo({ query }, { replace: true });
  }, [nothing, search]);
  useEffect(() => {
    if (booked)
      goTo({ path: pathHere(`/booking/isolated/view/${currentFlow().token}`), query: carried() }, { replace: true });
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
