/**
 * Evaluates scanned or typed codes to a fixed list of results, the same offline and online. The source (server,
 * device, unknown) is separate from the result, so that an offline or outdated device never calls a ticket invalid.
 */
import type { CheckInMethod } from './actions.ts';
import type { GuestStatus } from './check-in.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from './ids.ts';
import type { LocalisedText } from './locales.ts';
import type { BookingStatus } from './enums.ts';
import type { SignedTicket, TicketGuestType } from './signed-ticket.ts';

export const SCAN_RESULTS = [
  'ok',
  'already_checked_in',
  'wrong_departure',
  'wrong_day',
  'cancelled',
  'unpaid',
  'on_hold',
  'expired',
  'departed',
  'unknown_ticket',
  'not_permitted',
  'unreadable',
  'interrupted',
  'genuine',
  'forged',
  'foreign_ticket',
  'revoked_key',
  'unknown_key',
] as const;

export type ScanResultCode = (typeof SCAN_RESULTS)[number];

/** Source of the result: the server, the device's list, or nobody yet. */
export type ScanResultSource = 'server' | 'device' | 'unknown';

/** Tone of sound, vibration and colour: admit, check, refuse. */
export type ScanResultTone = 'ok' | 'attention' | 'no';

/** What the device's list or the server's look-up knows about the ticket. */
export interface TicketFacts {
  departureId: Uuid;
  tourTitle: LocalisedText;
  meetingPoint: LocalisedText;
  startsAt: Instant;
  localDate: LocalDate;
  guideNames: readonly string[];
  /** The group has left. */
  departed: boolean;
  bookingId: Uuid;
  bookingStatus: BookingStatus;
  reference: string;
  contactName: string;
  due: MinorUnits;
  currency: string;
  expiresAt: Instant | null;
  /** The guest of a ticket code; null for a code of the whole party. */
  guestId: Uuid | null;
  guestName: string | null;
  /** The guests of the code: one for a ticket, else the party. Null if only the server knows them. */
  guests: readonly TicketGuest[] | null;
}

export interface TicketGuest {
  id: Uuid;
  status: GuestStatus;
  checkedInAt: Instant | null;
  checkedInBy: string | null;
  checkedInDevice: string | null;
}

/** The departure that the ticket is for. */
export interface OtherDeparture {
  departureId: Uuid;
  tourTitle: LocalisedText;
  meetingPoint: LocalisedText;
  startsAt: Instant;
  localDate: LocalDate;
  guideNames: readonly string[];
  departed: boolean;
}

export type ScanResult =
  | { code: 'ok' | 'cancelled' | 'unknown_ticket' | 'not_permitted' | 'unreadable' | 'interrupted' }
  | { code: 'forged' | 'revoked_key' | 'unknown_key' }
  | { code: 'foreign_ticket'; company: string }
  // Signed by the company for this departure, but not on the device's list.
  | {
      code: 'genuine';
      guests: readonly TicketGuestType[];
      startsAt: Instant;
      amount: MinorUnits;
      currency: string;
      departed: boolean;
    }
  | { code: 'already_checked_in'; at: Instant | null; by: string | null; device: string | null }
  | { code: 'wrong_departure' | 'wrong_day'; correctDeparture: OtherDeparture }
  | { code: 'unpaid'; amount: MinorUnits; currency: string }
  | { code: 'on_hold' | 'expired'; expiresAt: Instant | null }
  | { code: 'departed'; amount: MinorUnits; currency: string };

/** The result of one scanned or typed code, as the card shows it. */
export interface ScannedTicket {
  /** Increases with each code, so that scanning a ticket twice gives two results. */
  sequence: number;
  text: string;
  method: Extract<CheckInMethod, 'scan' | 'code'>;
  result: ScanResult;
  tone: ScanResultTone;
  source: ScanResultSource;
  /** When the device's list was last complete; null if never. */
  listAt: Instant | null;
  ticket: TicketFacts | null;
  /** Guests that this scan checked in immediately; empty if a person must choose. */
  checkedIn: readonly Uuid[];
  /** The actions that an undo cancels. */
  actionIds: readonly Uuid[];
  /** The code is of a party of several guests, who are ticked on the party's card. */
  opensParty: boolean;
  /** The verified signed ticket; null for other codes. */
  signed: SignedEntry | null;
}

/** The guests that a verified signed ticket admits, and its text. */
export interface SignedEntry {
  bookingId: Uuid;
  guests: readonly Uuid[];
  ticket: string;
}

/** The outcome of verifying a signed ticket with the device's keys (ADR 042). */
export type Proof =
  | { state: 'genuine'; ticket: SignedTicket; text: string }
  | { state: 'forged' | 'revoked_key' | 'unknown_key' }
  | { state: 'foreign_ticket'; company: string };

export interface EvaluationContext {
  /** The departure that is open on screen, and its day. */
  departureId: Uuid;
  localDate: LocalDate;
  now: Instant;
  mayCheckIn: boolean;
  /** Of a valid ticket for a day that no device holds: the server reveals only its departure. */
  correctDeparture?: OtherDeparture | null;
}

