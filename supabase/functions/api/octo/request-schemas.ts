/** Schemas of OCTO's request bodies. Unknown fields are ignored. */
import * as v from 'valibot';
import { OCTO_EVENTS } from '../../../../src/domain/webhooks.ts';
import { OPTION } from '../../_shared/octo/mapping.ts';

const words = (longest: number) => v.nullish(v.pipe(v.string(), v.maxLength(longest)));
const id = v.pipe(v.string(), v.uuid());
const option = v.literal(OPTION);
const day = v.pipe(v.string(), v.isoDate());
const MAX_MINUTES = 1440;
const minutes = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    // Capped at the maximum length of a hold.
    v.transform((minutes) => Math.min(minutes, MAX_MINUTES)),
  ),
);
const country = v.nullish(v.union([v.literal(''), v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))]));
export const contact = v.object({
  fullName: words(200),
  // Together with the space between them, as long as a full name.
  firstName: words(100),
  lastName: words(99),
  emailAddress: words(320),
  phoneNumber: words(50),
  country,
  locales: v.nullish(v.pipe(v.array(v.string()), v.maxLength(20))),
  notes: words(5000),
});
export const questionAnswers = v.nullish(
  v.pipe(v.array(v.object({ questionId: v.pipe(v.string(), v.maxLength(200)), value: words(5000) })), v.maxLength(50)),
);
export const unitItem = v.object({
  uuid: v.nullish(id),
  unitId: id,
  resellerReference: words(200),
  contact: v.nullish(contact),
  questionAnswers,
});
export const unitItems = v.pipe(v.array(unitItem), v.minLength(1), v.maxLength(100));
const units = v.nullish(
  v.pipe(
    v.array(v.object({ id, quantity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)) })),
    v.maxLength(50),
  ),
);
const currency = v.nullish(v.pipe(v.string(), v.maxLength(3)));

export const None = v.object({});
export const AvailabilityBody = v.pipe(
  v.object({
    productId: id,
    optionId: option,
    localDate: v.optional(day),
    localDateStart: v.optional(day),
    localDateEnd: v.optional(day),
    availabilityIds: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(100))),
    units,
    currency,
  }),
  v.check(
    ({ localDate, localDateStart, localDateEnd, availabilityIds }) =>
      Number(localDate !== undefined) +
        Number(localDateStart !== undefined || localDateEnd !== undefined) +
        Number(availabilityIds !== undefined) ===
        1 && isSpan(localDateStart, localDateEnd),
  ),
);
export const CalendarBody = v.pipe(
  v.object({ productId: id, optionId: option, localDateStart: day, localDateEnd: day, units, currency }),
  v.check(({ localDateStart, localDateEnd }) => isSpan(localDateStart, localDateEnd)),
);
const booking = {
  notes: words(5000),
  resellerReference: words(200),
  contact: v.nullish(contact),
  expirationMinutes: minutes,
  questionAnswers,
};
export const ReserveBody = v.object({
  uuid: v.nullish(id),
  productId: id,
  optionId: option,
  availabilityId: id,
  unitItems,
  currency,
  ...booking,
});
export const ChangeBody = v.object({
  productId: v.optional(id),
  optionId: v.optional(option),
  availabilityId: v.optional(id),
  unitItems: v.optional(unitItems),
  ...booking,
});
export const ExtendBody = v.object({ expirationMinutes: minutes });
export const ConfirmBody = v.object({
  contact,
  resellerReference: words(200),
  unitItems: v.optional(unitItems),
  emailReceipt: v.nullish(v.boolean()),
  notes: words(5000),
  questionAnswers,
});
export const CancelBody = v.object({ reason: words(1000), force: v.nullish(v.boolean()) });
export const SubscribeBody = v.object({
  event: v.picklist(OCTO_EVENTS),
  url: v.pipe(v.string(), v.maxLength(500)),
  retryOnError: v.nullish(v.boolean()),
  useContactLanguage: v.nullish(v.boolean()),
  headers: v.nullish(v.record(v.string(), v.string())),
});
export const ListQuery = v.pipe(
  v.object({
    resellerReference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    supplierReference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(20))),
  }),
  v.check(({ resellerReference, supplierReference }) => (resellerReference ?? supplierReference) !== undefined),
);

/** Returns whether the range is in order and at most a year. */
function isSpan(from: string | undefined, until: string | undefined): boolean {
  if (from === undefined && until === undefined) return true;
  if (from === undefined || until === undefined) return false;
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  return days >= 0 && days <= 366;
}
