/** A model of the booking engine in the simplest terms: no locks, no rows, no SQL. */
import type { Attendance } from '../../src/domain/enums.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import {
  CATEGORIES,
  CREDIT_LIMIT,
  DISCOUNTS,
  GIFTS,
  type RpcResult,
  type Category,
  type Discount,
  type Gift,
  type Money,
  type DatabaseState,
} from './booking-stage.ts';

export interface ModelDeparture {
  id: Uuid;
  capacity: number;
  trait: 'open' | 'closed' | 'cancelled' | 'past';
}
interface Guest {
  id: Uuid;
  category: Category;
  amount: number;
  cancelled: boolean;
}
export interface ModelBooking {
  id: Uuid;
  state: string;
  departure: Uuid;
  guests: Guest[];
  total: number;
  /** `at`: the departure whose roll-call collected it. */
  received: {
    amount: number;
    at: Uuid | null;
    action: Uuid | null;
    undone: boolean;
    /** Not money: owed on the partner's account. */
    isOwed?: true;
    /** Not money: paid by a gift voucher. */
    isGift?: true;
  }[];
  refunded: number;
  /** Part of the balance that the partner owes, and what has been taken off its account again. */
  onAccount: number;
  tookOff: number;
  /** To be refunded, and not requested from the provider yet. */
  owed: number;
  /** Whether the provider refused that refund. */
  failed: boolean;
  /** Refunds requested from the provider. */
  requested: readonly number[];
  discount: Discount | null;
  /** The discount included in the current price. */
  taken: number;
  /** The gift voucher of the booking, with the amount reserved until it is redeemed. */
  gift: { code: Gift; reserved: number; drawn: boolean } | null;
  /** Part of its balance that vouchers have paid. */
  paidBy: Record<Gift, number>;
  history: string[];
  named: boolean;
  name: string;
  email: string | null;
  /** Number of extensions of its hold. */
  extensions: number;
  version: number;
  merged: boolean;
  tags: readonly string[];
  partner: Uuid | null;
}
export interface Ticket {
  category: Category;
  age?: number;
}
export type Change = Record<string, unknown> & { override?: string; confirm?: boolean };

export const seatsOf = (tickets: readonly { category: Category }[]) =>
  tickets.reduce((sum, { category }) => sum + CATEGORIES[category].seats, 0);
const amountOf = (guests: readonly Guest[]) => guests.reduce((sum, { amount }) => sum + amount, 0);
export const liveOf = (booking: ModelBooking) => booking.guests.filter(({ cancelled }) => !cancelled);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
/** Returns the amount that a discount takes off a price. */
const worthOf = (discount: Discount, price: number): number => {
  const worth = DISCOUNTS[discount];
  return Math.min(price, 'percent' in worth ? Math.round((price * worth.percent) / 100) : worth.amount);
};
const GIFT_CODES = Object.keys(GIFTS) as Gift[];
const isGift = (code: string): code is Gift => code in GIFTS;
const noGifts = (): Record<Gift, number> => ({ 'GIFT-A': 0, 'GIFT-B': 0 });
const ACTIVE = ['ON_HOLD', 'PENDING', 'CONFIRMED'];
const OK = ['ok'];

const STATES: Record<string, readonly string[]> = {
  extend_booking: ['ON_HOLD', 'EXPIRED'],
  confirm_booking: ['ON_HOLD', 'EXPIRED', 'PENDING'],
  change_party: ACTIVE,
  move_booking: ACTIVE,
  cancel_booking: ['CONFIRMED'],
  release_hold: ['ON_HOLD'],
  reject_booking: ['PENDING'],
  restore_booking: ['CANCELLED', 'REJECTED', 'EXPIRED'],
  mark_no_show: ['CONFIRMED'],
  mark_attended: ['CONFIRMED'],
  merge_bookings: ['CONFIRMED', 'PENDING'],
  split_booking: ['CONFIRMED', 'PENDING'],
  resend_booking: ACTIVE,
  redeem_code: ACTIVE,
};

