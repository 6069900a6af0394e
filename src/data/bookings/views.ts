/** Views of the advanced list of bookings, saved for the team. */
import * as v from 'valibot';
import { bookingView, type BookingView } from '../../domain/booking-view.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Json } from '../database-types.ts';
import { rpc } from '../rpc.ts';

const saved = v.array(
  v.object({ id: v.string(), name: v.string(), isDefault: v.boolean(), version: v.number(), view: bookingView }),
);
const views = v.object({ views: saved });
export type SavedView = v.InferOutput<typeof saved>[number];

/** Fails with `not_permitted` for who does not manage the company's bookings, and like any call. */
export const readBookingViews = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_booking_views', { company }, { signal, answer: views });

export interface SaveView {
  /** Made by the client: saving it twice saves it once. */
  id: Uuid;
  /** 0 for a new one, else of the view that is written over. */
  version: number;
  name: string;
  view: BookingView;
  /** What the list opens with; another one is it no more. */
  isDefault: boolean;
}

/** Answers all views as they are then. */
export const saveBookingView = (company: Uuid, { id, version, name, view, isDefault }: SaveView) =>
  rpc(
    'save_booking_view',
    { company, id, version, name, view: view as unknown as Json, is_default: isDefault },
    {
      answer: views,
      refusals: { stale: views, gone: v.object({}), name_taken: v.object({}), too_many: v.object({}) },
    },
  );

/** Answers those that are left. */
export const deleteBookingView = (company: Uuid, id: Uuid) =>
  rpc('delete_booking_view', { company, id }, { answer: views });
