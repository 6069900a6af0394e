/** Refusals that booking actions share, with their details. */
import * as v from 'valibot';
import { PRICE_CATEGORY_TYPES } from '../../domain/enums.ts';
import { allottedSeats } from '../departure-schemas.ts';
import { state } from './schemas.ts';

export const noDetails = v.object({});
const category = {
  priceCategoryId: v.nullable(v.string()),
  categoryType: v.optional(v.nullable(v.picklist(PRICE_CATEGORY_TYPES)), null),
};
export const idReused = { id_reused: noDetails };
export const wrongState = { ...idReused, wrong_state: v.object({ state }) };
export const checkedIn = { checked_in: v.object({ guests: v.array(v.string()) }) };
/** The company changed its currency after the booking: `currency` is the booking's. */
export const otherCurrency = { other_currency: v.object({ currency: v.string(), other: v.string() }) };
export const tooEarly = { too_early: v.object({ from: v.string() }) };
export const tooMuch = { too_much: v.object({ max: v.number() }) };
/** The partner's remaining credit is too low, or it has no account. */
export const overLimit = { over_limit: v.object({ availableCredit: v.number(), currency: v.string() }) };
const fitting = v.object({ departureId: v.string(), startsAt: v.string(), left: v.number(), language: v.string() });
/** An alternative departure with enough seats for the party. */
export type FittingDeparture = v.InferOutput<typeof fitting>;
/** Reasons why a departure cannot take a party that was booked before. Its tickets have a category and no age. */
export const departureRefusals = {
  /** `allottedSeats`: free seats reserved for partners; only the office gets them. */
  sold_out: v.object({ left: v.number(), next: v.array(fitting), allottedSeats: v.optional(allottedSeats, []) }),
  closed: noDetails,
  departure_cancelled: noDetails,
  not_accompanied: v.object(category),
  party_too_small: v.object({ minimum: v.number() }),
};
/** Reasons why a departure cannot take a new party. */
export const capacityRefusals = {
  ...departureRefusals,
  /** `categoryType` is null when the price category does not exist. */
  wrong_category: v.object(category),
  wrong_age: v.object({
    ...category,
    minimumAge: v.nullable(v.number()),
    maximumAge: v.nullable(v.number()),
  }),
};
