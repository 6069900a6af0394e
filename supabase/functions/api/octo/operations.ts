/** Every operation of OCTO's core that there is, once: the router and the tests are made of this list. */
import * as v from 'valibot';
import type { ApiScope } from '../../../../src/domain/api-scopes.ts';
import { DatabaseFailure, type Ports } from '../../_shared/ports.ts';
import { availabilityOf, bookingOf, calendarOf, productOf, supplierOf, type Spoken } from './answers.ts';
import { languageFor, languagesOf } from './content.ts';
import { BookingFacts, ProductFacts, SlotFacts, SupplierFacts, type Product } from './facts.ts';
import { CAPABILITIES, type Capability } from './mapping.ts';
import { OctoRefusal, refusalOf } from './refusal.ts';
import * as bodies from './requests.ts';

export interface Asked {
  key: string;
  /** What stands in the address. */
  at: string | undefined;
  /** The body or, of a list, the query, as its shape reads it. */
  given: unknown;
  capabilities: ReadonlySet<Capability>;
  wished: string | null;
  ports: Ports;
}
export interface Told {
  body: unknown;
  /** Of texts: in which language they are, and in which there are any. */
  languages?: { told: string; there: string[] };
}
export interface OctoOperation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  scope: ApiScope;
  /** Of the body, of a list of the query. */
  shape: v.GenericSchema;
  run: (asked: Asked) => Promise<Told>;
}

const Items = v.object({ status: v.literal('ok'), items: v.array(v.unknown()), product: v.nullable(ProductFacts) });
const Acted = v.object({ status: v.literal('ok'), booking: BookingFacts });
const Refused = v.object({ status: v.string() });

async function answerOf<Shape extends v.GenericSchema>(
  shape: Shape,
  answer: unknown,
  given: Record<string, unknown>,
): Promise<v.InferOutput<Shape>> {
  const told = v.safeParse(shape, answer);
  if (told.success) return told.output;
  if (v.is(Refused, answer) && answer.status !== 'ok') throw refusalOf(answer, given);
  throw new DatabaseFailure('OCTO was answered something else');
}

async function read<Item extends v.GenericSchema>(
  list: 'supplier' | 'products' | 'availability' | 'bookings',
  item: Item,
  { asked, filter, given = {} }: { asked: Asked; filter: object; given?: Record<string, unknown> },
) {
  const answer = await asked.ports.database.call('octo_read', { key_id: asked.key, list, filter });
  const { items, product } = await answerOf(Items, answer, given);
  return { product, items: await answerOf(v.array(item), items, given) };
}

async function act(name: string, asked: Asked, { uuid, wishes }: { uuid: string; wishes: object }): Promise<Told> {
  const answer = await asked.ports.database.call('octo_act', {
    key_id: asked.key,
    act: name,
    name: uuid,
    given: wishes,
  });
  const given = { ...(asked.given as object), uuid };
  const { booking } = await answerOf(Acted, answer, given);
  return { body: bookingOf(booking, plain(asked)) };
}

/** Of what has no texts. */
const plain = ({ capabilities }: Asked): Spoken => ({ capabilities, language: 'en' });

function spoken(asked: Asked, products: readonly Product[]): { spoken: Spoken; languages: Told['languages'] } {
  const told = languageFor(products, asked.wished);
  return {
    spoken: { capabilities: asked.capabilities, language: told },
    languages: { told, there: languagesOf(products) },
  };
}

const bookingName = (asked: Asked): string => {
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.at)) throw new OctoRefusal('INVALID_BOOKING_UUID', { given: asked.at });
  return asked.at;
};

/** Prices are told in the company's currency alone. */
function checkCurrency({ currency }: { currency?: string | null | undefined }, sold: Product): void {
  if (currency && currency.toUpperCase() !== sold.currency) throw refusalOf({ status: 'other_currency' });
}

async function slotsOf(asked: Asked, filter: object) {
  const given = asked.given as v.InferOutput<typeof bodies.CalendarBody>;
  const found = await read('availability', SlotFacts, { asked, filter, given });
  const product = found.product;
  if (!product) throw new DatabaseFailure('there is no product to that availability');
  checkCurrency(given, product);
  const stranger = given.units?.find(({ id }) => !product.categories.some((category) => category.id === id));
  if (stranger) throw new OctoRefusal('INVALID_UNIT_ID', { given: stranger.id });
  return { slots: found.items, product, wanted: given.units ?? null };
}

async function supplier(asked: Asked): Promise<Told> {
  const { items } = await read('supplier', SupplierFacts, { asked, filter: {} });
  const endpoint = `${asked.ports.secrets('SUPABASE_URL')}/functions/v1/api/octo`;
  const [one] = items;
  if (!one) throw new DatabaseFailure('a key without a company');
  return { body: supplierOf(one, endpoint, plain(asked)) };
}

async function products(asked: Asked): Promise<Told> {
  const { items } = await read('products', ProductFacts, { asked, filter: {} });
  const { languages, ...as } = spoken(asked, items);
  return { body: items.map((product) => productOf(product, as.spoken)), languages };
}

