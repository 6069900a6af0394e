import type { PriceCategoryType } from './closed-lists.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';

/** The schema version that this build writes. A server that knows only older ones refuses the action alone. */
export const ACTION_SCHEMA_VERSION = 1;

export type CheckInMethod = 'tap' | 'scan' | 'code' | 'party' | 'walk_in' | 'signed';
export type CollectionMethod = 'cash' | 'card' | 'other';

export interface WalkInGuest {
  id: Uuid;
  priceCategoryId: Uuid | null;
  name: string | null;
  ticketCode: string;
}

/** What each kind carries beside the fields that all have. */
export interface ActionPayloads {
  /** `signed`: by a ticket that proved itself, whose guest the list may not have yet; it carries that ticket. */
  check_in: { method: Exclude<CheckInMethod, 'signed'> } | { method: 'signed'; ticket: string };
  no_show: Record<string, never>;
  /** A booking made at the meeting point; its id and its guests' ids are made on the device. */
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
  /** A recount: `present` people counted; `missing`, the guests who were here and now are not. */
  count: { present: number; missing: Uuid[]; stop: string | null };
  /** `headCount`: the people who left with the group, frozen at that moment. */
  depart: { headCount: number };
  /** Cancels exactly the actions it names, of any kind but undo. */
  undo: { actions: Uuid[] };
  /** The numbers as the guide confirms them; `replaces`: the reports that they saw. An undo reaches none of these four. */
  report_submit: {
    replaces: Uuid[];
    lines: { type: PriceCategoryType; came: number }[];
    walkIns: number;
    /** Who guided. */
    guideId: Uuid | null;
    minutesLate: number;
    incidents: string | null;
    note: string | null;
    /** There were words which the reader may not see; never sent. */
    isMasked?: true;
    /** Cash counted and handed over. */
    handedOver: MinorUnits;
    currency: string;
  };
  report_ask_back: { report: Uuid; word: string };
  report_lock: { report: Uuid };
  /** Opens exactly the locks it names. */
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
  'report_ask_back',
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
  /** Rises by one with each action of the device. */
  deviceSequence: number;
  /** When it happened: the device's clock, corrected by the offset measured at the last answer. */
  occurredAt: Instant;
  /** What the device's clock said. */
  deviceTime: Instant;
  userId: Uuid;
}

export type ActionOf<K extends ActionKind> = ActionFields & { kind: K; payload: ActionPayloads[K] };

/** A fact of the roll-call. Never changed; cancelled only by an `undo` that names it. */
export type Action = { [K in ActionKind]: ActionOf<K> }[ActionKind];

/** What the server takes of a push, at most; what is beyond it refuses unread. `private.push_limit` has the same figures. */
export const PUSH_LIMITS = {
  requestBytes: 1_048_576,
  actionBytes: 131_072,
  actions: 200,
  missing: 2000,
  undone: 1000,
} as const;

/** Why the server recorded an action and yet wants somebody to look at it. */
export const FLAGS = [
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
export type Flag = (typeof FLAGS)[number];

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
  'earns_commission',
  'wrong_price',
  'unknown_ticket',
  'report_locked',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The server's answer to one pushed action. */
export type Outcome =
  | { id: Uuid; status: 'applied' | 'duplicate' }
  | { id: Uuid; status: 'flagged'; flags: Flag[] }
  | { id: Uuid; status: 'refused'; code: Refusal };
