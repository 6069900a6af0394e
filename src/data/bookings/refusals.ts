/** Why an act on a booking may be refused, each by its status with what it tells. */
import * as v from 'valibot';
import { PRICE_CATEGORY_TYPES } from '../../domain/closed-lists.ts';
import { allottedSeats } from '../departure-schemas.ts';
import { state } from './schemas.ts';

export const noDetails = v.object({});
const category = v.optional(v.nullable(v.picklist(PRICE_CATEGORY_TYPES)), null);
export const idReused = { id_reused: noDetails };
export const wrongState = { ...idReused, wrong_state: v.object({ state }) };
export const checkedIn = { checked_in: v.object({ guests: v.array(v.string()) }) };
/** The company has another currency than when it was booked: `currency` is the booking's. */
export const otherCurrency = { other_currency: v.object({ currency: v.string(), other: v.string() }) };
export const tooEarly = { too_early: v.object({ from: v.string() }) };
export const tooMuch = { too_much: v.object({ most: v.number() }) };
/** The partner's account has less left, or there is none. */
export const overLimit = { over_limit: v.object({ left: v.number(), currency: v.string() }) };
const fitting = v.object({ departureId: v.string(), startsAt: v.string(), left: v.number() });
/** A departure that has room for the party. */
export type FittingDeparture = v.InferOutput<typeof fitting>;
/** Why a departure does not take a party. */
export const capacityRefusals = {
  /** `allottedSeats`: what there would be beside, kept for partners; told to the office alone. */
  sold_out: v.object({ left: v.number(), next: v.array(fitting), allottedSeats: v.optional(allottedSeats, []) }),
  closed: noDetails,
  departure_cancelled: noDetails,
  /** `categoryType` null: one that is not known at all. */
  wrong_category: v.object({ categoryType: category }),
  wrong_age: v.object({
    categoryType: category,
    minimumAge: v.nullable(v.number()),
    maximumAge: v.nullable(v.number()),
  }),
  not_accompanied: v.object({ categoryType: category }),
  party_too_small: v.object({ minimum: v.number() }),
};
