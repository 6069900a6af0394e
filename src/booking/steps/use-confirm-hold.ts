import type { PublicOperator } from '../../data/public-booking-shapes.ts';
import { confirmHold, extendHold, readPublicBooking, type HoldRefusal } from '../../data/public-booking.ts';
import { visibleText } from '../../domain/email-address.ts';
import { persistentParams, goTo, localizedPath } from '../page-url.ts';
import { guestName } from './details-errors.ts';
import { postToHost } from '../embedding.ts';
import { getFlow, setCurrentHold, markHoldFinal, idempotencyKeyFor, type CurrentHold } from './booking-flow.ts';
import { useNewsletterText } from './optional-fields.tsx';
import { phonePayload } from './phone-field.tsx';
import { useLocale } from '../ui/use-locale.ts';
import type { useSend } from '../ui/use-send.ts';

export interface ConfirmHoldOptions {
  hold: CurrentHold;
  operator: Pick<PublicOperator, 'name' | 'slug'>;
  /** The guests whose names are required. */
  namedGuests: CurrentHold['booking']['guests'];
  send: ReturnType<typeof useSend>['send'];
  onRefused(refusal: HoldRefusal): void;
}

export function useConfirmHold({ hold: { booking }, operator, namedGuests, send, onRefused }: ConfirmHoldOptions) {
  const locale = useLocale();
  const newsletterText = useNewsletterText();
  const seeBooking = () =>
    goTo(
      { path: localizedPath(`/booking/isolated/view/${getFlow().token}`), query: persistentParams() },
      { replace: true },
    );
  const extend = () =>
    send(async () => {
      const { token } = getFlow();
      const outcome = await extendHold({ request: idempotencyKeyFor(`extend ${booking.reference}`), token });
      const isExtended = !outcome.ok && outcome.code === 'refused' && outcome.refusal.status === 'extended_before';
      // Extended in another tab: reload, so that the timer shows the new end.
      const result = isExtended ? await readPublicBooking(token) : outcome;
      if (result.ok) setCurrentHold(result.data.booking);
      else if (result.code !== 'refused') return result;
      else if (result.refusal.status === 'wrong_state') seeBooking();
      else if (result.refusal.status === 'holds_too_many') markHoldFinal();
      // The hold had expired and its seats are gone.
      else if (result.refusal.status !== 'extended_before') onRefused(result.refusal);
      return null;
    });
  const book = () =>
    send(async () => {
      const { token, typed: input } = getFlow();
      const details = {
        ...input,
        ...phonePayload(input),
        locale: input.language === '' ? locale : input.language,
        news: input.news ? newsletterText(operator.name) : null,
        names: namedGuests.map(({ id }, at) => ({ guestId: id, name: visibleText(guestName(input, at)) })),
      };
      const result = await confirmHold({
        request: idempotencyKeyFor(`book ${booking.reference} ${JSON.stringify(details)}`),
        token,
        details,
      });
      if (result.ok && result.data.booking.state === 'ON_HOLD') {
        setCurrentHold(result.data.booking);
        goTo({ path: localizedPath(`/booking/isolated/payment/${token}`), query: persistentParams() });
      } else if (result.ok) {
        seeBooking();
        setCurrentHold(result.data.booking);
        postToHost({ type: 'booked', reference: booking.reference, operator: operator.slug });
      } else if (result.code !== 'refused') return result;
      // The hold expired while the request was sent.
      else if (result.refusal.status === 'wrong_state' && result.refusal.state === 'EXPIRED')
        setCurrentHold({ ...booking, state: 'EXPIRED', secondsLeft: null });
      // Confirmed in another tab, or by a request whose response was lost.
      else if (result.refusal.status === 'wrong_state') seeBooking();
      // The tour has started to require names since the page was loaded.
      else if (result.refusal.status === 'no_names') window.location.reload();
      // The form is only sent with a name and a valid email address, so `no_contact` does not happen.
      else if (result.refusal.status !== 'no_contact') onRefused(result.refusal);
      return null;
    });
  return { extend, book };
}
