/** The rows that a device keeps of the office's tables, as the check-in needs them. Only pull writes them. */
import type { Action, Flag } from './actions.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from './ids.ts';
import type { Locale, LocalisedText } from './locales.ts';

export type PriceCategoryType =
  'ADULT' | 'YOUTH' | 'CHILD' | 'INFANT' | 'FAMILY' | 'SENIOR' | 'STUDENT' | 'MILITARY' | 'OTHER';

export type BookingStatus = 'ON_HOLD' | 'CONFIRMED' | 'PENDING' | 'EXPIRED' | 'REJECTED' | 'CANCELLED';
export type BookingSource = 'office' | 'website' | 'partner' | 'walk-in' | 'api';
export type DepartureStatus = 'scheduled' | 'departed' | 'completed' | 'cancelled';

export interface Company {
  id: Uuid;
  name: string;
  slug: string;
  timeZone: string;
  currency: string;
  hasActiveSubscription: boolean;
  isActive: boolean;
}

export interface Tour {
  id: Uuid;
  companyId: Uuid;
  title: LocalisedText;
  /** Where guests gather, and what to know on arriving. */
  meetingPoint: LocalisedText;
  meetingNotes: LocalisedText;
  latitude: number | null;
  longitude: number | null;
  /** `#rrggbb` */
  colour: string;
}

export interface PriceCategory {
  id: Uuid;
  tourId: Uuid;
  type: PriceCategoryType;
  amount: MinorUnits;
  active: boolean;
}

export interface Departure {
  id: Uuid;
  companyId: Uuid;
  tourId: Uuid;
  startsAt: Instant;
  endsAt: Instant;
  localDate: LocalDate;
  capacity: number;
  language: Locale | string;
  closed: boolean;
  status: DepartureStatus;
  guides: { userId: Uuid; role: 'lead' | 'assistant' }[];
}

export interface Booking {
  id: Uuid;
  companyId: Uuid;
  departureId: Uuid;
  reference: string;
  status: BookingStatus;
  source: BookingSource;
  contactName: string;
  contactEmail: string | null;
  contactPhone: string | null;
  locale: string;
  note: string | null;
  /** The partner that sold it, if one did. */
  organisationName: string | null;
  externalReference: string | null;
  /** SHA-256 of the guest's link token, hexadecimal, so that a scanned link can be matched offline. */
  linkHash: string | null;
  totalAmount: MinorUnits;
  /** Received by other ways than the roll-call; what was collected there is a fold of the actions. */
  paidAmount: MinorUnits;
  currency: string;
  expiresAt: Instant | null;
}

export interface Guest {
  id: Uuid;
  companyId: Uuid;
  departureId: Uuid;
  bookingId: Uuid;
  priceCategoryId: Uuid | null;
  categoryType: PriceCategoryType;
  name: string | null;
  ticketCode: string;
  /** The place was given up: the guest's own, or with the whole booking. */
  cancelled: boolean;
}

export type MirroredAction = Action & { recordedAt: Instant; flags: Flag[] };

/** A member of the team, or a device of theirs, by the name to show. */
export interface Person {
  id: Uuid;
  displayName: string;
}
export interface Device {
  /** Of the pair: a device's own id is no secret, and somebody else may claim it. */
  id: Uuid;
  deviceId: Uuid;
  userId: Uuid;
  label: string;
}

export interface MirrorRows {
  companies: Company[];
  tours: Tour[];
  priceCategories: PriceCategory[];
  departures: Departure[];
  bookings: Booking[];
  guests: Guest[];
  actions: MirroredAction[];
  people: Person[];
  devices: Device[];
}