export class BookingModel {
  readonly bookings = new Map<Uuid, ModelBooking>();
  /** `guest departure` for each checked-in guest. */
  readonly checkedIn = new Set<string>();
  /** `guest departure` for each guest marked as a no-show. */
  readonly missing = new Set<string>();
  /** Booking id by the token of the guest's link. */
  readonly links = new Map<string, Uuid>();
  constructor(
    readonly departures: readonly ModelDeparture[],
    /** Partners with an active agreement. */
    readonly senders: readonly Uuid[] = [],
  ) {}

  departure = (id: Uuid) => this.departures.find((departure) => departure.id === id)!;
  taken = (id: Uuid) =>
    [...this.bookings.values()]
      .filter(({ departure, state }) => departure === id && ACTIVE.includes(state))
      .reduce((sum, booking) => sum + seatsOf(liveOf(booking)), 0);
  balance = ({ received, refunded }: ModelBooking) =>
    received.reduce((sum, { amount, undone }) => sum + (undone ? 0 : amount), 0) - refunded;
  /** Credit left for the only partner, over all bookings of this sequence. */
  private left = () => Math.max(0, CREDIT_LIMIT - sumOf([...this.bookings.values()].map(({ onAccount }) => onAccount)));
  private isTheirs = ({ partner }: ModelBooking) => partner !== null && this.senders.includes(partner);

  /**
   * Returns what a price change adds to the partner's account (negative: takes off). `was` is the earlier price, null
   * for a restored booking.
   */
  private followed(booking: ModelBooking, was: number | null, { account, override }: Change): number | 'over_limit' {
    if ((booking.onAccount <= 0 && was !== null) || account === false) return 0;
    const { due, overpaid, balance } = this.money(booking);
    const amountToMove = Math.min(
      due,
      was === null ? (this.isTheirs(booking) ? booking.tookOff : 0) : booking.total - was,
    );
    if (amountToMove > 0) {
      if (!this.isTheirs(booking)) return 0;
      return amountToMove > this.left() && !override ? 'over_limit' : amountToMove;
    }
    return overpaid > 0 && balance === booking.onAccount ? -Math.min(overpaid, booking.onAccount) : 0;
  }
  private follow(booking: ModelBooking, was: number | null, change: Change) {
    const goes = this.followed(booking, was, change) as number;
    if (goes > 0) this.put(booking, goes);
    if (goes < 0) this.takeOff(booking, -goes);
  }
  private put(booking: ModelBooking, amount: number) {
    booking.onAccount += amount;
    booking.received.push({ amount, at: null, action: null, undone: false, isOwed: true });
  }
  private takeOff(booking: ModelBooking, amount: number) {
    booking.onAccount -= amount;
    booking.tookOff += amount;
    booking.refunded += amount;
  }

