/**
 * Schemas of OCTO's responses, written independently of the code: core, octo/pricing and octo/content from the
 * specification, octo/questions and octo/webhooks from their vendors' descriptions.
 */
import * as v from 'valibot';

const text = v.string();
const maybe = v.nullable(v.string());
const count = v.pipe(v.number(), v.integer());
const utc = v.pipe(text, v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));
const local = v.pipe(text, v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/));
const contactField = v.picklist([
  'firstName',
  'lastName',
  'emailAddress',
  'phoneNumber',
  'country',
  'notes',
  'locales',
]);
const unitType = v.picklist(['ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'OTHER']);
const status = v.picklist(['ON_HOLD', 'CONFIRMED', 'EXPIRED', 'CANCELLED', 'REDEEMED', 'PENDING', 'REJECTED']);
const slotStatus = v.picklist(['AVAILABLE', 'FREESALE', 'SOLD_OUT', 'LIMITED', 'CLOSED']);
const money = {
  original: count,
  retail: count,
  net: v.nullable(count),
  currency: v.pipe(text, v.length(3)),
  currencyPrecision: count,
  includedTaxes: v.array(v.strictObject({ name: text, retail: count, original: count, net: v.nullable(count) })),
};
const price = v.strictObject(money);
const unitPrices = v.array(v.strictObject({ unitId: text, ...money }));

const question = v.strictObject({
  id: text,
  label: text,
  description: maybe,
  required: v.boolean(),
  inputType: v.picklist([
    'date',
    'datetime-local',
    'email',
    'file',
    'number',
    'tel',
    'text',
    'time',
    'url',
    'select',
    'textarea',
  ]),
  selectOptions: v.array(v.strictObject({ label: text, value: text })),
});
const answers = v.array(v.strictObject({ questionId: text, question, value: maybe }));
const webhook = v.strictObject({
  id: text,
  event: v.picklist(['booking_update', 'availability_update']),
  url: v.pipe(text, v.url()),
  retryOnError: v.boolean(),
  useContactLanguage: v.boolean(),
  headers: v.record(text, text),
  capabilities: v.array(v.pipe(text, v.regex(/^octo\/[a-z]+$/))),
});
const media = v.array(
  v.strictObject({
    src: v.pipe(text, v.url()),
    type: v.pipe(text, v.regex(/^(image|video|external)\//)),
    rel: v.picklist(['LOGO', 'COVER', 'GALLERY']),
    title: maybe,
    caption: maybe,
    copyright: maybe,
  }),
);

function shapes(isPriced: boolean, hasContent: boolean, hasQuestions: boolean) {
  const priced = <Entries extends v.ObjectEntries>(entries: Entries) => (isPriced ? entries : {});
  const withContent = <Entries extends v.ObjectEntries>(entries: Entries) => (hasContent ? entries : {});
  const withQuestions = <Entries extends v.ObjectEntries>(entries: Entries) => (hasQuestions ? entries : {});
  const content = withContent({
    title: text,
    shortDescription: maybe,
    description: maybe,
    features: v.array(v.strictObject({ shortDescription: maybe, type: text })),
    faqs: v.array(v.strictObject({ question: text, answer: text })),
    media,
    locations: v.array(
      v.looseObject({
        title: maybe,
        shortDescription: maybe,
        types: v.array(text),
        minutesTo: v.nullable(count),
        minutesAt: v.nullable(count),
        place: v.looseObject({ latitude: v.number(), longitude: v.number() }),
      }),
    ),
    categoryLabels: v.array(text),
    durationMinutesFrom: count,
    durationMinutesTo: v.nullable(count),
    commentary: v.array(
      v.strictObject({ format: v.picklist(['IN_PERSON', 'RECORDED_AUDIO', 'WRITTEN', 'OTHER']), language: text }),
    ),
  });
  const unit = v.strictObject({
    id: text,
    internalName: text,
    reference: maybe,
    type: unitType,
    restrictions: v.strictObject({
      minAge: count,
      maxAge: count,
      idRequired: v.boolean(),
      minQuantity: v.nullable(count),
      maxQuantity: v.nullable(count),
      paxCount: count,
      accompaniedBy: v.array(text),
    }),
    requiredContactFields: v.array(contactField),
    ...priced({ pricingFrom: v.pipe(v.array(price), v.minLength(1)) }),
    ...withContent({ title: maybe, shortDescription: text, features: v.array(v.unknown()) }),
    ...withQuestions({ questions: v.array(question) }),
  });
  const option = v.strictObject({
    id: text,
    default: v.boolean(),
    internalName: text,
    reference: maybe,
    availabilityLocalStartTimes: v.pipe(v.array(v.pipe(text, v.regex(/^\d\d:\d\d$/))), v.minLength(1)),
    cancellationCutoff: text,
    cancellationCutoffAmount: count,
    cancellationCutoffUnit: v.picklist(['minute', 'hour', 'day']),
    requiredContactFields: v.array(contactField),
    restrictions: v.strictObject({ minUnits: v.nullable(count), maxUnits: v.nullable(count) }),
    units: v.pipe(v.array(unit), v.minLength(1)),
    ...content,
    ...withQuestions({ questions: v.array(question) }),
  });
  const product = v.strictObject({
    id: text,
    internalName: text,
    reference: maybe,
    locale: text,
    timeZone: text,
    allowFreesale: v.boolean(),
    instantConfirmation: v.boolean(),
    instantDelivery: v.boolean(),
    availabilityRequired: v.boolean(),
    availabilityType: v.picklist(['START_TIME', 'OPENING_HOURS']),
    deliveryFormats: v.array(v.picklist(['PDF_URL', 'QRCODE', 'CODE128', 'PKPASS_URL', 'AZTECCODE'])),
    deliveryMethods: v.array(v.picklist(['VOUCHER', 'TICKET'])),
    redemptionMethod: v.picklist(['DIGITAL', 'PRINT', 'MANIFEST']),
    options: v.pipe(v.array(option), v.minLength(1)),
    ...priced({
      defaultCurrency: text,
      availableCurrencies: v.array(text),
      pricingPer: v.picklist(['BOOKING', 'UNIT']),
    }),
    ...content,
  });
  const slot = v.strictObject({
    id: text,
    localDateTimeStart: local,
    localDateTimeEnd: local,
    utcCutoffAt: utc,
    allDay: v.boolean(),
    available: v.boolean(),
    status: slotStatus,
    vacancies: v.nullable(count),
    capacity: v.nullable(count),
    maxUnits: v.nullable(count),
    openingHours: v.array(v.unknown()),
    ...priced({ unitPricing: unitPrices, pricing: v.optional(price) }),
    ...withContent({ title: maybe, shortDescription: text }),
  });
  const day = v.strictObject({
    localDate: v.pipe(text, v.isoDate()),
    available: v.boolean(),
    status: slotStatus,
    vacancies: v.nullable(count),
    capacity: v.nullable(count),
    openingHours: v.array(v.unknown()),
    ...priced({ unitPricingFrom: unitPrices, pricingFrom: v.optional(price) }),
  });
  const contact = v.strictObject({
    fullName: maybe,
    firstName: maybe,
    lastName: maybe,
    emailAddress: maybe,
    phoneNumber: maybe,
    locales: v.array(text),
    postalCode: maybe,
    country: maybe,
    notes: maybe,
  });
  const ticket = v.strictObject({
    redemptionMethod: text,
    utcRedeemedAt: v.nullable(utc),
    deliveryOptions: v.array(v.strictObject({ deliveryFormat: text, deliveryValue: text })),
  });
  const booking = v.strictObject({
    id: text,
    uuid: v.pipe(text, v.uuid()),
    testMode: v.boolean(),
    resellerReference: maybe,
    supplierReference: maybe,
    status,
    utcCreatedAt: utc,
    utcUpdatedAt: utc,
    utcExpiresAt: v.nullable(utc),
    utcRedeemedAt: v.nullable(utc),
    utcConfirmedAt: v.nullable(utc),
    productId: text,
    optionId: text,
    cancellable: v.boolean(),
    cancellation: v.nullable(
      v.strictObject({ refund: v.picklist(['FULL', 'PARTIAL', 'NONE']), reason: maybe, utcCancelledAt: utc }),
    ),
    freesale: v.boolean(),
    availabilityId: maybe,
    availability: v.nullable(slot),
    contact,
    notes: maybe,
    deliveryMethods: v.array(text),
    voucher: v.nullable(ticket),
    unitItems: v.array(
      v.strictObject({
        uuid: text,
        resellerReference: maybe,
        supplierReference: maybe,
        unitId: text,
        status,
        utcRedeemedAt: v.nullable(utc),
        contact,
        ticket: v.nullable(ticket),
        ...priced({ pricing: price }),
        ...withQuestions({ questionAnswers: answers }),
      }),
    ),
    ...priced({ pricing: price }),
    ...withQuestions({ questionAnswers: answers }),
  });
  const supplier = v.strictObject({
    id: text,
    name: text,
    endpoint: v.pipe(text, v.url()),
    contact: v.strictObject({ website: maybe, email: maybe, telephone: maybe, address: maybe }),
    ...withContent({ shortDescription: maybe, media }),
  });
  const capability = v.strictObject({
    id: text,
    revision: count,
    required: v.boolean(),
    dependencies: v.array(text),
    docs: maybe,
  });
  const some = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.minLength(1));
  return {
    capabilities: some(capability),
    supplier,
    products: some(product),
    product,
    availability: some(slot),
    calendar: some(day),
    bookings: some(booking),
    booking,
    webhooks: some(webhook),
    subscribe: webhook,
    unsubscribe: v.strictObject({}),
    booking_update: v.strictObject({ webhook, booking, supplier }),
    availability_update: v.strictObject({ webhook, availability: slot, productId: text, optionId: text, supplier }),
  } satisfies Record<string, v.GenericSchema>;
}

/** Returns the places where a response differs from the specification. */
export function faultsOf(operation: string, body: unknown, capabilities: readonly string[]): string[] {
  const all: Record<string, v.GenericSchema> = shapes(
    capabilities.includes('octo/pricing'),
    capabilities.includes('octo/content'),
    capabilities.includes('octo/questions'),
  );
  // Every operation on a booking answers with the booking.
  const result = v.safeParse(all[operation] ?? all['booking']!, body);
  return result.issues?.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`) ?? [];
}
