/** Offers on a partner's page; a separate module, because booking pages do not need it. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { operatorShape, partnerShape } from './public-booking-shapes.ts';
import { defineRpc } from './define-rpc.ts';
import { callPublicRpc, type PublicOptions } from './public-call.ts';

const offer = v.object({
  id: v.string(),
  slug: v.string(),
  titles: v.record(v.string(), v.string()),
  meetingPoints: v.record(v.string(), v.string()),
  /** Tag of the picture. */
  picture: v.nullable(v.string()),
  startsAt: v.string(),
  language: v.string(),
  /** Free seats. */
  left: v.number(),
  /** Lowest price of a category that may come unaccompanied. */
  from: v.nullable(v.number()),
  operator: operatorShape,
});
/** A tour of one operator with its next departure. */
export type PublicOffer = v.InferOutput<typeof offer>;

export const guestReadPartnerRpc = defineRpc('guest_read_partner', {
  response: v.object({ organisation: partnerShape, offers: v.array(offer), hasMore: v.boolean() }),
});

/**
 * Reads a partner's page across its operators: twenty tours, earliest departure first. `shown`: ids that the caller
 * has already.
 */
export const readPartner = (
  { organisation, shown = [] }: { organisation: string; shown?: readonly Uuid[] },
  options: PublicOptions = {},
) => callPublicRpc(guestReadPartnerRpc, { organisation, ...(shown.length > 0 ? { shown: [...shown] } : {}) }, options);