  /** Returns the voucher's balance, without the reservation of the booking `but`. */
  giftLeft = (code: Gift, but?: ModelBooking) =>
    GIFTS[code] -
    sumOf(
      [...this.bookings.values()].map(
        (booking) =>
          booking.paidBy[code] +
          (booking !== but && booking.gift?.code === code && !booking.gift.drawn && ACTIVE.includes(booking.state)
            ? booking.gift.reserved
            : 0),
      ),
    );
  /** Returns what a voucher will pay of the booking's price. */
  private kept = ({ gift }: ModelBooking) => (gift && !gift.drawn ? gift.reserved : 0);
  private unpaid = (booking: ModelBooking) => Math.max(0, booking.total - this.balance(booking));
  expectCode(booking: ModelBooking, code: Gift | Discount): string[] {
    if (!isGift(code)) return OK;
    if (this.giftLeft(code, booking) <= 0) return ['code_used_up'];
    if (booking.gift?.code === code) return OK;
    if (booking.gift?.drawn) return ['has_code'];
    return this.unpaid(booking) > 0 ? OK : ['nothing_due'];
  }
  /** Returns the allowed statuses of a restore: its voucher must still cover the reservation. */
  comesBack = (booking: ModelBooking): string[] =>
    booking.gift && !booking.gift.drawn && this.giftLeft(booking.gift.code, booking) < booking.gift.reserved
      ? ['code_used_up']
      : OK;
  /** Redeems the reservation of a confirmed booking. */
  private draw(booking: ModelBooking) {
    const { gift } = booking;
    if (!gift || gift.drawn || gift.reserved === 0) return;
    const amount = Math.min(gift.reserved, this.unpaid(booking));
    gift.reserved = 0;
    if (amount === 0) return;
    gift.drawn = true;
    this.payBy(booking, gift.code, amount);
  }
  private payBy(booking: ModelBooking, code: Gift, amount: number) {
    booking.paidBy[code] += amount;
    booking.received.push({ amount, at: null, action: null, undone: false, isGift: true });
  }
  /** Refunds to vouchers, up to what they have paid. Returns the rest. */
  private giveBack(booking: ModelBooking, amount: number): number {
    let rest = amount;
    for (const code of GIFT_CODES) {
      const part = Math.min(rest, booking.paidBy[code]);
      booking.paidBy[code] -= part;
      booking.refunded += part;
      rest -= part;
    }
    return rest;
  }

  isCheckedIn = (guest: Uuid, departure: Uuid) => this.checkedIn.has(`${guest} ${departure}`);

  /** Returns every allowed status, usually one. */
  check(
    departure: ModelDeparture,
    party: readonly Ticket[],
    seats: number,
    { override, isGuest = false }: { override?: unknown; isGuest?: boolean } = {},
  ): string[] {
    if (departure.trait === 'cancelled') return ['departure_cancelled'];
    if (seats > 0 && departure.trait === 'closed' && !override) return ['closed'];
    if (isGuest && departure.trait === 'past') return ['too_late'];
    const problems: string[] = [];
    const brings = party.some(({ category }) => category === 'ADULT' || category === 'FAMILY');
    if (!brings && party.some(({ category }) => category === 'CHILD')) problems.push('not_accompanied');
    if (party.some(({ category, age }) => category === 'INFANT' && age !== undefined && age > 2))
      problems.push('wrong_age');
    if (problems.length > 0 && !override) return problems;
    if (seats > 0 && this.taken(departure.id) + seats > departure.capacity && !override) return ['sold_out'];
    return OK;
  }

  private sends = (partner: unknown) =>
    partner === null || partner === undefined || this.senders.includes(partner as Uuid);

  expectHold(
    departure: ModelDeparture,
    tickets: readonly Ticket[],
    { override, organisation_id: partner }: Change = {},
  ): string[] {
    if (!this.sends(partner)) return ['wrong_partner'];
    return this.check(departure, tickets, seatsOf(tickets), { override });
  }

