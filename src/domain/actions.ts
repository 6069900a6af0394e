import type { PriceCategoryType } from './enums.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';

/**
 * The action schema version that this build writes. A server that knows only older versions refuses only this action.
 */
export const ACTION_SCHEMA_VERSION = 1;

export type CheckInMethod = 'tap' | 'scan' | 'code' | 'party' | 'walk_in' | 'signed';
export type CollectionMethod = 'cash' | 'card' | 'other';

export interface WalkInGuest {
  id: Uuid;
  priceCategoryId: Uuid | null;
  name: string | null;
  ticketCode: string;
}

/** The payload of each kind of action. */
export interface ActionPayloads {
  /** `signed`: by a signed ticket, which is included because its guest may not be on the list yet. */
  check_in: { method: Exclude<CheckInMethod, 'signed'> } | { method: 'signed'; ticket: string };
  no_show: Record<string, never>;
  /** A booking made at the meeting point. The device generates the ids of the booking and its guests. */
  walk_in: {
    reference: string;
    contactName: string;
    contactPhone: string | null;
    contactEmail: string | null;
    totalAmount: MinorUnits;
    currency: string;
    guests: WalkInGuest[];
  };
  payment: { amount: MinorUnits; currency: string; method: CollectionMethod };
  note: { text: string };
  /** A recount. `present`: people counted; `missing`: checked-in guests who are no longer there. */
  count: { present: number; missing: Uuid[]; stop: string | null };
  /** `headCount`: the people who left with the group, frozen at departure. */
  depart: { headCount: number };
  /** Cancels exactly the named actions. Naming an undo or one of the four report kinds has no effect. */
  undo: { actions: Uuid[] };
  /** The tour report as the guide confirms it. `replaces`: the reports that the guide saw. */
  report_submit: {
    replaces: Uuid[];
    lines: { type: PriceCategoryType; attended: number }[];
    walkIns: number;
    /** The person who guided the tour. */
    guideId: Uuid | null;
    minutesLate: number;
    incidents: string | null;
    note: string | null;
    /** Set on received reports whose texts the reader may not see; never sent. */
    isMasked?: true;
    /** Cash that the guide counted and handed over. */
    handedOver: MinorUnits;
    currency: string;
  };
  /** Returns a report to the guide with a comment. */
  report_return: { report: Uuid; question: string };
  report_lock: { report: Uuid };
  /** Opens exactly the named locks. */
  report_unlock: { locks: Uuid[]; reason: string };
}

export type ActionKind = keyof ActionPayloads;

export const ACTION_KINDS = [
  'check_in',
  'no_show',
  'walk_in',
  'payment',
  'note',
  'count',
  'depart',
  'undo',
  'report_submit',
  'report_return',
  'report_lock',
  'report_unlock',
] as const satisfies readonly ActionKind[];

export interface ActionFields {
  id: Uuid;
  schemaVersion: number;
  companyId: Uuid;
  departureId: Uuid;
  bookingId: Uuid | null;
  guestId: Uuid | null;
  deviceId: Uuid;
  /** Increases by one with each action of the device. */
  deviceSequence: number;
  /** When it happened: the device's clock, corrected by the offset measured at the last response. */
  occurredAt: Instant;
  /** The device's uncorrected clock. */
  deviceTime: Instant;
  userId: Uuid;
}

export type ActionOf<K extends ActionKind> = ActionFields & { kind: K; payload: ActionPayloads[K] };

/** An immutable record of the roll-call; only an `undo` that names it cancels it. */
export type Action = { [K in ActionKind]: ActionOf<K> }[ActionKind];

/**
 * The most that the server accepts in one push; it refuses larger pushes without parsing them. The same as
 * `private.push_limit`.
 */
export const PUSH_LIMITS = {
  requestBytes: 1_048_576,
  actionBytes: 131_072,
  actions: 200,
  /** Guests in one `count` action. */
  missing: 2000,
  /** Actions that one `undo` names. */
  undone: 1000,
} as const;

/** Why the server recorded an action but wants a person to look at it. */
export const ACTION_FLAGS = [
  'already_checked_in',
  'already_paid',
  'booking_cancelled',
  'booking_moved',
  'booking_not_confirmed',
  'departure_cancelled',
  'not_assigned',
  'over_capacity',
  'clock_skew',
  'odd_time',
  'unknown_guest',
  'undid_other',
  'undid_payment',
  'amount_differs',
  'other_method',
] as const;
export type Flag = (typeof ACTION_FLAGS)[number];

/** Why the server could not record an action. */
export const REFUSALS = [
  'malformed',
  'unknown_kind',
  'newer_schema',
  'id_reused',
  'not_permitted',
  'unknown_departure',
  'no_subscription',
  'too_large',
  'wrong_device',
  'never_assigned',
  /** The sender's organisation earns commission from the booking (ADR 003). */
  'earns_commission',
  'wrong_price',
  'unknown_ticket',
  'report_locked',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The server's result for one pushed action. */
export type Outcome =
  | { id: Uuid; status: 'applied' | 'duplicate' }
  | { id: Uuid; status: 'flagged'; flags: Flag[] }
  | { id: Uuid; status: 'refused'; code: Refusal };
