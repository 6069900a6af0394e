/** OCTO booking operations; each is one atomic database call. */
import * as v from 'valibot';
import { toBooking } from '../../_shared/octo/responses.ts';
import { BookingRow } from '../../_shared/octo/database-rows.ts';
import {
  parseDatabaseResponse,
  untranslatedContext,
  readList,
  type OctoRequest,
  type OctoResponse,
} from './operation.ts';
import { OctoException } from './octo-error.ts';
import type * as bodies from './request-schemas.ts';
import { toBookingRequest } from './booking-request.ts';

const ExecuteResponse = v.object({ status: v.literal('ok'), booking: BookingRow });
async function execute(
  action: string,
  request: OctoRequest,
  { uuid, changes }: { uuid: string; changes: object },
): Promise<OctoResponse> {
  const result = await request.ports.database.call('octo_execute', {
    key_id: request.key,
    action,
    reseller_uuid: uuid,
    input: changes,
  });
  const input = { ...(request.input as object), uuid };
  const { booking } = await parseDatabaseResponse(ExecuteResponse, result, input);
  return { body: toBooking(booking, untranslatedContext(request, booking.locale)) };
}

const changesIn = (request: OctoRequest, body: Parameters<typeof toBookingRequest>[0]) =>
  toBookingRequest(body, request.capabilities.has('octo/questions'));

const bookingUuid = (request: OctoRequest): string => {
  if (!v.is(v.pipe(v.string(), v.uuid()), request.at))
    throw new OctoException('INVALID_BOOKING_UUID', { value: request.at });
  return request.at;
};

export async function reserve(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.ReserveBody>;
  return execute('reserve', request, { uuid: body.uuid ?? crypto.randomUUID(), changes: changesIn(request, body) });
}

export async function change(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.ChangeBody>;
  return execute('change', request, { uuid: bookingUuid(request), changes: changesIn(request, body) });
}

export async function extend(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.ExtendBody>;
  return execute('extend', request, { uuid: bookingUuid(request), changes: changesIn(request, body) });
}

export async function confirm(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.ConfirmBody>;
  const changes = { ...changesIn(request, body), mail: body.emailReceipt === true };
  return execute('confirm', request, { uuid: bookingUuid(request), changes });
}

export async function cancel(request: OctoRequest): Promise<OctoResponse> {
  const { reason } = request.input as v.InferOutput<typeof bodies.CancelBody>;
  return execute('cancel', request, { uuid: bookingUuid(request), changes: reason ? { reason } : {} });
}

export async function booking(request: OctoRequest): Promise<OctoResponse> {
  const uuid = bookingUuid(request);
  const { items } = await readList('bookings', BookingRow, { request, filter: { uuid } });
  const [found] = items;
  if (!found) throw new OctoException('INVALID_BOOKING_UUID', { value: uuid });
  return { body: toBooking(found, untranslatedContext(request, found.locale)) };
}

export async function bookings(request: OctoRequest): Promise<OctoResponse> {
  const { resellerReference, supplierReference } = request.input as v.InferOutput<typeof bodies.ListQuery>;
  const filter = { voucher_number: resellerReference ?? null, reference: supplierReference ?? null };
  const { items } = await readList('bookings', BookingRow, { request, filter });
  return { body: items.map((booking) => toBooking(booking, untranslatedContext(request, booking.locale))) };
}