  /** Returns the allowed statuses of an action on a booking. */
  expect(act: string, booking: ModelBooking, change: Change): string[] {
    const states = STATES[act];
    if (states && !states.includes(booking.state)) return ['wrong_state'];
    const live = liveOf(booking);
    const again = () => this.check(this.departure(booking.departure), live, seatsOf(live), change);
    const named = (change['guests'] as Uuid[] | undefined) ?? live.map(({ id }) => id);
    const balance = Math.max(0, this.balance(booking));
    const stays = (ids: readonly Uuid[]) =>
      ids.some((id) => this.isCheckedIn(id, booking.departure)) && !change.confirm;
    switch (act) {
      case 'extend_booking':
        return booking.state === 'EXPIRED' ? this.ifBack(again(), booking) : OK;
      case 'confirm_booking':
        if (!booking.named && !change['contact']) return ['no_contact'];
        return booking.state === 'EXPIRED' ? this.ifBack(again(), booking) : OK;
      case 'restore_booking':
        if (booking.merged) return ['wrong_state'];
        if (!booking.named) return ['no_contact'];
        return this.ifFollowed(
          this.ifBack(again(), booking),
          { ...booking, state: 'CONFIRMED', owed: 0, requested: booking.requested },
          null,
          change,
        );
      case 'change_party': {
        const add = change['tickets'] as Ticket[];
        const remove = change['remove'] as Uuid[];
        const left = live.filter(({ id }) => !remove.includes(id));
        if (add.length + remove.length === 0 || add.length + left.length === 0) return ['invalid'];
        if (stays(remove)) return ['checked_in'];
        const gone = live.filter(({ id }) => remove.includes(id));
        const seats = seatsOf(add) - seatsOf(gone);
        const became = structuredClone(booking);
        for (const guest of became.guests) if (remove.includes(guest.id)) guest.cancelled = true;
        const joined = add.map(({ category }) => ({
          id: '',
          category,
          amount: CATEGORIES[category].amount,
          cancelled: false,
        }));
        became.guests.push(...joined);
        this.reprice(became, amountOf(joined) - amountOf(gone));
        return this.ifFollowed(
          this.check(this.departure(booking.departure), [...left, ...add], seats, change),
          became,
          booking.total,
          change,
        );
      }
      case 'move_booking':
        if (change['departure_id'] === booking.departure) return ['same_departure'];
        if (stays(live.map(({ id }) => id))) return ['checked_in'];
        return this.check(this.departure(change['departure_id'] as Uuid), live, seatsOf(live), change);
      case 'cancel_booking':
        if (typeof change['refund'] === 'number' && change['refund'] > balance) return ['too_much'];
        return stays(live.map(({ id }) => id)) ? ['checked_in'] : OK;
      case 'decide_refund':
        return (change['amount'] as number) > balance ? ['too_much'] : OK;
      case 'record_refund':
        if (change['method'] === 'on_account')
          return (change['amount'] as number) > Math.min(balance, booking.onAccount) ? ['too_much'] : OK;
        return (change['refund_id'] ? booking.owed : (change['amount'] as number)) > balance ? ['too_much'] : OK;
      case 'mark_no_show':
      case 'mark_attended':
        // All other departures are years away.
        if (this.departure(booking.departure).trait !== 'past') return ['too_early'];
        return act === 'mark_no_show' && stays(named) ? ['checked_in'] : OK;
      case 'record_payment':
        if (change['amount'] === 'due' && this.money(booking).due === 0) return ['nothing_due'];
        return change['method'] === 'on_account' ? this.expectOnAccount(booking, change) : OK;
      case 'merge_bookings': {
        const other = this.bookings.get(change['other'] as Uuid)!;
        if (other === booking) return ['not_found'];
        if (other.departure !== booking.departure) return ['other_departure'];
        if (other.state !== booking.state) return ['wrong_state'];
        const isOne = other.name === booking.name || (other.email !== null && other.email === booking.email);
        return isOne || change.confirm ? OK : ['other_guest'];
      }
      case 'split_booking': {
        if (named.length === 0 || named.length === live.length) return ['invalid'];
        const halves = [live.filter(({ id }) => named.includes(id)), live.filter(({ id }) => !named.includes(id))];
        const open = { id: '', capacity: Infinity, trait: 'open' as const };
        return halves.flatMap((half) => this.check(open, half, 0, change)).includes('not_accompanied')
          ? ['not_accompanied']
          : OK;
      }
      case 'resend_booking':
        // This stage has no online payment.
        if (booking.state === 'ON_HOLD') return ['nothing_to_pay'];
        return booking.email === null ? ['no_address'] : OK;
      case 'issue_invoice':
        // Earlier payments with documents are covered in tests/database/documents.test.ts.
        return this.money(booking).due > 0 && ACTIVE.includes(booking.state) && booking.state !== 'ON_HOLD'
          ? OK
          : ['ok', 'nothing_paid'];
      case 'retry_refund':
        return booking.failed ? OK : ['not_found'];
      case 'redeem_code':
        return this.expectCode(booking, change['code'] as Gift | Discount);
      case 'edit_booking':
        return change['version'] === booking.version ? OK : ['stale'];
      case 'tag_booking':
        return [...(change['add'] as string[]), ...(change['remove'] as string[])].length === 0 ? ['invalid'] : OK;
      case 'assign_partner':
        return this.sends(change['organisation_id']) ? OK : ['wrong_partner'];
      default:
        return OK;
    }
  }

