/** Random bookings with parties, prices, booking and payment states, drawn so that lists look realistic. */
import { createHash } from 'node:crypto';
import type { DemoDeparture } from './departures.ts';
import { drawContact, type Contact } from './names.ts';
import { NOTES, OFFICE_NOTES } from './notes.ts';
import { ORGANISATIONS, OVERSIGHT } from './people.ts';
import type { Random } from './random.ts';
import type { DemoCategory, DemoLocale } from './tour-shape.ts';

export type DemoBookingStatus = 'ON_HOLD' | 'CONFIRMED' | 'PENDING' | 'EXPIRED' | 'REJECTED' | 'CANCELLED';
export type DemoSource = 'office' | 'website' | 'partner' | 'walk-in' | 'api';

export interface DemoGuest {
  id: string;
  type: DemoCategory;
  name: string | null;
  ticketCode: string;
}

export interface DemoBooking {
  id: string;
  departure: DemoDeparture;
  reference: string;
  status: DemoBookingStatus;
  source: DemoSource;
  contact: Contact;
  locale: DemoLocale;
  note: string | null;
  organisationId: string | null;
  voucherNumber: string | null;
  tokenHash: string | null;
  total: number;
  paid: number;
  expiresAt: Date | null;
  createdAt: Date;
  guests: DemoGuest[];
}

/** References and ticket codes, unique per company. */
export class Codes {
  readonly #used = new Set<string>();

  constructor(private readonly random: Random) {}

