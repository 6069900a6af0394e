/** Request bodies of the booking actions. */
import * as v from 'valibot';
import { BOOKING_REASONS } from '../../../src/domain/booking-reasons.ts';
import { LOCALES } from '../../../src/domain/locales.ts';
import { id } from './response-schemas.ts';

const words = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const contact = v.strictObject({
  name: v.optional(words(200)),
  email: v.optional(words(320)),
  phone: v.optional(words(50)),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.description('ISO 3166-1'))),
  locale: v.optional(v.picklist(LOCALES)),
});
const ticket = v.strictObject({
  price_category_id: id(),
  name: v.optional(words(200)),
  age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(150))),
});
const party = v.pipe(v.array(ticket), v.minLength(1), v.maxLength(100));
const minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440));
const mail = v.pipe(v.boolean(), v.description('false: no automatic email is sent to the guest'));
const why = { reason: v.optional(v.picklist(BOOKING_REASONS)), reason_note: v.optional(words(1000)) };
const confirm = v.pipe(v.boolean(), v.description('true: continue although guests are checked in'));

export const Hold = v.strictObject({
  departure_id: id(),
  guests: party,
  contact: v.optional(contact),
  state: v.optional(v.pipe(v.picklist(['ON_HOLD', 'PENDING', 'CONFIRMED']), v.description('ON_HOLD by default'))),
  minutes: v.optional(v.pipe(minutes, v.description('Duration of the hold; 15 by default'))),
  note: v.optional(words(5000)),
  voucher_number: v.optional(words(200)),
  referral: v.optional(words(100)),
  mail: v.optional(mail),
});
export const Extend = v.strictObject({ minutes });
export const Confirm = v.strictObject({
  contact: v.optional(contact),
  state: v.optional(v.picklist(['PENDING', 'CONFIRMED'])),
  mail: v.optional(mail),
});
export const Party = v.strictObject({
  add: v.optional(party),
  remove: v.optional(v.pipe(v.array(id()), v.minLength(1), v.maxLength(100))),
  ...why,
  confirm: v.optional(confirm),
  mail: v.optional(mail),
});
export const Move = v.strictObject({
  departure_id: id(),
  reprice: v.optional(v.boolean()),
  ...why,
  confirm: v.optional(confirm),
  mail: v.optional(mail),
});
export const Cancel = v.strictObject({
  refund: v.optional(
    v.pipe(
      v.picklist(['policy', 'full', 'none']),
      v.description('policy: according to the terms at the time of booking'),
    ),
  ),
  ...why,
  confirm: v.optional(confirm),
  message: v.optional(v.pipe(words(2000), v.description('Message to the guest; without it, no email is sent'))),
});
export const Edit = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.description('Version of the booking that you read')),
  contact: v.optional(contact),
  note: v.optional(words(5000)),
  voucher_number: v.optional(words(200)),
  names: v.optional(v.pipe(v.array(v.strictObject({ guest_id: id(), name: words(200) })), v.maxLength(100))),
});
