/** Builds action drafts from what a screen requests: pure validation, no database access. */
import {
  PUSH_LIMITS,
  type Action,
  type ActionKind,
  type ActionOf,
  type ActionPayloads,
  type CollectionMethod,
} from '../../domain/actions.ts';
import { generateCode, REFERENCE_LENGTH, TICKET_CODE_LENGTH } from '../../domain/codes.ts';
import { trimmedText, visibleText } from '../../domain/email-address.ts';
import type { Instant, MinorUnits, Uuid } from '../../domain/ids.ts';
import { jsonByteLength } from '../../lib/json-byte-length.ts';

/** An action without the fields that only the transaction knows: sequence, times, device, user. */
export type Draft = {
  [K in ActionKind]: Pick<
    ActionOf<K>,
    'id' | 'departureId' | 'companyId' | 'bookingId' | 'guestId' | 'kind' | 'payload'
  > & {
    /** When it happened, if that was earlier than now. */
    occurredAt?: Instant;
  };
}[ActionKind];

export interface DepartureRef {
  companyId: Uuid;
  departureId: Uuid;
}
export interface GuestRef {
  guestId: Uuid;
  bookingId: Uuid;
}
export type CheckInArgs = DepartureRef & { guests: readonly GuestRef[] } & ActionPayloads['check_in'];
export interface UndoArgs extends DepartureRef {
  /** Actions to cancel; only those that the screen showed, so that later ones survive. */
  actions: readonly Uuid[];
}
export interface RestoreArgs extends DepartureRef {
  undo: Uuid;
  /** Only actions of these guests; all of them if omitted. */
  guests?: readonly Uuid[];
}
export interface NoShowArgs extends DepartureRef {
  guests: readonly GuestRef[];
}
export interface PaymentArgs extends DepartureRef {
  bookingId: Uuid;
  amount: MinorUnits;
  currency: string;
  method: CollectionMethod;
}
export interface CollectArgs extends PaymentArgs {
  /** Guests who are checked in with the payment. */
  guests: readonly GuestRef[];
}
export interface NoteArgs extends DepartureRef {
  bookingId: Uuid;
  guestId?: Uuid | null;
  text: string;
}
export interface CountArgs extends DepartureRef {
  present: number;
  missing: readonly Uuid[];
  stop?: string | null;
}
export interface DepartArgs extends DepartureRef {
  headCount: number;
}
export type ReportKind = 'report_submit' | 'report_return' | 'report_lock' | 'report_unlock';
export type ReportArgs = DepartureRef & { [K in ReportKind]: Pick<ActionOf<K>, 'kind' | 'payload'> }[ReportKind];
export interface WalkInArgs extends DepartureRef {
  contactName: string;
  contactPhone?: string | null;
  contactEmail?: string | null;
  totalAmount: MinorUnits;
  currency: string;
  guests: readonly { priceCategoryId: Uuid | null; name?: string | null }[];
  payment?: { amount: MinorUnits; method: CollectionMethod } | null;
  /** False: the party is added to the list but not checked in yet. */
  checkIn?: boolean;
}

export interface DraftContext {
  newId(): Uuid;
  random(): number;
}

export const MAX_TEXT_LENGTH = 2000;
export const MAX_NAME_LENGTH = 200;
export const MAX_AMOUNT = 1_000_000_000;
export const MAX_PARTY = 100;
/** Bytes of an action that its payload may use; the rest covers the other fields and longer names on the wire. */
const PAYLOAD_BYTES = PUSH_LIMITS.actionBytes - 8192;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is Uuid => typeof value === 'string' && UUID.test(value);
const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= 100_000;
const isAmount = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_AMOUNT;
const isCurrency = (value: string) => /^[A-Z]{3}$/.test(value);
const textOrNull = (value: string | null | undefined) => (value == null ? null : trimmedText(value)) || null;

export function draft<K extends ActionKind>(
  maker: DraftContext,
  departureRef: DepartureRef,
  content: { kind: K; payload: ActionPayloads[K]; bookingId?: Uuid | null; guestId?: Uuid | null },
): Draft {
  const { companyId, departureId } = departureRef;
  const { kind, payload, bookingId = null, guestId = null } = content;
  return { id: maker.newId(), companyId, departureId, bookingId, guestId, kind, payload } as Draft;
}

const isValidRef = (departureRef: DepartureRef) => isId(departureRef.companyId) && isId(departureRef.departureId);
const areValidGuests = (guests: readonly GuestRef[]) =>
  guests.length > 0 && guests.every((guest) => isId(guest.guestId) && isId(guest.bookingId));