  private expectOnAccount(booking: ModelBooking, { amount, override }: Change): string[] {
    const { due } = this.money(booking);
    const requestedAmount = amount === 'due' ? due : (amount as number);
    if (booking.state !== 'CONFIRMED' && booking.state !== 'PENDING') return ['wrong_state'];
    if (!this.isTheirs(booking)) return ['no_account'];
    if (requestedAmount > due) return ['too_much'];
    return requestedAmount > this.left() && !override ? ['over_limit'] : OK;
  }

  /** Returns the statuses of a restore, given those of the departure's check. */
  ifBack = (evaluated: readonly string[], booking: ModelBooking): string[] =>
    evaluated.includes('ok') ? this.comesBack(booking) : [...evaluated];

  /** Returns the statuses of a price change, given those of the departure's check and the partner's credit. */
  private ifFollowed(evaluated: string[], became: ModelBooking, was: number | null, change: Change): string[] {
    return evaluated === OK && this.followed(became, was, change) === 'over_limit' ? ['over_limit'] : evaluated;
  }

  private ticketsFrom(result: RpcResult, tickets: readonly Ticket[]): Guest[] {
    const newTickets = result['guests'] as { id: Uuid; amount: number }[];
    // Tickets of one category are interchangeable, so any id may belong to any of them.
    const open = [...tickets];
    return newTickets.map(({ id, amount }) => {
      const at = open.findIndex(({ category }) => CATEGORIES[category].amount === amount);
      const [{ category }] = open.splice(at, 1) as [Ticket];
      return { id, category, amount, cancelled: false };
    });
  }

  applyHold(
    departure: Uuid,
    tickets: readonly Ticket[],
    how: { state: string; name: string; partner: Uuid | null },
    result: RpcResult,
  ) {
    const guests = this.ticketsFrom(result, tickets);
    this.bookings.set(result['booking_id'] as Uuid, {
      id: result['booking_id'] as Uuid,
      state: how.state,
      departure,
      guests,
      total: amountOf(guests),
      received: [],
      refunded: 0,
      onAccount: 0,
      tookOff: 0,
      owed: 0,
      failed: false,
      requested: [],
      discount: null,
      taken: 0,
      gift: null,
      paidBy: noGifts(),
      history: ['hold_booking'],
      named: how.name !== '—',
      name: how.name,
      email: null,
      extensions: 0,
      version: 1,
      merged: false,
      tags: [],
      partner: how.partner,
    });
  }