  next(length: number): string {
    for (;;) {
      const code = this.random.code(length);
      if (this.#used.has(code)) continue;
      this.#used.add(code);
      return code;
    }
  }
}

export interface BookingContext {
  random: Random;
  codes: Codes;
  now: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const PARTY: readonly (readonly [number, number])[] = [
  [1, 20],
  [2, 45],
  [3, 11],
  [4, 13],
  [5, 4],
  [6, 3],
  [7, 1],
  [8, 1],
  [9, 0.4],
  [10, 0.6],
  [11, 0.2],
  [12, 0.3],
  [13, 0.1],
  [14, 0.1],
  [15, 0.3],
];

export const drawParty = (random: Random) => random.weighted(PARTY);

/** Returns whether a booking has ended and released its seats. */
export const isOver = (status: DemoBookingStatus) =>
  status === 'CANCELLED' || status === 'EXPIRED' || status === 'REJECTED';

function drawStatus(random: Random, departure: DemoDeparture): DemoBookingStatus {
  if (departure.status === 'cancelled') return 'CANCELLED';
  const soonOver = departure.day < 0;
  return random.weighted<DemoBookingStatus>([
    ['CONFIRMED', 88],
    ['CANCELLED', 6],
    ['EXPIRED', 2],
    ['REJECTED', 1],
    ['ON_HOLD', soonOver ? 0 : 1.8],
    ['PENDING', soonOver ? 0 : 1.6],
  ]);
}

export interface Wish {
  size: number;
  status?: DemoBookingStatus;
  source?: DemoSource;
}

export function drawBooking(departure: DemoDeparture, wish: Wish, context: BookingContext): DemoBooking {
  const { random, codes, now } = context;
  const contact = drawContact(random);
  const status = wish.status ?? drawStatus(random, departure);
  const source =
    wish.source ??
    random.weighted<DemoSource>([
      ['website', 55],
      ['office', 20],
      ['partner', 19],
      ['api', 6],
    ]);
  const guests = drawGuests(departure, { size: wish.size, contact, context });
  const prices = departure.tour.prices;
  const total = guests.reduce((sum, { type }) => sum + (prices[type] ?? 0), 0);
  const createdAt = drawCreated(departure, context);
  const partner =
    source === 'partner' ? OVERSIGHT.find(({ company }) => company === departure.tour.company) : undefined;
  const locale = random.chance(0.85) ? contact.nation.locale : 'en';
  return {
    id: random.uuid(),
    departure,
    reference: codes.next(6),
    status,
    source,
    contact,
    locale,
    note: drawNote(random, { locale, source }),
    organisationId: partner ? ORGANISATIONS[partner.organisation].id : null,
    voucherNumber: partner
      ? `${partner.organisation === 'nordic' ? 'NCS' : 'SUD'}-${random.digits(7)}`
      : source === 'api'
        ? `V${random.digits(9)}`
        : null,
    // Only the hash of a link's token is stored, so the token is discarded.
    tokenHash: createHash('sha256')
      .update(random.uuid() + random.uuid())
      .digest('hex'),
    total,
    paid: drawPaid(random, { status, source, total }),
    expiresAt:
      status === 'ON_HOLD'
        ? new Date(now.getTime() + random.between(6, 28) * MINUTE_MS)
        : status === 'EXPIRED'
          ? new Date(createdAt.getTime() + 15 * MINUTE_MS)
          : null,
    createdAt,
    guests,
  };
}

interface GuestOptions {
  size: number;
  contact: Contact;
  context: BookingContext;
}

function drawGuests(
  departure: DemoDeparture,
  { size, contact, context: { random, codes } }: GuestOptions,
): DemoGuest[] {
  const sold = departure.tour.prices;
  const kinds = (
    [
      ['ADULT', 70],
      ['YOUTH', 8],
      ['CHILD', 10],
      ['INFANT', 3],
      ['SENIOR', 6],
      ['STUDENT', 5],
    ] as const
  ).filter(([type]) => sold[type] !== undefined);
  // Large groups are booked by one person; names come later or never.
  const named = size > 7 ? random.chance(0.25) : random.chance(0.85);
  const taken = new Set([`${contact.first} ${contact.last}`]);
  return Array.from({ length: size }, (_, place) => {
    const type: DemoCategory = place === 0 ? 'ADULT' : random.weighted<DemoCategory>(kinds);
    const family = random.chance(0.65);
    const other = family ? contact : drawContact(random);
    // Avoids equal names in a party.
    const free = other.nation.first.filter((name) => !taken.has(`${name} ${other.last}`));
    const first = random.pick(free.length > 0 ? free : other.nation.first);
    taken.add(`${first} ${other.last}`);
    const name = place === 0 ? `${contact.first} ${contact.last}` : named ? `${first} ${other.last}` : null;
    return { id: random.uuid(), type, name, ticketCode: codes.next(12) };
  });
}

/** Draws the lead time in milliseconds: mostly days, at most a season. */
const drawLead = (random: Random) => Math.min(-Math.log(1 - random.fraction()) * 12, 88) * DAY_MS;

/** Draws the booking time: mostly days before, sometimes the same morning, never in the future. */
function drawCreated(departure: DemoDeparture, { random, now }: BookingContext): Date {
  const booked = departure.startsAt.getTime() - drawLead(random) - 45 * MINUTE_MS;
  // Bookings of future tours have the same lead time, counted back from now.
  const latest = now.getTime() - drawLead(random) - 3 * MINUTE_MS;
  return new Date(Math.floor((booked < now.getTime() - 3 * MINUTE_MS ? booked : latest) / 1000) * 1000);
}

function drawNote(random: Random, { locale, source }: { locale: DemoLocale; source: DemoSource }): string | null {
  if (source === 'office' && random.chance(0.12)) return random.pick(OFFICE_NOTES);
  return random.chance(0.12) ? random.pick(NOTES[locale]) : null;
}

function drawPaid(
  random: Random,
  { status, source, total }: { status: DemoBookingStatus; source: DemoSource; total: number },
): number {
  if (status === 'ON_HOLD' || status === 'EXPIRED' || status === 'PENDING' || status === 'REJECTED') return 0;
  const [whole, part] =
    source === 'partner' || source === 'api'
      ? [0.92, 0]
      : source === 'website'
        ? [0.76, 0.06]
        : source === 'office'
          ? [0.4, 0.15]
          : [0, 0];
  const drawn = random.fraction();
  if (drawn < whole) return total;
  return drawn < whole + part ? Math.round(total / 2 / 100) * 100 : 0;
}