/** Each function returns the drafts, or null for invalid input. */
export const drafts = {
  checkIn(maker: DraftContext, args: CheckInArgs): Draft[] | null {
    if (!isValidRef(args) || !areValidGuests(args.guests)) return null;
    const payload = args.method === 'signed' ? { method: args.method, ticket: args.ticket } : { method: args.method };
    return args.guests.map((guest) => draft(maker, args, { kind: 'check_in', payload, ...guest }));
  },

  noShow(maker: DraftContext, args: NoShowArgs): Draft[] | null {
    if (!isValidRef(args) || !areValidGuests(args.guests)) return null;
    return args.guests.map((guest) => draft(maker, args, { kind: 'no_show', payload: {}, ...guest }));
  },

  undo(maker: DraftContext, args: UndoArgs): Draft[] | null {
    if (!isValidRef(args) || args.actions.length === 0 || !args.actions.every(isId)) return null;
    const actionIds = [...new Set(args.actions)];
    const made: Draft[] = [];
    for (let at = 0; at < actionIds.length; at += PUSH_LIMITS.undone) {
      made.push(
        draft(maker, args, { kind: 'undo', payload: { actions: actionIds.slice(at, at + PUSH_LIMITS.undone) } }),
      );
    }
    return made;
  },

  /**
   * Records the same actions again with their original times, because an undo is final. Of several check-ins or
   * no-shows of one guest only the earliest counts, so only that one is repeated.
   */
  repeat(maker: DraftContext, departureRef: DepartureRef, undone: readonly Action[]): Draft[] | null {
    const earliest = new Map<string, Action>();
    for (const action of undone) {
      // A walk-in created a booking and guests whose ids are used up; recording it again would add the guests twice.
      if (action.kind === 'undo' || action.kind === 'walk_in') return null;
      const key = action.guestId === null ? action.id : `${action.kind} ${action.guestId}`;
      const before = earliest.get(key);
      if (!before || action.occurredAt < before.occurredAt) earliest.set(key, action);
    }
    if (!isValidRef(departureRef) || earliest.size === 0) return null;
    return [...earliest.values()].map(({ kind, payload, bookingId, guestId, occurredAt }) => ({
      ...draft(maker, departureRef, { kind, payload, bookingId, guestId }),
      occurredAt,
    }));
  },

  payment(maker: DraftContext, args: PaymentArgs): Draft[] | null {
    const { bookingId, amount, currency, method } = args;
    if (!isValidRef(args) || !isId(bookingId) || !isAmount(amount) || amount === 0 || !isCurrency(currency))
      return null;
    return [draft(maker, args, { kind: 'payment', payload: { amount, currency, method }, bookingId })];
  },

  collect(maker: DraftContext, args: CollectArgs): Draft[] | null {
    const { guests } = args;
    const paid = drafts.payment(maker, args);
    const checkIns =
      guests.length === 0 ? [] : drafts.checkIn(maker, { ...args, method: guests.length > 1 ? 'party' : 'tap' });
    return paid && checkIns ? [...paid, ...checkIns] : null;
  },

  note(maker: DraftContext, args: NoteArgs): Draft[] | null {
    const text = trimmedText(args.text);
    const guestId = args.guestId ?? null;
    if (!isValidRef(args) || !isId(args.bookingId) || (guestId !== null && !isId(guestId))) return null;
    if (text === '' || text.length > MAX_TEXT_LENGTH) return null;
    return [draft(maker, args, { kind: 'note', payload: { text }, bookingId: args.bookingId, guestId })];
  },

  count(maker: DraftContext, args: CountArgs): Draft[] | null {
    const stop = textOrNull(args.stop);
    if (!isValidRef(args) || !isCount(args.present) || !args.missing.every(isId)) return null;
    if (args.missing.length > PUSH_LIMITS.missing) return null;
    if (stop !== null && stop.length > MAX_NAME_LENGTH) return null;
    return [
      draft(maker, args, { kind: 'count', payload: { present: args.present, missing: [...args.missing], stop } }),
    ];
  },

  depart(maker: DraftContext, args: DepartArgs): Draft[] | null {
    if (!isValidRef(args) || !isCount(args.headCount)) return null;
    return [draft(maker, args, { kind: 'depart', payload: { headCount: args.headCount } })];
  },

  walkIn(maker: DraftContext, args: WalkInArgs): Draft[] | null {
    const contactName = visibleText(args.contactName);
    if (!isValidRef(args) || contactName === '' || contactName.length > MAX_NAME_LENGTH) return null;
    if (!isAmount(args.totalAmount) || !isCurrency(args.currency)) return null;
    if (args.guests.length === 0 || args.guests.length > MAX_PARTY) return null;
    if (!args.guests.every((guest) => guest.priceCategoryId === null || isId(guest.priceCategoryId))) return null;
    if (args.payment && (!isAmount(args.payment.amount) || args.payment.amount === 0)) return null;

    const bookingId = maker.newId();
    const guests = args.guests.map((guest) => ({
      id: maker.newId(),
      priceCategoryId: guest.priceCategoryId,
      name: textOrNull(guest.name)?.slice(0, MAX_NAME_LENGTH) ?? null,
      ticketCode: generateCode(TICKET_CODE_LENGTH, () => maker.random()),
    }));
    const payload: ActionPayloads['walk_in'] = {
      reference: generateCode(REFERENCE_LENGTH, () => maker.random()),
      contactName,
      contactPhone: textOrNull(args.contactPhone),
      contactEmail: textOrNull(args.contactEmail),
      totalAmount: args.totalAmount,
      currency: args.currency,
      guests,
    };
    if (jsonByteLength(payload) > PAYLOAD_BYTES) return null;
    const walkInDrafts = [draft(maker, args, { kind: 'walk_in', payload, bookingId })];
    if (args.checkIn !== false) {
      for (const guest of guests) {
        walkInDrafts.push(
          draft(maker, args, { kind: 'check_in', payload: { method: 'walk_in' }, bookingId, guestId: guest.id }),
        );
      }
    }
    if (args.payment) {
      const paid = { amount: args.payment.amount, currency: args.currency, method: args.payment.method };
      walkInDrafts.push(draft(maker, args, { kind: 'payment', payload: paid, bookingId }));
    }
    return walkInDrafts;
  },
};

export function completeDraft(incomplete: Draft, fields: Omit<Action, Exclude<keyof Draft, 'occurredAt'>>): Action {
  return { ...incomplete, ...fields } as Action;
}