  /** Applies an action that returned `ok`. */
  apply(act: string, booking: ModelBooking, change: Change, result: RpcResult) {
    const live = liveOf(booking);
    const named = (change['guests'] as Uuid[] | undefined) ?? live.map(({ id }) => id);
    const balance = Math.max(0, this.balance(booking));
    // Attendance is not logged as a booking action, nor is an action without effect.
    if (!act.startsWith('mark_') && this.changesSomething(act, booking, change)) booking.history.push(act);
    switch (act) {
      case 'extend_booking':
        booking.state = 'ON_HOLD';
        booking.extensions += 1;
        break;
      case 'confirm_booking':
        booking.state = (change['state'] as string | undefined) ?? 'CONFIRMED';
        this.draw(booking);
        if (change['contact']) booking.version += 1;
        this.rename(booking, change);
        break;
      case 'change_party': {
        const gone = live.filter(({ id }) => (change['remove'] as Uuid[]).includes(id));
        for (const guest of gone) guest.cancelled = true;
        const newTickets = this.ticketsFrom(result, change['tickets'] as Ticket[]);
        booking.guests.push(...newTickets);
        const was = booking.total;
        this.reprice(booking, amountOf(newTickets) - amountOf(gone));
        this.follow(booking, was, change);
        break;
      }
      case 'move_booking':
        booking.departure = change['departure_id'] as Uuid;
        break;
      case 'cancel_booking': {
        const refund = (change['refund'] as string | number | undefined) ?? 'policy';
        const policy = this.departure(booking.departure).trait === 'past' ? 0 : balance;
        this.owe(
          booking,
          refund === 'policy' ? policy : refund === 'full' ? balance : refund === 'none' ? 0 : Number(refund),
        );
        booking.state = 'CANCELLED';
        break;
      }
      case 'release_hold':
        booking.state = 'EXPIRED';
        break;
      case 'reject_booking':
        booking.state = 'REJECTED';
        this.owe(booking, balance);
        break;
      case 'restore_booking':
        booking.state = 'CONFIRMED';
        this.draw(booking);
        this.owe(booking, 0);
        this.follow(booking, null, change);
        break;
      case 'decide_refund':
        this.owe(booking, change['amount'] as number);
        break;
      case 'record_payment': {
        const amount = change['amount'] === 'due' ? this.money(booking).due : (change['amount'] as number);
        if (change['method'] === 'on_account') this.put(booking, amount);
        else booking.received.push({ amount, at: null, action: null, undone: false });
        break;
      }
      case 'record_refund': {
        const amount = change['refund_id'] ? booking.owed : (change['amount'] as number);
        if (change['method'] === 'on_account') this.takeOff(booking, amount);
        else booking.refunded += amount;
        // Amounts that a voucher has paid in the meantime reduce the rest.
        booking.owed = this.giveBack(booking, Math.max(0, booking.owed - amount));
        booking.failed = false;
        break;
      }
      case 'retry_refund':
        Object.assign(booking, { requested: [...booking.requested, booking.owed], owed: 0, failed: false });
        break;
      case 'redeem_code':
        this.redeem(booking, change['code'] as Gift | Discount);
        break;
      case 'mark_no_show':
        for (const id of named) {
          this.checkedIn.delete(`${id} ${booking.departure}`);
          this.missing.add(`${id} ${booking.departure}`);
        }
        break;
      case 'mark_attended':
        for (const id of named) this.checkedIn.add(`${id} ${booking.departure}`);
        break;
      case 'merge_bookings': {
        const other = this.bookings.get(change['other'] as Uuid)!;
        const coming = liveOf(other);
        booking.guests.push(...coming);
        other.guests = other.guests.filter(({ cancelled }) => cancelled);
        this.shift(other, booking, this.balance(other));
        this.reprice(booking, other.total, true);
        booking.tags = [...new Set([...booking.tags, ...other.tags])].sort();
        const brings = { name: !booking.named && other.named, email: booking.email === null && other.email !== null };
        if (brings.name || brings.email) booking.version += 1;
        if (brings.name) Object.assign(booking, { name: other.name, named: true });
        booking.email ??= other.email;
        this.owe(other, 0);
        Object.assign(other, { total: 0, state: 'CANCELLED', merged: true });
        other.history.push('merge_bookings');
        break;
      }
      case 'split_booking': {
        const going = live.filter(({ id }) => named.includes(id));
        booking.guests = booking.guests.filter((guest) => !going.includes(guest));
        // Guests who leave take their share of the discount along.
        const whole = amountOf(live);
        const part = whole === 0 ? 0 : Math.round((booking.taken * amountOf(going)) / whole);
        const total = Math.max(0, Math.min(amountOf(going) - part, booking.total));
        const newBooking: ModelBooking = {
          ...booking,
          id: result['new_booking_id'] as Uuid,
          guests: going,
          total,
          received: [],
          refunded: 0,
          onAccount: 0,
          tookOff: 0,
          owed: 0,
          failed: false,
          requested: [],
          discount: null,
          taken: 0,
          gift: null,
          paidBy: noGifts(),
          history: ['split_booking'],
          extensions: 0,
          version: 1,
          merged: false,
        };
        this.reprice(booking, -total, true);
        this.shift(booking, newBooking, Math.min(total, this.balance(booking) - booking.total));
        this.bookings.set(newBooking.id, newBooking);
        break;
      }
      case 'edit_booking':
        booking.version += 1;
        this.rename(booking, change);
        break;
      case 'tag_booking':
        booking.tags = this.tagged(booking, change);
        break;
      case 'assign_partner':
        booking.partner = change['organisation_id'] as Uuid | null;
        break;
    }
  }

