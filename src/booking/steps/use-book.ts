/** What is done with places that are held: booked by who says who they are, or kept longer. */
import {
  confirmHold,
  extendHold,
  readPublicBooking,
  type HoldRefusal,
  type PublicOperator,
} from '../../data/public-booking.ts';
import { visibleText } from '../../domain/email-address.ts';
import { carried, goTo, pathHere } from '../address.ts';
import { guestName } from './details-problems.ts';
import { tell } from '../embedding.ts';
import { currentFlow, keepHeld, markHoldFinal, requestFor, type Held } from './flow.ts';
import { useNewsWords } from './more-fields.tsx';
import { sentPhone } from './phone-field.tsx';
import { useLocale } from '../parts/use-locale.ts';
import type { useSend } from '../parts/use-send.ts';

export interface BookOptions {
  held: Held;
  operator: Pick<PublicOperator, 'name' | 'slug'>;
  /** Of the party, those whose names are asked for. */
  names: Held['booking']['guests'];
  send: ReturnType<typeof useSend>['send'];
  onRefused(refusal: HoldRefusal): void;
}

export function useBook({ held: { booking }, operator, names, send, onRefused }: BookOptions) {
  const locale = useLocale();
  const newsWords = useNewsWords();
  const seeBooking = () =>
    goTo({ path: pathHere(`/booking/isolated/view/${currentFlow().token}`), query: carried() }, { replace: true });
  const extend = () =>
    send(async () => {
      const { token } = currentFlow();
      const answer = await extendHold({ request: requestFor(`extend ${booking.reference}`), token });
      const isExtended = !answer.ok && answer.code === 'refused' && answer.refusal.status === 'extended_before';
      // From another tab: the timer says that it was, and until when.
      const told = isExtended ? await readPublicBooking(token) : answer;
      if (told.ok) keepHeld(told.data.booking);
      else if (told.code !== 'refused') return told;
      else if (told.refusal.status === 'wrong_state') seeBooking();
      else if (told.refusal.status === 'seats_wanted') markHoldFinal();
      // Its time was over when it was asked, and its seats are gone.
      else if (told.refusal.status !== 'extended_before') onRefused(told.refusal);
      return null;
    });
  const book = () =>
    send(async () => {
      const { token, typed } = currentFlow();
      const details = {
        ...typed,
        ...sentPhone(typed),
        locale: typed.language === '' ? locale : typed.language,
        news: typed.news ? newsWords(operator.name) : null,
        names: names.map(({ id }, at) => ({ guestId: id, name: visibleText(guestName(typed, at)) })),
      };
      const answer = await confirmHold({
        request: requestFor(`book ${booking.reference} ${JSON.stringify(details)}`),
        token,
        details,
      });
      if (answer.ok && answer.data.booking.state === 'ON_HOLD') {
        keepHeld(answer.data.booking);
        goTo({ path: pathHere(`/booking/isolated/payment/${token}`), query: carried() });
      } else if (answer.ok) {
        seeBooking();
        keepHeld(answer.data.booking);
        tell({ type: 'booked', reference: booking.reference, operator: operator.slug });
      } else if (answer.code !== 'refused') return answer;
      // Its time ended while it was sent.
      else if (answer.refusal.status === 'wrong_state' && answer.refusal.state === 'EXPIRED')
        keepHeld({ ...booking, state: 'EXPIRED', secondsLeft: null });
      // Booked from another tab, or by a request whose answer was lost.
      else if (answer.refusal.status === 'wrong_state') seeBooking();
      // The tour has begun to ask for names since the page was read.
      else if (answer.refusal.status === 'no_names') window.location.reload();
      else if (answer.refusal.status !== 'no_contact') onRefused(answer.refusal);
      return null;
    });
  return { extend, book };
}
