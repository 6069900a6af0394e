/** Which of the sites that may show a company's pages do. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { instant } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

const sites = v.object({
  /** `shownAt`: when the booking page was shown there last, as a guest's browser told; null: never since that is kept. */
  sites: v.array(v.object({ site: v.string(), shownAt: v.nullable(instant) })),
});
export type EmbeddingSite = v.InferOutput<typeof sites>['sites'][number];

export const readEmbeddingSites = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_embedding_sites', { company }, { signal, answer: sites });

/** The site is refused from then on. The same again is ok and has no effect. */
export const removeEmbeddingSite = (given: { company: Uuid; site: string }) =>
  rpc('remove_embedding_site', given, { answer: v.object({}) });