  /** Sets the price; `isNet` means that the discount is already deducted. */
  private reprice(booking: ModelBooking, difference: number, isNet = false) {
    const agreed = amountOf(liveOf(booking));
    const worth = booking.discount === null ? 0 : worthOf(booking.discount, agreed);
    const before = booking.total;
    booking.total = Math.max(0, before + difference - (isNet ? 0 : worth - booking.taken));
    booking.taken =
      booking.discount !== null && isNet && difference >= 0 ? Math.max(0, agreed - before - difference) : worth;
  }

  redeem(booking: ModelBooking, code: Gift | Discount) {
    if (code === booking.discount || code === booking.gift?.code) return;
    const isActive = booking.state === 'CONFIRMED' || booking.state === 'PENDING';
    if (isGift(code)) {
      const reserved = Math.min(this.giftLeft(code), this.unpaid(booking));
      booking.gift = { code, reserved, drawn: false };
      if (isActive) this.draw(booking);
      return;
    }
    booking.discount = code;
    this.reprice(booking, 0);
    if (booking.gift && !booking.gift.drawn)
      booking.gift.reserved = Math.min(booking.gift.reserved, this.unpaid(booking));
  }

  /** Sets the amount to refund: replaces an earlier decision, but not what the provider was asked for. */
  private owe(booking: ModelBooking, amount: number) {
    const rest = amount - sumOf(booking.requested);
    // The guests' own payments are refunded first.
    const own = Math.max(0, this.balance(booking) - booking.onAccount);
    const off = Math.max(0, Math.min(rest, amount - own, booking.onAccount));
    if (off > 0) this.takeOff(booking, off);
    booking.owed = this.giveBack(booking, Math.max(0, rest - off));
    booking.failed = false;
  }

  /** The provider has paid the requested refunds. */
  send(booking: ModelBooking) {
    booking.history.push(...booking.requested.map(() => 'record_refund'));
    booking.refunded += sumOf(booking.requested);
    booking.requested = [];
  }

  private tagged = ({ tags }: ModelBooking, { add, remove }: Change): string[] =>
    [...new Set([...tags, ...(add as string[])])].filter((tag) => !(remove as string[]).includes(tag)).sort();

  private changesSomething(act: string, booking: ModelBooking, change: Change): boolean {
    if (act === 'redeem_code') return change['code'] !== booking.discount && change['code'] !== booking.gift?.code;
    if (act === 'tag_booking') return this.tagged(booking, change).join() !== booking.tags.join();
    return act !== 'assign_partner' || change['organisation_id'] !== booking.partner;
  }

  private rename(booking: ModelBooking, { contact }: Change & { contact?: { name: string; email?: string } }) {
    if (!contact) return;
    booking.name = contact.name;
    booking.email = contact.email ?? booking.email;
    booking.named = true;
  }

