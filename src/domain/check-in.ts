/**
 * The roll-call's state, folded from the SET of actions of one departure: order of arrival, duplicates and clocks do
 * not matter. Rule pair of `private.fold_check_in`; a property test checks that both agree. Screens always show this
 * fold of mirrored and queued actions.
 */
import type { Action, ActionOf } from './actions.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';

export const GUEST_STATUSES = ['expected', 'checked_in', 'no_show', 'cancelled'] as const;
export type GuestStatus = (typeof GUEST_STATUSES)[number];

/** A guest of the office's list, as the fold needs it. */
export interface FoldGuest {
  id: Uuid;
  bookingId: Uuid;
  cancelled: boolean;
}

export interface GuestState {
  status: GuestStatus;
  /** Check-ins that were not undone, earliest first. */
  checkIns: ActionOf<'check_in'>[];
  /** No-show marks that were not undone, earliest first. */
  noShows: ActionOf<'no_show'>[];
  /** Checked in by several people or on several devices: shown for a person to resolve, never an error. */
  conflict: boolean;
}

export interface BookingState {
  /** Collected at the meeting point and not undone; in addition to what the office received. */
  collected: MinorUnits;
  payments: ActionOf<'payment'>[];
  /** Several people or devices collected money. */
  paymentConflict: boolean;
  notes: ActionOf<'note'>[];
}

export interface RollCall {
  guests: ReadonlyMap<Uuid, GuestState>;
  bookings: ReadonlyMap<Uuid, BookingState>;
  /** Walk-ins that were not undone, earliest first. */
  walkIns: ActionOf<'walk_in'>[];
  /** The earliest departure action that was not undone. */
  departed: ActionOf<'depart'> | null;
  /** Recounts that were not undone, earliest first. */
  counts: ActionOf<'count'>[];
  tally: { expected: number; checkedIn: number; noShow: number; cancelled: number };
}

/** Compares by time, then by id, so that every device and the server agree on the order. */
export function compareByTime(a: { occurredAt: Instant; id: Uuid }, b: { occurredAt: Instant; id: Uuid }): number {
  if (a.occurredAt !== b.occurredAt) return a.occurredAt < b.occurredAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function grouped<T extends Action>(actions: T[], key: (action: T) => Uuid | null): Map<Uuid, T[]> {
  const groups = new Map<Uuid, T[]>();
  for (const action of actions) {
    const id = key(action);
    if (id === null) continue;
    const group = groups.get(id);
    if (group) group.push(action);
    else groups.set(id, [action]);
  }
  return groups;
}

/** Identifies a device of one person; the user id is included because anyone could claim a known device id. */
export const deviceKey = ({ userId, deviceId }: { userId: Uuid; deviceId: Uuid }): string => `${userId} ${deviceId}`;

const devices = (actions: readonly Action[]) => new Set(actions.map(deviceKey)).size;

/** Folds the actions of one departure over its guests. Pass no actions of other departures. */
export function foldCheckIn(guests: readonly FoldGuest[], actions: Iterable<Action>): RollCall {
  const byId = new Map<Uuid, Action>();
  const undone = new Set<Uuid>();
  for (const action of actions) {
    if (byId.has(action.id)) continue;
    byId.set(action.id, action);
    if (action.kind === 'undo') for (const id of action.payload.actions) undone.add(id);
  }
  const effective = [...byId.values()].filter((action) => !undone.has(action.id)).sort(compareByTime);
  const ofKind = <K extends Action['kind']>(kind: K) =>
    effective.filter((action): action is Extract<Action, ActionOf<K>> => action.kind === kind);

  const walkIns = ofKind('walk_in');
  const departed = ofKind('depart')[0] ?? null;
  const checkIns = grouped(ofKind('check_in'), (action) => action.guestId);
  const noShows = grouped(ofKind('no_show'), (action) => action.guestId);

  const states = new Map<Uuid, GuestState>();
  const tally = { expected: 0, checkedIn: 0, noShow: 0, cancelled: 0 };
  for (const [id, cancelled] of roster(guests, [...byId.values()], walkIns)) {
    const guestCheckIns = checkIns.get(id) ?? [];
    const status: GuestStatus =
      guestCheckIns.length > 0
        ? 'checked_in'
        : cancelled
          ? 'cancelled'
          : noShows.has(id) || departed
            ? 'no_show'
            : 'expected';
    states.set(id, {
      status,
      checkIns: guestCheckIns,
      noShows: noShows.get(id) ?? [],
      conflict: devices(guestCheckIns) > 1,
    });
    tally[TALLY_OF[status]] += 1;
  }

  const payments = grouped(ofKind('payment'), (action) => action.bookingId);
  const notes = grouped(ofKind('note'), (action) => action.bookingId);
  const bookings = new Map<Uuid, BookingState>();
  for (const id of new Set([...payments.keys(), ...notes.keys()])) {
    const paid = payments.get(id) ?? [];
    bookings.set(id, {
      collected: paid.reduce((sum, action) => sum + action.payload.amount, 0),
      payments: paid,
      paymentConflict: devices(paid) > 1,
      notes: notes.get(id) ?? [],
    });
  }
  return { guests: states, bookings, walkIns, departed, counts: ofKind('count'), tally };
}

const TALLY_OF = {
  expected: 'expected',
  checked_in: 'checkedIn',
  no_show: 'noShow',
  cancelled: 'cancelled',
} as const satisfies Record<GuestStatus, keyof RollCall['tally']>;

/**
 * Returns every guest id with whether the guest is cancelled. Guests of an undone walk-in count as cancelled. Guests of
 * a signed ticket always count, even if the check-in was undone or the list lacks them.
 */
function roster(
  guests: readonly FoldGuest[],
  all: readonly Action[],
  effectiveWalkIns: readonly ActionOf<'walk_in'>[],
): Map<Uuid, boolean> {
  const result = new Map<Uuid, boolean>();
  for (const guest of guests) result.set(guest.id, guest.cancelled);
  const effective = new Set(effectiveWalkIns.flatMap((action) => action.payload.guests.map((guest) => guest.id)));
  for (const action of all) {
    if (action.kind === 'check_in' && action.payload.method === 'signed' && action.guestId !== null) {
      if (!result.has(action.guestId)) result.set(action.guestId, false);
    }
    if (action.kind !== 'walk_in') continue;
    for (const { id } of action.payload.guests) {
      if (!effective.has(id)) result.set(id, true);
      else if (!result.has(id)) result.set(id, false);
    }
  }
  return result;
}

/** Returns the fold in the JSON form of the SQL function, to compare both. */
export function toCanonicalJson(state: RollCall): unknown {
  const entries = <T, R>(map: ReadonlyMap<Uuid, T>, shape: (value: T) => R) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, value]) => [id, shape(value)]));
  const ids = (actions: readonly Action[]) => actions.map((action) => action.id);
  return {
    guests: entries(state.guests, (guest) => ({
      status: guest.status,
      at: guest.checkIns[0]?.occurredAt ?? null,
      check_ins: ids(guest.checkIns),
      conflict: guest.conflict,
    })),
    bookings: entries(state.bookings, (booking) => ({
      collected: booking.collected,
      payments: ids(booking.payments),
      payment_conflict: booking.paymentConflict,
      notes: ids(booking.notes),
    })),
    walk_ins: ids(state.walkIns),
    departed: state.departed?.id ?? null,
    counts: ids(state.counts),
    tally: {
      expected: state.tally.expected,
      checked_in: state.tally.checkedIn,
      no_show: state.tally.noShow,
      cancelled: state.tally.cancelled,
    },
  };
}
