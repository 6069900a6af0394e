/** Tours, departures and bookings in OCTO's shapes. */
import { AVAILABILITY_STATUSES, OPTION, statusOf, UNIT_TYPES, type Capability } from './mapping.ts';
import type { BookedRow, Product, Slot, Supplier } from './database-rows.ts';
import { optionContent, picture, productContent, textsIn, unitContent } from './content.ts';
import { bookingPricing, dayPricing, pricing, productPricing, slotPricing, type RequestedUnits } from './pricing.ts';
import { answersToQuestions, bookingQuestions, unitQuestions } from './questions.ts';

export interface ResponseContext {
  capabilities: ReadonlySet<Capability>;
  /** Language of texts. */
  language: string;
  /** Origin of the Edge Functions, for the supplier’s endpoint and picture URLs. */
  origin: string;
}

const MAX_AGE = 150;
const MAX_UNITS = 100;

export function toSupplier(
  { id, name, email, telephone, address, logo }: Supplier,
  { capabilities, origin }: Pick<ResponseContext, 'capabilities' | 'origin'>,
) {
  const media = logo === null ? [] : [picture(logo, { rel: 'LOGO', title: name, origin })];
  return {
    id,
    name,
    endpoint: `${origin}/functions/v1/api/octo`,
    contact: { website: null, email, telephone, address },
    ...(capabilities.has('octo/content') ? { shortDescription: null, media } : {}),
  };
}

function unitOf(
  category: Product['categories'][number],
  product: Product,
  { capabilities, language }: ResponseContext,
) {
  return {
    id: category.id,
    internalName: category.type,
    reference: null,
    type: UNIT_TYPES[category.type],
    restrictions: {
      minAge: category.minimum_age ?? 0,
      maxAge: category.maximum_age ?? MAX_AGE,
      idRequired: false,
      minQuantity: null,
      maxQuantity: null,
      paxCount: category.seats,
      accompaniedBy: category.accompanied_by,
    },
    requiredContactFields: product.asks_names ? ['firstName'] : [],
    ...(capabilities.has('octo/pricing') ? { pricingFrom: [pricing(category.amount, product)] } : {}),
    ...(capabilities.has('octo/content') ? unitContent(category.type, language) : {}),
    ...(capabilities.has('octo/questions') ? { questions: unitQuestions(product.asks_names, language) } : {}),
  };
}

export function toProduct(product: Product, context: ResponseContext) {
  const { capabilities, language } = context;
  const hours = product.cancellation_cut_off_hours;
  return {
    id: product.id,
    internalName: textsIn(product, product.locale)?.title || product.slug,
    reference: product.slug,
    locale: language,
    timeZone: product.time_zone,
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: 'START_TIME',
    deliveryFormats: ['QRCODE'],
    deliveryMethods: ['TICKET'],
    redemptionMethod: 'DIGITAL',
    options: [
      {
        id: OPTION,
        default: true,
        internalName: OPTION,
        reference: null,
        availabilityLocalStartTimes: product.start_times,
        cancellationCutoff: `${hours} hours`,
        cancellationCutoffAmount: hours,
        cancellationCutoffUnit: 'hour',
        // OCTO's list of contact fields has no fullName; `contact` may contain it instead.
        requiredContactFields: ['firstName'],
        restrictions: { minUnits: product.minimum_party, maxUnits: MAX_UNITS },
        units: product.categories.map((category) => unitOf(category, product, context)),
        ...(capabilities.has('octo/content') ? optionContent(product, context) : {}),
        ...(capabilities.has('octo/questions') ? { questions: bookingQuestions(language) } : {}),
      },
    ],
    ...(capabilities.has('octo/pricing') ? productPricing(product) : {}),
    ...(capabilities.has('octo/content') ? productContent(product, context) : {}),
  };
}

const isOpen = ({ state }: Slot) => state === 'AVAILABLE' || state === 'LIMITED';
const seatsOf = (requested: RequestedUnits | null, product: Product) =>
  (requested ?? []).reduce(
    (sum, { id, quantity }) => sum + quantity * (product.categories.find((category) => category.id === id)?.seats ?? 1),
    0,
  );

/** Returns the parts of an OCTO availability that need no capability. */
const slotFields = (slot: Slot) => ({
  id: slot.id,
  localDateTimeStart: slot.local_start,
  localDateTimeEnd: slot.local_end,
  utcCutoffAt: slot.cut_off,
  allDay: false,
  available: isOpen(slot),
  status: AVAILABILITY_STATUSES[slot.state],
  // A closed departure has no vacancies for a reseller.
  vacancies: slot.state === 'CLOSED' ? 0 : slot.free,
  capacity: slot.capacity,
  maxUnits: MAX_UNITS,
  openingHours: [],
});
const slotTextFields = { title: null, shortDescription: '' };

type WithCapabilities = Pick<ResponseContext, 'capabilities'>;

export function toAvailability(
  slot: Slot,
  product: Product,
  { capabilities }: WithCapabilities,
  requested: RequestedUnits | null,
) {
  return {
    ...slotFields(slot),
    available: isOpen(slot) && slot.free >= seatsOf(requested, product),
    ...(capabilities.has('octo/pricing') ? slotPricing(slot, product, requested) : {}),
    ...(capabilities.has('octo/content') ? slotTextFields : {}),
  };
}