/** Evaluates a ticket; `facts` null means that the code is unknown, or only its departure is known. Pure and total. */
export function evaluateTicket(facts: TicketFacts | null, context: EvaluationContext): ScanResult {
  if (!context.mayCheckIn) return { code: 'not_permitted' };
  if (!facts && context.correctDeparture) return { code: 'wrong_day', correctDeparture: context.correctDeparture };
  if (!facts) return { code: 'unknown_ticket' };
  const { bookingStatus, expiresAt, guests } = facts;
  const ended = endReasonOf(facts, context.now);
  const isCheckedIn = facts.departureId === context.departureId && areAllCheckedIn(guests);
  // The end of a booking is checked before its departure, so that nobody walks to another meeting point in vain. It is
  // also checked before the guests, as an expired hold removes them from the list, which is no cancellation. Guests who
  // are checked in are not refused.
  if (ended === 'cancelled' && !isCheckedIn) return { code: 'cancelled' };
  if (ended === 'expired' && !isCheckedIn) return { code: 'expired', expiresAt };
  if (guests && guests.length > 0 && guests.every((guest) => guest.status === 'cancelled'))
    return { code: 'cancelled' };
  if (facts.localDate !== context.localDate) return { code: 'wrong_day', correctDeparture: departureOf(facts) };
  if (facts.departureId !== context.departureId)
    return { code: 'wrong_departure', correctDeparture: departureOf(facts) };
  if (areAllCheckedIn(guests)) {
    const latest = withoutCancelled(guests).reduce((a, b) => ((b.checkedInAt ?? '') > (a.checkedInAt ?? '') ? b : a));
    return {
      code: 'already_checked_in',
      at: latest.checkedInAt,
      by: latest.checkedInBy,
      device: latest.checkedInDevice,
    };
  }
  if (bookingStatus === 'ON_HOLD' || bookingStatus === 'PENDING') return { code: 'on_hold', expiresAt };
  if (facts.departed) return { code: 'departed', amount: facts.due, currency: facts.currency };
  if (facts.due > 0) return { code: 'unpaid', amount: facts.due, currency: facts.currency };
  return { code: 'ok' };
}

/**
 * Evaluates a signed ticket whose code is unknown; `facts` come from the ticket itself if it is genuine. A booking on
 * the list is evaluated by the list, not by its ticket.
 */
export function evaluateProof(proof: Proof, facts: TicketFacts | null, context: EvaluationContext): ScanResult {
  if (!context.mayCheckIn) return { code: 'not_permitted' };
  if (proof.state === 'foreign_ticket') return { code: 'foreign_ticket', company: proof.company };
  if (proof.state !== 'genuine') return { code: proof.state };
  const result = evaluateTicket(facts, context);
  if (!facts || !['ok', 'unpaid', 'departed'].includes(result.code)) return result;
  const { guests, startsAt } = proof.ticket;
  const { due: amount, currency, departed } = facts;
  return { code: 'genuine', guests, startsAt, amount, currency, departed };
}

/** Returns whether the booking was cancelled or expired, or null. */
export function endReasonOf(
  { bookingStatus, expiresAt }: Pick<TicketFacts, 'bookingStatus' | 'expiresAt'>,
  now: Instant,
): 'cancelled' | 'expired' | null {
  if (bookingStatus === 'CANCELLED' || bookingStatus === 'REJECTED') return 'cancelled';
  const ranOut = bookingStatus === 'ON_HOLD' && expiresAt !== null && expiresAt <= now;
  return bookingStatus === 'EXPIRED' || ranOut ? 'expired' : null;
}

const withoutCancelled = (guests: TicketFacts['guests']) =>
  guests?.filter((guest) => guest.status !== 'cancelled') ?? [];

function areAllCheckedIn(guests: TicketFacts['guests']): boolean {
  const coming = withoutCancelled(guests);
  return coming.length > 0 && coming.every((guest) => guest.status === 'checked_in');
}

function departureOf(facts: TicketFacts): OtherDeparture {
  const { departureId, tourTitle, meetingPoint, startsAt, localDate, guideNames, departed } = facts;
  return { departureId, tourTitle, meetingPoint, startsAt, localDate, guideNames, departed };
}

/** Returns the tone. `unknown_ticket` is a refusal only if the server says so; a device may just not know it yet. */
export function toneOf(code: ScanResultCode, source: ScanResultSource): ScanResultTone {
  switch (code) {
    case 'ok':
      return 'ok';
    case 'cancelled':
    case 'expired':
    case 'not_permitted':
    case 'forged':
    case 'foreign_ticket':
      return 'no';
    case 'unknown_ticket':
      return source === 'server' ? 'no' : 'attention';
    case 'already_checked_in':
    case 'wrong_departure':
    case 'wrong_day':
    case 'unpaid':
    case 'on_hold':
    case 'departed':
    case 'unreadable':
    case 'interrupted':
    case 'genuine':
    case 'revoked_key':
    case 'unknown_key':
      return 'attention';
  }
}

/** Returns the guests that a scan checks in without another tap: a single guest with nothing to settle. */
export function checksInImmediately(result: ScanResult, facts: TicketFacts | null): Uuid[] {
  if (result.code !== 'ok' || !facts?.guests) return [];
  const coming = withoutCancelled(facts.guests);
  if (facts.guestId === null && coming.length > 1) return [];
  const missing = coming.filter((guest) => guest.status !== 'checked_in');
  return missing.length === 1 ? missing.map((guest) => guest.id) : [];
}