async function product(asked: Asked): Promise<Told> {
  const missing = new OctoRefusal('INVALID_PRODUCT_ID', { given: asked.at });
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.at)) throw missing;
  const { items } = await read('products', ProductFacts, { asked, filter: { id: asked.at } });
  const [one] = items;
  if (!one) throw missing;
  const { languages, ...as } = spoken(asked, items);
  return { body: productOf(one, as.spoken), languages };
}

async function availability(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.AvailabilityBody>;
  const {
    slots,
    product: sold,
    wanted,
  } = await slotsOf(asked, {
    tour: given.productId,
    ...(given.availabilityIds
      ? { ids: given.availabilityIds }
      : { from: given.localDate ?? given.localDateStart, until: given.localDate ?? given.localDateEnd }),
  });
  const { languages, ...as } = spoken(asked, [sold]);
  return { body: slots.map((slot) => availabilityOf(slot, sold, as.spoken, wanted)), languages };
}

async function calendar(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.CalendarBody>;
  const {
    slots,
    product: sold,
    wanted,
  } = await slotsOf(asked, {
    tour: given.productId,
    from: given.localDateStart,
    until: given.localDateEnd,
  });
  return { body: calendarOf(slots, sold, plain(asked), wanted) };
}

async function reserve(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ReserveBody>;
  return act('reserve', asked, { uuid: given.uuid ?? crypto.randomUUID(), wishes: bodies.wishesOf(given) });
}

async function change(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ChangeBody>;
  return act('change', asked, { uuid: bookingName(asked), wishes: bodies.wishesOf(given) });
}

async function extend(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ExtendBody>;
  return act('extend', asked, { uuid: bookingName(asked), wishes: bodies.wishesOf(given) });
}

async function confirm(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ConfirmBody>;
  const wishes = { contact: {}, ...bodies.wishesOf(given), mail: given.emailReceipt === true };
  return act('confirm', asked, { uuid: bookingName(asked), wishes });
}

async function cancel(asked: Asked): Promise<Told> {
  const { reason } = asked.given as v.InferOutput<typeof bodies.CancelBody>;
  return act('cancel', asked, { uuid: bookingName(asked), wishes: reason ? { reason } : {} });
}

async function booking(asked: Asked): Promise<Told> {
  const uuid = bookingName(asked);
  const { items } = await read('bookings', BookingFacts, { asked, filter: { uuid } });
  const [one] = items;
  if (!one) throw new OctoRefusal('INVALID_BOOKING_UUID', { given: uuid });
  return { body: bookingOf(one, plain(asked)) };
}

async function bookings(asked: Asked): Promise<Told> {
  const { resellerReference, supplierReference } = asked.given as v.InferOutput<typeof bodies.ListQuery>;
  const filter = { external_reference: resellerReference ?? null, reference: supplierReference ?? null };
  const { items } = await read('bookings', BookingFacts, { asked, filter });
  return { body: items.map((one) => bookingOf(one, plain(asked))) };
}

const capabilities = async (): Promise<Told> => ({
  body: CAPABILITIES.map((id) => ({ id, revision: 1, required: false, dependencies: [], docs: null })),
});

const get = { method: 'GET', shape: bodies.None } as const;
const write = { method: 'POST', scope: 'bookings_write' } as const;

export const OPERATIONS: readonly OctoOperation[] = [
  { ...get, id: 'capabilities', path: '/capabilities', scope: 'tours_read', run: capabilities },
  { ...get, id: 'supplier', path: '/supplier', scope: 'tours_read', run: supplier },
  { ...get, id: 'products', path: '/products', scope: 'tours_read', run: products },
  { ...get, id: 'product', path: '/products/:at', scope: 'tours_read', run: product },
  {
    id: 'availability',
    method: 'POST',
    path: '/availability',
    scope: 'departures_read',
    shape: bodies.AvailabilityBody,
    run: availability,
  },
  {
    id: 'calendar',
    method: 'POST',
    path: '/availability/calendar',
    scope: 'departures_read',
    shape: bodies.CalendarBody,
    run: calendar,
  },
  { ...write, id: 'reserve', path: '/bookings', shape: bodies.ReserveBody, run: reserve },
  { ...get, id: 'bookings', path: '/bookings', scope: 'bookings_read', shape: bodies.ListQuery, run: bookings },
  { ...get, id: 'booking', path: '/bookings/:at', scope: 'bookings_read', run: booking },
  { ...write, id: 'change', method: 'PATCH', path: '/bookings/:at', shape: bodies.ChangeBody, run: change },
  { ...write, id: 'extend', path: '/bookings/:at/extend', shape: bodies.ExtendBody, run: extend },
  { ...write, id: 'confirm', path: '/bookings/:at/confirm', shape: bodies.ConfirmBody, run: confirm },
  { ...write, id: 'cancel', path: '/bookings/:at/cancel', shape: bodies.CancelBody, run: cancel },
];
