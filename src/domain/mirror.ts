/** Rows of the server's tables that a device mirrors for the check-in. Only pull writes them. */
import type { Action, Flag } from './actions.ts';
import type { BookingReason } from './booking-reasons.ts';
import type { BookingSource, BookingStatus, DepartureStatus, GuideRole, PriceCategoryType } from './enums.ts';
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
  /** Keys for verifying signed tickets; missing on rows of an older pull. */
  ticketKeys?: TicketKey[];
  /** Guests may pay online; missing on rows of an older pull. */
  paysOnline?: boolean;
  /** Decides how unmarked guests count; missing on rows of an older pull. */
  attendanceRule?: AttendanceRule;
}

export interface TicketKey {
  /** Eight hexadecimal digits. */
  id: string;
  /** Ed25519, base64url. */
  publicKey: string;
  /** Tickets signed with it are no longer valid. */
  revoked: boolean;
}

export interface MirroredTour {
  id: Uuid;
  companyId: Uuid;
  title: LocalisedText;
  /** Where guests meet, and what they should know on arrival. */
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
  /** By price category; only prices that differ from the tour's. */
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
  voucherNumber: string | null;
  /** SHA-256 of the guest's link token, hexadecimal, so that a scanned link can be matched offline. */
  linkHash: string | null;
  totalAmount: MinorUnits;
  /** Received outside the roll-call; what guides collected is a fold of the actions. */
  paidAmount: MinorUnits;
  currency: string;
  expiresAt: Instant | null;
  /** Why the office last moved, reduced or ended it; missing on rows of an older pull. */
  reason?: BookingReason | null;
  /** Minutes that the guests expect to be late; missing on rows of an older pull. */
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
  /** The guest or the whole booking is cancelled. */
  cancelled: boolean;
}

export type MirroredAction = Action & { recordedAt: Instant; flags: Flag[] };

/** A team member, with the name to show. */
export interface MirroredPerson {
  id: Uuid;
  displayName: string;
}
export interface MirroredDevice {
  /** The id of person and device as a pair, as anyone can claim a device's id. */
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
