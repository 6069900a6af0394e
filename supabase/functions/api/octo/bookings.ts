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

const Acted = v.object({ status: v.literal('ok'), booking: BookingRow });
async function act(
  name: string,
  asked: OctoRequest,
  { uuid, wishes }: { uuid: string; wishes: object },
): Promise<OctoResponse> {
  const answer = await asked.ports.database.call('octo_act', {
    key_id: asked.key,
    act: name,
    name: uuid,
    given: wishes,
  });
  const given = { ...(asked.given as object), uuid };
  const { booking } = await parseDatabaseResponse(Acted, answer, given);
  return { body: toBooking(booking, untranslatedContext(asked, booking.locale)) };
}

const wishesIn = (asked: OctoRequest, given: Parameters<typeof toBookingRequest>[0]) =>
  toBookingRequest(given, asked.capabilities.has('octo/questions'));

const bookingName = (asked: OctoRequest): string => {
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.at))
    throw new OctoException('INVALID_BOOKING_UUID', { given: asked.at });
  return asked.at;
};

export async function reserve(asked: OctoRequest): Promise<OctoResponse> {
  const given = asked.given as v.InferOutput<typeof bodies.ReserveBody>;
  return act('reserve', asked, { uuid: given.uuid ?? crypto.randomUUID(), wishes: wishesIn(asked, given) });
}

export async function change(asked: OctoRequest): Promise<OctoResponse> {
  const given = asked.given as v.InferOutput<typeof bodies.ChangeBody>;
  return act('change', asked, { uuid: bookingName(asked), wishes: wishesIn(asked, given) });
}

export async function extend(asked: OctoRequest): Promise<OctoResponse> {
  const given = asked.given as v.InferOutput<typeof bodies.ExtendBody>;
  return act('extend', asked, { uuid: bookingName(asked), wishes: wishesIn(asked, given) });
}

export async function confirm(asked: OctoRequest): Promise<OctoResponse> {
  const given = asked.given as v.InferOutput<typeof bodies.ConfirmBody>;
  const wishes = { contact: {}, ...wishesIn(asked, given), mail: given.emailReceipt === true };
  return act('confirm', asked, { uuid: bookingName(asked), wishes });
}

export async function cancel(asked: OctoRequest): Promise<OctoResponse> {
  const { reason } = asked.given as v.InferOutput<typeof bodies.CancelBody>;
  return act('cancel', asked, { uuid: bookingName(asked), wishes: reason ? { reason } : {} });
}

export async function booking(asked: OctoRequest): Promise<OctoResponse> {
  const uuid = bookingName(asked);
  const { items } = await readList('bookings', BookingRow, { asked, filter: { uuid } });
  const [one] = items;
  if (!one) throw new OctoException('INVALID_BOOKING_UUID', { given: uuid });
  return { body: toBooking(one, untranslatedContext(asked, one.locale)) };
}

export async function bookings(asked: OctoRequest): Promise<OctoResponse> {
  const { resellerReference, supplierReference } = asked.given as v.InferOutput<typeof bodies.ListQuery>;
  const filter = { external_reference: resellerReference ?? null, reference: supplierReference ?? null };
  const { items } = await readList('bookings', BookingRow, { asked, filter });
  return { body: items.map((one) => toBooking(one, untranslatedContext(asked, one.locale))) };
}