const STATES_BEST_FIRST = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'] as const;
/** Returns the availability of days; a day has the best status of its departures. */
export function toCalendar(
  slots: readonly Slot[],
  product: Product,
  { capabilities }: WithCapabilities,
  requested: RequestedUnits | null,
) {
  return [...new Set(slots.map((slot) => slot.local_date))].map((localDate) => {
    const ofDay = slots.filter((slot) => slot.local_date === localDate);
    const state = STATES_BEST_FIRST.find((candidate) => ofDay.some((slot) => slot.state === candidate)) ?? 'CLOSED';
    const free = ofDay.map((slot) => (slot.state === 'CLOSED' ? 0 : slot.free));
    return {
      localDate,
      available: ofDay.some((slot) => isOpen(slot) && slot.free >= seatsOf(requested, product)),
      status: AVAILABILITY_STATUSES[state],
      vacancies: Math.max(...free),
      capacity: Math.max(...ofDay.map((slot) => slot.capacity)),
      openingHours: [],
      ...(capabilities.has('octo/pricing') ? dayPricing(ofDay, product, requested) : {}),
    };
  });
}

const contactOf = (booked: Pick<BookedRow, 'locale'>, contact: BookedRow['contact']) => ({
  fullName: contact?.name ?? null,
  firstName: null,
  lastName: null,
  emailAddress: contact?.email ?? null,
  phoneNumber: contact?.phone ?? null,
  locales: [booked.locale],
  postalCode: null,
  country: contact?.country ?? null,
  notes: null,
});

function cancellationOf(booked: BookedRow) {
  const refund = booked.money.retained === 0 ? 'FULL' : booked.refunded > 0 ? 'PARTIAL' : 'NONE';
  return { refund, reason: booked.cancel_reason, utcCancelledAt: booked.cancelled_at ?? booked.updated_at };
}

type BookingContext = Pick<ResponseContext, 'capabilities' | 'language'>;

const soldOf = ({ money, vat_rate }: BookedRow) => ({ currency: money.currency, vat_rate });

function toUnitItem(guest: BookedRow['guests'][number], booked: BookedRow, { capabilities, language }: BookingContext) {
  const status = statusOf(booked.state, {
    isReleased: booked.released_at !== null,
    isRedeemed: guest.redeemed_at !== null,
  });
  const isIssued = status === 'CONFIRMED' || status === 'REDEEMED';
  const questions = unitQuestions(booked.asks_names, language);
  return {
    uuid: guest.uuid,
    resellerReference: guest.reference,
    supplierReference: guest.ticket_code,
    unitId: guest.unit,
    status,
    utcRedeemedAt: guest.redeemed_at,
    contact: contactOf(
      booked,
      guest.name === null ? null : { name: guest.name, email: null, phone: null, country: null },
    ),
    ticket:
      isIssued && guest.ticket_code !== null
        ? {
            redemptionMethod: 'DIGITAL',
            utcRedeemedAt: guest.redeemed_at,
            deliveryOptions: [{ deliveryFormat: 'QRCODE', deliveryValue: guest.ticket_code }],
          }
        : null,
    ...(capabilities.has('octo/pricing') ? { pricing: pricing(guest.amount, soldOf(booked)) } : {}),
    ...(capabilities.has('octo/questions')
      ? { questionAnswers: answersToQuestions(questions, { name: guest.name }) }
      : {}),
  };
}

export function toBooking(booked: BookedRow, context: BookingContext) {
  const { capabilities, language } = context;
  const { guests } = booked;
  const redeemed = guests.flatMap((guest) => guest.redeemed_at ?? []);
  const isRedeemed = guests.length > 0 && redeemed.length === guests.length;
  const isReleased = booked.released_at !== null;
  const status = statusOf(booked.state, { isReleased, isRedeemed });
  const has = (capability: Capability) => capabilities.has(capability);
  const contactAnswers = { phone: booked.contact?.phone ?? null, note: booked.note };
  return {
    id: booked.id,
    uuid: booked.uuid,
    testMode: booked.is_test,
    resellerReference: booked.voucher_number,
    supplierReference: booked.reference,
    status,
    utcCreatedAt: booked.created_at,
    utcUpdatedAt: booked.updated_at,
    utcExpiresAt: status === 'ON_HOLD' || status === 'EXPIRED' ? booked.expires_at : null,
    utcRedeemedAt: isRedeemed ? (redeemed.toSorted().at(-1) ?? null) : null,
    utcConfirmedAt: booked.confirmed_at,
    productId: booked.product,
    optionId: OPTION,
    cancellable: status === 'ON_HOLD' || status === 'PENDING' || (status === 'CONFIRMED' && booked.may_cancel),
    cancellation: status === 'CANCELLED' ? cancellationOf(booked) : null,
    freesale: false,
    availabilityId: booked.slot.id,
    availability: {
      ...slotFields(booked.slot),
      ...(has('octo/pricing') ? slotPricing(booked.slot, soldOf(booked), null) : {}),
      ...(has('octo/content') ? slotTextFields : {}),
    },
    contact: contactOf(booked, booked.contact),
    notes: booked.note,
    deliveryMethods: ['TICKET'],
    voucher: null,
    unitItems: guests.map((guest) => toUnitItem(guest, booked, context)),
    ...(has('octo/pricing') ? { pricing: bookingPricing(booked) } : {}),
    ...(has('octo/questions')
      ? { questionAnswers: answersToQuestions(bookingQuestions(language), contactAnswers) }
      : {}),
  };
}
