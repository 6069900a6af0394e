/**
 * What a scanned or typed code means at the meeting point: a closed list of verdicts, the same offline
 * and online. Who answered (server, this device's list, nobody yet) is kept apart from what the answer is,
 * so that a device which is offline or old never calls a ticket invalid.
 */
import type { CheckInMethod } from './actions.ts';
import type { GuestStatus } from './check-in.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from './ids.ts';
import type { LocalisedText } from './locales.ts';
import type { BookingStatus } from './closed-lists.ts';
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

/** Checked by the server; by the list on this device; not yet known. */
export type ScanResultSource = 'server' | 'device' | 'unknown';

/** How it sounds, buzzes and is coloured: come in; look here; not with this ticket. */
export type ScanResultTone = 'ok' | 'attention' | 'no';

/** What is known of the ticket, from the device's list or from the server's look-up. */
export interface TicketFacts {
  departureId: Uuid;
  tourTitle: LocalisedText;
  meetingPoint: LocalisedText;
  startsAt: Instant;
  localDate: LocalDate;
  guideNames: readonly string[];
  /** The group of that departure has left. */
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
  /** The guests that the code stands for: one for a ticket, all of the party otherwise. Null when only the server knows them. */
  guests: readonly TicketGuest[] | null;
}

export interface TicketGuest {
  id: Uuid;
  status: GuestStatus;
  checkedInAt: Instant | null;
  checkedInBy: string | null;
  checkedInDevice: string | null;
}

/** Where and when a ticket of another departure belongs. */
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
  // Signed by the company, of this departure, and on no list of this device.
  | {
      code: 'genuine';
      guests: readonly TicketGuestType[];
      startsAt: Instant;
      amount: MinorUnits;
      currency: string;
      departed: boolean;
    }
  | { code: 'already_checked_in'; at: Instant | null; by: string | null; device: string | null }
  | { code: 'wrong_departure' | 'wrong_day'; belongs: OtherDeparture }
  | { code: 'unpaid'; amount: MinorUnits; currency: string }
  | { code: 'on_hold' | 'expired'; expiresAt: Instant | null }
  | { code: 'departed'; amount: MinorUnits; currency: string };

/** One answer to one scanned or typed code, as the verdict card shows it. */
export interface ScannedTicket {
  /** Rises with every code, so that the same ticket twice is two answers. */
  sequence: number;
  text: string;
  method: Extract<CheckInMethod, 'scan' | 'code'>;
  result: ScanResult;
  tone: ScanResultTone;
  source: ScanResultSource;
  /** When the device's list was last complete; null when it never was. */
  listAt: Instant | null;
  ticket: TicketFacts | null;
  /** Guests that this scan checked in at once; empty when a person must still choose. */
  checkedIn: readonly Uuid[];
  /** The actions to undo when the tap was a mistake. */
  actionIds: readonly Uuid[];
  /** A code of a party of several: who came is ticked on the party card. */
  opensParty: boolean;
  /** The ticket that proved itself, whose guests are let in by it; null for every other code. */
  signed: SignedEntry | null;
}

/** Whom a ticket that proved itself lets in, and the ticket as it was scanned. */
export interface SignedEntry {
  bookingId: Uuid;
  guests: readonly Uuid[];
  ticket: string;
}

/** What a device can say of a signed ticket by the keys that it has (ADR 042). */
export type Proof =
  | { state: 'genuine'; ticket: SignedTicket; text: string }
  | { state: 'forged' | 'revoked_key' | 'unknown_key' }
  | { state: 'foreign_ticket'; company: string };

export interface EvaluationContext {
  /** The departure that is open on the screen. */
  departureId: Uuid;
  localDate: LocalDate;
  now: Instant;
  mayCheckIn: boolean;
  /** Where the server says that a good ticket belongs of which it tells no more. */
  belongs?: OtherDeparture | null;
}

/**
 * The verdict for a ticket; `facts` null means that nobody who was asked knows the code, or only where it belongs. Pure and total.
 */
