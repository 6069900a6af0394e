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
import { DISCOUNTS, GIFTS, type RpcResult, type Discount, type Gift } from './booking-stage.ts';

const ACTS = [
  'guest_hold',
  'guest_hold',
  'guest_hold',
  'guest_extend',
  'guest_confirm',
  'guest_confirm',
  'guest_confirm',
  'guest_cancel',
  'guest_move',
  'guest_move',
  'guest_edit',
  'guest_redeem',
  'guest_redeem',
] as const;
type GuestAct = (typeof ACTS)[number];
const OK = ['ok'];
const CODES = [...Object.keys(DISCOUNTS), ...Object.keys(GIFTS)] as (Discount | Gift)[];

export const makeToken = () => randomBytes(32).toString('base64url');

/** The random source of a sequence. */
export interface Dice {
  chance(of: number): boolean;
  pick<T>(from: readonly T[]): T;
  tickets(max: number): Ticket[];
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
  apply(result: RpcResult): void;
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
    booking.state === 'EXPIRED' ? model.ifBack(model.check(at, live, seatsOf(live), asGuest), booking) : OK;
  const isCheckedIn = live.some(({ id }) => model.isCheckedIn(id, booking.departure));
  switch (act) {
    case 'guest_extend':
      if (!['ON_HOLD', 'EXPIRED'].includes(booking.state)) return ['wrong_state'];
      return booking.extensions > 0 ? ['extended_before'] : again();
    case 'guest_confirm':
      if (booking.state === 'PENDING') return ['wrong_state'];
      if (!(change['contact'] as { email?: string }).email) return ['no_contact'];
      return ['ON_HOLD', 'EXPIRED'].includes(booking.state) ? again() : ['wrong_state'];
    case 'guest_cancel':
      if (booking.state !== 'CONFIRMED') return ['wrong_state'];
      if (at.trait === 'past') return ['too_late'];
      return isCheckedIn ? ['checked_in'] : OK;
    case 'guest_move': {
      if (booking.state !== 'CONFIRMED') return ['wrong_state'];
      const to = change['departure_id'] as Uuid;
      if (to === booking.departure) return ['same_departure'];
      if (at.trait === 'past') return ['deadline_passed'];
      return isCheckedIn ? ['checked_in'] : model.check(model.departure(to), live, seatsOf(live), asGuest);
    }
    case 'guest_edit':
      if (booking.state !== 'CONFIRMED' || at.trait === 'past') return ['wrong_state'];
      return change['version'] === booking.version ? OK : ['stale'];
    case 'guest_redeem':
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
    return model.check({ ...to, capacity: to.capacity + own }, party, seats, { isGuest: true });
  };
  return {
    act: 'guest_hold',
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
    apply(result) {
      if (isSame) return;
      const { id, guests } = result['booking'] as { id: Uuid; guests: object[] };
      if (isHeld) Object.assign(basket, { state: 'EXPIRED', history: [...basket.history, 'release_hold'] });
      model.applyHold(
        to.id,
        party,
        { state: 'ON_HOLD', name: '—', partner: null },
        {
          ...result,
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
          model.apply('redeem_code', newHold, { code }, result);
      model.links.set(token, id);
    },
  };
}

/** Returns the guest's next turn. `n` varies the texts. */
export function guestTurn(model: BookingModel, tokens: readonly string[], dice: Dice, n: number): GuestTurn {
  const { chance, pick } = dice;
  const links = [...model.links.keys()];
  const act = links.length === 0 ? 'guest_hold' : pick(ACTS);
  if (act === 'guest_hold') return holdTurn(model, pick(model.departures), pick([...tokens, ...links]), dice);
  // An unknown link, and an existing one.
  const booked = links.filter((link) => model.bookings.get(model.links.get(link)!)?.state === 'CONFIRMED');
  const holds = links.filter((link) => model.bookings.get(model.links.get(link)!)?.state === 'ON_HOLD');
  const isForHeld = act === 'guest_extend' || act === 'guest_confirm' || act === 'guest_redeem';
  const fitting = act === 'guest_redeem' ? holds : isForHeld ? [] : booked;
  const token = chance(0.06) ? makeToken() : pick(fitting.length > 0 && chance(0.7) ? fitting : links);
  const booking = model.bookings.get(model.links.get(token) ?? '');
  const someone = booking && liveOf(booking)[0]?.id;
  const names = someone === undefined ? [] : [{ guest_id: someone, name: `Ida ${n}` }];
  const isPreview = (act === 'guest_cancel' || act === 'guest_move') && chance(0.15);
  const change: Change =
    act === 'guest_confirm'
      ? {
          contact: { name: `Gro ${n}`, ...(chance(0.9) ? { email: `gro-${n}@lund.test` } : {}) },
          ...(chance(0.3) ? { names } : {}),
        }
      : act === 'guest_move'
        ? { departure_id: pick(model.departures).id }
        : act === 'guest_edit'
          ? { version: (booking?.version ?? 1) - (chance(0.2) ? 1 : 0), names }
          : act === 'guest_redeem'
            ? { code: pick(CODES) }
            : {};
  const sentChange = { ...change, ...(isPreview ? { preview: true } : {}) };
  return {
    act,
    args: { request: randomUUID(), token, ...(act === 'guest_extend' ? {} : { change: sentChange }) },
    should: booking ? expectBy(model, act, booking, change) : ['not_found'],
    isPreview,
    isSame: false,
    left: null,
    apply(result) {
      if (!booking) return;
      const name = {
        guest_extend: 'extend_booking',
        guest_confirm: 'confirm_booking',
        guest_cancel: 'cancel_booking',
        guest_move: 'move_booking',
        guest_edit: 'edit_booking',
        guest_redeem: 'redeem_code',
      }[act];
      model.apply(name, booking, change, result);
      // Names in the confirmation are logged as a separate edit.
      if (act === 'guest_confirm' && change['names']) model.apply('edit_booking', booking, {}, result);
    },
  };
}
