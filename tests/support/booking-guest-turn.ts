/** A guest's turn in a booking sequence: an action by link, and the statuses that the model allows. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import {
  liveOf,
  seatsOf,
  type BookingModel,
  type Change,
  type ModelBooking,
  type ModelDeparture,
  type Ticket,
} from './booking-model.ts';
import { DISCOUNTS, GIFTS, type Answer, type Discount, type Gift } from './booking-stage.ts';

const ACTS = [
  'public_hold',
  'public_hold',
  'public_hold',
  'public_extend',
  'public_confirm',
  'public_confirm',
  'public_confirm',
  'public_cancel',
  'public_move',
  'public_move',
  'public_edit',
  'public_redeem',
  'public_redeem',
] as const;
type GuestAct = (typeof ACTS)[number];
const OK = ['ok'];
const CODES = [...Object.keys(DISCOUNTS), ...Object.keys(GIFTS)] as (Discount | Gift)[];

export const makeToken = () => randomBytes(32).toString('base64url');

/** The random source of a sequence. */
export interface Dice {
  chance(of: number): boolean;
  pick<T>(from: readonly T[]): T;
  tickets(most: number): Ticket[];
  wire(party: readonly Ticket[]): object[];
}

export interface GuestTurn {
  act: GuestAct;
  args: Record<string, unknown>;
  /** The allowed statuses. */
  should: readonly string[];
  /** Whether `ok` is only a preview. */
  isPreview: boolean;
  /** Whether there is nothing to do, so that the idempotency key is not stored. */
  isSame: boolean;
  /** The seats that a `sold_out` response must name. */
  left: number | null;
  /** Applies the successful action to the model. */
  apply(answer: Answer): void;
}

const kindsOf = (party: readonly { category: string }[]) =>
  party
    .map(({ category }) => category)
    .sort()
    .join();

/** Returns the allowed statuses of an action by the guest: no overrides, and refunds follow the policy. */
function expectBy(model: BookingModel, act: GuestAct, booking: ModelBooking, change: Change): readonly string[] {
  const live = liveOf(booking);
  const at = model.departure(booking.departure);
  const asGuest = { isGuest: true };
  const again = () =>
    booking.state === 'EXPIRED' ? model.ifBack(model.judge(at, live, seatsOf(live), asGuest), booking) : OK;
  const isHere = live.some(({ id }) => model.isHere(id, booking.departure));
  switch (act) {
    case 'public_extend':
      if (!['ON_HOLD', 'EXPIRED'].includes(booking.state)) return ['wrong_state'];
      return booking.extensions > 0 ? ['extended_before'] : again();
    case 'public_confirm':
      if (booking.state === 'PENDING') return ['wrong_state'];
      if (!(change['contact'] as { email?: string }).email) return ['no_contact'];
      return ['ON_HOLD', 'EXPIRED'].includes(booking.state) ? again() : ['wrong_state'];
    case 'public_cancel':
      if (booking.state !== 'CONFIRMED') return ['wrong_state'];
      if (at.trait === 'past') return ['too_late'];
      return isHere ? ['checked_in'] : OK;
    case 'public_move': {
      if (booking.state !== 'CONFIRMED') return ['wrong_state'];
      const to = change['departure_id'] as Uuid;
      if (to === booking.departure) return ['same_departure'];
      if (at.trait === 'past') return ['deadline_passed'];
      return isHere ? ['checked_in'] : model.judge(model.departure(to), live, seatsOf(live), asGuest);
    }
    case 'public_edit':
      if (booking.state !== 'CONFIRMED' || at.trait === 'past') return ['wrong_state'];
      return change['version'] === booking.version ? OK : ['stale'];
    case 'public_redeem':
      return booking.state === 'ON_HOLD'
        ? model.expectCode(booking, change['code'] as Discount | Gift)
        : ['wrong_state'];
    default:
      return [];
  }
}

