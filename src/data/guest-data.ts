/** Data subject requests: find, send or erase a guest's data. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const booking = v.object({
  id: v.string(),
  reference: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  title: localised,
  startsAt: instant,
  localDate,
  /** `upcoming`: the departure is in the future, or still in the range that devices hold. */
  erasureState: v.picklist(['erasable', 'erased', 'upcoming']),
});
export type GuestBooking = v.InferOutput<typeof booking>;

export const findGuestRpc = defineRpc('find_guest', { response: v.object({ bookings: v.array(booking) }) });

/** Finds a guest's bookings by email address or booking reference. */
export const findGuest = (
  company: Uuid,
  search: string,
  signal?: AbortSignal,
): Promise<Result<{ bookings: GuestBooking[] }>> => rpc(findGuestRpc, { company, search }, { signal });

export const sendGuestDataRpc = defineRpc('send_guest_data', {
  response: v.object({}),
  refusals: { no_address: v.object({}), too_many: v.object({}) },
});

/** Mails a guest all data stored under a booking's address. */
export const sendGuestData = (id: Uuid, request: Uuid) => rpc(sendGuestDataRpc, { request, booking: id });

export const eraseGuestRpc = defineRpc('erase_guest', { response: v.object({ erased: v.number() }) });

/** Erases a guest from past bookings and returns how many. */
export const eraseGuest = (input: { company: Uuid; bookings: Uuid[] }) => rpc(eraseGuestRpc, { ...input });