export function evaluateTicket(facts: TicketFacts | null, context: EvaluationContext): ScanResult {
  if (!context.mayCheckIn) return { code: 'not_permitted' };
  if (!facts && context.belongs) return { code: 'wrong_day', belongs: context.belongs };
  if (!facts) return { code: 'unknown_ticket' };
  const { bookingStatus, expiresAt, guests } = facts;
  const ended = endReasonOf(facts, context.now);
  const isHere = facts.departureId === context.departureId && isAllHere(guests);
  // Somebody whose booking is void is not sent to another meeting point in vain: this comes before the place. A hold that runs out
  // takes its guests off the list, which is not a cancellation: this comes before the guests. Whoever is here is not sent away at all.
  if (ended === 'cancelled' && !isHere) return { code: 'cancelled' };
  if (ended === 'expired' && !isHere) return { code: 'expired', expiresAt };
  if (guests && guests.length > 0 && guests.every((guest) => guest.status === 'cancelled'))
    return { code: 'cancelled' };
  if (facts.localDate !== context.localDate) return { code: 'wrong_day', belongs: belonging(facts) };
  if (facts.departureId !== context.departureId) return { code: 'wrong_departure', belongs: belonging(facts) };
  if (isAllHere(guests)) {
    const first = openOf(guests).reduce((a, b) => ((b.checkedInAt ?? '') > (a.checkedInAt ?? '') ? b : a));
    return { code: 'already_checked_in', at: first.checkedInAt, by: first.checkedInBy, device: first.checkedInDevice };
  }
  if (bookingStatus === 'ON_HOLD' || bookingStatus === 'PENDING') return { code: 'on_hold', expiresAt };
  if (facts.departed) return { code: 'departed', amount: facts.due, currency: facts.currency };
  if (facts.due > 0) return { code: 'unpaid', amount: facts.due, currency: facts.currency };
  return { code: 'ok' };
}

/**
 * The verdict for a signed ticket whose code nobody knows who was asked; `facts` are what it says itself, of a genuine one. A booking that is
 * on the list is judged by the list, whatever its ticket says.
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

/** How a booking came to nothing, if it did. */
export function endReasonOf(
  { bookingStatus, expiresAt }: Pick<TicketFacts, 'bookingStatus' | 'expiresAt'>,
  now: Instant,
): 'cancelled' | 'expired' | null {
  if (bookingStatus === 'CANCELLED' || bookingStatus === 'REJECTED') return 'cancelled';
  const ranOut = bookingStatus === 'ON_HOLD' && expiresAt !== null && expiresAt <= now;
  return bookingStatus === 'EXPIRED' || ranOut ? 'expired' : null;
}

const openOf = (guests: TicketFacts['guests']) => guests?.filter((guest) => guest.status !== 'cancelled') ?? [];

function isAllHere(guests: TicketFacts['guests']): boolean {
  const open = openOf(guests);
  return open.length > 0 && open.every((guest) => guest.status === 'checked_in');
}

function belonging(facts: TicketFacts): OtherDeparture {
  const { departureId, tourTitle, meetingPoint, startsAt, localDate, guideNames, departed } = facts;
  return { departureId, tourTitle, meetingPoint, startsAt, localDate, guideNames, departed };
}

/** `unknown_ticket` is a no only when the server says so; a device alone can just not know yet. */
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

/** The guests whom one scan lets in without a further tap: a single guest with nothing to settle. */
export function checksInImmediately(result: ScanResult, facts: TicketFacts | null): Uuid[] {
  if (result.code !== 'ok' || !facts?.guests) return [];
  const open = facts.guests.filter((guest) => guest.status !== 'cancelled' && guest.status !== 'checked_in');
  if (facts.guestId === null && facts.guests.filter((guest) => guest.status !== 'cancelled').length > 1) return [];
  return open.length === 1 ? open.map((guest) => guest.id) : [];
}