/** Holds seats under a guest's token, in place of its earlier hold. */
function holdTurn(model: BookingModel, departure: ModelDeparture, token: string, dice: Dice): GuestTurn {
  const basket = model.bookings.get(model.links.get(token) ?? '');
  const isHeld = basket?.state === 'ON_HOLD';
  const again = isHeld && dice.chance(0.3);
  const ticketsToSend = again ? liveOf(basket).map(({ category }): Ticket => ({ category })) : dice.tickets(3);
  const to = again ? model.departure(basket.departure) : departure;
  // Only the categories of a ticket are sent.
  const party = ticketsToSend.map(({ category }): Ticket => ({ category }));
  const seats = seatsOf(party);
  const isSame = isHeld && basket.departure === to.id && kindsOf(party) === kindsOf(liveOf(basket));
  const own = isHeld && basket.departure === to.id ? seatsOf(liveOf(basket)) : 0;
  const left = to.capacity - (model.taken(to.id) - own);
  const evaluated = () => {
    if (basket && !['ON_HOLD', 'EXPIRED'].includes(basket.state)) return ['wrong_state'];
    if (isSame) return OK;
    // "Too late" precedes every other check; the guest's own held seats do not count against them.
    if (seats > 0 && !isHeld && to.trait !== 'cancelled' && left <= 0) return ['sold_out'];
    return model.judge({ ...to, capacity: to.capacity + own }, party, seats, { isGuest: true });
  };
  return {
    act: 'public_hold',
    args: {
      request: randomUUID(),
      token,
      departure: to.id,
      booking: { guests: dice.wire(ticketsToSend), locale: 'en' },
    },
    should: evaluated(),
    isPreview: false,
    isSame,
    left: Math.max(0, left),
    apply(answer) {
      if (isSame) return;
      const { id, guests } = answer['booking'] as { id: Uuid; guests: object[] };
      if (isHeld) Object.assign(basket, { state: 'EXPIRED', history: [...basket.history, 'expire_booking'] });
      model.applyHold(
        to.id,
        party,
        { state: 'ON_HOLD', name: '—', partner: null },
        {
          ...answer,
          booking_id: id,
          guests,
        },
      );
      // The hold keeps its end and its extension.
      if (isHeld) model.bookings.get(id)!.extensions = basket.extensions;
      const newHold = model.bookings.get(id)!;
      // Codes move to the new hold if they are still valid for it.
      for (const code of [basket?.discount, basket?.gift?.code])
        if (code && model.expectCode(newHold, code).includes('ok'))
          model.apply('redeem_code', newHold, { code }, answer);
      model.links.set(token, id);
    },
  };
}

/** Returns the guest's next turn. `n` varies the texts. */
export function guestTurn(model: BookingModel, tokens: readonly string[], dice: Dice, n: number): GuestTurn {
  const { chance, pick } = dice;
  const links = [...model.links.keys()];
  const act = links.length === 0 ? 'public_hold' : pick(ACTS);
  if (act === 'public_hold') return holdTurn(model, pick(model.departures), pick([...tokens, ...links]), dice);
  // An unknown link, and an existing one.
  const booked = links.filter((link) => model.bookings.get(model.links.get(link)!)?.state === 'CONFIRMED');
  const holds = links.filter((link) => model.bookings.get(model.links.get(link)!)?.state === 'ON_HOLD');
  const isForHeld = act === 'public_extend' || act === 'public_confirm' || act === 'public_redeem';
  const fitting = act === 'public_redeem' ? holds : isForHeld ? [] : booked;
  const token = chance(0.06) ? makeToken() : pick(fitting.length > 0 && chance(0.7) ? fitting : links);
  const booking = model.bookings.get(model.links.get(token) ?? '');
  const someone = booking && liveOf(booking)[0]?.id;
  const names = someone === undefined ? [] : [{ guest_id: someone, name: `Ida ${n}` }];
  const isPreview = (act === 'public_cancel' || act === 'public_move') && chance(0.15);
  const change: Change =
    act === 'public_confirm'
      ? {
          contact: { name: `Gro ${n}`, ...(chance(0.9) ? { email: `gro-${n}@lund.test` } : {}) },
          ...(chance(0.3) ? { names } : {}),
        }
      : act === 'public_move'
        ? { departure_id: pick(model.departures).id }
        : act === 'public_edit'
          ? { version: (booking?.version ?? 1) - (chance(0.2) ? 1 : 0), names }
          : act === 'public_redeem'
            ? { code: pick(CODES) }
            : {};
  const sentChange = { ...change, ...(isPreview ? { preview: true } : {}) };
  return {
    act,
    args: { request: randomUUID(), token, ...(act === 'public_extend' ? {} : { change: sentChange }) },
    should: booking ? expectBy(model, act, booking, change) : ['not_found'],
    isPreview,
    isSame: false,
    left: null,
    apply(answer) {
      if (!booking) return;
      const name = {
        public_extend: 'extend_booking',
        public_confirm: 'confirm_booking',
        public_cancel: 'cancel_booking',
        public_move: 'move_booking',
        public_edit: 'edit_booking',
        public_redeem: 'redeem_code',
      }[act];
      model.apply(name, booking, change, answer);
      // Names in the confirmation are logged as a separate edit.
      if (act === 'public_confirm' && change['names']) model.apply('edit_booking', booking, {}, answer);
    },
  };
}
