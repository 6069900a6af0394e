/** The booking fields that a file's columns can be mapped to. */
import { PRICE_CATEGORY_TYPES } from '../closed-lists.ts';

export const BOOKING_FIELDS = [
  'reference',
  'voucher',
  'tour',
  'date',
  'time',
  'language',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'country',
  'locale',
  'party',
  'guests',
  'kind',
  ...PRICE_CATEGORY_TYPES,
  'total',
  'paid',
  'currency',
  'status',
  'cancelled',
  'source',
  'note',
  'created',
] as const;
export type BookingField = (typeof BOOKING_FIELDS)[number];
