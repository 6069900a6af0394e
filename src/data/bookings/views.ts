/** Saved views of the bookings list, shared by the team. */
import * as v from 'valibot';
import { bookingView, type BookingView } from '../../domain/booking-view.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Json } from '../database-types.ts';
import { defineRpc } from '../define-rpc.ts';
import { rpc } from '../rpc.ts';

const saved = v.array(
  v.object({ id: v.string(), name: v.string(), isDefault: v.boolean(), version: v.number(), view: bookingView }),
);
const views = v.object({ views: saved });
export type SavedView = v.InferOutput<typeof saved>[number];

export const readBookingViewsRpc = defineRpc('read_booking_views', { response: views });

/** Reads all views. Fails with `not_permitted` unless the person manages the company's bookings. */
export const readBookingViews = (company: Uuid, signal?: AbortSignal) =>
  rpc(readBookingViewsRpc, { company }, { signal });

export interface SaveBookingViewInput {
  /** Made by the client; makes saving idempotent. */
  id: Uuid;
  /** 0 for a new view, otherwise the version that is replaced. */
  version: number;
  name: string;
  view: BookingView;
  /** Whether the list opens with this view; at most one view is the default. */
  isDefault: boolean;
}

export const saveBookingViewRpc = defineRpc('save_booking_view', {
  response: views,
  refusals: { stale: views, gone: v.object({}), name_taken: v.object({}), too_many: v.object({}) },
});

/** Saves a view and returns all views. */
export const saveBookingView = (company: Uuid, { id, version, name, view, isDefault }: SaveBookingViewInput) =>
  rpc(saveBookingViewRpc, { company, id, version, name, view: view as unknown as Json, is_default: isDefault });

export const deleteBookingViewRpc = defineRpc('delete_booking_view', { response: views });

/** Deletes a view and returns the remaining ones. */
export const deleteBookingView = (company: Uuid, id: Uuid) => rpc(deleteBookingViewRpc, { company, id });
