/** What a company keeps of one guest: found, sent to them, erased. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

const booking = v.object({
  id: v.string(),
  reference: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  title: localised,
  startsAt: instant,
  localDate,
  /** `ahead`: it is still to come, or on the devices of these days. */
  stands: v.picklist(['erasable', 'erased', 'ahead']),
});
export type GuestBooking = v.InferOutput<typeof booking>;

/** A guest's bookings, by their address or by the reference of one. Fails like any call. */
export const findGuest = (
  company: Uuid,
  asked: string,
  signal?: AbortSignal,
): Promise<Result<{ bookings: GuestBooking[] }>> =>
  rpc('find_guest', { company, asked }, { signal, answer: v.object({ bookings: v.array(booking) }) });

/** Mails to the address of a booking what is kept of whoever has that address. */
export const sendGuestData = (id: Uuid, request: Uuid) =>
  rpc(
    'send_guest_data',
    { request, booking: id },
    { answer: v.object({}), refusals: { no_address: v.object({}), too_many: v.object({}) } },
  );

/** Takes a guest out of those of the bookings that are over; answers of how many. */
export const eraseGuest = (given: { company: Uuid; bookings: Uuid[] }) =>
  rpc('erase_guest', { ...given }, { answer: v.object({ erased: v.number() }) });
