/** Bookings by OCTO: each act is the database's, all of it or nothing. */
import * as v from 'valibot';
import { bookingOf } from '../../_shared/octo/answers.ts';
import { BookingFacts } from '../../_shared/octo/facts.ts';
import { answerOf, plain, read, type Asked, type Told } from './asking.ts';
import { OctoRefusal } from './refusal.ts';
import type * as bodies from './requests.ts';
import { wishesOf } from './wishes.ts';

const Acted = v.object({ status: v.literal('ok'), booking: BookingFacts });
async function act(name: string, asked: Asked, { uuid, wishes }: { uuid: string; wishes: object }): Promise<Told> {
  const answer = await asked.ports.database.call('octo_act', {
    key_id: asked.key,
    act: name,
    name: uuid,
    given: wishes,
  });
  const given = { ...(asked.given as object), uuid };
  const { booking } = await answerOf(Acted, answer, given);
  return { body: bookingOf(booking, plain(asked, booking.locale)) };
}

const wishesIn = (asked: Asked, given: Parameters<typeof wishesOf>[0]) =>
  wishesOf(given, asked.capabilities.has('octo/questions'));

const bookingName = (asked: Asked): string => {
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.at)) throw new OctoRefusal('INVALID_BOOKING_UUID', { given: asked.at });
  return asked.at;
};

export async function reserve(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ReserveBody>;
  return act('reserve', asked, { uuid: given.uuid ?? crypto.randomUUID(), wishes: wishesIn(asked, given) });
}

export async function change(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ChangeBody>;
  return act('change', asked, { uuid: bookingName(asked), wishes: wishesIn(asked, given) });
}

export async function extend(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ExtendBody>;
  return act('extend', asked, { uuid: bookingName(asked), wishes: wishesIn(asked, given) });
}

export async function confirm(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.ConfirmBody>;
  const wishes = { contact: {}, ...wishesIn(asked, given), mail: given.emailReceipt === true };
  return act('confirm', asked, { uuid: bookingName(asked), wishes });
}

export async function cancel(asked: Asked): Promise<Told> {
  const { reason } = asked.given as v.InferOutput<typeof bodies.CancelBody>;
  return act('cancel', asked, { uuid: bookingName(asked), wishes: reason ? { reason } : {} });
}

export async function booking(asked: Asked): Promise<Told> {
  const uuid = bookingName(asked);
  const { items } = await read('bookings', BookingFacts, { asked, filter: { uuid } });
  const [one] = items;
  if (!one) throw new OctoRefusal('INVALID_BOOKING_UUID', { given: uuid });
  return { body: bookingOf(one, plain(asked, one.locale)) };
}

export async function bookings(asked: Asked): Promise<Told> {
  const { resellerReference, supplierReference } = asked.given as v.InferOutput<typeof bodies.ListQuery>;
  const filter = { external_reference: resellerReference ?? null, reference: supplierReference ?? null };
  const { items } = await read('bookings', BookingFacts, { asked, filter });
  return { body: items.map((one) => bookingOf(one, plain(asked, one.locale))) };
}
