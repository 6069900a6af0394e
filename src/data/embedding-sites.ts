/** Sites that may embed a company's pages, and which of them do. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { instant } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const sites = v.object({
  /** `shownAt`: last time a guest's browser reported the booking page there; null: not since recording began. */
  sites: v.array(v.object({ site: v.string(), shownAt: v.nullable(instant) })),
});
export type EmbeddingSite = v.InferOutput<typeof sites>['sites'][number];

export const readEmbeddingSitesRpc = defineRpc('read_embedding_sites', { response: sites });

export const readEmbeddingSites = (company: Uuid, signal?: AbortSignal) =>
  rpc(readEmbeddingSitesRpc, { company }, { signal });

export const deleteEmbeddingSiteRpc = defineRpc('delete_embedding_site', { response: v.object({}) });

/** Removes a site, which is refused from then on. Idempotent. */
export const deleteEmbeddingSite = (input: { company: Uuid; site: string }) => rpc(deleteEmbeddingSiteRpc, input);
