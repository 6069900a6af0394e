/** The rows that a device keeps of the office's tables, as the check-in needs them. Only pull writes them. */
import type { Action, Flag } from './actions.ts';
import type { BookingReason } from './booking-reasons.ts';
import type { BookingSource, BookingStatus, DepartureStatus, GuideRole, PriceCategoryType } from './closed-lists.ts';
import type { AttendanceRule } from './company-settings.ts';
import type { Instant, LocalDate, MinorUnits, Uuid } from './ids.ts';
import type { Locale, LocalisedText } from './locales.ts';

export interface MirroredCompany {
  id: Uuid;
  name: string;
  slug: string;
  timeZone: string;
  currency: string;
  hasActiveSubscription: boolean;
  isActive: boolean;
  /** By what its tickets prove themselves; not there on rows of an older pull. */
  ticketKeys?: TicketKey[];
  /** Guests may pay by their own phone; not there on rows of an older pull. */
  paysOnline?: boolean;
  /** What guests count as whom nobody marked; not there on rows of an older pull. */
  attendanceRule?: AttendanceRule;
}

export interface TicketKey {
  /** Eight hexadecimal signs. */
  id: string;
  /** Ed25519, base64url. */
  publicKey: string;
  /** What it signed proves nothing any more. */
  revoked: boolean;
}

export interface MirroredTour {
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

export interface MirroredPriceCategory {
  id: Uuid;
  tourId: Uuid;
  type: PriceCategoryType;
  amount: MinorUnits;
  active: boolean;
}

export interface MirroredDeparture {
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
  guides: { userId: Uuid; role: GuideRole }[];
  /** By price category, where they differ from the tour's. */
  prices?: Record<Uuid, MinorUnits> | undefined;
}

export interface MirroredBooking {
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
  /** Why the office moved it, took guests out of it or ended it; not there on rows of an older pull. */
  reason?: BookingReason | null;
  /** By how much its guests say that they come too late; not there on rows of an older pull. */
  lateMinutes?: number | null;
}

export interface MirroredGuest {
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
export interface MirroredPerson {
  id: Uuid;
  displayName: string;
}
export interface MirroredDevice {
  /** Of the pair: a device's own id is no secret, and somebody else may claim it. */
  id: Uuid;
  deviceId: Uuid;
  userId: Uuid;
  label: string;
}

export interface MirroredRows {
  companies: MirroredCompany[];
  tours: MirroredTour[];
  priceCategories: MirroredPriceCategory[];
  departures: MirroredDeparture[];
  bookings: MirroredBooking[];
  guests: MirroredGuest[];
  actions: MirroredAction[];
  people: MirroredPerson[];
  devices: MirroredDevice[];
}