  private shift(giver: ModelBooking, taker: ModelBooking, amount: number) {
    if (amount <= 0) return;
    const owing = Math.max(0, Math.min(amount, giver.onAccount));
    giver.onAccount -= owing;
    taker.onAccount += owing;
    giver.refunded += amount;
    const entry = { at: null, action: null, undone: false } as const;
    if (owing > 0) taker.received.push({ ...entry, amount: owing, isOwed: true });
    let rest = amount - owing;
    for (const code of GIFT_CODES) {
      const part = Math.min(rest, giver.paidBy[code]);
      if (part === 0) continue;
      giver.paidBy[code] -= part;
      this.payBy(taker, code, part);
      rest -= part;
    }
    if (rest > 0) taker.received.push({ ...entry, amount: rest });
  }

  money(booking: ModelBooking): Money {
    const { total, state } = booking;
    const owed = booking.owed + sumOf(booking.requested);
    const balance = this.balance(booking);
    const isActive = ACTIVE.includes(state);
    const over = isActive ? balance - total - owed : state === 'CANCELLED' ? 0 : balance - owed;
    return {
      currency: 'DKK',
      total,
      owed,
      balance,
      on_account: booking.onAccount,
      due: Math.max(0, isActive ? total - balance - this.kept(booking) : -balance),
      overpaid: Math.max(0, over),
      retained: state === 'CANCELLED' ? Math.max(0, balance - owed) : 0,
    };
  }

  /** Returns the money as its guest sees it: without what a partner pays. */
  guestMoney(booking: ModelBooking): Omit<Money, 'on_account'> {
    const { on_account: owing, ...money } = this.money(booking);
    return {
      ...money,
      total: money.total - owing,
      balance: money.balance - owing,
      retained: Math.max(0, money.retained - owing),
    };
  }

  attendance(booking: ModelBooking): Attendance | null {
    const live = liveOf(booking);
    if (live.length === 0 || !['CONFIRMED', 'PENDING'].includes(booking.state)) return null;
    const checkedIn = live.filter(({ id }) => this.isCheckedIn(id, booking.departure)).length;
    if (checkedIn > 0) return checkedIn === live.length ? 'attended' : 'partial';
    return live.every(({ id }) => this.missing.has(`${id} ${booking.departure}`)) ? 'no_show' : 'unknown';
  }

  /** Returns the expected state of the database. */
  databaseState(): DatabaseState {
    return {
      departures: Object.fromEntries(this.departures.map(({ id }) => [id, this.taken(id)])),
      gifts: Object.fromEntries(GIFT_CODES.map((code) => [code, this.giftLeft(code)])) as Record<Gift, number>,
      checked_in: Object.fromEntries(
        [...this.bookings.values()].flatMap((booking) =>
          booking.guests
            .filter(({ id }) => this.isCheckedIn(id, booking.departure))
            .map(({ id }) => [id, booking.departure] as const),
        ),
      ),
      bookings: Object.fromEntries(
        [...this.bookings.values()].map((booking) => {
          const collected = booking.received
            .filter(({ at, undone }) => at === booking.departure && !undone)
            .reduce((sum, { amount }) => sum + amount, 0);
          return [
            booking.id,
            {
              state: booking.state,
              departure: booking.departure,
              version: booking.version,
              extensions: booking.extensions,
              paid: this.balance(booking) - collected,
              collected,
              total: booking.total,
              balance: this.balance(booking),
              on_account: booking.onAccount,
              by_gifts: sumOf(Object.values(booking.paidBy)),
              owed: booking.owed + sumOf(booking.requested),
              pending: booking.owed > 0 ? 'owed' : null,
              guests: Object.fromEntries(liveOf(booking).map(({ id, category }) => [id, category])),
              history: booking.history,
              tags: booking.tags,
              partner: booking.partner,
              attendance: this.attendance(booking),
            },
          ];
        }),
      ),
    };
  }
}
