/**
 * Validates rows of a pull before the device stores them. Unknown enum values and fields are kept, unknown flags are
 * dropped: a newer server must not break the sync of an older app.
 */
import * as v from 'valibot';
import { ACTION_FLAGS, type Action, type Flag } from '../domain/actions.ts';
import type { BookingReason } from '../domain/booking-reasons.ts';
import type { BookingSource, BookingStatus, DepartureStatus, GuideRole, PriceCategoryType } from '../domain/enums.ts';
import type { AttendanceRule } from '../domain/company-settings.ts';
import type { LocalisedText } from '../domain/locales.ts';
import type { MirroredAction, MirroredRows } from '../domain/mirror.ts';
import { instant } from './departure-schemas.ts';
import { isRecord } from './is-record.ts';
import { textOrNull } from './parse-response.ts';

const text = v.string();
/** A known enum value, or one that a newer server added. */
const word = <T extends string>() => v.custom<T>((value) => typeof value === 'string');
const localised = v.custom<LocalisedText>(isRecord);
const KNOWN_FLAGS: ReadonlySet<string> = new Set(ACTION_FLAGS);
/** Drops flags that only a newer server knows. */
export const flags = v.pipe(
  v.array(text),
  v.transform((names) => names.filter((flag): flag is Flag => KNOWN_FLAGS.has(flag))),
);

type Row<Name extends keyof MirroredRows> = MirroredRows[Name][number];
type Shape<Name extends keyof MirroredRows> = {
  [Field in keyof Row<Name>]-?: v.GenericSchema<unknown, Row<Name>[Field]>;
};
const rows = <Name extends keyof MirroredRows>(_: Name, shape: Shape<Name>) =>
  v.array(v.looseObject(shape as v.ObjectEntries)) as unknown as v.GenericSchema<unknown, MirroredRows[Name]>;

const action = {
  id: text,
  schemaVersion: v.number(),
  kind: word<Action['kind']>(),
  companyId: text,
  departureId: text,
  bookingId: textOrNull,
  guestId: textOrNull,
  deviceId: text,
  deviceSequence: v.number(),
  occurredAt: instant,
  deviceTime: instant,
  userId: text,
  payload: v.custom(isRecord),
  recordedAt: instant,
  flags,
};

export const mirroredRows: v.GenericSchema<unknown, MirroredRows> = v.object({
  companies: rows('companies', {
    id: text,
    name: text,
    slug: text,
    timeZone: text,
    currency: text,
    hasActiveSubscription: v.boolean(),
    isActive: v.boolean(),
    paysOnline: v.optional(v.boolean()),
    attendanceRule: v.optional(word<AttendanceRule>()),
    ticketKeys: v.optional(v.array(v.object({ id: text, publicKey: text, revoked: v.boolean() }))),
  }),
  tours: rows('tours', {
    id: text,
    companyId: text,
    title: localised,
    meetingPoint: localised,
    meetingNotes: localised,
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    colour: text,
  }),
  priceCategories: rows('priceCategories', {
    id: text,
    tourId: text,
    type: word<PriceCategoryType>(),
    /** Minor units. */
    amount: v.number(),
    active: v.boolean(),
  }),
  departures: rows('departures', {
    id: text,
    companyId: text,
    tourId: text,
    startsAt: instant,
    endsAt: instant,
    localDate: text,
    capacity: v.number(),
    language: text,
    closed: v.boolean(),
    status: word<DepartureStatus>(),
    guides: v.array(v.object({ userId: text, role: word<GuideRole>() })),
    prices: v.optional(v.record(v.string(), v.number())),
  }),
  bookings: rows('bookings', {
    id: text,
    companyId: text,
    departureId: text,
    reference: text,
    status: word<BookingStatus>(),
    source: word<BookingSource>(),
    contactName: text,
    contactEmail: textOrNull,
    contactPhone: textOrNull,
    locale: text,
    note: textOrNull,
    organisationName: textOrNull,
    voucherNumber: textOrNull,
    linkHash: textOrNull,
    /** Minor units. */
    totalAmount: v.number(),
    paidAmount: v.number(),
    currency: text,
    expiresAt: v.nullable(instant),
    reason: v.nullish(word<BookingReason>()),
    lateMinutes: v.nullish(v.number()),
  }),
  guests: rows('guests', {
    id: text,
    companyId: text,
    departureId: text,
    bookingId: text,
    priceCategoryId: textOrNull,
    categoryType: word<PriceCategoryType>(),
    name: textOrNull,
    ticketCode: text,
    cancelled: v.boolean(),
  }),
  // A newer server may have more kinds; the fold ignores unknown ones.
  actions: v.array(v.looseObject(action)) as unknown as v.GenericSchema<unknown, MirroredAction[]>,
  people: rows('people', { id: text, displayName: text }),
  devices: rows('devices', { id: text, deviceId: text, userId: text, label: text }),
});
