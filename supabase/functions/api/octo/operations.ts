/** Every operation of OCTO that there is, once: the router and the tests are made of this list. */
import * as v from 'valibot';
import { availabilityOf, calendarOf, productOf, supplierOf } from '../../_shared/octo/answers.ts';
import { ProductFacts, SlotFacts, SupplierFacts, type Product } from '../../_shared/octo/facts.ts';
import { CAPABILITIES } from '../../_shared/octo/mapping.ts';
import { DatabaseFailure } from '../../_shared/ports.ts';
import { plain, read, spoken, type Asked, type OctoOperation, type Told } from './asking.ts';
import { booking, bookings, cancel, change, confirm, extend, reserve } from './bookings.ts';
import { OctoRefusal, refusalOf } from './refusal.ts';
import * as bodies from './requests.ts';
import { subscribe, unsubscribe, webhooks } from './webhooks.ts';

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
  const [one] = items;
  if (!one) throw new DatabaseFailure('a key without a company');
  return { body: supplierOf(one, plain(asked)) };
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
  { ...get, id: 'webhooks', path: '/webhooks', scope: 'webhooks_write', run: webhooks },
  {
    id: 'subscribe',
    method: 'POST',
    path: '/webhooks',
    scope: 'webhooks_write',
    shape: bodies.SubscribeBody,
    run: subscribe,
  },
  {
    id: 'unsubscribe',
    method: 'DELETE',
    path: '/webhooks/:at',
    scope: 'webhooks_write',
    shape: bodies.None,
    run: unsubscribe,
  },
  { ...write, id: 'cancel', path: '/bookings/:at/cancel', shape: bodies.CancelBody, run: cancel },
];
