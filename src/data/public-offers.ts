/** What a partner's page lists: apart from what guests ask to book, as whoever books never asks for it. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { operatorShape, partnerShape } from './public-booking.ts';
import { callPublicRpc, type PublicOptions } from './public-call.ts';

const offer = v.object({
  id: v.string(),
  slug: v.string(),
  titles: v.record(v.string(), v.string()),
  meetingPoints: v.record(v.string(), v.string()),
  /** Its tag. */
  picture: v.nullable(v.string()),
  startsAt: v.string(),
  language: v.string(),
  left: v.number(),
  /** The least that whoever may come alone pays. */
  from: v.nullable(v.number()),
  operator: operatorShape,
});
/** A tour of some operator with its next departure. */
export type PublicOffer = v.InferOutput<typeof offer>;

/** A partner's page over all its operators: twenty tours, which starts first first; `shown`: those that one has already. */
export const readPartner = (
  { organisation, shown = [] }: { organisation: string; shown?: readonly Uuid[] },
  options: PublicOptions = {},
) =>
  callPublicRpc(
    'partner',
    { organisation, ...(shown.length > 0 ? { shown: [...shown] } : {}) },
    { answer: v.object({ organisation: partnerShape, offers: v.array(offer), more: v.boolean() }), ...options },
  );
