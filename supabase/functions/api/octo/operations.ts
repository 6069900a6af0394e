/** All OCTO operations; the router and the tests use this list. */
import * as v from 'valibot';
import { toAvailability, toCalendar, toProduct, toSupplier } from '../../_shared/octo/responses.ts';
import { ProductRow, SlotRow, SupplierRow, type Product } from '../../_shared/octo/database-rows.ts';
import { CAPABILITIES } from '../../_shared/octo/mapping.ts';
import { DatabaseFailure } from '../../_shared/ports.ts';
import {
  untranslatedContext,
  readList,
  localizedContext,
  type OctoRequest,
  type OctoOperation,
  type OctoResponse,
} from './operation.ts';
import { booking, bookings, cancel, change, confirm, extend, reserve } from './bookings.ts';
import { OctoException, octoErrorFromRefusal } from './octo-error.ts';
import * as bodies from './request-schemas.ts';
import { subscribe, unsubscribe, webhooks } from './webhooks.ts';

/** Prices exist in the company's currency only. */
function checkCurrency({ currency }: { currency?: string | null | undefined }, sold: Product): void {
  if (currency && currency.toUpperCase() !== sold.currency) throw octoErrorFromRefusal({ status: 'other_currency' });
}

async function slotsOf(request: OctoRequest, filter: object) {
  const body = request.input as v.InferOutput<typeof bodies.CalendarBody>;
  const found = await readList('availability', SlotRow, { request, filter, input: body });
  const product = found.product;
  if (!product) throw new DatabaseFailure('there is no product to that availability');
  checkCurrency(body, product);
  const stranger = body.units?.find(({ id }) => !product.categories.some((category) => category.id === id));
  if (stranger) throw new OctoException('INVALID_UNIT_ID', { value: stranger.id });
  return { slots: found.items, product, requestedUnits: body.units ?? null };
}

async function supplier(request: OctoRequest): Promise<OctoResponse> {
  const { items } = await readList('supplier', SupplierRow, { request, filter: {} });
  const [found] = items;
  if (!found) throw new DatabaseFailure('a key without a company');
  return { body: toSupplier(found, untranslatedContext(request)) };
}

async function products(request: OctoRequest): Promise<OctoResponse> {
  const { items } = await readList('products', ProductRow, { request, filter: {} });
  const { languages, context } = localizedContext(request, items);
  return { body: items.map((product) => toProduct(product, context)), languages };
}

async function product(request: OctoRequest): Promise<OctoResponse> {
  const missing = new OctoException('INVALID_PRODUCT_ID', { value: request.at });
  if (!v.is(v.pipe(v.string(), v.uuid()), request.at)) throw missing;
  const { items } = await readList('products', ProductRow, { request, filter: { id: request.at } });
  const [found] = items;
  if (!found) throw missing;
  const { languages, context } = localizedContext(request, items);
  return { body: toProduct(found, context), languages };
}

async function availability(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.AvailabilityBody>;
  const {
    slots,
    product: sold,
    requestedUnits,
  } = await slotsOf(request, {
    tour: body.productId,
    ...(body.availabilityIds
      ? { ids: body.availabilityIds }
      : { from: body.localDate ?? body.localDateStart, until: body.localDate ?? body.localDateEnd }),
  });
  const { languages, context } = localizedContext(request, [sold]);
  return { body: slots.map((slot) => toAvailability(slot, sold, context, requestedUnits)), languages };
}

async function calendar(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.CalendarBody>;
  const {
    slots,
    product: sold,
    requestedUnits,
  } = await slotsOf(request, {
    tour: body.productId,
    from: body.localDateStart,
    until: body.localDateEnd,
  });
  return { body: toCalendar(slots, sold, untranslatedContext(request), requestedUnits) };
}

const capabilities = async (): Promise<OctoResponse> => ({
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
